// SPDX-License-Identifier: Apache-2.0
// Runs that poll feeds when the scheduler says.
#include <chrono>
#include <thread>

#include "bfa/feed/news_reader.h"
#include "bfa/subscribe/polling.h"
#include "subscribe/run_bench.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

class Polls : public RunBench {
 protected:
  Polls() {
    options.on_visit = [this](const CrawlReport& report) {
      ++(report.only_polled ? polls : visits);
      for (const FeedPoll& poll : report.polls) last_poll = poll;
      if (report.posts > 0) found.emplace_back(clock.now());
    };
    options.crawl.log = [this](LogLevel, std::string_view line) { lines.emplace_back(line); };
  }

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

TEST_F(Polls, TakeTheFeedsThatTheUserGave) {
  blog.has_feed_link = false;
  blog.feed_path = "/elsewhere/odd.xml";
  subscribe({feed_url()});
  run(hours(1));
  const auto state = got(read()->view().blog(blog.home()));
  ASSERT_TRUE(state);
  EXPECT_EQ(state->given_feeds, std::vector<std::string>{feed_url()});
  EXPECT_EQ(state->feed, feed_url());
  publish();
  run(hours(23));
  EXPECT_GT(polls, 0);
  EXPECT_EQ(last_poll.url, feed_url());
  EXPECT_EQ(posts(), 7U);
}

// Another fetcher, as one that a run owns.
class PassedOn final : public Fetcher {
 public:
  explicit PassedOn(Fetcher& to) : to_(to) {}
  Status submit(FetchRequest request) override { return to_.submit(std::move(request)); }
  std::optional<Fetched> next(std::chrono::milliseconds most) override { return to_.next(most); }
  std::size_t pending() const override { return to_.pending(); }

 private:
  Fetcher& to_;
};

std::string sitemap_of(const SampleBlog& blog, int posts) {
  std::string xml = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";
  for (int i = 0; i < posts; ++i)
    xml += "<url><loc>" + blog.post_url(i) + "</loc><lastmod>2026-05-" + std::to_string(10 + i) +
           "T08:00:00Z</lastmod></url>";
  return xml + "</urlset>";
}

TEST_F(Polls, ABlogWithoutAFeedIsPolledAtItsSitemap) {
  blog.has_feed = blog.has_feed_link = false;
  blog.files["/sitemap.xml"] = sitemap_of(blog, 6);
  options.schedule.polls_per_feed_day = 6;
  run(hours(1));
  EXPECT_EQ(posts(), 6U);
  publish();
  blog.files["/sitemap.xml"] = sitemap_of(blog, 7);
  fetcher.forget_requests();
  const int before = visits;
  run(hours(22));
  EXPECT_EQ(visits, before) << "the whole visit is once a day";
  EXPECT_GT(polls, 0);
  EXPECT_EQ(last_poll.url, blog.origin() + "/sitemap.xml");
  EXPECT_TRUE(last_poll.read);
  EXPECT_EQ(posts(), 7U);
  for (const auto& url : fetcher.requested()) EXPECT_NE(url, blog.post_url(2));
  // Once there is a feed, it is polled.
  blog.has_feed = blog.has_feed_link = true;
  run(hours(48));
  EXPECT_EQ(last_poll.url, feed_url());
}

// A source of another kind: an address a line.
class LinesReader final : public NewsReader {
 public:
  bool reads(std::string_view body, std::string_view) const noexcept override {
    return body.starts_with("lines\n");
  }
  Result<Feed> read(std::string_view body, std::string_view, std::string_view, Findings&) const override {
    Feed feed;
    feed.format = "lines";
    for (std::size_t at = body.find('\n') + 1; at < body.size();) {
      const std::size_t end = body.find('\n', at);
      FeedEntry entry;
      entry.id = entry.link = body.substr(at, end - at);
      feed.entries.push_back(std::move(entry));
      at = end + 1;
    }
    return feed;
  }
};

TEST_F(Polls, ASourceOfAnotherKindPlugsIn) {
  blog.has_feed = blog.has_feed_link = false;
  blog.feed_path = "/news.txt";
  const auto listing = [&](int count) {
    std::string text = "lines\n";
    for (int i = 0; i < count; ++i) text += blog.post_url(i) + "\n";
    return text;
  };
  blog.files["/news.txt"] = listing(6);
  options.crawl.step.news_readers = {std::make_shared<LinesReader>()};
  options.schedule.polls_per_feed_day = 6;
  subscribe({feed_url()});
  run(hours(1));
  publish();
  blog.files["/news.txt"] = listing(7);
  run(hours(22));
  EXPECT_GT(polls, 0);
  EXPECT_EQ(last_poll.url, feed_url());
  EXPECT_EQ(posts(), 7U);
}

TEST_F(Polls, KeepTheBudget) {
  options.schedule.polls_per_feed_day = 3;
  run(hours(24 * 20));
  EXPECT_GE(polls + visits, 3 * 20 / 2);
  EXPECT_LE(polls + visits, 3 * 20 * 3 / 2);
}

TEST_F(Polls, AnswersWithoutNewsMayBeCountedOnly) {
  run(hours(1));
  const auto captures = [&] {
    std::size_t count = 0;
    EXPECT_TRUE(read()->for_each_capture([&](const Capture& capture) {
      count += capture.url == feed_url() ? 1U : 0U;
      return true;
    }));
    return count;
  };
  const std::size_t before = captures();
  options.crawl.keep_empty_polls = false;
  options.full_visit = hours(24 * 30);
  options.schedule.polls_per_feed_day = 6;
  run(hours(24 * 3));
  ASSERT_GT(polls, 5);
  EXPECT_EQ(captures(), before);
  const auto counted = [&] { return got(read()->decisions("unrecorded-polls")); };
  ASSERT_EQ(counted().size(), 1U);
  EXPECT_EQ(counted()[0].target, blog.home());
  const std::string all = "\"answers\":" + std::to_string(polls);
  // The archive was closed each day, and the counts were recorded then: the last record has the last day's.
  EXPECT_NE(counted()[0].value.find(feed_url()), std::string::npos);
  EXPECT_EQ(counted()[0].value.find(all), std::string::npos);
  // What is new is recorded as ever.
  publish();
  run(hours(24));
  EXPECT_EQ(captures(), before + 1);
  EXPECT_EQ(posts(), 7U);
}

TEST_F(Polls, CountsOfAKilledRunAreRecordedByTheNext) {
  run(hours(1));
  {
    const auto archive = open_archive(path, ArchiveOptions::Mode::kWrite, &clock);
    ASSERT_TRUE(archive->put_note("poll/c/" + blog.home() + "\n" + feed_url(), "17 1000000 2000000"));
    ASSERT_TRUE(archive->put_note("poll/c/damaged\nnote", "17 x"));
    ASSERT_TRUE(archive->close());
  }
  run(hours(1));
  const auto counted = got(read()->decisions("unrecorded-polls"));
  ASSERT_EQ(counted.size(), 1U);
  EXPECT_NE(counted[0].value.find("\"answers\":17,\"first\":\"1970-01-01T00:00:01Z\""), std::string::npos)
      << counted[0].value;
}

TEST_F(Polls, KnownPagesAreAskedForWithinTheBudget) {
  options.schedule.polls_per_feed_day = 2;
  const RunReport report = run(hours(24 * 60));
  // The first days have no price that was learned. A list page is asked for at each whole visit.
  EXPECT_GT(report.rechecks, 0U);
  EXPECT_LT(report.rechecks_per_day_of_late, 2 * 0.25 * 2.5);
}

TEST_F(Polls, TheBudgetOfTheLastRunIsKnown) {
  EXPECT_FALSE(got(last_budget(*read())));
  options.schedule.polls_per_feed_day = 7;
  options.schedule.alpha = 0.5;
  run(hours(1));
  const auto budget = got(last_budget(*read()));
  ASSERT_TRUE(budget);
  EXPECT_EQ(budget->polls_per_feed_day, 7);
  EXPECT_EQ(budget->alpha, 0.5);
  {
    const auto archive = open_archive(path, ArchiveOptions::Mode::kWrite, &clock);
    ASSERT_TRUE(archive->put_note("poll/b", "{\"budget\":-3,\"alpha\":\"x\"}"));
    ASSERT_TRUE(archive->close());
  }
  EXPECT_GT(got(last_budget(*read()))->polls_per_feed_day, 0);
}

TEST_F(Polls, WhatWasLearnedLastsOverRuns) {
  run(hours(48));
  const auto archive = read();
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
  const auto archive = read();
  EXPECT_GT(got(plan_feeds(*archive, blog.home(), options.schedule, clock.now())).at(0).why.failures, 1U);
}

TEST_F(Polls, AWindowThatOverflowsIsPossibleLoss) {
  run(hours(2));
  blog.posts = 40;  // the feed has the newest six only
  const RunReport report = run(hours(24));
  EXPECT_EQ(report.overflows, 1U);
  EXPECT_EQ(posts(), 40U) << "a whole visit finds on the blog's lists what left the feed unseen";
  EXPECT_EQ(visits, 2);
  const auto archive = read();
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
  EXPECT_EQ(got(subscriptions(*read())).size(), 2U);
}

TEST_F(Polls, NewOptionsAndANewFetcherAreTaken) {
  run(hours(2));
  SampleFetcher other;
  other.serve(blog);
  const auto wait = options.wait;
  options.wait = [&](UtcTime until, const std::stop_token& stop) {
    wait(until, stop);
    other.set_clock(clock.now());
  };
  bool asked = false;
  options.reload = [&]() -> std::optional<RunReload> {
    if (asked) return std::nullopt;
    asked = true;
    RunReload reload;
    reload.crawl = options.crawl;
    reload.archive = archive_options;
    reload.schedule.polls_per_feed_day = 24;
    reload.fetcher = std::make_unique<PassedOn>(other);
    return reload;
  };
  options.on_tick = [](const RunState& state) { EXPECT_EQ(state.blogs, 1U); };
  fetcher.forget_requests();
  run(hours(48));
  EXPECT_TRUE(asked);
  EXPECT_GT(polls, 12) << "the new budget";
  EXPECT_TRUE(fetcher.requested().empty()) << "the fetcher of before";
  EXPECT_FALSE(other.requested().empty());
}

}  // namespace
}  // namespace bfa
