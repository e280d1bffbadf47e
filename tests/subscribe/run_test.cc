// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/run.h"

#include <filesystem>
#include <fstream>

#include "bfa/subscribe/status.h"
#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

// A run whose waits move the clock on.
class RunArchive : public testing::Test {
 protected:
  RunArchive() {
    fetcher.serve(one);
    fetcher.serve(two);
    options.crawl = quick_options();
    options.crawl.clock = &clock;
    options.wait = [this](UtcTime until, const std::stop_token&) {
      ++waits;
      clock.advance(std::chrono::duration_cast<std::chrono::microseconds>(until - clock.now()));
      fetcher.set_clock(clock.now());
    };
    options.on_visit = [this](const CrawlReport& report) {
      ++(report.only_polled ? polls : visits)[report.blog];
    };
    archive_options.clock = &clock;
    subscribe({one.home(), two.home()});
  }

  void subscribe(const std::vector<std::string>& homes) {
    const auto archive = open_archive(path, ArchiveOptions::Mode::kWrite, &clock);
    std::vector<Subscription> wanted;
    for (const auto& home : homes) wanted.push_back({home, {}, {}, {}});
    ASSERT_TRUE(add_subscriptions(*archive, wanted, clock.now()));
    ASSERT_TRUE(archive->close());
  }
  RunReport run() {
    fetcher.set_clock(clock.now());
    return got(run_archive(path, archive_options, fetcher, options));
  }
  std::size_t posts() { return posts_of(*open_archive(path, ArchiveOptions::Mode::kRead)).size(); }

  SampleBlog one{"http://one.example", 5, 5}, two{"http://two.example", 3, 3};
  TemporaryDirectory folder;
  const std::string path = folder / "archive";
  SteppedClock clock;
  SampleFetcher fetcher;
  ArchiveOptions archive_options;
  RunOptions options;
  std::map<std::string, int> visits, polls;  // `polls`: of the feed, without news
  int waits = 0;
};

TEST_F(RunArchive, OnceVisitsWhatIsNewAndDueAndEnds) {
  options.once = true;
  EXPECT_EQ(run().visits, 2U);
  EXPECT_EQ(posts(), 8U);
  EXPECT_EQ(run().visits, 0U) << "nothing is due";
  EXPECT_EQ(waits, 0);
  clock.advance(std::chrono::hours(25));
  one.posts = one.in_feed = 7;
  const RunReport report = run();
  EXPECT_EQ(report.visits, 2U);
  EXPECT_EQ(report.counts.posts, 2U);
  EXPECT_EQ(posts(), 10U);
}

TEST_F(RunArchive, EachBlogIsVisitedOnceADay) {
  options.duration = std::chrono::hours(24 * 7) + std::chrono::hours(1);
  options.look_again = std::chrono::hours(2);
  run();
  EXPECT_GE(visits[one.home()], 7);
  EXPECT_LE(visits[one.home()], 8);
  EXPECT_EQ(visits[two.home()], visits[one.home()]);
}

TEST_F(RunArchive, ABlogThatFailsIsLeftAloneForAWhile) {
  fetcher.break_host("one.example", Error{Code::kUnavailable, "no route", "one.example", -1});
  options.duration = std::chrono::hours(5);
  options.look_again = std::chrono::minutes(10);
  const RunReport report = run();
  EXPECT_GE(visits[one.home()], 2);
  EXPECT_LE(visits[one.home()], 6);
  EXPECT_EQ(visits[two.home()], 1);
  EXPECT_GE(report.failed_visits, 2U);
  EXPECT_EQ(posts(), 3U);
}

TEST_F(RunArchive, BlogsAtOneAddressAreFewAtOnce) {
  std::vector<std::unique_ptr<SampleBlog>> blogs;
  std::vector<std::string> homes;
  for (int i = 0; i < 12; ++i) {
    blogs.push_back(std::make_unique<SampleBlog>("http://blog" + std::to_string(i) + ".example", 4, 4));
    fetcher.serve(*blogs.back());
    homes.push_back(blogs.back()->home());
  }
  subscribe(homes);
  std::set<std::string> active;
  std::size_t most = 0;
  options.crawl.on_event = [&](const CrawlEvent& event) {
    if (const auto* fetched = std::get_if<FetchedEvent>(&event)) active.insert(fetched->blog);
    if (const auto* done = std::get_if<DoneEvent>(&event)) active.erase(done->report.blog);
    most = std::max(most, active.size());
  };
  const auto count = options.on_visit;
  options.on_visit = [&](const CrawlReport& report) {
    count(report);
    EXPECT_EQ(report.address, "192.0.2.7");
    // Before the first visits of a run no address is known.
    if (visits.size() < 14) most = 0;
  };
  options.duration = std::chrono::hours(49);
  for (const std::size_t limit : {0U, 3U}) {
    options.per_address = limit;
    visits.clear();
    run();
    EXPECT_EQ(visits.size(), 14U);
    EXPECT_GE(visits["http://blog0.example/"], 2);
    EXPECT_TRUE(limit == 0 ? most > 3 : most > 0 && most <= limit) << most;
  }
}

TEST_F(RunArchive, ASecondRunIsRefused) {
  std::optional<Result<RunReport>> second;
  Status queued;
  options.on_visit = [&](const CrawlReport&) {
    if (second) return;
    second = run_archive(path, archive_options, fetcher, options);
    queued = queue_subscriptions(path, {{"http://three.example/", {}, "Three", {}}});
  };
  options.duration = std::chrono::hours(2);
  SampleBlog three{"http://three.example", 2, 2};
  fetcher.serve(three);
  run();
  ASSERT_TRUE(second);
  ASSERT_FALSE(*second);
  EXPECT_EQ(second->error().code, Code::kUnavailable);
  EXPECT_NE(second->error().message.find("locked"), std::string::npos);
  EXPECT_TRUE(queued) << to_string(queued.error());
  EXPECT_EQ(posts(), 10U) << "the queued blog was crawled, too";
  EXPECT_EQ(queue_subscriptions(path, {}).error().code, Code::kNotFound) << "no run is there";
}

TEST_F(RunArchive, WhatIsQueuedInItsLastRoundIsAdded) {
  options.once = true;
  options.on_visit = [&](const CrawlReport&) {
    EXPECT_TRUE(queue_subscriptions(path, {{"http://three.example/", {}, {}, {}}}));
  };
  run();
  const auto archive = open_archive(path, ArchiveOptions::Mode::kRead);
  EXPECT_EQ(got(subscriptions(*archive)).size(), 3U);
}

TEST_F(RunArchive, ABadRequestIsPutAsideAndSaid) {
  options.once = true;
  run();
  std::ofstream(path + "/queue/1.request.json") << "{\"v\":1,\"add\":[{\"url\":7}]}";
  std::ofstream(path + "/queue/2.request.json") << "no json";
  std::vector<std::string> lines;
  options.crawl.log = [&](LogLevel, std::string_view line) { lines.emplace_back(line); };
  run();
  EXPECT_EQ(lines.size(), 2U);
  EXPECT_TRUE(std::filesystem::exists(path + "/queue/1.request.json.bad"));
  EXPECT_TRUE(std::filesystem::exists(path + "/queue/2.request.json.bad"));
}

TEST_F(RunArchive, AStopEndsItAndTheNextRunGoesOn) {
  std::stop_source source;
  options.crawl.stop = source.get_token();
  options.crawl.on_event = [&](const CrawlEvent& event) {
    if (std::holds_alternative<ObjectEvent>(event)) source.request_stop();
  };
  EXPECT_TRUE(run().interrupted);
  options.crawl.stop = {};
  options.crawl.on_event = {};
  options.once = true;
  EXPECT_FALSE(run().interrupted);
  EXPECT_EQ(posts(), 8U);
}

}  // namespace
}  // namespace bfa
