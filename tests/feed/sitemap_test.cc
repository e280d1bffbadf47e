// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "bfa/feed/sitemap.h"
#include "bfa/io/compress.h"

namespace {

using bfa::Findings;
using bfa::Sitemap;

constexpr const char* kBase = "https://blog.example/sitemap.xml";
constexpr const char* kHead =
    "<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";

TEST(Sitemap, ReadsAUrlset) {
  Findings findings;
  const auto map =
      bfa::parse_sitemap(std::string(kHead) +
                             "<url><loc>\n https://blog.example/a </loc><lastmod>2020-01-02</lastmod>"
                             "<changefreq>daily</changefreq><priority>0.8</priority><image xmlns='urn:i'>"
                             "<loc>https://blog.example/i.png</loc></image></url><url><loc>/b</loc>"
                             "<lastmod>soon</lastmod></url><url><loc>mailto:x@y.example</loc></url></urlset>",
                         kBase, findings);
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(map->type, Sitemap::Type::kUrlset);
  ASSERT_EQ(map->entries.size(), 2u);
  EXPECT_EQ(map->entries[0].loc, "https://blog.example/a");
  ASSERT_TRUE(map->entries[0].lastmod && map->entries[0].priority);
  EXPECT_EQ(bfa::format_timestamp(*map->entries[0].lastmod), "2020-01-02");
  EXPECT_EQ(map->entries[0].changefreq, "daily");
  EXPECT_DOUBLE_EQ(*map->entries[0].priority, 0.8);
  EXPECT_EQ(map->entries[1].loc, "https://blog.example/b");
  EXPECT_FALSE(map->entries[1].lastmod);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].id, "unreadable_date");
  EXPECT_EQ(findings[1].id, "bad_address");
}

TEST(Sitemap, ReadsImagesNewsAndLanguages) {
  Findings findings;
  const auto map = bfa::parse_sitemap(
      R"(<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:image='http://www.google.com/schemas/sitemap-image/1.1' xmlns:news='http://www.google.com/schemas/sitemap-news/0.9' xmlns:x='http://www.w3.org/1999/xhtml'>)"
      "<url><loc>https://blog.example/a</loc><image:image><image:loc>/i.png</image:loc>"
      "<image:title>T</image:title></image:image><image:image><image:loc>javascript:x</image:loc>"
      "</image:image><news:news><news:publication><news:name>Paper</news:name>"
      "<news:language>de</news:language></news:publication>"
      "<news:publication_date>2026-01-31</news:publication_date><news:title>News</news:title>"
      "<news:keywords>a, b</news:keywords></news:news>"
      "<x:link rel='alternate' hreflang='fr' href='https://blog.example/fr/a'/></url></urlset>",
      kBase, findings);
  ASSERT_TRUE(map) << map.error().message;
  ASSERT_EQ(map->entries.size(), 1u);
  const bfa::SitemapEntry& entry = map->entries[0];
  ASSERT_EQ(entry.images.size(), 1u);
  EXPECT_EQ(entry.images[0].loc, "https://blog.example/i.png");
  EXPECT_EQ(entry.images[0].title, "T");
  ASSERT_TRUE(entry.news && entry.news->published);
  EXPECT_EQ(entry.news->publication, "Paper");
  EXPECT_EQ(entry.news->language, "de");
  EXPECT_EQ(entry.news->title, "News");
  EXPECT_EQ(entry.news->keywords, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(entry.alternates.size(), 1u);
  EXPECT_EQ(entry.alternates[0].first, "fr");
  EXPECT_EQ(entry.alternates[0].second, "https://blog.example/fr/a");
  EXPECT_TRUE(findings.empty());
}

TEST(Sitemap, ReadsAnIndexAndGzip) {
  const auto packed = bfa::gzip_member(
      "<sitemapindex><sitemap><loc>https://blog.example/1.xml</loc></sitemap></sitemapindex>");
  ASSERT_TRUE(packed);
  Findings findings;
  const auto map = bfa::parse_sitemap(*packed, kBase, findings);
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(map->type, Sitemap::Type::kIndex);
  ASSERT_EQ(map->entries.size(), 1u);
  EXPECT_EQ(map->entries[0].loc, "https://blog.example/1.xml");
}

TEST(Sitemap, ReadsTextAndFeeds) {
  Findings findings;
  const auto text = bfa::parse_sitemap(
      "\xEF\xBB\xBFhttps://blog.example/a\r\n\r\nhttps://blog.example/b\nx\n", kBase, findings);
  ASSERT_TRUE(text);
  EXPECT_EQ(text->type, Sitemap::Type::kText);
  EXPECT_EQ(text->entries.size(), 2u);
  EXPECT_EQ(findings.size(), 1u);
  const auto feed = bfa::parse_sitemap(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='/a'/></entry></feed>", kBase, findings);
  ASSERT_TRUE(feed);
  EXPECT_EQ(feed->type, Sitemap::Type::kFeed);
  ASSERT_EQ(feed->entries.size(), 1u);
  EXPECT_EQ(feed->entries[0].loc, "https://blog.example/a");
}

TEST(Sitemap, ReadsWhatIsThereOfACutOne) {
  const std::string whole =
      std::string(kHead) +
      "<url><loc>https://blog.example/a</loc></url><url><loc>https://blog.example/b</loc></url></urlset>";
  for (std::size_t n = 0; n < whole.size(); ++n) {
    Findings findings;
    const auto map = bfa::parse_sitemap(whole.substr(0, n), kBase, findings);
    if (n < whole.find("<urlset") + 7) {
      EXPECT_FALSE(map) << n;
    } else {
      ASSERT_TRUE(map) << n;
      EXPECT_FALSE(findings.empty()) << n;
    }
  }
}

TEST(Sitemap, OtherThingsAreCorrupt) {
  for (const char* text : {"", "  ", "hello", "<html><body></body></html>", "<opml/>", "\x1f\x8bxx"}) {
    Findings findings;
    const auto map = bfa::parse_sitemap(text, kBase, findings);
    EXPECT_FALSE(map) << text;
  }
}

TEST(Sitemap, KeepsTheFirst50000Entries) {
  std::string text;
  for (int i = 0; i < 50'001; ++i) text += "https://blog.example/" + std::to_string(i) + "\n";
  Findings findings;
  const auto map = bfa::parse_sitemap(text, kBase, findings);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->entries.size(), 50'000u);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, bfa::Code::kLimit);
}

}  // namespace
