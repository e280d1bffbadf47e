// SPDX-License-Identifier: Apache-2.0
#include "container/checked_member.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <functional>

#include "bfa/container/container.h"
#include "bfa/warc/reader.h"
#include "support/fixtures.h"
#include "support/made_containers.h"

namespace bfa {
namespace {

std::string put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

using test::ZipMember;

std::string record(int number) {
  const std::string block = "some text of record " + std::to_string(number);
  return "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:" + std::to_string(number) +
         ">\r\nWARC-Date: 2026-03-01T10:00:00Z\r\nWARC-Target-URI: http://a.example/" +
         std::to_string(number) +
         "\r\nContent-Type: text/plain\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" +
         block + "\r\n\r\n";
}

// What a reader of the member finds.
struct Found {
  int records = 0;
  Findings findings;
};

Found read_member(const std::string& zip, const std::string& member) {
  const auto files = make_container_file_system(posix_file_system());
  Found found;
  const auto reader = WarcReader::open(*files, zip + "!/" + member, WarcReadOptions());
  EXPECT_TRUE(reader) << reader.error().message;
  if (!reader) return found;
  for (auto next = (*reader)->next(); next && *next != nullptr; next = (*reader)->next()) ++found.records;
  found.findings = (*reader)->findings();
  return found;
}

class CheckedMember : public testing::TestWithParam<bool> {
 protected:
  std::string make(const std::function<void(std::string&)>& harm) {
    std::string content;
    for (int i = 0; i < 50; ++i) content += record(i);
    std::string zip = test::zip_of({ZipMember{"a.warc", content, GetParam()}});
    harm(zip);
    return put(folder_ / "a.zip", zip);
  }
  test::TemporaryDirectory folder_;
};

TEST_P(CheckedMember, RightChecksumIsNoFinding) {
  const Found found = read_member(make([](std::string&) {}), "a.warc");
  EXPECT_EQ(found.records, 50);
  EXPECT_TRUE(found.findings.empty()) << found.findings[0].message;
}

TEST_P(CheckedMember, WrongChecksumIsAFindingBehindAllRecords) {
  const std::string zip = make([](std::string& bytes) {
    const std::size_t central = bytes.find("PK\x01\x02");
    bytes[central + 16] = static_cast<char>(bytes[central + 16] ^ 1);
  });
  const Found found = read_member(zip, "a.warc");
  EXPECT_EQ(found.records, 50);
  ASSERT_EQ(found.findings.size(), 1u);
  EXPECT_EQ(found.findings[0].id, "source_damaged");
  EXPECT_EQ(found.findings[0].code, Code::kCorrupt);
}

INSTANTIATE_TEST_SUITE_P(Zip, CheckedMember, testing::Values(false, true),
                         [](const auto& row) { return row.param ? "Deflated" : "Stored"; });

// A deflated member whose stream is damaged keeps the records before the damage.
TEST(CheckedMemberOfZip, DamagedStreamKeepsWhatIsBeforeIt) {
  const test::TemporaryDirectory folder;
  std::string content;
  for (int i = 0; i < 2000; ++i) content += record(i * 7919);
  std::string zip = test::zip_of({ZipMember{"a.warc", content, true}});
  const std::size_t middle = zip.size() / 2;
  for (std::size_t i = 0; i < 40; ++i) zip[middle + i] = '\xff';
  const Found found = read_member(put(folder / "a.zip", zip), "a.warc");
  EXPECT_GT(found.records, 100);
  EXPECT_FALSE(found.findings.empty());
}

TEST(CheckedMemberOfZip, ReadingBackFromTheStartChecksAgain) {
  const test::TemporaryDirectory folder;
  const std::string path = put(folder / "x", "some bytes");
  auto inner = posix_file_system().open(path);
  ASSERT_TRUE(inner);
  const auto file = make_checked_file(std::move(*inner), crc32_of("other bytes"), "x!/y");
  std::array<std::byte, 4> part{};
  for (int round = 0; round < 2; ++round) {
    std::uint64_t at = 0;
    for (auto got = file->read_at(0, part); got && *got > 0; got = file->read_at(at, part)) at += *got;
    const auto end = file->read_at(at, part);
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().where, "x!/y");
  }
  EXPECT_TRUE(file->read_at(6, part));  // out of order
}

}  // namespace
}  // namespace bfa
