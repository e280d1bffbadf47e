// SPDX-License-Identifier: Apache-2.0
#include "container/zip_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "bfa/container/container.h"
#include "support/fixtures.h"

namespace {

using bfa::ZipWriter;

bfa::UtcTime time_of(const char* text) {
  return *bfa::parse_rfc3339(text);
}

std::string text_of(std::size_t size) {
  std::string text;
  while (text.size() < size) text += "line " + std::to_string(text.size()) + "\n";
  text.resize(size);
  return text;
}

// Read by the reader of this library, and by other programs if they are installed.
TEST(Appnote63_ZipWriter, MembersComeBackAsTheyWere) {
  const bfa::test::TemporaryDirectory folder;
  const std::string path = folder / "x.zip";
  std::string bytes;
  const auto sink = bfa::make_string_sink(bytes);
  ZipWriter zip(*sink);
  const std::string big = text_of(300000);
  const auto when = time_of("2026-03-01T10:20:30Z");
  ASSERT_TRUE(zip.add("stored.txt", big, ZipWriter::Method::kStored, when).ok());
  ASSERT_TRUE(zip.begin("packed.txt", big.size(), ZipWriter::Method::kDeflate, when).ok());
  for (std::size_t at = 0; at < big.size(); at += 777) {
    ASSERT_TRUE(zip.write(std::string_view(big).substr(at, 777)).ok());
  }
  ASSERT_TRUE(zip.end());
  ASSERT_TRUE(zip.add("empty", "", ZipWriter::Method::kStored, when).ok());
  ASSERT_TRUE(zip.add("empty.packed", "", ZipWriter::Method::kDeflate, when).ok());
  ASSERT_TRUE(zip.add("a/b/c.txt", "x", ZipWriter::Method::kDeflate, time_of("1970-01-01T00:00:00Z")).ok());
  ASSERT_TRUE(zip.finish().ok());
  EXPECT_EQ(zip.bytes(), bytes.size());
  ASSERT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());

  const auto container = bfa::Container::open(bfa::posix_file_system(), path);
  ASSERT_TRUE(container);
  EXPECT_TRUE((*container)->findings().empty());
  ASSERT_EQ((*container)->entries().size(), 5U);
  const auto files = bfa::make_container_file_system(bfa::posix_file_system());
  EXPECT_EQ(*bfa::read_file(*files, path + "!/stored.txt", 1u << 20), big);
  EXPECT_EQ(*bfa::read_file(*files, path + "!/packed.txt", 1u << 20), big);
  EXPECT_EQ(*bfa::read_file(*files, path + "!/empty", 10), "");
  EXPECT_EQ(*bfa::read_file(*files, path + "!/empty.packed", 10), "");
  EXPECT_EQ(*bfa::read_file(*files, path + "!/a/b/c.txt", 10), "x");
  EXPECT_EQ((*container)->entries()[0].method, bfa::ContainerMethod::kStored);
  EXPECT_LT((*container)->entries()[1].stored_size, big.size());

  const std::string check =
      "python3 -c \"import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); "
      "sys.exit(z.testzip() is not None or len(z.read('packed.txt')) != 300000 or "
      "z.getinfo('stored.txt').date_time != (2026, 3, 1, 10, 20, 30))\" ";
  EXPECT_EQ(std::system((check + path).c_str()), 0);
}

// A sink that keeps only the last bytes.
class TailSink final : public bfa::Sink {
 public:
  bfa::Status write(std::span<const std::byte> src) override {
    const auto last = src.last(std::min<std::size_t>(src.size(), 4096));
    tail.append(reinterpret_cast<const char*>(last.data()), last.size());
    if (tail.size() > 8192) tail.erase(0, tail.size() - 8192);
    return {};
  }
  bfa::Status finish() override { return {}; }
  std::string tail;
};

std::uint64_t little(const std::string& bytes, std::size_t at, unsigned size) {
  std::uint64_t value = 0;
  for (unsigned i = size; i-- > 0;) value = value * 256 + static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

TEST(Appnote63_ZipWriter, MembersAndPlacesBeyondFourGibGet64BitFields) {
  TailSink sink;
  ZipWriter zip(sink);
  const std::string part(std::size_t{32} << 20, 'x');
  const std::uint64_t size = std::uint64_t{130} << 25;  // over 4 GiB
  ASSERT_TRUE(zip.begin("big", size, ZipWriter::Method::kStored, {}).ok());
  for (std::uint64_t done = 0; done < size; done += part.size()) ASSERT_TRUE(zip.write(part).ok());
  ASSERT_TRUE(zip.end());
  ASSERT_TRUE(zip.add("behind", "y", ZipWriter::Method::kStored, {}).ok());
  ASSERT_TRUE(zip.finish().ok());
  const std::size_t end64 = sink.tail.find("PK\x06\x06");
  ASSERT_NE(end64, std::string::npos);
  EXPECT_EQ(little(sink.tail, end64 + 32, 8), 2U);
  const std::size_t first = sink.tail.find("PK\x01\x02");
  EXPECT_EQ(little(sink.tail, first + 20, 4), 0xffffffffU);
  EXPECT_EQ(little(sink.tail, first + 46 + 3, 2), 1U);
  EXPECT_EQ(little(sink.tail, first + 46 + 3 + 4, 8), size);
  const std::size_t second = sink.tail.find("PK\x01\x02", first + 4);
  EXPECT_EQ(little(sink.tail, second + 20, 4), 1U);
  EXPECT_EQ(little(sink.tail, second + 42, 4), 0xffffffffU);
  EXPECT_GT(little(sink.tail, second + 46 + 6 + 4, 8), size);
}

TEST(House_ZipWriter, RefusesWhatWouldMakeABrokenFile) {
  std::string bytes;
  const auto sink = bfa::make_string_sink(bytes);
  ZipWriter zip(*sink);
  EXPECT_FALSE(zip.write("x"));
  EXPECT_FALSE(zip.end());
  EXPECT_FALSE(zip.begin("", 1, ZipWriter::Method::kStored, {}));
  EXPECT_FALSE(zip.begin(std::string(70000, 'n'), 1, ZipWriter::Method::kStored, {}));
  ASSERT_TRUE(zip.begin("a", 2, ZipWriter::Method::kStored, {}).ok());
  EXPECT_FALSE(zip.begin("b", 1, ZipWriter::Method::kStored, {}));
  EXPECT_FALSE(zip.finish());
  ASSERT_TRUE(zip.write("x").ok());
  EXPECT_FALSE(zip.end()) << "one byte of two";
  EXPECT_FALSE(zip.begin("a", 1, ZipWriter::Method::kStored, {})) << "the name is taken";
}

}  // namespace
