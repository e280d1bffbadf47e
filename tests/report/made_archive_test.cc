// SPDX-License-Identifier: Apache-2.0
// Dates, ages and windows of feeds in archives that are made for it, step by step.
#include <gtest/gtest.h>

#include "bfa/feed/feed.h"
#include "bfa/report/report.h"
#include "store/store_fixture.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;
using std::chrono::minutes;

constexpr const char* kFeed = "https://blog.example/feed.xml";

UtcTime time_of(const char* text) {
  return *parse_rfc3339(text);
}

class MadeArchive : public testing::Test {
 protected:
  MadeArchive() : archive(open_or_fail(folder / "archive", write_options())) {
    BlogState state;
    state.home = state.base = kBlog;
    state.feed = kFeed;
    state.feeds = {kFeed};
    state.crawls = 1;
    state.last_crawl = time_of("2026-05-01T00:00:00Z");
    EXPECT_TRUE(archive->put_blog(state));
  }

  // A post as it was seen at `observed`; `published` as in a page: "2026-03-01T10:00:00+02:00", "2026-03-01".
  void see_post(int number, const char* published, UtcTime observed,
                const std::string& text = "The same text.") {
    StepResult step = page_step(page_url(number), observed, text);
    if (*published != '\0') step.objects[0].object.published = *parse_timestamp(published);
    take(*archive, step);
  }
  // An answer of the feed: an entry for each id, with its link; nothing: no feed.
  void see_feed(UtcTime time, const std::vector<std::pair<std::string, std::string>>& entries,
                bool is_feed = true, int status = 200, const char* url = kFeed) {
    StepResult step;
    step.task = page_task(url, 1, Stage::kFeed);
    step.task.kind = TaskKind::kFeed;
    Feed feed;
    feed.format = "atom";
    feed.version = "1.0";
    std::string body(300, 'f');
    for (const auto& [id, link] : entries) {
      FeedEntry entry;
      entry.id = id;
      entry.link = link;
      feed.entries.push_back(entry);
      body += id + " " + link + "\n";
    }
    step.exchanges.push_back(exchange_of(url, time, status == 304 ? "" : body, status));
    if (status == 304) step.outcome = Outcome::kNotModified;
    if (is_feed && status == 200) step.feed = FeedVersion{0, url, time, serialize_feed(feed)};
    take(*archive, step);
  }
  ArchiveReport report() const {
    EXPECT_TRUE(archive->sink().flush());
    auto out = make_report(*archive, {});
    EXPECT_TRUE(out) << to_string(out.error());
    return out ? *out : ArchiveReport();
  }
  FeedFigures feed() const {
    const ArchiveReport figures = report();
    return figures.blogs.at(0).feeds.empty() ? FeedFigures() : figures.blogs[0].feeds[0];
  }

  TemporaryDirectory folder;
  std::unique_ptr<Archive> archive;
};

TEST_F(MadeArchive, HoursInUtcAndAsWritten) {
  see_post(1, "2026-03-01T23:30:00-02:00", time_of("2026-04-01T00:00:00Z"));  // Sunday; in UTC it is Monday
  see_post(2, "2026-03-03T10:00:00Z", time_of("2026-04-01T00:00:00Z"));
  see_post(3, "2026-03-04T05:00:00", time_of("2026-04-01T00:00:00Z"));  // no zone
  see_post(4, "2026-03-05", time_of("2026-04-01T00:00:00Z"));
  see_post(5, "2026", time_of("2026-04-01T00:00:00Z"));
  see_post(6, "", time_of("2026-04-01T00:00:00Z"));
  see_post(7, "2027-01-01T00:00:00Z", time_of("2026-04-01T00:00:00Z"));
  see_post(9, "2026-03-07T00:00:00+01:00", time_of("2026-04-01T00:00:00Z"));
  see_post(8, "0001-01-01T00:00:00Z", time_of("2026-04-01T00:00:00Z"));
  const ArchiveReport figures = report();
  EXPECT_EQ(figures.week_own[6][23], 1U);
  EXPECT_EQ(figures.week_utc[6][23], 0U);
  EXPECT_EQ(figures.week_utc[0][1], 1U);
  EXPECT_EQ(figures.week_utc[1][10], 1U);
  EXPECT_EQ(figures.week_own[2][5], 1U);
  EXPECT_EQ(figures.week_utc[2][5], 0U) << "its zone is not known";
  EXPECT_EQ(figures.week_own[5][0], 0U) << "midnight is a day without a time";
  EXPECT_EQ(figures.with_own_offset, 1U);
  EXPECT_EQ(figures.midnight, 1U);
  EXPECT_EQ(figures.dates, (std::map<std::string, std::uint64_t>{{"instant", 3},
                                                                 {"local", 1},
                                                                 {"day", 1},
                                                                 {"coarser", 1},
                                                                 {"none", 1},
                                                                 {"future", 1},
                                                                 {"ancient", 1}}));
  std::uint64_t hours_known = 0;
  for (const auto& day : figures.week_own) {
    for (const std::uint64_t count : day) hours_known += count;
  }
  EXPECT_EQ(hours_known, 3U) << "days and years have no hour";
  EXPECT_EQ(figures.months.at("2026-03").published, 5U);
  EXPECT_EQ(figures.blogs[0].newest_post, time_of("2026-03-06T23:00:00Z")) << "no date of the future";
  EXPECT_EQ(figures.blogs[0].first_post, time_of("2026-03-02T01:30:00Z")) << "no date that means none";
}

TEST_F(MadeArchive, IntervalsByTimeOrByDay) {
  see_post(1, "2026-03-01T10:00:00Z", time_of("2026-04-01T00:00:00Z"));
  see_post(2, "2026-03-01T12:00:00Z", time_of("2026-04-01T00:00:00Z"));
  see_post(3, "2026-03-01T16:00:00Z", time_of("2026-04-01T00:00:00Z"));
  see_post(4, "2026-03-02", time_of("2026-04-01T00:00:00Z"));
  EXPECT_EQ(report().blogs[0].intervals.count, 2U) << "from a time to a day is no interval";
  EXPECT_EQ(report().blogs[0].intervals.median, 3 * 3600);
  EXPECT_EQ(report().domains[0].mean, 3 * 3600);
  for (int number = 5; number < 9; ++number)
    see_post(number, ("2026-03-0" + std::to_string(number)).c_str(), time_of("2026-04-01T00:00:00Z"));
  const ArchiveReport figures = report();
  EXPECT_TRUE(figures.blogs[0].intervals_by_day);
  EXPECT_EQ(figures.blogs[0].intervals.median, 86400);
  EXPECT_EQ(figures.blogs[0].intervals.max, 3 * 86400);
}

TEST_F(MadeArchive, DelaysOnlyOfPostsAfterTheFirstVisit) {
  see_post(1, "2026-03-01T10:00:00Z", time_of("2026-04-01T00:00:00Z"));
  EXPECT_EQ(report().delays.count, 0U) << "it was there when the first visit came";
  see_post(2, "2026-04-01T10:00:00Z", time_of("2026-04-01T17:00:00Z"));
  see_post(3, "2026-04-02", time_of("2026-04-03T00:00:00Z"));
  const ArchiveReport figures = report();
  ASSERT_EQ(figures.delays.count, 1U);
  EXPECT_EQ(figures.delays.median, 7 * 3600);
}

// An edit is as old as it was when it was seen, when the date is exact enough to say so.
TEST_F(MadeArchive, AgesOfEdits) {
  const UtcTime start = time_of("2026-03-01T10:00:00Z");
  struct Case {
    const char* published;
    hours unchanged, changed;  // after `start`
    std::size_t age;
    bool certain;
  };
  const Case cases[] = {{"2026-03-01T10:00:00Z", hours(2), hours(5), 1, true},
                        {"2026-03-01T10:00:00Z", hours(2), hours(24 * 5), 2, false},
                        {"2026-03-01T10:00:00", hours(2), hours(20), 6, false},
                        {"2026-03-01", hours(24 * 40), hours(24 * 50), 4, true},
                        {"2026-03-01", hours(1), hours(4), 6, false},
                        {"2024-01-01", hours(1), hours(4), 5, true},
                        {"0001-01-01T00:00:00Z", hours(1), hours(4), 6, false},
                        {"", hours(1), hours(4), 6, false}};
  int number = 0;
  std::map<std::size_t, std::pair<std::uint64_t, std::uint64_t>> expected;
  for (const Case& each : cases) {
    see_post(++number, each.published, start + minutes(30));
    see_post(number, each.published, start + each.unchanged);
    see_post(number, each.published, start + each.changed,
             "Another text, which has other words than before.");
    ++expected[each.age].first;
    if (each.certain) ++expected[each.age].second;
  }
  const ArchiveReport figures = report();
  ASSERT_EQ(figures.ages.size(), 7U);
  for (std::size_t i = 0; i < figures.ages.size(); ++i) {
    EXPECT_EQ(figures.ages[i].changes, expected[i].first) << figures.ages[i].age;
    EXPECT_EQ(figures.ages[i].certain, expected[i].second) << figures.ages[i].age;
  }
  EXPECT_EQ(figures.ages[0].looks, 0U) << "the first capture is no look for edits";
  EXPECT_EQ(figures.ages[1].looks, 3U);
  EXPECT_EQ(figures.ages[1].by_similarity[4], 1U) << "nearly nothing stayed";
  EXPECT_EQ(figures.changed, std::size(cases));
}

// Ids that are new at each poll, with the links that were there: nothing was lost.
TEST_F(MadeArchive, RenamedEntriesAreKnownByTheirLinks) {
  see_feed(at(0), {{"a1", "https://blog.example/a"}, {"b1", "https://blog.example/b"}});
  see_feed(at(100), {{"a2", "https://blog.example/a"}, {"b2", "https://blog.example/b"}});
  EXPECT_EQ(feed().compared, 1U);
  EXPECT_EQ(feed().overflows, 0U);
  see_feed(at(200), {{"b2", "https://blog.example/b?poll=3"}});
  EXPECT_EQ(feed().overflows, 0U) << "known by its id";
  see_feed(at(300), {{"z", "https://blog.example/z"}});
  EXPECT_EQ(feed().overflows, 1U);
  EXPECT_EQ(feed().format, "atom");
}

// An older capture that is imported later stands where its time is.
TEST_F(MadeArchive, WindowsAreComparedInTheOrderOfTime) {
  see_feed(at(1000), {{"c", "c"}, {"b", "b"}});
  see_feed(at(0), {{"a", "a"}});
  EXPECT_EQ(feed().overflows, 1U);
  see_feed(at(500), {{"b", "b"}, {"a", "a"}});
  EXPECT_EQ(feed().compared, 2U);
  EXPECT_EQ(feed().overflows, 0U) << "what came between is there now";
}

// A blog whose feed moves goes on with what was known of it; one with two feeds has two histories.
TEST_F(MadeArchive, AFeedThatMovesGoesOn) {
  const char* const other = "https://blog.example/atom";
  see_feed(at(0), {{"a", "https://blog.example/a"}});
  see_feed(at(100), {{"urn:b", "https://blog.example/b"}, {"urn:a", "https://blog.example/a"}}, true, 200,
           other);
  EXPECT_EQ(report().blogs[0].possible_loss, 0U) << "one link is known: the windows overlap";
  see_feed(at(200), {{"urn:z", "https://blog.example/z"}}, true, 200, "https://blog.example/third");
  EXPECT_EQ(report().blogs[0].possible_loss, 1U);
  see_feed(at(300), {{"a", "https://blog.example/a"}});
  EXPECT_EQ(report().blogs[0].feeds.at(0).url, kFeed) << "the one that is learned from";
  EXPECT_FALSE(report().blogs[0].feeds.at(1).compared.has_value())
      << "the first one goes on: the others are feeds of their own";
}

TEST_F(MadeArchive, FeedsOfOneVisitAreTwo) {
  const char* const other = "https://blog.example/topic";
  ASSERT_TRUE(archive->begin_crawl({"https://blog.example/"}, "{}"));
  see_feed(at(0), {{"a", "https://blog.example/a"}});
  see_feed(at(1), {{"z", "https://blog.example/z"}}, true, 200, other);
  EXPECT_FALSE(report().blogs[0].possible_loss.has_value()) << "each answered once";
  ASSERT_TRUE(archive->begin_crawl({"https://blog.example/"}, "{}"));
  see_feed(at(200), {{"y", "https://blog.example/y"}}, true, 200, "https://blog.example/moved");
  EXPECT_EQ(report().blogs[0].possible_loss, 1U) << "one that answers at the next visit goes on";
}

TEST_F(MadeArchive, AnswersThatSayNothing) {
  see_feed(at(0), {});
  see_feed(at(10), {{"a", "a"}});
  EXPECT_FALSE(feed().compared.has_value()) << "an empty feed is no state to compare with";
  see_feed(at(20), {}, true, 304);
  EXPECT_EQ(feed().compared, 1U) << "the server says that nothing is new";
  EXPECT_EQ(feed().overflows, 0U);
  see_feed(at(30), {{"x", "x"}}, false);
  see_feed(at(40), {{"y", "y"}}, false);
  const ArchiveReport figures = report();
  EXPECT_EQ(figures.blogs[0].feeds[0].failing, 2U);
  EXPECT_EQ(figures.blogs[0].feeds[0].compared, 1U);
  EXPECT_TRUE(figures.blogs[0].feed_failing);
  see_feed(at(50), {{"b", "b"}, {"a", "a"}});
  EXPECT_EQ(feed().failing, 0U);
  EXPECT_EQ(feed().overflows, 0U);
}

}  // namespace
}  // namespace bfa
