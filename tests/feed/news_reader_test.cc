// SPDX-License-Identifier: Apache-2.0
#include "bfa/feed/news_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace bfa {
namespace {

constexpr std::string_view kUrl = "http://blog.example/sitemap.xml";

Result<Feed> read(std::string_view body) {
  Findings findings;
  return read_news(body, "text/xml", kUrl, {}, findings);
}

std::string sitemap(const std::string& urls) {
  return "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">" + urls +
         "</urlset>";
}

std::string page(const std::string& path, const std::string& lastmod) {
  return "<url><loc>http://blog.example" + path + "</loc>" +
         (lastmod.empty() ? "" : "<lastmod>" + lastmod + "</lastmod>") + "</url>";
}

TEST(NewsReader, GivesTheNewestPagesOfASitemap) {
  const auto feed = read(sitemap(page("/old/", "2024-01-02") + page("/undated/", "") +
                                 page("/new/", "2026-01-02T03:04:05Z") + page("/middle/", "2025-06-07")));
  ASSERT_TRUE(feed) << to_string(feed.error());
  EXPECT_FALSE(describes_posts(*feed));
  ASSERT_EQ(feed->entries.size(), 3U);
  EXPECT_EQ(feed->entries[0].link, "http://blog.example/new/");
  EXPECT_EQ(feed->entries[1].link, "http://blog.example/middle/");
  EXPECT_EQ(feed->entries[2].link, "http://blog.example/old/");
  EXPECT_EQ(feed->entries[0].updated_raw, "2026-01-02T03:04:05Z");
  EXPECT_FALSE(feed->entries[0].published);
}

TEST(NewsReader, KeepsTheHundredNewest) {
  std::string urls;
  for (int i = 100; i < 350; ++i)
    urls += page("/p" + std::to_string(i) + "/", "2026-01-01T00:00:" + std::to_string(i % 50 + 10) + "Z");
  const auto feed = read(sitemap(urls));
  ASSERT_TRUE(feed);
  EXPECT_EQ(feed->entries.size(), 100U);
  EXPECT_EQ(feed->entries.front().updated_raw, "2026-01-01T00:00:59Z");
}

TEST(NewsReader, RefusesWhatSaysNothingOfNews) {
  struct Row {
    const char* name;
    std::string body;
    Code code;
  };
  const Row rows[] = {
      {"no dates", sitemap(page("/a/", "") + page("/b/", "")), Code::kUnsupported},
      {"no pages", sitemap(""), Code::kUnsupported},
      {"an index",
       "<sitemapindex "
       "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap><loc>http://blog.example/"
       "s.xml</loc><lastmod>2026-01-01</lastmod></sitemap></sitemapindex>",
       Code::kUnsupported},
      {"a page", "<!DOCTYPE html><html><body>Hello</body></html>", Code::kCorrupt},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const auto feed = read(row.body);
    ASSERT_FALSE(feed);
    EXPECT_EQ(feed.error().code, row.code) << to_string(feed.error());
  }
}

TEST(NewsReader, FeedsAreReadAsBefore) {
  const auto feed = read(
      "<rss version=\"2.0\"><channel><title>A</title><item><title>B</title><link>http://blog.example/b</link>"
      "</item></channel></rss>");
  ASSERT_TRUE(feed);
  EXPECT_TRUE(describes_posts(*feed));
  EXPECT_EQ(feed->entries.size(), 1U);
}

}  // namespace
}  // namespace bfa
