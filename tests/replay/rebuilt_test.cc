// SPDX-License-Identifier: Apache-2.0
// Pages that are put together from versions, feed entries and captured pages around them.
#include "bfa/replay/rebuilt.h"

#include <filesystem>

#include "archive_crawl.h"
#include "replay/captured_site.h"
#include "replay/parts_of_post.h"
#include "replay/rebuilt_markup.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class Rebuilt : public testing::Test {
 protected:
  Rebuilt() {
    blog.extra_paragraph[2] = "A zebra walks through the town.";
    bench.fetcher.serve(blog);
  }
  void crawl(std::chrono::hours later = std::chrono::hours(1)) {
    bench.crawl(blog.home(), quick_options(Recheck::kAll), later);
  }
  std::optional<RebuiltPage> at(const std::string& url, UtcTime time) {
    const auto archive = bench.read();
    const auto index = got(SearchIndex::open(*archive));
    return got(rebuild_page(*archive, *index, url, time));
  }
  static bool has(const RebuiltPage& page, const std::string& text) {
    return page.page.body.find(text) != std::string::npos;
  }

  SampleBlog blog{"http://blog.example", 8, 5};
  Bench bench;
};

TEST_F(Rebuilt, AVersionStandsInTheNearestPageOfItsAddress) {
  crawl();
  const UtcTime first = bench.clock.now();
  blog.extra_paragraph[2] = "A quagga stood here.";
  blog.sidebar = "Visitors: 5000";
  crawl(std::chrono::hours(480));
  const UtcTime second = bench.clock.now();
  // At this time the old text held, and the later page is nearer.
  const auto page = at(blog.post_url(2), second - std::chrono::hours(24));
  ASSERT_TRUE(page);
  EXPECT_EQ(page->source, RebuiltPage::Source::kVersion);
  EXPECT_EQ(page->version, 1U);
  EXPECT_FALSE(page->later);
  EXPECT_EQ(page->frame_url, blog.post_url(2));
  EXPECT_GE(*page->frame_time, second);  // answers take their time
  EXPECT_TRUE(has(*page, "zebra")) << page->page.body;
  EXPECT_FALSE(has(*page, "quagga"));
  EXPECT_TRUE(has(*page, "Visitors: 5000"));
  EXPECT_GT(page->page.start, 0U);
  const auto before = at(blog.post_url(2), first - std::chrono::hours(1000));
  ASSERT_TRUE(before);
  EXPECT_TRUE(before->later);
}

TEST_F(Rebuilt, AFeedEntryWhosePageWasNeverCapturedStandsInAnotherPost) {
  bench.fetcher.fail(blog.post_url(7), 1000, 500);
  crawl();
  const std::string url = blog.post_url(7);
  const auto page = at(url, bench.clock.now());
  ASSERT_TRUE(page);
  EXPECT_EQ(page->source, RebuiltPage::Source::kEntry);
  EXPECT_EQ(page->source_url, blog.origin() + blog.feed_path);
  EXPECT_NE(page->frame_url, url);
  EXPECT_FALSE(page->frame_url.empty());
  const std::string sentence = blog.article(7).substr(3, 20);
  EXPECT_TRUE(has(*page, sentence)) << sentence << page->page.body;
  EXPECT_TRUE(has(*page, blog.sidebar));
  for (int other = 0; other < 7; ++other) {
    if (blog.post_url(other) != page->frame_url) continue;
    EXPECT_FALSE(has(*page, blog.article(other).substr(3, 40)));
  }
}

// The captured page is known, and its file is not there: the page says so, and does not say that none fits.
TEST_F(Rebuilt, AMissingFileIsNamed) {
  crawl();
  const auto paths = warc_paths(bench.path() + "/warc");
  for (const auto& path : paths) std::filesystem::remove(path);
  const auto page = at(blog.post_url(2), bench.clock.now());
  ASSERT_TRUE(page);
  EXPECT_TRUE(page->frame_url.empty());
  ASSERT_TRUE(page->unreadable);
  EXPECT_EQ(page->unreadable->where, paths.at(0));
  EXPECT_EQ(page->unreadable_url, blog.post_url(2));
  EXPECT_TRUE(has(*page, "zebra"));
}

TEST_F(Rebuilt, TheHomePageHasTheEntriesOfTheFeedAsItWas) {
  crawl();
  const UtcTime first = bench.clock.now();
  blog.posts = 10;
  crawl(std::chrono::hours(480));
  const auto old = at(blog.home(), first + std::chrono::hours(1));
  ASSERT_TRUE(old);
  EXPECT_EQ(old->source, RebuiltPage::Source::kList);
  EXPECT_FALSE(has(*old, blog.post_path(9))) << old->page.body;
  EXPECT_TRUE(has(*old, blog.post_path(7)));
  const auto now = at(blog.home(), bench.clock.now());
  ASSERT_TRUE(now);
  EXPECT_TRUE(has(*now, blog.post_path(9)));
}

// Titles in a side bar within the same element are not the list.
TEST_F(Rebuilt, TheListIsThatWithMostText) {
  std::string list, titles;
  for (int i = 7; i > 2; --i) {
    const std::string link =
        "<a href=\"" + blog.post_url(i) + "\">Note on shelf " + std::to_string(i) + "</a>";
    list += "<article class=old><h2>" + link + "</h2><p>An excerpt of some words.</p></article>";
    titles += "<li>" + link + "</li>";
  }
  blog.pages["/"] =
      "<!DOCTYPE html><title>Shelf Notes</title><link rel=alternate type=application/rss+xml href=/feed.xml>"
      "<main>" +
      list + "<aside><ul>" + titles + "</ul></aside></main>";
  crawl();
  const auto page = at(blog.home(), bench.clock.now());
  ASSERT_TRUE(page);
  EXPECT_FALSE(has(*page, "An excerpt of some words"));
  EXPECT_TRUE(has(*page, blog.article(7).substr(3, 20)));
  const std::size_t aside = page->page.body.find("<aside>");
  ASSERT_NE(aside, std::string::npos) << page->page.body;
  EXPECT_LT(page->page.body.find(blog.article(7).substr(3, 20)), aside);
  EXPECT_NE(page->page.body.find("Note on shelf 7", aside), std::string::npos);
}

TEST_F(Rebuilt, NothingIsMadeOfNothing) {
  crawl();
  EXPECT_FALSE(at("http://blog.example/never/", bench.clock.now()));
  EXPECT_FALSE(at("http://other.example/", bench.clock.now()));
}

// A day that the template reads from an attribute: neither that attribute nor the text of the other post
// stays.
TEST(RebuiltMarkup, TheDayOfAnAttributeIsReplaced) {
  const std::string html =
      "<body><h1>Other</h1><time class=published datetime=2026-04-02T07:30:00Z>2. April 2026</time>"
      "<div class=text><p>Of another post.</p></div></body>";
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  const auto url = Url::parse("http://blog.example/other");
  ASSERT_TRUE(doc && url);
  Template rules;
  FieldRule article, date;
  article.field = "article";
  article.xpath = "//div[@class='text']";
  date.field = "date";
  date.xpath = "//time[@class='published']";
  date.attribute = "datetime";
  rules.rules = {article, date};
  RebuiltContent content;
  content.source = RebuiltPage::Source::kEntry;
  content.object.html = "<p>Mine.</p>";
  content.object.published = *parse_timestamp("2026-06-11T10:00:00Z");
  const RebuiltPlaces places = places_in(*doc, content.object, &rules, true);
  const std::string made = markup_with(*doc, html, *url, places, content, true);
  EXPECT_NE(made.find("<time datetime=\"2026-06-11T10:00:00Z\">2026-06-11</time>"), std::string::npos)
      << made;
  EXPECT_EQ(made.find("2026-04-02"), std::string::npos) << made;
  EXPECT_EQ(made.find("April"), std::string::npos) << made;
}

// What no rule knows of the page around: its author, tags and neighbours are not those of the content.
TEST(RebuiltMarkup, AuthorTagsAndNeighboursOfTheOtherPostDoNotStay) {
  const std::string html =
      "<head><meta name=viewport content=x><meta name=author content=Ann><meta name=keywords content=shelf>"
      "<link rel=next href=/next></head><body><ul><li><a href=/other>Other title</a></ul><div id=main><div>"
      "<h1>Other title</h1><p>Posted by <a href=/ann>Ann Other</a></p><div class=text><p>Of another post.</p>"
      "</div><p>Filed under <a href=/t/shelf>Shelf</a>, <a href=/t/rain>Rain</a></p></div>"
      "<p><a rel=prev href=/before>The one before</a> | <a rel=next href=/after>The one after</a></p>"
      "<p class=pager><a class=newer-link href=/newer>A newer title</a></p><a class=folder href=/all>All</a>"
      "</div><aside>By Ann Other <a href=/ann>Ann Other</a></aside></body>";
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  const auto url = Url::parse("http://blog.example/other");
  ASSERT_TRUE(doc && url);
  Template rules;
  FieldRule article;
  article.field = "article";
  article.xpath = "//div[@class='text']";
  rules.rules = {article};
  DataObject other;
  other.title = "Other title";
  other.authors = {"Ann Other"};
  other.tags = {"Shelf", "Rain"};
  for (const bool with_author : {true, false}) {
    RebuiltContent content;
    content.source = RebuiltPage::Source::kEntry;
    content.object.title = "My title";
    content.object.html = "<p>Mine.</p>";
    if (with_author) content.object.authors = {"Bea"};
    RebuiltPlaces places = places_in(*doc, content.object, &rules, true);
    find_parts_of_post(*doc, other, content.object, places);
    const std::string made = markup_with(*doc, html, *url, places, content, true);
    for (const char* gone : {"Of another", "Shelf", "Rain", "Filed", "before", "after", "newer",
                             "name=\"author\"", "keywords", "rel=\"next\""})
      EXPECT_EQ(made.find(gone), std::string::npos) << gone << made;
    EXPECT_NE(made.find("<h1>My title</h1>"), std::string::npos) << made;
    EXPECT_EQ(made.find("My title", made.find("<h1>My title") + 9), std::string::npos) << made;
    EXPECT_EQ(made.find("Posted by") != std::string::npos, with_author) << made;
    EXPECT_EQ(made.find("<a>Bea</a>") != std::string::npos, with_author) << made;
    EXPECT_EQ(made.find("Ann Other"), made.find("Ann Other", made.find("<aside>"))) << made;
    // What is of the blog stays.
    EXPECT_NE(made.find(">Other title</a></li>"), std::string::npos) << made;
    EXPECT_NE(made.find(">All</a>"), std::string::npos) << made;
    EXPECT_NE(made.find("viewport"), std::string::npos) << made;
  }
}

TEST(RebuiltPlain, HasTheContentAlone) {
  CapturedSite site;
  DataObject object;
  object.url = "http://blog.example/p";
  object.kind = ObjectKind::kPost;
  object.title = "A <title>";
  object.text = "One & two.\n\nThree.";
  object.html = "<p>One</p><img src=\"http://blog.example/p.png\"><script>f()</script>";
  site.put_object(object, "2026-01-02T03:04:05Z");
  const auto archive = site.read();
  const auto index = got(SearchIndex::open(*archive));
  const auto page = got(rebuild_page(*archive, *index, object.url, time_at("2026-02-02T03:04:05Z")));
  ASSERT_TRUE(page);
  EXPECT_TRUE(page->frame_url.empty());
  EXPECT_NE(page->page.body.find("<h1>A &lt;title&gt;</h1><p>One</p>"), std::string::npos) << page->page.body;
  EXPECT_EQ(page->page.body.find("f()"), std::string::npos);
  EXPECT_EQ(page->page.missing, 1U);
}

}  // namespace
}  // namespace bfa
