// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bfa/warc/validate.h"
#include "bfa/warc/writer.h"
#include "support/fault_file_system.h"
#include "support/fixtures.h"
#include "warc/warc_testing.h"

namespace {

using bfa::test::ForgettingFileSystem;
using bfa::test::Loss;
using Names = std::vector<std::string>;

constexpr const char* kHead = "HTTP/1.1 200 OK\r\nContent-Type: text/plain";

class House_RecoverOpenWarcs : public testing::Test {
 protected:
  bfa::test::TemporaryDirectory folder;
  std::unique_ptr<bfa::Clock> clock = bfa::make_fixed_clock(*bfa::parse_rfc3339("2026-03-01T12:00:00Z"));
  bfa::FileSystem& disk = bfa::posix_file_system();
  std::string warcs = folder / "warc";

  // URLs of the response records in all files with a final name.
  Names urls() {
    Names found;
    const Names names = *disk.list(warcs);
    for (const auto& name : names) {
      EXPECT_FALSE(name.ends_with(".open")) << name;
      const auto report = bfa::validate_warc(disk, warcs + "/" + name);
      if (!report) {
        ADD_FAILURE() << report.error().message;
        continue;
      }
      EXPECT_FALSE(report->truncated || report->corrupt || report->spec_violation) << name;
      const auto reader = bfa::WarcReader::open(disk, warcs + "/" + name);
      const auto back = bfa::test::read_records(**reader);
      for (const auto& record : back.records) {
        if (record.starts_with("response ")) found.push_back(record.substr(9, record.find(' ', 9) - 9));
      }
    }
    return found;
  }

  // Writes up to `count` captures, each synced; gives those that were acknowledged.
  Names write_all(bfa::FileSystem& fs, bool compress, int count) {
    auto options = bfa::test::fixed_options(*clock);
    options.packing = compress ? bfa::WarcPacking::kGzip : bfa::WarcPacking::kPlain;
    options.max_file_bytes = 1500;  // a new file every few captures
    Names acknowledged;
    auto writer = bfa::WarcWriter::open(fs, warcs, options, nullptr);
    if (!writer) return acknowledged;
    for (int i = 0; i < count; ++i) {
      const std::string url = "http://a.example/" + std::to_string(i);
      if (!(*writer)->write(bfa::test::make_exchange(url, kHead, "body of " + url), {{"sequence", "1"}}))
        break;
      if (!(*writer)->sync().ok()) break;
      acknowledged.push_back(url);
    }
    (void)(*writer)->close();
    return acknowledged;
  }

  void expect_nothing_lost(bfa::FileSystem& fs, const Names& acknowledged, const std::string& what) {
    const auto recovered = bfa::recover_open_warcs(fs, warcs);
    ASSERT_TRUE(recovered) << what << ": " << recovered.error().message;
    Names found = urls();
    std::sort(found.begin(), found.end());
    EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << what << ": doubled";
    for (const auto& url : acknowledged) {
      EXPECT_TRUE(std::binary_search(found.begin(), found.end(), url)) << what << ": lost " << url;
    }
  }
};

TEST_F(House_RecoverOpenWarcs, APowerCutAtAnyOperationLosesNothingAcknowledged) {
  for (const bool compress : {true, false}) {
    for (const Loss loss : {Loss::kEverything, Loss::kHalf, Loss::kNothing}) {
      bool finished = false;
      for (std::uint64_t n = 0; !finished; ++n) {
        ASSERT_LT(n, 200U);
        ForgettingFileSystem fs(disk, folder / "shadow");
        fs.cut_power_at(n);
        const Names acknowledged = write_all(fs, compress, 6);
        finished = !fs.power_is_off();
        ASSERT_TRUE(fs.crash(loss).ok());
        if (!*disk.exists(warcs)) continue;
        const std::string what =
            "operation " + std::to_string(n) + ", loss " + std::to_string(static_cast<int>(loss));
        expect_nothing_lost(fs, acknowledged, what);
        if (finished) {
          EXPECT_EQ(acknowledged.size(), 6U);
        }
        const Names names = *disk.list(warcs);
        for (const auto& name : names) ASSERT_TRUE(disk.remove(warcs + "/" + name).ok());
      }
    }
  }
}

TEST_F(House_RecoverOpenWarcs, EveryPrefixOfAnOpenFileIsCutToItsLastWholeRecord) {
  ASSERT_EQ(write_all(disk, true, 1).size(), 1U);
  const Names names = *disk.list(warcs);
  const std::string& name = names.front();
  const std::string bytes = *bfa::read_file(disk, warcs + "/" + name, 1 << 20);
  const auto places = bfa::test::read_bytes(bytes).places;
  ASSERT_EQ(places.size(), 4U);
  ASSERT_TRUE(disk.remove(warcs + "/" + name).ok());
  ForgettingFileSystem fs(disk, folder / "shadow");  // its syncs cost nothing
  for (std::size_t n = 0; n <= bytes.size(); ++n) {
    const auto file = *fs.create(warcs + "/" + name + ".open");
    ASSERT_TRUE(file->append(std::string_view(bytes).substr(0, n)).ok());
    ASSERT_TRUE(file->close().ok());
    const auto recovered = bfa::recover_open_warcs(fs, warcs);
    ASSERT_TRUE(recovered && recovered->size() == 1U);
    std::uint64_t kept = 0;
    std::uint64_t records = 0;
    for (const auto& place : places) {
      if (place.offset + place.length > n) break;
      kept = place.offset + place.length;
      ++records;
    }
    EXPECT_EQ(recovered->front().kept_bytes, kept) << n;
    EXPECT_EQ(recovered->front().cut_bytes, n - kept) << n;
    EXPECT_EQ(recovered->front().records, records) << n;
    EXPECT_EQ(*disk.list(warcs), records == 0 ? Names{} : Names{name}) << n;
    if (records == 0) continue;
    EXPECT_EQ(*bfa::read_file(disk, warcs + "/" + name, 1 << 20), bytes.substr(0, kept)) << n;
    ASSERT_TRUE(fs.remove(warcs + "/" + name).ok());
  }
}

// The records behind it may be all that is left of what they hold.
TEST_F(House_RecoverOpenWarcs, ABrokenMemberDoesNotCostTheWholeOnesBehindIt) {
  ASSERT_EQ(write_all(disk, true, 2).size(), 2U);
  const Names names = *disk.list(warcs);
  const std::string& name = names.front();
  std::string bytes = *bfa::read_file(disk, warcs + "/" + name, 1 << 20);
  const auto places = bfa::test::read_bytes(bytes).places;
  const std::size_t crc = places[2].offset + places[2].length - 8;
  bytes[crc] = static_cast<char>(bytes[crc] ^ 1);
  ASSERT_TRUE(disk.remove(warcs + "/" + name).ok());
  const auto file = *disk.create(warcs + "/" + name + ".open");
  ASSERT_TRUE(file->append(bytes).ok());
  const auto recovered = bfa::recover_open_warcs(disk, warcs);
  ASSERT_TRUE(recovered);
  EXPECT_EQ(recovered->front().kept_bytes, bytes.size());
  EXPECT_EQ(recovered->front().cut_bytes, 0U);
  EXPECT_EQ(*bfa::read_file(disk, warcs + "/" + name, 1 << 20), bytes);
}

TEST_F(House_RecoverOpenWarcs, LeavesOtherFilesAlone) {
  ASSERT_TRUE(disk.create_directories(warcs).ok());
  ASSERT_TRUE(bfa::write_file_atomically(disk, warcs + "/notes.open", "mine").ok());
  ASSERT_TRUE(bfa::write_file_atomically(disk, warcs + "/a.warc.gz", "mine").ok());
  const auto recovered = bfa::recover_open_warcs(disk, warcs);
  ASSERT_TRUE(recovered);
  EXPECT_TRUE(recovered->empty());
  EXPECT_EQ(*disk.list(warcs), (Names{"a.warc.gz", "notes.open"}));
}

TEST_F(House_RecoverOpenWarcs, NeverReplacesAFile) {
  ASSERT_EQ(write_all(disk, false, 1).size(), 1U);
  const Names names = *disk.list(warcs);
  const std::string& name = names.front();
  const std::string bytes = *bfa::read_file(disk, warcs + "/" + name, 1 << 20);
  ASSERT_TRUE(bfa::write_file_atomically(disk, warcs + "/" + name + ".open", bytes).ok());
  const auto recovered = bfa::recover_open_warcs(disk, warcs);
  ASSERT_FALSE(recovered);
  EXPECT_EQ(recovered.error().where, warcs + "/" + name);
}

}  // namespace
