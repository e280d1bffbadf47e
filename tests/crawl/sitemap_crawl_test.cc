// SPDX-License-Identifier: Apache-2.0
// Posts that only sitemaps name: of a new blog, and of a known one whose sitemaps grew.
#include <set>

#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

std::string sitemap(const char* root, const char* item, const std::vector<std::string>& urls) {
  std::string xml = "<" + std::string(root) + " xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";
  for (const auto& url : urls) xml += "<" + std::string(item) + "><loc>" + url + "</loc></" + item + ">";
  return xml + "</" + root + ">";
}

// A page that nothing on the blog links to.
void hide(SampleBlog& blog, const std::string& path) {
  blog.files[path] =
      "<!DOCTYPE html><html><head><title>Hidden</title></head><body><h1>Hidden</h1>"
      "<p>Nothing but a sitemap leads here.</p></body></html>";
}

std::set<std::string> captured(const Bench& bench) {
  std::set<std::string> urls;
  const auto archive = bench.read();
  EXPECT_TRUE(archive->for_each_capture([&](const Capture& capture) {
    urls.insert(capture.url);
    return true;
  }));
  return urls;
}

std::ptrdiff_t times_asked(const Bench& bench, const std::string& url) {
  const auto requested = bench.fetcher.requested();
  return std::count(requested.begin(), requested.end(), url);
}

class SitemapCrawl : public testing::Test {
 protected:
  void SetUp() override {
    blog.robots += "Sitemap: " + index + "\n";
    blog.files["/maps/index.xml"] = sitemap("sitemapindex", "sitemap", {part});
    blog.files["/maps/part.xml"] = sitemap("urlset", "url", {blog.origin() + "/hidden-a/"});
    hide(blog, "/hidden-a/");
    hide(blog, "/hidden-b/");
    bench.fetcher.serve(blog);
  }

  SampleBlog blog;
  Bench bench;
  const std::string index = blog.origin() + "/maps/index.xml", part = blog.origin() + "/maps/part.xml";
};

TEST_F(SitemapCrawl, ALineInRobotsBringsPostsThatNoFeedAndNoPageNames) {
  SampleBlog quiet(blog.origin());
  quiet.files = blog.files;
  Bench without;
  without.fetcher.serve(quiet);
  without.crawl(quiet.home(), quick_options());
  EXPECT_FALSE(captured(without).contains(blog.origin() + "/hidden-a/"));

  bench.crawl(blog.home(), quick_options());
  const auto urls = captured(bench);
  EXPECT_TRUE(urls.contains(index));
  EXPECT_TRUE(urls.contains(part));
  EXPECT_TRUE(urls.contains(blog.origin() + "/hidden-a/"));
  EXPECT_FALSE(urls.contains(blog.origin() + "/hidden-b/"));
}

TEST_F(SitemapCrawl, AKnownPartOfAnIndexIsAskedForAgainAndItsNewPostsAreFetched) {
  bench.crawl(blog.home(), quick_options());
  blog.files["/maps/part.xml"] =
      sitemap("urlset", "url", {blog.origin() + "/hidden-a/", blog.origin() + "/hidden-b/"});
  // A day later robots.txt is requested again, and leads to the index, which did not change, its part and
  // the new post.
  bench.crawl(blog.home(), quick_options(Recheck::kNone), std::chrono::hours(24 * 30));
  EXPECT_EQ(times_asked(bench, index), 1);
  EXPECT_EQ(times_asked(bench, part), 1);
  EXPECT_EQ(times_asked(bench, blog.origin() + "/hidden-a/"), 0) << "known pages are the recheck rule's";
  EXPECT_EQ(times_asked(bench, blog.origin() + "/hidden-b/"), 1);
  EXPECT_TRUE(captured(bench).contains(blog.origin() + "/hidden-b/"));
}

TEST_F(SitemapCrawl, AnUnchangedPartIsAskedForUnderACondition) {
  bench.crawl(blog.home(), quick_options());
  const CrawlReport again =
      bench.crawl(blog.home(), quick_options(Recheck::kNone), std::chrono::hours(24 * 30));
  EXPECT_EQ(times_asked(bench, part), 1);
  EXPECT_GT(again.not_modified, 0u);
  EXPECT_EQ(again.created, 0u);
}

TEST(UsualSitemap, IsAskedForAgainWhenItWasThere) {
  SampleBlog blog;
  const std::string usual = blog.origin() + "/sitemap.xml";
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(times_asked(bench, usual), 1);
  blog.sidebar = "Visitors: 2044";
  bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(times_asked(bench, usual), 0) << "there was none";

  hide(blog, "/hidden-a/");
  hide(blog, "/hidden-b/");
  blog.files["/sitemap.xml"] = sitemap("urlset", "url", {blog.origin() + "/hidden-a/"});
  Bench other;
  other.fetcher.serve(blog);
  other.crawl(blog.home(), quick_options());
  EXPECT_TRUE(captured(other).contains(blog.origin() + "/hidden-a/"));
  blog.files["/sitemap.xml"] =
      sitemap("urlset", "url", {blog.origin() + "/hidden-a/", blog.origin() + "/hidden-b/"});
  blog.sidebar = "Visitors: 3044";
  other.crawl(blog.home(), quick_options());
  EXPECT_TRUE(captured(other).contains(blog.origin() + "/hidden-b/"));
}

}  // namespace
}  // namespace bfa
