// SPDX-License-Identifier: Apache-2.0
// Runs that poll feeds when the scheduler says.
#include <chrono>
#include <functional>
#include <thread>

#include "bfa/subscribe/polling.h"
#include "bfa/subscribe/run.h"
#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;
using std::chrono::minutes;

// A run whose waits move the clock on; `at_each_wait` may change the blogs.
class Polls : public testing::Test {
 protected:
  Polls() {
    fetcher.serve(blog);
    options.crawl = quick_options();
    options.crawl.clock = &clock;
    options.look_again = minutes(10);
    options.wait = [this](UtcTime until, const std::stop_token&) {
      clock.advance(std::chrono::duration_cast<std::chrono::microseconds>(until - clock.now()));
      fetcher.set_clock(clock.now());
      if (at_each_wait) at_each_wait();
    };
    options.on_visit = [this](const CrawlReport& report) {
      ++(report.only_polled ? polls : visits);
      for (const FeedPoll& poll : report.polls) last_poll = poll;
      if (report.posts > 0) found.emplace_back(clock.now());
    };
    options.crawl.log = [this](LogLevel, std::string_view line) { lines.emplace_back(line); };
    archive_options.clock = &clock;
    const auto archive = open_archive(path, ArchiveOptions::Mode::kWrite, &clock);
    EXPECT_TRUE(add_subscriptions(*archive, {{blog.home(), {}, {}, {}}}, clock.now()));
    EXPECT_TRUE(archive->close());
    fetcher.set_clock(clock.now());
  }

  RunReport run(hours span) {
    options.duration = span;
    return got(run_archive(path, archive_options, fetcher, options));
  }
  std::size_t posts() { return posts_of(*open_archive(path, ArchiveOptions::Mode::kRead)).size(); }
  void publish() { blog.posts = ++blog.in_feed; }
  std::string feed_url() const { return blog.origin() + blog.feed_path; }

  SampleBlog blog{"http://blog.example", 6, 6};
  TemporaryDirectory folder;
  const std::string path = folder / "archive";
  SteppedClock clock;
  SampleFetcher fetcher;
  ArchiveOptions archive_options;
  RunOptions options;
  std::function<void()> at_each_wait;
  int polls = 0, visits = 0;
  FeedPoll last_poll;
  std::vector<UtcTime> found;
  std::vector<std::string> lines;
};

TEST_F(Polls, FindAPostBetweenTwoWholeVisits) {
  options.schedule.polls_per_feed_day = 6;
  run(hours(1));
  EXPECT_EQ(posts(), 6U);
  const UtcTime begun = clock.now();
  publish();
  fetcher.forget_requests();
  run(hours(23));
  EXPECT_EQ(posts(), 7U);
  ASSERT_FALSE(found.empty());
  EXPECT_LT(found.back() - begun, hours(12));
  EXPECT_GT(polls, 0);
  EXPECT_EQ(visits, 1) << "a whole visit is made once a day";
  // Pages that the feed had before are not asked for again.
  for (const auto& url : fetcher.requested()) EXPECT_NE(url, blog.post_url(2));
}

TEST_F(Polls, KeepTheBudget) {
  options.schedule.polls_per_feed_day = 3;
  run(hours(24 * 20));
  EXPECT_GE(polls + visits, 3 * 20 / 2);
  EXPECT_LE(polls + visits, 3 * 20 * 3 / 2);
}

TEST_F(Polls, WhatWasLearnedLastsOverRuns) {
  run(hours(48));
  const auto archive = open_archive(path, ArchiveOptions::Mode::kRead);
  const auto plans = got(plan_feeds(*archive, blog.home(), options.schedule, clock.now()));
  ASSERT_EQ(plans.size(), 1U);
  EXPECT_EQ(plans[0].feed, feed_url());
  EXPECT_NE(plans[0].why.reason, PollReason::kFirst);
  EXPECT_GT(plans[0].why.due, std::chrono::floor<std::chrono::seconds>(clock.now()));
  EXPECT_EQ(got(plan_feeds(*archive, feed_url(), options.schedule, clock.now())).size(), 1U);
  EXPECT_EQ(got(plan_feeds(*archive, {}, options.schedule, clock.now())).size(), 1U);
  EXPECT_EQ(plan_feeds(*archive, "http://other.example/", options.schedule, clock.now()).error().code,
            Code::kNotFound);
  const int before = polls;
  run(hours(1));
  EXPECT_LE(polls, before + 1) << "a new run does not poll everything at once";
}

TEST_F(Polls, AServersWishIsHeeded) {
  fetcher.add_header(feed_url(), "Cache-Control", "public, max-age=43200");
  options.schedule.polls_per_feed_day = 48;
  run(hours(2));
  polls = 0;
  run(hours(24));
  EXPECT_LE(polls, 3);
  EXPECT_EQ(last_poll.least_interval, std::chrono::hours(12));
}

TEST_F(Polls, AFeedThatFailsIsAskedLessOften) {
  run(hours(2));
  fetcher.fail(feed_url(), 1'000'000, 410);
  options.schedule.polls_per_feed_day = 48;
  run(hours(24 * 6));
  EXPECT_LE(polls, 30);
  const auto archive = open_archive(path, ArchiveOptions::Mode::kRead);
  EXPECT_GT(got(plan_feeds(*archive, blog.home(), options.schedule, clock.now())).at(0).why.failures, 1U);
}

TEST_F(Polls, AWindowThatOverflowsIsPossibleLoss) {
  run(hours(2));
  blog.posts = 40;  // the feed has the newest six only
  const RunReport report = run(hours(24));
  EXPECT_EQ(report.overflows, 1U);
  EXPECT_EQ(posts(), 40U) << "a whole visit finds on the blog's lists what left the feed unseen";
  EXPECT_EQ(visits, 2);
  const auto archive = open_archive(path, ArchiveOptions::Mode::kRead);
  const auto overflows = got(feed_overflows(*archive));
  ASSERT_EQ(overflows.size(), 1U);
  EXPECT_EQ(overflows[0].feed, feed_url());
  EXPECT_EQ(overflows[0].blog, blog.home());
  EXPECT_EQ(overflows[0].times, 1U);
  EXPECT_GT(overflows[0].last, UtcTime{});
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(),
                          [](const auto& line) { return line.find("may be lost") != std::string::npos; }));
}

// Ids that are renamed at each poll, entries that come back, dates that jump.
TEST_F(Polls, AFeedThatRenamesItsIdsIsUnchanged) {
  int count = 0;
  at_each_wait = [&] {
    blog.files["/feed.xml"] = "<rss version=\"2.0\"><channel><title>T</title><link>" + blog.home() +
                              "</link><item><title>Post 1</title><link>" + blog.post_url(1) +
                              "</link><guid isPermaLink=\"false\">n" + std::to_string(++count) +
                              "</guid><pubDate>Mon, 04 May 2037 10:00:00 "
                              "GMT</pubDate><description>Text</description></item></channel></rss>";
  };
  run(hours(3));
  const std::uint64_t before = got(run_archive(path, archive_options, fetcher, options)).polls_with_news;
  const RunReport report = run(hours(24 * 4));
  EXPECT_EQ(report.polls_with_news, 0U) << before;
  EXPECT_EQ(report.overflows, 0U);
  EXPECT_GT(report.polls, 3U);
}

TEST_F(Polls, AClockThatJumpsBackStopsNothing) {
  run(hours(5));
  std::stop_source stop;
  options.crawl.stop = stop.get_token();
  int waits = 0;
  at_each_wait = [&] {
    if (++waits == 3) clock.advance(-hours(24 * 30));
    if (waits == 10) stop.request_stop();
  };
  run(hours(24));
  EXPECT_EQ(waits, 10);
  options.crawl.stop = {};
  publish();
  run(hours(49));
  EXPECT_EQ(posts(), 7U) << "whole visits do not wait until the clock is where it was";
}

TEST_F(Polls, AnotherWriterPausesTheRun) {
  options.wait = {};
  options.crawl.clock = nullptr;
  archive_options.clock = nullptr;
  std::stop_source stop;
  options.crawl.stop = stop.get_token();
  std::thread running([&] { EXPECT_TRUE(run_archive(path, archive_options, fetcher, options)); });
  {
    Result<std::unique_ptr<RunPause>> pause = pause_run(path);
    // Null until the run has begun.
    for (int tries = 0; tries < 2000 && pause && !*pause; ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      pause = pause_run(path);
    }
    ASSERT_TRUE(pause) << to_string(pause.error());
    ASSERT_TRUE(*pause);
    const auto archive = open_archive(path, ArchiveOptions::Mode::kWrite);
    ASSERT_TRUE(archive);
    EXPECT_TRUE(add_subscriptions(*archive, {{"http://second.example/", {}, {}, {}}}, system_clock().now()));
    EXPECT_TRUE(archive->close());
    EXPECT_EQ(pause_run(path, std::chrono::seconds(0)).error().code, Code::kUnavailable) << "one at a time";
  }
  // It goes on, and closes once more for the next.
  EXPECT_TRUE(pause_run(path));
  stop.request_stop();
  running.join();
  const auto none = pause_run(path);
  ASSERT_TRUE(none);
  EXPECT_EQ(*none, nullptr) << "no run is there";
  EXPECT_EQ(got(subscriptions(*open_archive(path, ArchiveOptions::Mode::kRead))).size(), 2U);
}

TEST_F(Polls, NewOptionsAreTaken) {
  run(hours(2));
  bool asked = false;
  options.reload = [&]() -> std::optional<CrawlOptions> {
    if (asked) return std::nullopt;
    asked = true;
    CrawlOptions other = options.crawl;
    other.on_event = [](const CrawlEvent&) {};
    return other;
  };
  options.on_tick = [](const RunState& state) { EXPECT_EQ(state.blogs, 1U); };
  run(hours(48));
  EXPECT_TRUE(asked);
  EXPECT_GT(polls, 1);
}

}  // namespace
}  // namespace bfa
