// SPDX-License-Identifier: Apache-2.0
// What the tests of the rules of docs/formats/warc.md share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "bfa/io/digest.h"
#include "bfa/url/canonical.h"
#include "bfa/warc/cdx_writer.h"
#include "bfa/warc/validate.h"
#include "support/fixtures.h"
#include "warc/read/payload.h"
#include "warc/warc_testing.h"

namespace bfa::test {

using Ids = std::vector<std::string>;

inline constexpr const char* kHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html";
inline const std::string kBody(400, 'b');

class Warc11_Rules : public testing::Test {
 protected:
  // The records that the writer makes of some exchanges, as text.
  std::string written(const std::vector<bfa::Exchange>& exchanges, bfa::DedupIndex* index = nullptr) {
    auto options = bfa::test::fixed_options(bfa::system_clock());
    options.packing = bfa::WarcPacking::kPlain;
    options.prefix = "w" + std::to_string(files_++);
    const auto writer = *bfa::WarcWriter::open(bfa::posix_file_system(), folder_.path(), options, index);
    for (const auto& exchange : exchanges) EXPECT_TRUE(writer->write(exchange, {{"note", "x"}}));
    EXPECT_TRUE(writer->close().ok());
    last_ = folder_.path() + "/" + writer->files().front();
    return *bfa::read_file(bfa::posix_file_system(), last_, 1u << 24);
  }
  // Header of the n-th record of that type in the file that was written last.
  bfa::WarcHeader header(bfa::WarcType type) {
    const auto reader = *bfa::WarcReader::open(bfa::posix_file_system(), last_);
    for (;;) {
      auto* record = *reader->next();
      if (record == nullptr) return {};
      if (record->header().type() == type) return record->header();
    }
  }
  // Finding ids of a validated file with these bytes.
  Ids findings(const std::string& bytes) {
    const std::string path = folder_.path() + "/r" + std::to_string(files_++);
    EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
    const auto report = bfa::validate_warc(bfa::posix_file_system(), path);
    Ids ids;
    if (!report) return {"<" + std::string(bfa::code_name(report.error().code)) + ">"};
    for (const auto& finding : report->findings) ids.push_back(finding.id);
    return ids;
  }
  static bfa::WarcHeader first_header(const std::string& bytes) {
    const auto source = bfa::make_memory_source(bytes);
    const auto reader = *bfa::WarcReader::open(*source, "x");
    return (*reader->next())->header();
  }
  static std::string with(const std::string& field, const std::string& block = "HTTP/1.1 200 OK\r\n\r\nx",
                          const std::string& version = "WARC/1.1") {
    return warc_record(response_fields("http://a.example/") + field, block, version);
  }

  bfa::test::TemporaryDirectory folder_;
  std::string last_;
  int files_ = 0;
};

inline std::string sha1(const std::string& bytes) {
  return bfa::labelled_digest(bfa::DigestAlgorithm::kSha1, bfa::digest(bfa::DigestAlgorithm::kSha1, bytes));
}

// One chunk of the chunked transfer coding.
inline std::string chunk(const std::string& bytes) {
  const char size = static_cast<char>(bytes.size());
  return bfa::hex_encode({&size, 1}) + "\r\n" + bytes + "\r\n";
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace bfa::test
