// SPDX-License-Identifier: Apache-2.0
// Robots directives of pages are honoured by the crawl's policy, with the same result after a rebuild.
#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

// Post 0 is older than the feed and asks for no copy, post 1 for no index, post 2 for no following, post 3
// was available until 2020, post 4 asks so of another robot.
void ask(SampleBlog& blog) {
  blog.extra_paragraph[0] = "<meta name=\"robots\" content=\"noarchive\">";
  blog.extra_paragraph[1] = "<meta name=\"ROBOTS\" content=\"noindex, nofollow\">";
  blog.extra_paragraph[3] = "<meta name=\"robots\" content=\"unavailable_after: 2020-01-01\">";
  blog.extra_paragraph[4] = "<meta name=\"otherbot\" content=\"noarchive\">";
}

std::map<std::string, bool> captured(const Archive& archive, const SampleBlog& blog) {
  std::map<std::string, bool> found;
  for (const int i : {0, 1, 3, 4}) found[blog.post_url(i)] = false;
  EXPECT_TRUE(archive.for_each_capture([&](const Capture& capture) {
    if (found.contains(capture.url)) found[capture.url] = true;
    return true;
  }));
  return found;
}

void expect_kept(RobotsTagPolicy policy, const std::vector<int>& objects, const std::vector<int>& captures) {
  SampleBlog blog;
  ask(blog);
  Bench bench;
  bench.fetcher.serve(blog);
  CrawlOptions options = quick_options();
  options.step.robots_tags = policy;
  const CrawlReport report = bench.crawl(blog.home(), options);
  EXPECT_FALSE(report.error);
  EXPECT_EQ(report.denied, 1 + 4 - captures.size());  // /private/, by robots.txt
  const auto check = [&](const char* when) {
    SCOPED_TRACE(when);
    const auto archive = bench.read();
    ASSERT_TRUE(archive);
    const auto posts = posts_of(*archive);
    const auto held = captured(*archive, blog);
    for (const int i : {0, 1, 3, 4}) {
      const bool object = std::find(objects.begin(), objects.end(), i) != objects.end();
      const bool capture = std::find(captures.begin(), captures.end(), i) != captures.end();
      EXPECT_EQ(posts.contains(blog.post_url(i)), object) << robots_tag_policy_name(policy) << " " << i;
      EXPECT_EQ(held.at(blog.post_url(i)), capture) << robots_tag_policy_name(policy) << " " << i;
    }
  };
  check("after the crawl");
  ArchiveOptions archive_options;
  archive_options.clock = &bench.clock;
  EXPECT_TRUE(rebuild_archive(bench.path(), archive_options, quick_options()));
  check("after the rebuild");
}

TEST(House_RobotsTags, ArchiveGrantsWhatSpeaksOfCopies) {
  expect_kept(RobotsTagPolicy::kArchive, {1, 4}, {1, 4});
}

TEST(House_RobotsTags, ObeyGrantsWhatSpeaksToSearchEnginesToo) {
  expect_kept(RobotsTagPolicy::kObey, {4}, {1, 4});
}

TEST(House_RobotsTags, IgnoreKeepsAll) {
  expect_kept(RobotsTagPolicy::kIgnore, {0, 1, 3, 4}, {0, 1, 3, 4});
}

TEST(House_RobotsTags, AHeaderCountsToo) {
  SampleBlog blog;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.fetcher.fail(blog.post_url(0), 1, 200,
                     {{"Content-Type", "text/html"}, {"X-Robots-Tag", "libbfa: noarchive"}});
  const CrawlReport report = bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(report.denied, 2u);  // and /private/, by robots.txt
  const auto archive = bench.read();
  ASSERT_TRUE(archive);
  EXPECT_FALSE(captured(*archive, blog).at(blog.post_url(0)));
}

}  // namespace
}  // namespace bfa
