// SPDX-License-Identifier: Apache-2.0
// The figures of an archive: right where they are known, absent where they are not.
#include "bfa/report/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bfa/subscribe/subscriptions.h"
#include "crawl/archive_crawl.h"
#include "report/spread.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

class Report : public testing::Test {
 protected:
  Report() { bench.fetcher.serve(blog); }

  void crawl(Recheck recheck = Recheck::kDue, hours later = hours(1)) {
    bench.crawl(blog.home(), quick_options(recheck), later);
  }
  ArchiveReport report(int dead_after = 12) const {
    ReportOptions options;
    options.now = UtcTime(std::chrono::seconds(1'790'000'000));
    options.dead_after = dead_after;
    return got(make_report(*bench.read(), options));
  }

  SampleBlog blog{"http://blog.example", 8, 5};
  Bench bench;
};

TEST(Spread, QuartilesAndDeviation) {
  std::vector<std::int64_t> times = {100, 0, 10, 40};
  EXPECT_EQ(intervals_of(times), (std::vector<std::int64_t>{10, 30, 60}));
  std::vector<std::int64_t> values = {4, 1, 3, 2, 10};
  const Spread spread = spread_of(values);
  EXPECT_EQ(spread.count, 5U);
  EXPECT_EQ(spread.min, 1);
  EXPECT_EQ(spread.q1, 2);
  EXPECT_EQ(spread.median, 3);
  EXPECT_EQ(spread.q3, 4);
  EXPECT_EQ(spread.max, 10);
  EXPECT_EQ(spread.mean, 4);
  ASSERT_TRUE(spread.deviation.has_value());
  EXPECT_NEAR(spread.deviation.value_or(0), 3.5355, 1e-4);
  std::vector<std::int64_t> one = {7};
  EXPECT_FALSE(spread_of(one).deviation.has_value()) << "one value has no deviation";
  EXPECT_EQ(spread_of(one).q3, 7);
}

// Series with means far from each other: the deviation is that within them.
TEST(Spread, PooledDeviation) {
  PooledDeviation pooled;
  EXPECT_FALSE(pooled.mean().has_value());
  std::vector<std::int64_t> low = {0, 2}, high = {100, 102, 104}, single = {1000};
  pooled.add(spread_of(low));
  pooled.add(spread_of(high));
  EXPECT_NEAR(pooled.deviation().value_or(0), std::sqrt((2.0 + 8.0) / 3), 1e-9);
  EXPECT_NEAR(pooled.mean().value_or(0), (1 + 102) / 2.0, 1e-9);
  pooled.add(spread_of(single));
  EXPECT_EQ(pooled.series(), 3U);
  EXPECT_NEAR(pooled.deviation().value_or(0), std::sqrt((2.0 + 8.0) / 3), 1e-9) << "one value adds none";
}

TEST_F(Report, CountsWhatTheBlogHas) {
  blog.comments[2] = 3;
  crawl();
  const ArchiveReport figures = report();
  ASSERT_EQ(figures.blogs.size(), 1U);
  const BlogFigures& one = figures.blogs[0];
  EXPECT_EQ(one.home, blog.home());
  EXPECT_EQ(one.domain, "blog.example");
  EXPECT_EQ(one.posts, 8U);
  EXPECT_EQ(one.comments, 3U);
  EXPECT_EQ(one.versions, 8U);
  EXPECT_EQ(one.changed, 0U);
  EXPECT_EQ(one.crawls, 1U);
  EXPECT_GT(one.answers, 10U);
  EXPECT_GT(one.bytes, 1000U);
  EXPECT_FALSE(one.subscribed);
  ASSERT_EQ(one.feeds.size(), 1U) << "addresses that never were a feed are none";
  EXPECT_EQ(one.feeds[0].format, "rss");
  EXPECT_EQ(one.feeds[0].version, "2.0");
  EXPECT_EQ(one.feeds[0].window, 5U);
  EXPECT_EQ(figures.feed_types, (std::map<std::string, std::uint64_t>{{"rss 2.0", 1}}));
  EXPECT_EQ(figures.posts, 8U);
  EXPECT_EQ(figures.unowned, 0U);
  EXPECT_EQ(figures.months.at("2026-03").published, 8U);
  EXPECT_EQ(figures.months.at("2026-05").arrived, 8U);
  EXPECT_GT(figures.storage.warc_bytes.value_or(0), 1000U);
  EXPECT_GT(figures.storage.store_bytes.value_or(0), 100U);
  EXPECT_GE(figures.storage.answers, one.answers);
}

TEST_F(Report, LossIsNotKnownAfterOneVisit) {
  crawl();
  const ArchiveReport figures = report();
  EXPECT_FALSE(figures.blogs[0].possible_loss.has_value());
  EXPECT_FALSE(figures.possible_loss.has_value());
  EXPECT_EQ(figures.loss_known, 0U);
  EXPECT_EQ(figures.loss_unknown, 1U);
}

TEST_F(Report, AFeedThatOverlapsLostNothing) {
  crawl();
  crawl(Recheck::kAll);  // the same feed
  EXPECT_EQ(report().blogs[0].possible_loss, 0U);
  EXPECT_EQ(report().blogs[0].feeds[0].compared, 1U);
  blog.posts = 12;  // four of five entries are new
  crawl(Recheck::kAll);
  const ArchiveReport figures = report();
  EXPECT_EQ(figures.blogs[0].possible_loss, 0U);
  EXPECT_EQ(figures.blogs[0].feeds[0].compared, 2U);
  EXPECT_EQ(figures.loss_known, 1U);
}

TEST_F(Report, AWindowOfNewEntriesIsPossibleLoss) {
  crawl();
  blog.posts = 13;  // all five are new
  crawl(Recheck::kAll);
  EXPECT_EQ(report().possible_loss, 1U);
  EXPECT_EQ(report().blogs[0].feeds[0].overflows, 1U);
  blog.posts = 30;
  crawl(Recheck::kAll);
  EXPECT_EQ(report().possible_loss, 2U);
  crawl(Recheck::kAll);
  const ArchiveReport figures = report();
  EXPECT_EQ(figures.possible_loss, 2U) << "an equal feed adds nothing";
  EXPECT_EQ(figures.blogs[0].feeds[0].compared, 3U);
}

// A blog that was only subscribed to has unknown figures, not good ones.
TEST_F(Report, ABlogWithoutAVisitIsNotKnown) {
  crawl();
  crawl(Recheck::kAll);
  {
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    ASSERT_TRUE(add_subscriptions(*archive, {{"http://new.example/", {}, "New", {}}}, bench.clock.now()));
    ASSERT_TRUE(archive->close());
  }
  const ArchiveReport figures = report();
  ASSERT_EQ(figures.blogs.size(), 2U);
  EXPECT_EQ(figures.blogs[1].title, "New");
  EXPECT_TRUE(figures.blogs[1].subscribed);
  EXPECT_FALSE(figures.blogs[1].possible_loss.has_value());
  EXPECT_FALSE(figures.blogs[1].silent.has_value());
  EXPECT_FALSE(figures.blogs[1].first_visit.has_value());
  EXPECT_EQ(figures.loss_unknown, 1U);
  EXPECT_EQ(figures.possible_loss, 0U);
}

TEST_F(Report, EditsByAgeAndSize) {
  crawl();
  blog.extra_paragraph[6] = "Nobody had seen this sentence before today.";
  crawl(Recheck::kAll);
  const ArchiveReport figures = report();
  EXPECT_EQ(figures.changed, 1U);
  EXPECT_EQ(figures.blogs[0].changed, 1U);
  EXPECT_EQ(figures.versions, 9U);
  EXPECT_EQ(figures.revisited, 8U);
  EXPECT_EQ(figures.verdicts.at("content"), 1U);
  EXPECT_EQ(figures.changed_fields.at("text"), 1U);
  ASSERT_EQ(figures.ages.size(), 7U);
  // Published on 2026-03-07, seen again an hour after the first visit in May.
  EXPECT_EQ(figures.ages[4].age, "year");
  EXPECT_EQ(figures.ages[4].changes, 1U);
  EXPECT_EQ(figures.ages[4].certain, 1U);
  EXPECT_EQ(figures.ages[4].by_similarity[0], 0U) << "its text changed";
  EXPECT_EQ(figures.months.at("2026-05").changes, 1U);
}

TEST_F(Report, SilentOnlyByWhatVisitsSaw) {
  crawl();
  EXPECT_EQ(report().blogs[0].silent, false);
  EXPECT_EQ(report(2).blogs[0].silent, true) << "no post in the two months before the visit";
}

TEST_F(Report, AFeedThatFailsIsSaid) {
  crawl();
  EXPECT_FALSE(report().blogs[0].feed_failing);
  blog.has_feed = false;
  crawl(Recheck::kAll, hours(48));
  const ArchiveReport figures = report();
  EXPECT_TRUE(figures.blogs[0].feed_failing);
  EXPECT_GE(figures.blogs[0].feeds.at(0).failing, 1U);
  EXPECT_EQ(figures.blogs[0].feeds.at(0).format, "rss") << "what it was";
}

TEST_F(Report, RevisitsAndWhatTheySave) {
  crawl();
  crawl(Recheck::kAll);
  const ArchiveReport figures = report();
  EXPECT_GT(figures.storage.revisits, 5U);
  EXPECT_GT(figures.storage.saved_bytes, 0U);
}

TEST_F(Report, TheJsonLeavesOutWhatIsNotKnown) {
  crawl();
  const auto json = nlohmann::json::parse(report_to_json(report()));
  EXPECT_EQ(json["v"], 1);
  EXPECT_FALSE(json["loss"].contains("possible"));
  EXPECT_EQ(json["loss"]["unknown"], 1);
  EXPECT_FALSE(json.contains("delays"));
  EXPECT_EQ(json["blogs"].at(0)["posts"], 8);
  EXPECT_FALSE(json["blogs"].at(0).contains("possible_loss"));
  EXPECT_FALSE(nlohmann::json::parse(report_to_json(report(), false)).contains("blogs"));
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// One page, without a script or anything from elsewhere, and text of the archive is no markup in it.
TEST_F(Report, ThePageNeedsNothingElse) {
  crawl();
  blog.extra_paragraph[6] = "Nobody had seen this sentence before today.";
  crawl(Recheck::kAll);
  ArchiveReport figures = report();
  figures.directory = "/x/<b>\"&'";
  figures.blogs[0].title = "<script>alert(1)</script>\x01\xff";
  figures.blogs[0].home = "javascript:alert(1)//\"><img>";
  figures.feed_types["<i>"] = 1;
  figures.verdicts["</table>"] = 1;
  const std::string html = report_to_html(figures);
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("<img"), std::string::npos);
  EXPECT_EQ(html.find("<i>"), std::string::npos);
  EXPECT_EQ(html.find(" src="), std::string::npos);
  EXPECT_EQ(html.find("<link"), std::string::npos);
  EXPECT_EQ(html.find("url("), std::string::npos);
  EXPECT_EQ(html.find("@import"), std::string::npos);
  EXPECT_EQ(html.find("href=\"javascript"), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;alert(1)&lt;/script&gt;"), std::string::npos);
  EXPECT_TRUE(html.find('\x01') == std::string::npos && html.find('\xff') == std::string::npos);
  EXPECT_NE(html.find("lang=\"en\""), std::string::npos);
  const std::size_t plots = count_of(html, "<svg ");
  EXPECT_GE(plots, 5U);
  EXPECT_EQ(count_of(html, "<desc "), plots);
  EXPECT_EQ(count_of(html, "<table>"), count_of(html, "</table>"));
  EXPECT_EQ(count_of(html, "<table>"), count_of(html, "<caption>"));
}

// Every value that is missing at once.
TEST(ReportPage, OfAnEmptyReport) {
  const std::string html = report_to_html({});
  EXPECT_NE(html.find("not known"), std::string::npos);
  EXPECT_TRUE(html.ends_with("</html>\n"));
  EXPECT_EQ(nlohmann::json::parse(report_to_json({}))["totals"]["posts"], 0);
}

TEST(ReportPage, DurationsForPeople) {
  const std::pair<double, const char*> cases[] = {
      {0, "0 s"},     {59.9, "59 s"},      {60, "1 min"},          {3600, "1 h"}, {12000, "3 h 20 min"},
      {86400, "1 d"}, {100000, "1 d 3 h"}, {30 * 86400.0, "30 d"}, {1e8, "3.2 y"}};
  for (const auto& [seconds, text] : cases) EXPECT_EQ(duration_text(seconds), text);
}

}  // namespace
}  // namespace bfa
