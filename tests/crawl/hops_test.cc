// SPDX-License-Identifier: Apache-2.0
// robots.txt is asked for each hop of a redirect, and limits of bytes hold exactly.
#include <gtest/gtest.h>

#include <algorithm>

#include "crawl/archive_crawl.h"
#include "support/http_server.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

std::ptrdiff_t count(const std::vector<std::string>& list, const std::string& what) {
  return std::count(list.begin(), list.end(), what);
}

// A feed entry that leads over a redirector on another host to a post of the blog.
struct Redirected {
  SampleBlog blog;
  SampleBlog other{"http://hop.example", 1, 1};
  Bench bench;

  Redirected() {
    blog.paths[7] = "/go/7/";
    blog.redirects["/go/7/"] = "http://hop.example/out/7/";
    other.redirects["/out/7/"] = "http://blog.example/2026/08/real-seven/";
    other.robots = "User-agent: *\nDisallow:\n";
    blog.pages["/2026/08/real-seven/"] =
        "<html><head><title>Real seven - Shelf Notes</title></head><body class=\"plain\"><div "
        "id=\"main\"><h1 class=\"entry-title\">Real seven</h1><div class=\"entry\">" +
        blog.article(7) + "</div></div></body></html>";
    bench.fetcher.serve(blog);
    bench.fetcher.serve(other);
  }
};

TEST(Hops, AreFollowedWhenTheRulesOfTheirTargetsAllowIt) {
  for (const std::size_t in_flight : {std::size_t{64}, std::size_t{1}}) {
    for (const bool ordered : {false, true}) {
      Redirected site;
      CrawlOptions options = quick_options();
      options.in_flight = in_flight;
      options.ordered = ordered;
      const CrawlReport report = site.bench.crawl(site.blog.home(), options);
      const auto requested = site.bench.fetcher.requested();
      EXPECT_EQ(count(requested, "http://hop.example/robots.txt"), 1);
      const auto asked = std::find(requested.begin(), requested.end(), "http://hop.example/robots.txt");
      const auto hop = std::find(requested.begin(), requested.end(), "http://hop.example/out/7/");
      EXPECT_LT(asked - requested.begin(), hop - requested.begin());
      EXPECT_EQ(count(requested, "http://blog.example/2026/08/real-seven/"), 1);
      EXPECT_EQ(report.denied, 1u) << "an address of the blog itself";
      EXPECT_TRUE(posts_of(*site.bench.read()).contains("http://blog.example/2026/08/real-seven/"));
    }
  }
}

TEST(Hops, ThatRobotsTxtForbidsAreNotAskedFor) {
  Redirected site;
  site.other.robots = "User-agent: *\nDisallow: /out/\n";
  const CrawlReport report = site.bench.crawl(site.blog.home(), quick_options());
  const auto requested = site.bench.fetcher.requested();
  EXPECT_EQ(count(requested, "http://hop.example/robots.txt"), 1);
  EXPECT_EQ(count(requested, "http://hop.example/out/7/"), 0);
  EXPECT_EQ(report.denied, 2u);
  EXPECT_EQ(report.posts, 7u);
}

TEST(Hops, OfTheSameHostAreCheckedAgainstItsRules) {
  Redirected site;
  site.blog.redirects["/go/7/"] = "/private/seven/";
  const CrawlReport report = site.bench.crawl(site.blog.home(), quick_options());
  EXPECT_EQ(count(site.bench.fetcher.requested(), "http://blog.example/private/seven/"), 0);
  EXPECT_EQ(report.denied, 2u);
}

TEST(Hops, AreNotAskedForWhereRobotsTxtCannotBeRead) {
  Redirected site;
  site.bench.fetcher.break_host("hop.example", Error{Code::kUnavailable, "connect: no", "", -1});
  const CrawlReport report = site.bench.crawl(site.blog.home(), quick_options());
  EXPECT_EQ(count(site.bench.fetcher.requested(), "http://hop.example/out/7/"), 0);
  EXPECT_EQ(report.posts, 7u);
  EXPECT_EQ(report.failed, 1u);
  EXPECT_FALSE(report.error);
}

// http to https or www is what most blogs do: one robots.txt more, and nothing is lost.
TEST(Hops, OfTheHomePageCostOneRequestMore) {
  SampleBlog plain("http://blog.example", 1, 1);
  SampleBlog blog("http://www.blog.example");
  plain.redirects["/"] = blog.home();
  blog.robots = "User-agent: *\nDisallow: /private/\nSitemap: http://www.blog.example/listed.xml\n";
  blog.files["/listed.xml"] = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>" +
                              blog.origin() + "/only-listed/</loc></url></urlset>";
  blog.pages["/only-listed/"] =
      "<html><head><title>Listed</title></head><body><p>Only in the list.</p></body></html>";
  Bench bench;
  bench.fetcher.serve(plain);
  bench.fetcher.serve(blog);
  const CrawlReport report = bench.crawl("http://blog.example/", quick_options());
  const auto requested = bench.fetcher.requested();
  EXPECT_EQ(report.posts, 8u);
  EXPECT_EQ(count(requested, "http://blog.example/robots.txt"), 1);
  EXPECT_EQ(count(requested, "http://www.blog.example/robots.txt"), 1);
  EXPECT_EQ(count(requested, "http://www.blog.example/only-listed/"), 1) << "of the target's robots.txt";
}

TEST(Hops, OfTheHomePageDeferTheBlogWhereRobotsTxtIsBroken) {
  SampleBlog plain("http://blog.example", 1, 1);
  SampleBlog blog("http://www.blog.example");
  plain.redirects["/"] = blog.home();
  Bench bench;
  bench.fetcher.serve(plain);
  bench.fetcher.serve(blog);
  bench.fetcher.fail("http://www.blog.example/robots.txt", 100, 503);
  const CrawlReport report = bench.crawl("http://blog.example/", quick_options());
  EXPECT_TRUE(report.deferred);
  EXPECT_EQ(count(bench.fetcher.requested(), blog.home()), 0);
  bench.fetcher.fail("http://www.blog.example/robots.txt", 0, 503);
  EXPECT_EQ(bench.crawl("http://blog.example/", quick_options()).posts, 8u) << "the next run goes on";
}

}  // namespace
}  // namespace bfa
