// SPDX-License-Identifier: Apache-2.0
// Which known pages a visit asks for again.
#include "crawl/limits/due_rechecks.h"

#include <algorithm>

#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

constexpr auto kDay = hours(24);

// The posts among the pages that are due, in their order.
std::vector<std::string> due_posts(Bench& bench, const SampleBlog& blog, hours later) {
  const auto archive = bench.read();
  std::vector<std::string> posts;
  for (std::string& url : got(due_rechecks(*archive, blog.home(), 0.3, bench.clock.now() + later))) {
    for (int i = 0; i < blog.posts; ++i) {
      if (url == blog.post_url(i)) posts.push_back(url);
    }
  }
  return posts;
}

// The first day on which a post is due.
int first_day(Bench& bench, const SampleBlog& blog, const std::string& url) {
  for (int day = 0; day <= 365; ++day) {
    const auto posts = due_posts(bench, blog, day * kDay);
    if (std::find(posts.begin(), posts.end(), url) != posts.end()) return day;
  }
  return INT32_MAX;
}

TEST(DueRechecks, NothingIsDueWithinADayAndAllWithinAYear) {
  SampleBlog blog;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  const auto archive = bench.read();
  EXPECT_TRUE(got(due_rechecks(*archive, blog.home(), 0.3, bench.clock.now())).empty());
  EXPECT_TRUE(got(due_rechecks(*archive, blog.home(), 0.3, bench.clock.now() - 30 * kDay)).empty())
      << "clock went back";
  EXPECT_TRUE(due_posts(bench, blog, 2 * kDay).empty());
  EXPECT_EQ(due_posts(bench, blog, 366 * kDay).size(), static_cast<std::size_t>(blog.posts));
}

TEST(DueRechecks, AnEditedPostIsDueSoonerThanOthersAndFirst) {
  SampleBlog blog;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  for (const char* text : {"A correction.", "Another one: the crate was empty."}) {
    blog.extra_paragraph[2] = text;
    bench.crawl(blog.home(), quick_options(Recheck::kAll), 2 * kDay);
  }
  ASSERT_EQ(posts_of(*bench.read()).at(blog.post_url(2)).versions, 3u);
  EXPECT_LT(first_day(bench, blog, blog.post_url(2)), first_day(bench, blog, blog.post_url(1)));
  EXPECT_LT(first_day(bench, blog, blog.post_url(2)), first_day(bench, blog, blog.post_url(3)));
  EXPECT_EQ(due_posts(bench, blog, 366 * kDay).at(0), blog.post_url(2));
}

TEST(DueRechecks, ABlogThatIsEditedIsLookedAtSooner) {
  SampleBlog calm, busy("http://busy.example");
  Bench bench;
  for (const auto* blog : {&calm, &busy}) bench.fetcher.serve(*blog);
  bench.crawl({calm.home(), busy.home()}, quick_options());
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < busy.posts - 1; ++i) busy.extra_paragraph[i] = "Corrected " + std::to_string(round);
    bench.crawl({calm.home(), busy.home()}, quick_options(Recheck::kAll), 2 * kDay);
  }
  const int last = calm.posts - 1;  // it is edited in neither
  EXPECT_LT(first_day(bench, busy, busy.post_url(last)), first_day(bench, calm, calm.post_url(last)));
}

TEST(DueRechecks, AVisitAsksForABoundedNumber) {
  SampleBlog blog;
  blog.posts = 230;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  const auto archive = bench.read();
  const auto posts = posts_of(*archive), pages = objects_of(*archive, ObjectKind::kPage);
  ASSERT_EQ(posts.size(), 230u);
  const auto due = got(due_rechecks(*archive, blog.home(), 0.3, bench.clock.now() + 366 * kDay));
  EXPECT_EQ(std::count_if(due.begin(), due.end(),
                          [&](const std::string& url) { return posts.contains(url) || pages.contains(url); }),
            200);
}

TEST(DueRechecks, ARebuildGivesTheSame) {
  SampleBlog blog;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  blog.extra_paragraph[2] = "A correction.";
  bench.crawl(blog.home(), quick_options(Recheck::kAll), 2 * kDay);
  std::vector<std::vector<std::string>> before;
  for (const int day : {1, 5, 10, 20, 40, 80}) before.push_back(due_posts(bench, blog, day * kDay));
  ArchiveOptions options;
  options.clock = &bench.clock;
  const auto report = rebuild_archive(bench.path(), options, quick_options());
  ASSERT_TRUE(report) << to_string(report.error());
  std::size_t row = 0;
  for (const int day : {1, 5, 10, 20, 40, 80})
    EXPECT_EQ(due_posts(bench, blog, day * kDay), before[row++]) << day;
}

}  // namespace
}  // namespace bfa
