// SPDX-License-Identifier: Apache-2.0
// What is made from a whole archive: which step it is of, and that pages say so when it is not the newest.
#include "serve/data/stepped_cache.h"

#include <gtest/gtest.h>

#include <future>

#include "serve/data/served_archive.h"
#include "serve/pages/page_list.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

using Cache = SteppedCache<int>;
using Wait = Cache::Wait;

Cache::Make gives(int value) {
  return [value](const std::atomic<bool>&) { return Result<int>(value); };
}

// Each value costs too much to be waited for, and may be made again at once.
constexpr StepLimits kDear{std::chrono::nanoseconds(-1), 0};
// None costs too much.
constexpr StepLimits kCheap{std::chrono::hours(1), 10};

TEST(SteppedCacheRules, ACheapValueIsNeverOfAnOlderStep) {
  Cache cache(kCheap);
  EXPECT_EQ(*got(cache.at(1, gives(1), Wait::kFirst)), 1);
  EXPECT_EQ(*got(cache.at(1, gives(5), Wait::kFirst)), 1) << "made once a step";
  EXPECT_EQ(*got(cache.at(2, gives(2), Wait::kFirst)), 2);
}

TEST(SteppedCacheRules, ADearValueIsMadeAnewBesideTheOneBefore) {
  Cache cache(kDear);
  EXPECT_EQ(*got(cache.at(1, gives(1), Wait::kFirst)), 1);
  EXPECT_EQ(*got(cache.at(2, gives(2), Wait::kFirst)), 1) << "the one before, at once";
  cache.settle();
  EXPECT_EQ(*got(cache.at(2, gives(9), Wait::kFirst)), 2);
  EXPECT_EQ(*got(cache.at(3, gives(3), Wait::kNewest)), 3) << "waited for";
}

TEST(SteppedCacheRules, ADearValueIsMadeForATenthOfTheTime) {
  Cache cache({std::chrono::nanoseconds(-1), 1'000'000'000});
  EXPECT_EQ(*got(cache.at(1, gives(1), Wait::kFirst)), 1);
  EXPECT_EQ(*got(cache.at(2, gives(2), Wait::kFirst)), 1);
  cache.settle();
  EXPECT_EQ(*got(cache.at(2, gives(2), Wait::kFirst)), 1) << "not due";
  EXPECT_EQ(*got(cache.at(2, gives(2), Wait::kNewest)), 2);
}

TEST(SteppedCacheRules, NobodyWaitsForTheFirstValueWhoDoesNotWant) {
  Cache cache(kDear);
  std::promise<void> go;
  const auto made = [ready = go.get_future().share()](const std::atomic<bool>&) {
    ready.wait();
    return Result<int>(1);
  };
  for (int i = 0; i < 3; ++i) {
    const auto none = cache.at(1, made, Wait::kNever);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, Code::kUnavailable);
  }
  go.set_value();
  cache.settle();
  EXPECT_EQ(*got(cache.at(1, gives(7), Wait::kNever)), 1) << "made once";
}

TEST(SteppedCacheRules, AnErrorOfTheThreadIsTold) {
  Cache cache(kDear);
  const auto fails = [](const std::atomic<bool>&) {
    return Result<int>(Error{Code::kCorrupt, "a block is damaged", {}, -1});
  };
  EXPECT_EQ(cache.at(1, fails, Wait::kNever).error().code, Code::kUnavailable);
  cache.settle();
  EXPECT_EQ(cache.at(1, fails, Wait::kNever).error().code, Code::kCorrupt);
  EXPECT_EQ(cache.at(1, fails, Wait::kFirst).error().code, Code::kCorrupt);
  cache.settle();
  EXPECT_EQ(*got(cache.at(1, gives(1), Wait::kFirst)), 1) << "and it is tried again";
}

TEST(SteppedCacheRules, WhatBeganBeforeTheArchiveWasReplacedIsNotKept) {
  Cache cache(kDear);
  std::promise<void> go;
  cache.prepare(1, [ready = go.get_future().share()](const std::atomic<bool>&) {
    ready.wait();
    return Result<int>(1);
  });
  cache.forget();
  go.set_value();
  cache.settle();
  EXPECT_EQ(*got(cache.at(1, gives(2), Wait::kFirst)), 2);
}

TEST(SteppedCacheRules, TheEndStopsWhatIsMade) {
  std::promise<void> begun;
  {
    Cache cache(kDear);
    cache.prepare(1, [&begun](const std::atomic<bool>& stop) {
      begun.set_value();
      while (!stop) std::this_thread::yield();
      return Result<int>(Error{Code::kUnavailable, "stopped", {}, -1});
    });
    begun.get_future().wait();
  }
}

// The site of an archive whose numbers are dear: few_steps is 0.
class LargeSite : public testing::Test {
 protected:
  LargeSite() {
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), quick_options());
    options.archive = bench.path();
    options.fresh = std::chrono::milliseconds(0);
    served = got(ServedArchive::open(options));
    caches = std::make_shared<SiteCaches>(kDear);
    caches->few_steps = 0;
  }

  SiteContext context() {
    SiteContext now = got(served->current());
    now.caches = caches;
    return now;
  }
  ServeReply ask(ServeReply (*page)(const SiteContext&, const ServeRequest&), const std::string& target) {
    ServeRequest request;
    request.target = target;
    request.origin = "http://127.0.0.1:8080";
    return page(context(), request);
  }
  static bool says_older(const ServeReply& reply) {
    return reply.body.find("The numbers are of step") != std::string::npos;
  }

  SampleBlog blog{"http://blog.example", 8, 5};
  Bench bench;
  ArchiveSiteOptions options;
  std::unique_ptr<ServedArchive> served;
  std::shared_ptr<SiteCaches> caches;  // shared with the contexts
};

TEST_F(LargeSite, HomeSaysThatItsNumbersAreOfAnOlderStep) {
  const ServeReply first = ask(pages::home_page, "/");
  EXPECT_EQ(first.status, 200);
  EXPECT_FALSE(says_older(first));
  EXPECT_NE(first.body.find("<dt>posts</dt><dd>8</dd>"), std::string::npos);

  blog.posts = 9;
  bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  const ServeReply before = ask(pages::home_page, "/");
  EXPECT_NE(before.body.find("<dt>posts</dt><dd>8</dd>"), std::string::npos);
  EXPECT_TRUE(says_older(before)) << "numbers of a step that is not the newest";
  caches->blogs.settle();
  const ServeReply after = ask(pages::home_page, "/");
  EXPECT_NE(after.body.find("<dt>posts</dt><dd>9</dd>"), std::string::npos);
  EXPECT_FALSE(says_older(after));
}

TEST_F(LargeSite, ABlogThatCameSinceIsThere) {
  EXPECT_EQ(ask(pages::home_page, "/").status, 200);
  SampleBlog other("http://other.example", 3, 3);
  bench.fetcher.serve(other);
  bench.crawl(other.home(), quick_options());
  const ServeReply reply = ask(pages::blog_page, "/blog?url=http%3A%2F%2Fother.example%2F");
  EXPECT_EQ(reply.status, 200);
  EXPECT_FALSE(says_older(reply));
}

TEST_F(LargeSite, FiguresAreCountedBesideAndAskedForAgain) {
  const ServeReply none = ask(pages::report_page, "/report");
  // The thread may have ended by then.
  if (none.status != 200) {
    EXPECT_EQ(none.status, 503);
    EXPECT_EQ(field_of(none, "Retry-After"), "5");
    EXPECT_EQ(field_of(none, "Refresh"), "5");
    EXPECT_NE(none.body.find("The figures are counted now"), std::string::npos);
  }
  caches->figures.settle();
  const ServeReply first = ask(pages::report_page, "/report");
  EXPECT_EQ(first.status, 200);
  EXPECT_FALSE(says_older(first));
  EXPECT_EQ(field_of(first, "Refresh"), "");

  blog.posts = 9;
  bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  const ServeReply before = ask(pages::report_page, "/report");
  EXPECT_EQ(before.status, 200);
  EXPECT_TRUE(says_older(before));
  caches->figures.settle();
  EXPECT_FALSE(says_older(ask(pages::report_page, "/report")));
}

}  // namespace
}  // namespace bfa
