// SPDX-License-Identifier: Apache-2.0
// What other programs ask a run for: polls, retries, ends of subscriptions.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "subscribe/request_queue.h"
#include "subscribe/run_bench.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;
using std::chrono::minutes;

class RunRequests : public RunBench {
 protected:
  RunRequests() {
    options.crawl.log = [this](LogLevel, std::string_view line) { lines.emplace_back(line); };
  }

  // Asks a run once, at its next wait.
  void ask(const RunRequest& wanted) {
    at_each_wait = [this, wanted, asked = false]() mutable {
      if (std::exchange(asked, true)) return;
      EXPECT_TRUE(is_run_there(path));
      const Status queued = queue_request(path, wanted);
      EXPECT_TRUE(queued) << to_string(queued.error());
    };
  }
  std::size_t requests_of(const std::string& url) const {
    const auto all = fetcher.requested();
    return static_cast<std::size_t>(std::count(all.begin(), all.end(), url));
  }
  bool said(const std::string& part) const {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.find(part) != std::string::npos; });
  }

  std::vector<std::string> lines;
};

TEST_F(RunRequests, APollIsMadeBeforeItsTime) {
  options.schedule.polls_per_feed_day = 1;
  run(hours(1));
  for (const std::string& url : {blog.home(), feed_url()}) {
    // Without being asked, half an hour brings no poll.
    fetcher.forget_requests();
    run(minutes(30));
    ASSERT_EQ(requests_of(feed_url()), 0U);
    publish();
    const std::size_t before = posts();
    RunRequest wanted;
    wanted.poll = {url};
    ask(wanted);
    run(minutes(30));
    EXPECT_EQ(requests_of(feed_url()), 1U) << url;
    EXPECT_EQ(posts(), before + 1) << url;
    at_each_wait = {};
  }
}

TEST_F(RunRequests, ABlogWithoutAFeedIsVisited) {
  blog.has_feed = blog.has_feed_link = false;
  run(hours(1));
  fetcher.forget_requests();
  RunRequest wanted;
  wanted.poll = {blog.home()};
  ask(wanted);
  run(hours(1));
  EXPECT_EQ(requests_of(blog.home()), 1U);
}

TEST_F(RunRequests, FailuresAreTriedAgain) {
  fetcher.fail(blog.post_url(1), 100, 503);
  run(hours(1));
  EXPECT_EQ(posts(), 5U);
  fetcher.fail(blog.post_url(1), 0, 503);
  fetcher.forget_requests();
  RunRequest wanted;
  wanted.retry = {{blog.home(), "unavailable"}};
  ask(wanted);
  run(hours(1));
  EXPECT_EQ(posts(), 6U);
  EXPECT_EQ(requests_of(blog.post_url(2)), 0U) << "nothing else is asked for";
}

TEST_F(RunRequests, AnEndedSubscriptionIsNotVisitedFirst) {
  run(hours(1));
  SampleBlog other("http://other.example", 2, 2);
  fetcher.serve(other);
  RunRequest wanted;
  wanted.add = {{other.home(), {}, {}, {}}};
  wanted.end = {{other.home(), "a mistake"}};
  ask(wanted);
  run(hours(1));
  EXPECT_EQ(requests_of(other.home()), 0U);
  EXPECT_EQ(got(subscriptions(*read())).size(), 1U);
  wanted = {};
  wanted.end = {{blog.home(), "closed"}};
  ask(wanted);
  run(hours(1));
  EXPECT_TRUE(got(subscriptions(*read())).empty());
  EXPECT_EQ(posts(), 6U) << "what is archived stays";
}

TEST_F(RunRequests, WhatCannotBeDoneIsSaidAndTheRunGoesOn) {
  run(hours(1));
  RunRequest wanted;
  wanted.poll = {"http://unknown.example/"};
  wanted.end = {{"http://unknown.example/", ""}, {"no address", ""}};
  wanted.retry = {{"http://unknown.example/", ""}};
  ask(wanted);
  const RunReport report = run(hours(1));
  EXPECT_FALSE(report.interrupted);
  for (const char* part : {"no blog or feed", "no subscription", "nothing failed"})
    EXPECT_TRUE(said(part)) << part;
}

TEST_F(RunRequests, ARequestIsReadAsItWasWritten) {
  std::filesystem::create_directories(queue_directory(path));
  RunRequest wanted;
  wanted.add = {{"http://a.example/", {"http://a.example/f", "http://a.example/g"}, "A \"title\"", {}}};
  wanted.end = {{"http://b.example/", "why \xE2\x80\xAE not"}};
  wanted.poll = {"http://c.example/", "http://d.example/feed"};
  wanted.retry = {{"http://e.example/", "503"}};
  ASSERT_TRUE(put_request(posix_file_system(), path, wanted));
  for (const char* bad : {"{\"v\":1,\"add\":[],\"end\":7}", "{\"v\":1,\"add\":[],\"retry\":[{}]}",
                          "{\"v\":2,\"add\":[]}", "{\"v\":1,\"poll\":[\"http://a.example/\"]}"})
    std::ofstream(queue_directory(path) + "/z" + std::to_string(std::string(bad).size()) + ".request.json")
        << bad;
  Findings findings;
  const auto read = got(waiting_requests(posix_file_system(), path, findings));
  EXPECT_EQ(findings.size(), 4U);
  ASSERT_EQ(read.size(), 1U);
  const RunRequest& back = read[0].wanted;
  ASSERT_EQ(back.add.size(), 1U);
  EXPECT_EQ(back.add[0].url, wanted.add[0].url);
  EXPECT_EQ(back.add[0].feeds, wanted.add[0].feeds);
  EXPECT_EQ(back.add[0].title, wanted.add[0].title);
  ASSERT_EQ(back.end.size(), 1U);
  EXPECT_EQ(back.end[0].reason, wanted.end[0].reason);
  EXPECT_EQ(back.poll, wanted.poll);
  ASSERT_EQ(back.retry.size(), 1U);
  EXPECT_EQ(back.retry[0].reason, "503");
  EXPECT_FALSE(is_run_there(path)) << "no run holds the lock";
}

}  // namespace
}  // namespace bfa
