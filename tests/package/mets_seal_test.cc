// SPDX-License-Identifier: Apache-2.0
#include "package/aip/mets_seal.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "bfa/io/sink.h"
#include "bfa/io/source.h"

namespace bfa {
namespace {

class StringSink : public Sink {
 public:
  Status write(std::span<const std::byte> src) override {
    text.append(reinterpret_cast<const char*>(src.data()), src.size());
    return {};
  }
  Status finish() override { return {}; }
  std::string text;
};

std::string sealed(const std::string& text) {
  StringSink sink;
  SealingSink sealing(sink);
  EXPECT_TRUE(write_text(sealing, text));
  EXPECT_TRUE(sealing.finish());
  return sink.text;
}

// Read in pieces of `step` bytes.
MetsSeal seal_of(const std::string& text, std::size_t step = 1000) {
  const auto memory = make_memory_source(text);
  SealedSource source(*memory);
  std::array<std::byte, 1000> buffer{};
  std::string read;
  for (;;) {
    const auto got = source.read(std::span(buffer).first(step));
    EXPECT_TRUE(got);
    if (!got || *got == 0) break;
    read.append(reinterpret_cast<const char*>(buffer.data()), *got);
  }
  EXPECT_EQ(read, text);
  return source.seal();
}

TEST(MetsSeal, TheLineIsTheDigestOfTheLinesAbove) {
  EXPECT_EQ(sealed("<mets/>"), "<mets/>\n<!-- sha256 " +
                                   hex_encode(digest(DigestAlgorithm::kSha256, "<mets/>\n")) +
                                   " of all lines above -->\n");
}

TEST(MetsSeal, EveryChangedByteIsSeen) {
  const std::string text = sealed("<mets>some text</mets>");
  for (const std::size_t step : {1, 7, 1000}) EXPECT_EQ(seal_of(text, step), MetsSeal::kRight);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_EQ(seal_of(changed), MetsSeal::kWrong) << at;
    changed = text;
    EXPECT_EQ(seal_of(changed.erase(at, 1)), MetsSeal::kWrong) << at;
  }
  EXPECT_EQ(seal_of(text + "\n"), MetsSeal::kWrong);
}

TEST(MetsSeal, DocumentsOfOthersHaveNone) {
  for (const char* const text : {"", "<mets/>", "<mets CHECKSUMTYPE=\"SHA-256\"/>\n<!-- a comment -->\n"})
    EXPECT_EQ(seal_of(text), MetsSeal::kAbsent) << text;
}

}  // namespace
}  // namespace bfa
