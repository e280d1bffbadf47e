// SPDX-License-Identifier: Apache-2.0
// Captures in blocks: what is counted and left out by them is what reading one by one gives.
#include "search/capture_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "crawl/archive_crawl.h"
#include "search/capture_rows.h"
#include "search/index_file.h"

namespace bfa {
namespace {

using test::got;

constexpr int kRows = 30'000;

class CaptureBlocks : public testing::Test {
 protected:
  // Half of the captures are of one key, the others of 500; they come in no order.
  static void SetUpTestSuite() {
    folder = std::make_unique<test::TemporaryDirectory>();
    connection = got(SqliteConnection::open(*folder / "search.sqlite"));
    ASSERT_TRUE(prepare_tables(*connection, false));
    std::mt19937 random(11);
    for (int i = 0; i < kRows; ++i) {
      const bool much = random() % 2 == 0;
      const std::string key = much ? "example,m)/"
                                   : "example," + std::string(1, static_cast<char>('a' + random() % 25)) +
                                         ")/" + std::to_string(random() % 20);
      rows.push_back({key, static_cast<std::int64_t>(random() % 5000), i + 1,
                      random() % 8 == 0 ? static_cast<std::int64_t>(random() % 3) : 0});
    }
    ASSERT_TRUE(connection->run("BEGIN"));
    auto put =
        SqliteStatement::prepare(*connection,
                                 "INSERT INTO capture(key, time, step, hop, url, redirect, status, revisit) "
                                 "VALUES(?1,?2,?3,?4,'','',200,0)");
    ASSERT_TRUE(put) << to_string(put.error());
    for (const CaptureRowPlace& row : rows) {
      put->bind(1, row.key).bind(2, row.time).bind(3, row.step).bind(4, row.hop);
      ASSERT_TRUE(put->run());
      ASSERT_TRUE(note_capture(*connection, row));
    }
    ASSERT_TRUE(connection->run("COMMIT"));
    std::sort(rows.begin(), rows.end());
  }
  static void TearDownTestSuite() {
    connection.reset();
    folder.reset();
  }

  static std::int64_t number(const char* sql) {
    auto row = SqliteStatement::prepare(*connection, sql);
    EXPECT_TRUE(row && got(row->step()));
    return row ? row->number(0) : -1;
  }

  static bool is_in(const CaptureRange& range, const CaptureRowPlace& row) {
    const UtcTime time{std::chrono::microseconds(row.time)};
    const bool key =
        range.last.empty() ? row.key == range.first : row.key >= range.first && row.key < range.last;
    if (!key || (range.from && time < *range.from) || (range.to && time > *range.to)) return false;
    if (!range.after) return true;
    const std::tuple place{range.after->key, range.after->time, range.after->sequence,
                           static_cast<std::int64_t>(range.after->hop)};
    const std::tuple own{row.key, time, static_cast<std::uint64_t>(row.step), row.hop};
    return range.backwards ? own < place : own > place;
  }

  static CaptureRange any_range(std::mt19937& random) {
    CaptureRange range;
    range.first = random() % 3 == 0 ? "example,m)/"
                                    : "example," + std::string(1, static_cast<char>('a' + random() % 25));
    if (random() % 5 == 0) range.first.clear();
    if (range.first != "example,m)/") range.last = random() % 3 == 0 ? "\xff" : "example,t)/1";
    if (random() % 4 == 0) range.from = UtcTime(std::chrono::microseconds(random() % 5000));
    if (random() % 4 == 0) range.to = UtcTime(std::chrono::microseconds(random() % 5000));
    range.backwards = random() % 2 == 0;
    if (random() % 3 == 0) {
      const CaptureRowPlace& row = rows[random() % rows.size()];
      if (is_in(range, row))
        range.after =
            CapturePlace{row.key, UtcTime(std::chrono::microseconds(row.time)),
                         static_cast<std::uint64_t>(row.step), static_cast<std::uint32_t>(random() % 3)};
    }
    return range;
  }

  static inline std::unique_ptr<test::TemporaryDirectory> folder;
  static inline std::unique_ptr<SqliteConnection> connection;
  static inline std::vector<CaptureRowPlace> rows;
};

TEST_F(CaptureBlocks, HaveAllRowsAndNoneIsLarge) {
  EXPECT_EQ(number("SELECT sum(captures) FROM capture_block"), kRows);
  EXPECT_GE(number("SELECT count(*) FROM capture_block"), 8);
  EXPECT_LE(number("SELECT max(captures) FROM capture_block"), 1000);
  EXPECT_GT(number("SELECT min(captures) FROM capture_block"), 250);
}

TEST_F(CaptureBlocks, CountAndSkipAsReadingDoes) {
  std::mt19937 random(5);
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    CaptureRange range = any_range(random);
    std::vector<std::int64_t> wanted;
    for (const CaptureRowPlace& row : rows) {
      if (is_in(range, row)) wanted.push_back(row.step);
    }
    ASSERT_EQ(got(count_captures(*connection, range)), wanted.size()) << i;
    if (range.backwards) std::reverse(wanted.begin(), wanted.end());
    range.skip = random() % (wanted.size() + 10);
    std::vector<std::int64_t> read;
    ASSERT_TRUE(visit_captures(*connection, range, [&](const IndexedCapture& capture) {
      read.push_back(static_cast<std::int64_t>(capture.sequence));
      return read.size() < 3;
    }));
    const std::size_t from = std::min<std::size_t>(range.skip, wanted.size());
    const std::size_t to = std::min(from + 3, wanted.size());
    ASSERT_EQ(read, std::vector<std::int64_t>(wanted.begin() + static_cast<std::ptrdiff_t>(from),
                                              wanted.begin() + static_cast<std::ptrdiff_t>(to)))
        << i << " skip " << range.skip << " of " << wanted.size();
    found += static_cast<int>(read.size());
  }
  EXPECT_GT(found, 300);
}

}  // namespace
}  // namespace bfa
