// SPDX-License-Identifier: Apache-2.0
// A reader that unpacks ahead in a thread gives what one without does: records, places, findings, lost bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "bfa/io/file_system.h"
#include "io/zstd_encoder.h"
#include "support/fixtures.h"
#include "support/peak_memory.h"
#include "warc/warc_testing.h"

namespace {

using bfa::test::read_records;
using bfa::test::ReadBack;
using bfa::test::response_fields;
using bfa::test::warc_record;

std::string record(int number, std::size_t size) {
  std::string block = "HTTP/1.1 200 OK\r\n\r\n";
  while (block.size() < size) block += std::to_string(block.size() * 7919 % 10'007) + ' ';
  return warc_record(response_fields("http://a.example/" + std::to_string(number)), block);
}

std::string gzip(const std::string& bytes) {
  return *bfa::gzip_member(bytes);
}
std::string zstd(const std::string& bytes) {
  std::string out;
  EXPECT_TRUE((*bfa::ZstdEncoder::make(3, {}))->member(bytes, out).ok());
  return out;
}

// Many small members, one that is too large to be unpacked whole (more than 8 MiB), and small ones again.
std::string packed(std::string (*pack)(const std::string&), bool with_large) {
  std::string file;
  for (int i = 0; i < 700; ++i) {
    file += pack(record(i, static_cast<std::size_t>(100 + i % 13 * 400)));
    if (with_large && i == 350) file += pack(record(9000, 9u << 20));
  }
  return file;
}

void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

struct Seen {
  ReadBack back;
  std::uint64_t lost = 0;
};

Seen read(const std::string& path, bool ahead, std::uint64_t offset = 0) {
  bfa::WarcReadOptions options;
  options.read_ahead = ahead;
  options.check_digests = true;
  auto reader = bfa::WarcReader::open(bfa::posix_file_system(), path, options, offset);
  if (!reader) return {{{}, {}, {}, reader.error()}, 0};
  Seen seen;
  seen.back = read_records(**reader);
  seen.lost = (*reader)->lost_bytes();
  return seen;
}

void expect_equal(const Seen& wanted, const Seen& given) {
  EXPECT_EQ(given.back.records, wanted.back.records);
  EXPECT_EQ(given.lost, wanted.lost);
  EXPECT_EQ(given.back.error.has_value(), wanted.back.error.has_value());
  ASSERT_EQ(given.back.findings.size(), wanted.back.findings.size());
  for (std::size_t i = 0; i < wanted.back.findings.size(); ++i) {
    EXPECT_EQ(given.back.findings[i].id, wanted.back.findings[i].id);
    EXPECT_EQ(given.back.findings[i].offset, wanted.back.findings[i].offset);
    EXPECT_EQ(given.back.findings[i].message, wanted.back.findings[i].message);
  }
  ASSERT_EQ(given.back.places.size(), wanted.back.places.size());
  for (std::size_t i = 0; i < wanted.back.places.size(); ++i) {
    EXPECT_EQ(given.back.places[i].offset, wanted.back.places[i].offset);
    EXPECT_EQ(given.back.places[i].length, wanted.back.places[i].length);
  }
}

class Warc_ReadAhead : public testing::Test {
 protected:
  // Reads the file in both ways.
  std::size_t compare(const std::string& bytes, const std::string& what) {
    SCOPED_TRACE(what);
    const std::string path = folder_ / "a.warc";
    put(path, bytes);
    const Seen wanted = read(path, false);
    expect_equal(wanted, read(path, true));
    return wanted.back.records.size();
  }
  bfa::test::TemporaryDirectory folder_;
};

TEST_F(Warc_ReadAhead, SoundMembersOfEachForm) {
  EXPECT_EQ(compare(packed(gzip, false), "gzip"), 700U);
  EXPECT_EQ(compare(packed(zstd, false), "zstd"), 700U);
  EXPECT_EQ(compare(packed(gzip, true), "gzip, with a large member"), 701U);
  EXPECT_EQ(compare(packed(zstd, true), "zstd, with a large member"), 701U);
  EXPECT_EQ(compare(record(1, 10) + record(2, 10), "plain"), 2U);
  EXPECT_EQ(compare(gzip(record(1, 10)), "one member"), 1U);
}

TEST_F(Warc_ReadAhead, BytesBetweenMembers) {
  const std::string half = packed(gzip, false);
  EXPECT_EQ(compare(half + std::string(3000, '\0') + half, "zeros"), 1400U);
  EXPECT_EQ(compare(half + gzip("") + half, "an empty member"), 1400U);
  EXPECT_EQ(compare(half + "no member at all" + half, "other bytes"), 1400U);
  EXPECT_EQ(compare(half + gzip("this is not a record\r\n") + half, "a member without a record"), 1400U);
  const std::string two = record(1, 300) + record(2, 300);
  EXPECT_EQ(compare(half + gzip(two) + half, "two records in a member"), 1402U);
  EXPECT_EQ(
      compare(half + gzip(two.substr(0, 200)) + gzip(two.substr(200)) + half, "a record in two members"),
      1402U);
}

TEST_F(Warc_ReadAhead, DamageAnywhere) {
  const std::string sound = packed(gzip, false);
  for (std::size_t at = 5; at < sound.size(); at += sound.size() / 23) {
    std::string damaged = sound;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    compare(damaged, "flipped at " + std::to_string(at));
    compare(sound.substr(0, at), "cut at " + std::to_string(at));
  }
}

// Bytes that cannot be made smaller.
std::string noise(std::uint32_t seed, std::size_t size) {
  std::minstd_rand next(seed + 1);
  std::string made(size, '\0');
  for (char& byte : made) byte = static_cast<char>(next() >> 8U);
  return made;
}

// Some MiB, so that members are decoded in the middle too. Every ninth block is a packed file itself, whose
// members look like those of the file.
std::vector<std::string> large_members(std::string (*pack)(const std::string&)) {
  std::vector<std::string> members;
  for (std::uint32_t i = 0; i < 700; ++i) {
    std::string block;
    for (std::uint32_t n = 0; i % 9 == 5 && n < 8; ++n)
      block += pack(record(static_cast<int>(n), 10) + noise(n, 3000));
    if (block.empty()) block = noise(i, i % 50 == 7 ? 200'000 : 500 + i % 13 * 900);
    members.push_back(pack(warc_record(response_fields("http://a.example/" + std::to_string(i)), block)));
  }
  return members;
}

std::string joined(const std::vector<std::string>& members) {
  std::string file;
  for (const std::string& member : members) file += member;
  return file;
}

TEST_F(Warc_ReadAhead, LargeFilesOfEachForm) {
  for (const bool gzipped : {true, false}) {
    const std::string file = joined(large_members(gzipped ? gzip : zstd));
    EXPECT_GT(file.size(), std::size_t{5} << 20);
    EXPECT_EQ(compare(file, gzipped ? "gzip" : "zstd"), 700U);
  }
}

TEST_F(Warc_ReadAhead, DamageInLargeFiles) {
  const auto members = large_members(gzip);
  const std::string sound = joined(members);
  for (const std::size_t at : {700'000U, 1'100'000U, 3'000'000U, 5'500'000U}) {
    std::string damaged = sound;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    EXPECT_GE(compare(damaged, "flipped at " + std::to_string(at)), 699U);
    EXPECT_LT(compare(sound.substr(0, at), "cut at " + std::to_string(at)), 700U);
    compare(sound.substr(0, at) + sound.substr(at + 40'000), "bytes missing at " + std::to_string(at));
  }
  std::vector<std::string> between = members;
  for (std::size_t i = 40; i < between.size(); i += 40) between[i].append(i, '\0');
  EXPECT_EQ(compare(joined(between), "zeros"), 700U);
}

TEST_F(Warc_ReadAhead, WrongLengthsGoBack) {
  std::string wrong = record(5, 200);
  wrong.replace(wrong.find("Content-Length: ") + 16, 3, "999");
  const std::string half = packed(gzip, false);
  compare(half + gzip(wrong) + half, "a Content-Length beyond its member");
}

TEST_F(Warc_ReadAhead, EndsInTheMiddleAndBeginsThere) {
  const std::string path = folder_ / "a.warc";
  put(path, packed(gzip, false));
  const Seen whole = read(path, false);
  ASSERT_EQ(whole.back.places.size(), 700U);
  const std::uint64_t middle = whole.back.places[400].offset;
  expect_equal(read(path, false, middle), read(path, true, middle));
  bfa::WarcReadOptions options;
  options.read_ahead = true;
  for (const int taken : {0, 1, 2, 300}) {
    auto reader = bfa::WarcReader::open(bfa::posix_file_system(), path, options);
    ASSERT_TRUE(reader);
    for (int i = 0; i < taken; ++i) ASSERT_TRUE((*reader)->next());
  }  // the thread has more to do when the reader goes
}

std::optional<std::size_t> memory_to_read(const std::string& path, bool ahead) {
  const bfa::test::PeakMemory memory;
  bfa::WarcReadOptions options;
  options.read_ahead = ahead;
  auto reader = bfa::WarcReader::open(bfa::posix_file_system(), path, options);
  EXPECT_TRUE(reader);
  std::size_t records = 0;
  for (auto next = (*reader)->next(); next && *next != nullptr; next = (*reader)->next()) ++records;
  EXPECT_GT(records, 0U);
  return memory.grown();
}

TEST_F(Warc_ReadAhead, LargeMembersAmongOthersTakeBoundedMemory) {
  std::string group;
  for (int i = 0; i < 13; ++i)
    group += gzip(warc_record(response_fields("http://a.example/"), std::string(300'000, 'x')));
  group += gzip(warc_record(response_fields("http://a.example/large"), std::string(8'000'000, 'y')));
  const std::string path = folder_ / "a.warc.gz";
  {
    std::ofstream out(path, std::ios::binary);
    for (int i = 0; i < 60; ++i) out << group;
  }
  const auto ahead = memory_to_read(path, true), alone = memory_to_read(path, false);
  if (!ahead || !alone) GTEST_SKIP() << "memory cannot be measured here";
  EXPECT_LT(*ahead, *alone + (std::size_t{64} << 20));
}

// A file whose source fails after some bytes.
class FailingSource final : public bfa::Source {
 public:
  FailingSource(std::string_view bytes, std::size_t sound)
      : inner_(bfa::make_memory_source(bytes.substr(0, sound))) {}
  bfa::Result<std::size_t> read(std::span<std::byte> dst) override {
    auto got = inner_->read(dst.first(std::min<std::size_t>(dst.size(), 10'000)));
    if (got && *got == 0) return bfa::Error{bfa::Code::kIo, "the disk is gone", "a.warc", -1};
    return got;
  }

 private:
  std::unique_ptr<bfa::Source> inner_;
};

TEST_F(Warc_ReadAhead, ErrorsOfTheSourceComeAfterTheRecordsBeforeThem) {
  std::string bytes;
  for (int i = 0; i < 3000; ++i) bytes += gzip(record(i, 900));
  ReadBack backs[2];
  for (const bool ahead : {false, true}) {
    FailingSource source(bytes, bytes.size() / 2);
    bfa::WarcReadOptions options;
    options.read_ahead = ahead;
    auto reader = bfa::WarcReader::open(source, "a.warc", options);
    ASSERT_TRUE(reader);
    backs[ahead ? 1 : 0] = read_records(**reader);
  }
  ASSERT_TRUE(backs[0].error && backs[1].error);
  EXPECT_EQ(backs[1].error->message, backs[0].error->message);
  EXPECT_GT(backs[0].records.size(), 0U);
  EXPECT_GE(backs[1].records.size(), backs[0].records.size());
}

TEST(Shared_WarcReadAhead, FilesOfOtherTools) {
  const auto shared = bfa::test::shared_directory();
  if (!shared) GTEST_SKIP() << "no shared folder with files of other tools";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*shared + "/warc")) {
    if (!entry.is_regular_file() || entry.path().string().find("arc") == std::string::npos) continue;
    SCOPED_TRACE(entry.path());
    expect_equal(read(entry.path(), false), read(entry.path(), true));
    ++files;
  }
  EXPECT_GT(files, 100U);
}

}  // namespace
