// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/subscriptions.h"

#include <algorithm>
#include <filesystem>

#include "bfa/subscribe/status.h"
#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

const UtcTime kNow = *parse_rfc3339("2026-06-01T10:00:00Z");

class Subscriptions : public testing::Test {
 protected:
  std::unique_ptr<Archive> open() {
    return open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
  }
  Result<AddReport> add(const std::vector<Subscription>& wanted) {
    const auto archive = open();
    auto report = add_subscriptions(*archive, wanted, kNow);
    EXPECT_TRUE(archive->close());
    return report;
  }
  std::vector<std::string> addresses() {
    std::vector<std::string> out;
    for (const auto& each : got(subscriptions(*bench.read()))) out.push_back(each.url);
    return out;
  }

  SampleBlog blog{"http://blog.example", 4, 4};
  Bench bench;
};

TEST_F(Subscriptions, TwiceIsOnceAndRubbishIsRefused) {
  const auto report = got(add({{"https://a.example/", {}, "A", {}},
                               {"a.example", {"https://a.example/feed.xml"}, {}, {}},
                               {"mailto:x@a.example", {}, {}, {}},
                               {"", {}, {}, {}},
                               {"https://b.example/", {"not an address:"}, {}, {}}}));
  EXPECT_EQ(report.added, 2U);
  EXPECT_EQ(report.known, 1U);
  ASSERT_EQ(report.refused.size(), 3U);
  EXPECT_EQ(report.refused[0].where, "mailto:x@a.example");
  EXPECT_EQ(addresses(), (std::vector<std::string>{"https://a.example/", "https://b.example/"}));
  const auto again = got(add({{"http://a.example/", {}, {}, {}}, {"https://b.example/", {}, {}, {}}}));
  EXPECT_EQ(again.added, 0U);
  EXPECT_EQ(again.known, 2U);
  const auto all = got(subscriptions(*bench.read()));
  EXPECT_EQ(all.at(0).title, "A");
  EXPECT_EQ(all.at(0).feeds, (std::vector<std::string>{"https://a.example/feed.xml"}));
  EXPECT_EQ(all.at(0).added, kNow);
}

TEST_F(Subscriptions, ARebuildRestoresThem) {
  ASSERT_TRUE(add({{"https://a.example/", {}, "A", {}}, {"https://b.example/", {}, {}, {}}}));
  {
    const auto archive = open();
    EXPECT_EQ(end_subscription(*archive, "https://c.example/", {}, kNow).error().code, Code::kNotFound);
    ASSERT_TRUE(end_subscription(*archive, "http://b.example/", "no blog any more", kNow));
    ASSERT_TRUE(archive->close());
  }
  std::filesystem::remove_all(bench.path() + "/store");
  ArchiveOptions options;
  options.clock = &bench.clock;
  ASSERT_TRUE(rebuild_archive(bench.path(), options, quick_options()));
  EXPECT_EQ(addresses(), (std::vector<std::string>{"https://a.example/"}));
}

TEST_F(Subscriptions, ACrawledBlogIsTheSameBlog) {
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  const auto report = got(add({{"https://blog.example/", {}, {}, {}}}));
  EXPECT_EQ(report.added, 1U);
  EXPECT_EQ(addresses(), (std::vector<std::string>{blog.home()})) << "under the address that the archive has";
  const auto status = got(archive_status(*bench.read()));
  ASSERT_EQ(status.size(), 1U);
  EXPECT_TRUE(status[0].subscribed);
}

TEST_F(Subscriptions, WhatIsDueIsVisited) {
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  ASSERT_TRUE(add({{"https://new.example/", {}, {}, {}}}));
  const UtcTime now = bench.clock.now();
  const auto archive = bench.read();
  EXPECT_EQ(got(blogs_to_visit(*archive, now, false)), (std::vector<std::string>{"https://new.example/"}));
  EXPECT_EQ(got(blogs_to_visit(*archive, now, true)).size(), 2U);
  EXPECT_EQ(got(blogs_to_visit(*archive, now + std::chrono::hours(25), false)).size(), 2U);
}

TEST_F(Subscriptions, ThousandsAreAddedAtOnce) {
  std::vector<Subscription> many;
  for (int i = 0; i < 5000; ++i) many.push_back({"https://b" + std::to_string(i) + ".example/", {}, {}, {}});
  EXPECT_EQ(got(add(many)).added, 5000U);
  EXPECT_EQ(got(add(many)).known, 5000U);
  EXPECT_EQ(addresses().size(), 5000U);
}

TEST(NextVisit, IsWhatTheServerAskedForOrADayLater) {
  BlogState blog;
  EXPECT_EQ(next_visit(blog), UtcTime{}) << "never crawled: now";
  blog.last_crawl = kNow;
  EXPECT_EQ(next_visit(blog), UtcTime{}) << "its first crawl has not ended";
  blog.crawls = 1;
  EXPECT_EQ(next_visit(blog), kNow + std::chrono::hours(24));
  blog.due = kNow + std::chrono::hours(1);
  blog.due_reason = "robots.txt answered 503";
  EXPECT_EQ(next_visit(blog), kNow + std::chrono::hours(1));
}

TEST(ArchiveStatus, CountsWhatABlogHasAndSaysWhatIsWrong) {
  SampleBlog one{"http://one.example", 5, 3}, two{"http://two.example", 3, 3};
  one.comments[2] = 2;
  two.has_feed = two.has_feed_link = false;
  Bench bench;
  bench.fetcher.serve(one);
  bench.fetcher.serve(two);
  bench.crawl({one.home(), two.home()}, quick_options());
  one.extra_paragraph[1] = "This sentence came later.";
  bench.crawl(one.home(), quick_options(Recheck::kAll));
  const auto status = got(archive_status(*bench.read()));
  ASSERT_EQ(status.size(), 2U);
  EXPECT_EQ(status[0].home, one.home());
  EXPECT_EQ(status[0].posts, 5U);
  EXPECT_EQ(status[0].comments, 2U);
  EXPECT_EQ(status[0].edited, 1U);
  EXPECT_EQ(status[0].crawls, 2U);
  EXPECT_FALSE(status[0].subscribed);
  EXPECT_TRUE(status[0].newest_post);
  EXPECT_NE(std::find(status[1].trouble.begin(), status[1].trouble.end(), "no feed"),
            status[1].trouble.end());
}

}  // namespace
}  // namespace bfa
