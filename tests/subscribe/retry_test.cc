// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/retry.h"

#include <algorithm>

#include "bfa/subscribe/status.h"
#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Values = std::vector<std::string>;

class Retries : public testing::Test {
 protected:
  // A crawl after which two posts have failed.
  void SetUp() override {
    bench.fetcher.serve(blog);
    bench.fetcher.fail(blog.post_url(1), 100, 503);
    bench.fetcher.fail(blog.post_url(3), 100, 500);
    bench.crawl(blog.home(), quick_options());
    before = state();
  }

  BlogState state() { return got(bench.read()->blogs()).at(0); }
  RetryReport retry(const RetryQuery& query) {
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    auto asked = got(retry_failed(*archive, query, bench.clock.now()));
    EXPECT_TRUE(archive->close());
    return asked;
  }
  FailureReport failed(const RetryQuery& query = {}) { return got(failed_addresses(*bench.read(), query)); }
  Values due() { return got(blogs_to_visit(*bench.read(), bench.clock.now(), false)); }
  // What a crawl of the due blogs asks for, but for robots.txt.
  Values crawl(bool due_only, std::chrono::hours later = std::chrono::hours(1)) {
    CrawlOptions options = quick_options();
    options.due_only = due_only;
    bench.crawl(blog.home(), options, later);
    Values out;
    for (const auto& url : bench.fetcher.requested()) {
      if (!url.ends_with("/robots.txt")) out.push_back(url);
    }
    return out;
  }
  void heal() {
    bench.fetcher.fail(blog.post_url(1), 0, 503);
    bench.fetcher.fail(blog.post_url(3), 0, 500);
  }

  SampleBlog blog{"http://blog.example", 6, 4};
  Bench bench;
  BlogState before;
};

TEST_F(Retries, FailuresAreGroupedByReason) {
  const auto all = failed();
  ASSERT_EQ(all.groups.size(), 2U);
  EXPECT_EQ(all.groups[0].message, "answered 500");
  EXPECT_EQ(all.groups[1].message, "answered 503");
  EXPECT_EQ(all.groups[1].failures.at(0).task.url.href(), blog.post_url(1));
  const struct {
    RetryQuery query;
    std::size_t found, unknown;
  } cases[] = {
      {{{blog.home()}, "", true}, 2, 0},
      {{{"blog.example"}, "", true}, 2, 0},
      {{{"https://blog.example"}, "", true}, 2, 0},
      {{{blog.post_url(1)}, "", true}, 1, 0},
      {{{blog.post_url(1), blog.post_url(2)}, "", true}, 1, 1},
      {{{}, "ANSWERED 503", true}, 1, 0},
      {{{}, "unavailable", true}, 2, 0},
      {{{}, "avail", true}, 0, 0},
      {{{"http://other.example/"}, "", true}, 0, 1},
      {{{""}, "", true}, 0, 1},
  };
  for (const auto& each : cases) {
    const auto report = failed(each.query);
    std::size_t found = 0;
    for (const auto& group : report.groups) found += group.failures.size();
    const std::string name = each.query.addresses.empty() ? each.query.reason : each.query.addresses.front();
    EXPECT_EQ(found, each.found) << name;
    EXPECT_EQ(report.unknown.size(), each.unknown) << name;
  }
}

TEST_F(Retries, TheNextVisitAsksForTheseAddressesOnly) {
  EXPECT_TRUE(due().empty());
  const auto asked = retry({{blog.post_url(1)}, "", true});
  EXPECT_EQ(asked.due, 1U);
  EXPECT_EQ(asked.blogs, Values{blog.home()});
  EXPECT_EQ(due(), Values{blog.home()});
  EXPECT_EQ(retry({{blog.post_url(1)}, "", true}).waiting, 1U) << "twice is once";
  heal();
  EXPECT_EQ(crawl(true), Values{blog.post_url(1)});
  EXPECT_TRUE(posts_of(*bench.read()).contains(blog.post_url(1)));
  const BlogState after = state();
  EXPECT_EQ(after.last_crawl, before.last_crawl) << "it was no visit of the blog";
  EXPECT_EQ(after.crawls, before.crawls);
  EXPECT_EQ(after.due_reason, "");
  EXPECT_TRUE(due().empty());
  const auto left = failed();
  ASSERT_EQ(left.groups.size(), 1U);
  EXPECT_EQ(left.groups[0].failures.at(0).task.url.href(), blog.post_url(3));
}

TEST_F(Retries, WhatFailsAgainStaysListed) {
  EXPECT_EQ(retry({}).due, 2U);
  crawl(true);
  EXPECT_EQ(failed().groups.size(), 2U);
  EXPECT_TRUE(due().empty()) << "one wish is one visit";
  EXPECT_EQ(retry({}).due, 2U);
}

TEST_F(Retries, ABlogThatIsDueIsVisitedForAllElseToo) {
  heal();
  retry({{blog.post_url(1)}, "", true});
  const Values asked = crawl(true, std::chrono::hours(25));
  const auto has = [&](const std::string& url) { return std::count(asked.begin(), asked.end(), url); };
  EXPECT_EQ(has(blog.home()), 1);
  EXPECT_EQ(has(blog.post_url(1)), 1);
  EXPECT_GT(state().last_crawl, before.last_crawl);
  EXPECT_EQ(state().crawls, before.crawls + 1);
}

TEST_F(Retries, ABlogThatTheUserNamesIsVisitedForAllElseToo) {
  heal();
  retry({{blog.post_url(1)}, "", true});
  const Values asked = crawl(false);
  EXPECT_EQ(std::count(asked.begin(), asked.end(), blog.home()), 1);
  EXPECT_EQ(std::count(asked.begin(), asked.end(), blog.post_url(1)), 1);
  EXPECT_EQ(state().due_reason, "");
}

TEST_F(Retries, AWishOutlivesARunThatIsStopped) {
  retry({});
  std::stop_source stop;
  stop.request_stop();
  CrawlOptions options = quick_options();
  options.due_only = true;
  options.stop = stop.get_token();
  bench.crawl(blog.home(), options);
  EXPECT_EQ(due(), Values{blog.home()});
  heal();
  EXPECT_EQ(crawl(true).size(), 2U);
  EXPECT_TRUE(failed().groups.empty());
}

TEST_F(Retries, AReaderCannotAsk) {
  const auto archive = bench.read();
  EXPECT_EQ(retry_failed(*archive, {}, bench.clock.now()).error().code, Code::kInvalidArgument);
}

// A server that was to be left alone for an hour is asked when the user says so.
TEST(RetryOfADeferredBlog, IsDueAtOnce) {
  Bench bench;
  SampleBlog blog{"http://blog.example", 3, 3};
  bench.fetcher.serve(blog);
  bench.fetcher.fail(blog.origin() + "/robots.txt", 1000, 503);
  EXPECT_TRUE(bench.crawl(blog.home(), quick_options()).deferred);
  const auto due = [&] { return got(blogs_to_visit(*bench.read(), bench.clock.now(), false)).size(); };
  EXPECT_EQ(due(), 0U);
  ASSERT_FALSE(got(failed_addresses(*bench.read(), {})).groups.empty());
  {
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    const auto asked = got(retry_failed(*archive, {}, bench.clock.now()));
    EXPECT_GT(asked.due + asked.waiting, 0U);
    EXPECT_TRUE(archive->close());
  }
  EXPECT_EQ(due(), 1U);
  bench.fetcher.fail(blog.origin() + "/robots.txt", 0, 503);
  CrawlOptions options = quick_options();
  options.due_only = true;
  bench.crawl(blog.home(), options);
  EXPECT_EQ(posts_of(*bench.read()).size(), 3U);
  EXPECT_EQ(got(bench.read()->blogs()).at(0).crawls, 1U);
  EXPECT_TRUE(got(failed_addresses(*bench.read(), {})).groups.empty());
}

TEST(RetryOfNothing, IsNoError) {
  Bench bench;
  SampleBlog blog{"http://blog.example", 3, 3};
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  EXPECT_TRUE(got(failed_addresses(*bench.read(), {})).groups.empty());
  const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
  EXPECT_EQ(got(retry_failed(*archive, {}, bench.clock.now())).due, 0U);
}

}  // namespace
}  // namespace bfa
