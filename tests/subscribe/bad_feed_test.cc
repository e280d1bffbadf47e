// SPDX-License-Identifier: Apache-2.0
// Feeds that jump back, repeat what is old, or have dates in the future, and the run that polls them.
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "subscribe/run_bench.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

class BadFeeds : public RunBench {
 protected:
  BadFeeds() {
    blog.posts = 12;
    options.schedule.polls_per_feed_day = 12;
    options.on_visit = [this](const CrawlReport& report) { visits += report.only_polled ? 0 : 1; };
    options.crawl.log = [this](LogLevel level, std::string_view line) {
      if (level == LogLevel::kWarn) warnings.emplace_back(line);
    };
  }

  static std::string document(const std::string& items) {
    return "<rss version=\"2.0\"><channel><title>T</title><link>http://blog.example/</link>" + items +
           "</channel></rss>";
  }
  std::string item(int number, const std::string& id, const std::string& date) const {
    return "<item><title>Note " + std::to_string(number) + "</title><link>" + blog.post_url(number) +
           "</link><guid isPermaLink=\"false\">" + id + "</guid><pubDate>" + date + "</pubDate></item>";
  }
  // The feed of the posts from `first` on, six of them, newest first.
  static std::string six(int first) {
    return SampleBlog("http://blog.example", first + 6, 6).at("/feed.xml").body;
  }
  std::size_t posts_asked_for() const {
    const auto asked = fetcher.requested();
    return static_cast<std::size_t>(std::count_if(
        asked.begin(), asked.end(), [](const auto& url) { return url.find("/2026/") != std::string::npos; }));
  }

  int visits = 0;
  std::vector<std::string> warnings;
};

// As from two caches, one of which is old.
TEST_F(BadFeeds, AFeedThatJumpsBackAndForthIsNoFlood) {
  blog.files["/feed.xml"] = six(6);
  run(hours(2));
  ASSERT_EQ(posts(), 12U);
  int waits = 0;
  at_each_wait = [&] { blog.files["/feed.xml"] = six(++waits % 2 == 0 ? 6 : 0); };
  fetcher.forget_requests();
  visits = 0;
  const RunReport report = run(hours(20));
  EXPECT_GT(report.polls, 4U);
  EXPECT_EQ(report.overflows, 0U);
  EXPECT_EQ(report.polls_with_news, 0U);
  EXPECT_EQ(visits, 0);
  EXPECT_EQ(posts_asked_for(), 0U);
  EXPECT_TRUE(warnings.empty()) << warnings[0];
  // And a new post is found all the same.
  at_each_wait = {};
  blog.posts = 13;
  blog.files["/feed.xml"] = six(7);
  run(hours(3));
  EXPECT_EQ(posts(), 13U);
}

// In another order at each poll, so that no answer is equal to the one before.
TEST_F(BadFeeds, TenThousandOldEntriesAreOneAlarm) {
  blog.files["/feed.xml"] = six(6);
  run(hours(2));
  int waits = 0;
  at_each_wait = [&] {
    ++waits;
    std::string items;
    for (int i = 0; i < 10'000; ++i) {
      const int number = (i + 37 * waits) % 10'000;
      items += "<item><title>Old " + std::to_string(number) + "</title><guid isPermaLink=\"false\">o" +
               std::to_string(number) + "</guid><pubDate>Sat, 02 Jan 2010 10:00:00 GMT</pubDate></item>";
    }
    blog.files["/feed.xml"] = document(items);
  };
  fetcher.forget_requests();
  const RunReport report = run(hours(20));
  EXPECT_GT(report.polls, 3U);
  EXPECT_EQ(report.overflows, 1U);
  EXPECT_EQ(report.polls_with_news, 1U);
  EXPECT_EQ(warnings.size(), 1U);
  EXPECT_LE(visits, 2) << "the first one, and one after the alarm";
  EXPECT_LE(report.polls, 24U) << "the dates are old: it is polled no more than others";
}

TEST_F(BadFeeds, DatesInTheFutureCountAsNow) {
  blog.files["/feed.xml"] = six(6);
  run(hours(2));
  int number = 12;
  at_each_wait = [&] {
    blog.posts = ++number;
    std::string items;
    for (int i = number - 1; i >= number - 6; --i)
      items += item(i, "n" + std::to_string(i), "Thu, 01 Jan 2099 10:00:00 GMT");
    blog.files["/feed.xml"] = document(items);
  };
  const RunReport report = run(hours(20));
  EXPECT_GT(report.polls, 3U) << "the date of an entry puts no poll off";
  EXPECT_GT(report.polls_with_news, 3U);
}

}  // namespace
}  // namespace bfa
