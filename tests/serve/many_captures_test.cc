// SPDX-License-Identifier: Apache-2.0
// Answers over many captures: streamed in pieces, each row once and in order, also of one second.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bfa/url/canonical.h"
#include "search/capture_blocks.h"
#include "search/sqlite.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

constexpr std::int64_t kCaptures = 7000;  // of one address: three blocks of pages
constexpr std::int64_t kFirst = 1'700'000'000'000'000;
constexpr const char* kPage = "http://many.example/";

// An archive of nothing, with rows that its index did not make.
class ManyCaptures : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    served = std::make_unique<ServedBlog>();
    ASSERT_TRUE(open_archive(served->bench.path(), ArchiveOptions::Mode::kWrite)->close());
    served->open();
    auto connection = SqliteConnection::open(served->bench.path() + "/index/search.sqlite");
    ASSERT_TRUE(connection) << to_string(connection.error());
    ASSERT_TRUE((*connection)->run("BEGIN"));
    auto row = SqliteStatement::prepare(
        **connection,
        "INSERT INTO capture(key, time, step, hop, url, redirect, status, mime, digest, file, offset, "
        "length, "
        "revisit) "
        "VALUES(?1, ?2, ?3, 0, ?4, '', 200, 'text/html', 'sha256:00', 'a.warc.gz', 1, 2, 0)");
    ASSERT_TRUE(row) << to_string(row.error());
    // Two in each second; every 1,000th pair is of two spellings of the address.
    for (std::int64_t i = 0; i < kCaptures; ++i) {
      const bool other = i % 2 == 1 && i % 1000 == 1;
      row->bind(1, surt_key(kPage)).bind(2, kFirst + i * 500'000).bind(3, i + 1);
      ASSERT_TRUE(row->bind(4, other ? "https://www.many.example/" : kPage).run());
      ASSERT_TRUE(note_capture(**connection, {surt_key(kPage), kFirst + i * 500'000, i + 1, {}}));
    }
    ASSERT_TRUE((*connection)->run("COMMIT"));
  }
  static void TearDownTestSuite() { served.reset(); }

  static std::vector<std::string> lines_of(const std::string& target) {
    ServeReply reply = served->ask(target);
    EXPECT_EQ(reply.status, 200) << reply.body;
    std::string text;
    while (reply.stream) {
      const auto piece = reply.stream->next();
      EXPECT_TRUE(piece);
      if (!piece) break;
      EXPECT_LE(piece->bytes.size(), 256U << 10);
      text += piece->bytes;
      if (piece->end) break;
    }
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
      lines.push_back(text.substr(at, text.find('\n', at) - at));
      at += lines.back().size() + 1;
    }
    return lines;
  }

  static std::unique_ptr<ServedBlog> served;
};
std::unique_ptr<ServedBlog> ManyCaptures::served;

TEST_F(ManyCaptures, ATimeMapHasEachMementoOnce) {
  const auto lines = lines_of("/timemap/link/" + std::string(kPage));
  // Of one second and one address there is one memento.
  const std::size_t wanted = kCaptures / 2 + kCaptures / 1000;
  ASSERT_EQ(lines.size(), 3 + wanted);
  const std::set<std::string> distinct(lines.begin(), lines.end());
  EXPECT_EQ(distinct.size(), lines.size());
  EXPECT_NE(lines[3].find("rel=\"first memento\""), std::string::npos) << lines[3];
  EXPECT_NE(lines.back().find("rel=\"last memento\""), std::string::npos) << lines.back();
}

TEST_F(ManyCaptures, AllRowsInOrder) {
  const auto rows = lines_of("/cdx?fl=timestamp&url=" + std::string(kPage));
  ASSERT_EQ(rows.size(), static_cast<std::size_t>(kCaptures));
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
  auto reversed = lines_of("/cdx?fl=timestamp&sort=reverse&url=" + std::string(kPage));
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_EQ(reversed, rows);
  EXPECT_EQ(lines_of("/cdx?fl=timestamp&collapse=timestamp&url=" + std::string(kPage)).size(),
            rows.size() / 2);
}

TEST_F(ManyCaptures, PagesAreTheAnswerInParts) {
  const std::string query = "/cdx?fl=timestamp,original&pageSize=1&url=many.example/*";
  const ServeReply count = served->ask(query + "&showNumPages=true");
  EXPECT_EQ(count.body, "3\n");
  std::vector<std::string> joined;
  for (const char* page : {"0", "1", "2", "3"}) {
    const auto rows = lines_of(query + "&page=" + page);
    joined.insert(joined.end(), rows.begin(), rows.end());
  }
  EXPECT_EQ(joined, lines_of("/cdx?fl=timestamp,original&url=many.example/*"));
}

TEST_F(ManyCaptures, TheNearestOnesComeByDistance) {
  const std::string middle = format_cdx_time(UtcTime(std::chrono::microseconds(kFirst + 1'000'000'000)));
  const auto rows = lines_of("/cdx?fl=timestamp&limit=100&closest=" + middle + "&url=" + kPage);
  ASSERT_EQ(rows.size(), 100U);
  EXPECT_EQ(rows[0], middle);
  const auto times = std::minmax_element(rows.begin(), rows.end());
  EXPECT_LT(*times.first, middle);
  EXPECT_GT(*times.second, middle);
}

// A filter that none passes gives control back in between.
TEST_F(ManyCaptures, RareRowsDoNotHoldAThread) {
  ServeReply reply = served->ask("/cdx?filter=statuscode:404&url=*");
  std::size_t calls = 0;
  for (bool end = false; !end; ++calls) {
    const auto piece = reply.stream->next();
    ASSERT_TRUE(piece);
    EXPECT_TRUE(piece->bytes.empty());
    end = piece->end;
  }
  EXPECT_GE(calls, 1U);
}

TEST_F(ManyCaptures, AnAnswerIsOfTheTimeWhenItBegan) {
  ServeReply reply = served->ask("/timemap/link/" + std::string(kPage));
  ASSERT_TRUE(reply.stream->next());
  auto connection = SqliteConnection::open(served->bench.path() + "/index/search.sqlite");
  ASSERT_TRUE(connection);
  const std::string insert =
      "INSERT INTO capture VALUES('example,many)/', 1900000000000000, 1, 0, 'http://many.example/', '', 200, "
      "'text/html', 'sha256:00', 'a.warc.gz', 1, 2, 0)";
  ASSERT_TRUE((*connection)->run(insert.c_str()));
  const auto rest = links_of(std::string(body_of(reply)).substr(2));
  ASSERT_TRUE((*connection)->run("DELETE FROM capture WHERE time=1900000000000000"));
  for (const auto& link : rest) EXPECT_EQ(link.target.find("/web/2030"), std::string::npos) << link.target;
}

}  // namespace
}  // namespace bfa
