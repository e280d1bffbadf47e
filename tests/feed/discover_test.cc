// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "bfa/feed/discover.h"

namespace {

using bfa::FeedCandidate;

// The found addresses, in order, each ending in " c" when it is a comment feed.
std::vector<std::string> discover(const std::string& html, const std::string& page = "http://blog.example/") {
  bfa::Findings findings;
  const auto doc = bfa::HtmlDocument::parse(html, findings);
  const auto url = bfa::Url::parse(page);
  EXPECT_TRUE(doc && url);
  std::vector<std::string> out;
  for (const FeedCandidate& found : bfa::discover_feeds(*doc, *url)) {
    out.push_back(found.url + (found.comments ? " c" : ""));
  }
  return out;
}

struct Row {
  const char* name;
  const char* html;
  std::vector<std::string> feeds;
};
class Discover : public testing::TestWithParam<Row> {};
TEST_P(Discover, FindsFeedsInOrder) {
  EXPECT_EQ(discover(GetParam().html), GetParam().feeds);
}

INSTANTIATE_TEST_SUITE_P(
    House, Discover,
    testing::Values(
        Row{"Nothing", "<p>x</p>", {}},
        Row{"Link", "<link rel=alternate type=application/rss+xml href=feed>", {"http://blog.example/feed"}},
        Row{"RelIsATokenListInAnyCase",
            "<link rel='home ALTERNATE' type='Application/Atom+XML; charset=utf-8' href=/a>",
            {"http://blog.example/a"}},
        Row{"StylesheetIsNone", "<link rel='alternate stylesheet' type='application/rss+xml' href=/a>", {}},
        Row{"Base",
            "<base href='http://other.example/x/'><link rel=alternate type=application/rss+xml href=y>",
            {"http://other.example/x/y"}},
        Row{"InTheBody",
            "<body><p><link rel=alternate type=application/rss+xml href=y></p>",
            {"http://blog.example/y"}},
        Row{"NoHref", "<link rel=alternate type=application/rss+xml><link rel=alternate href>", {}},
        Row{"Duplicates",
            "<link rel=alternate type=application/rss+xml href=/a>"
            "<link rel=alternate type=application/rss+xml href=/a>",
            {"http://blog.example/a"}},
        Row{"AnotherFormatBeforeSections",
            "<link rel=alternate type=application/rss+xml title=RSS href=/rss.xml>"
            "<link rel=alternate type=application/rss+xml title='RSS - Soup' href=/soup.xml>"
            "<link rel=alternate type=application/rss+xml title='RSS - Bread' href=/bread.xml>"
            "<link rel=alternate type=application/rss+xml title='Comments' href=/comments.xml>"
            "<link rel=alternate type=application/atom+xml title=Atom href=/atom.xml>",
            {"http://blog.example/rss.xml", "http://blog.example/atom.xml", "http://blog.example/soup.xml",
             "http://blog.example/bread.xml", "http://blog.example/comments.xml c"}},
        Row{"OtherTypes",
            "<link rel=alternate hreflang=de href=/de/>"
            "<link rel=alternate type=application/json href=/wp-json/wp/v2/pages/1>"
            "<link rel=alternate type=text/xml+oembed href=/oembed>",
            {}},
        Row{"JsonFeed",
            "<link rel=alternate type=application/feed+json href=/a.json>"
            "<link rel=alternate type=application/json href=/feed.json>"
            "<link rel=alternate type=application/json href=/index.json>",
            {"http://blog.example/a.json", "http://blog.example/feed.json"}},
        Row{"WordPress",
            R"(<link rel=alternate type=application/rss+xml title='Blog &raquo; Comments Feed' href=/comments/feed/>)"
            R"(<link rel=alternate type=application/rss+xml title='Blog &raquo; News Category Feed' href=/category/news/feed/>)"
            "<link rel=alternate type=application/rss+xml title='Blog &raquo; Feed' href=/feed/>",
            {"http://blog.example/feed/", "http://blog.example/category/news/feed/",
             "http://blog.example/comments/feed/ c"}},
        Row{"WordPressPost",
            R"(<link rel=alternate type=application/rss+xml title='Blog &raquo; A Post Comments Feed' href=/2020/a-post/feed/>)"
            "<link rel=alternate type=application/rss+xml title='Blog &raquo; Feed' href=/feed/>",
            {"http://blog.example/feed/", "http://blog.example/2020/a-post/feed/ c"}},
        Row{"Blogger",
            "<link rel=alternate type=application/atom+xml title='B - Atom' href=/feeds/posts/default>"
            R"(<link rel=alternate type=application/rss+xml title='B - RSS' href=/feeds/posts/default?alt=rss>)"
            R"(<link rel=alternate type=application/atom+xml title='B - Atom' href=/feeds/123/comments/default>)",
            {"http://blog.example/feeds/posts/default", "http://blog.example/feeds/posts/default?alt=rss",
             "http://blog.example/feeds/123/comments/default c"}},
        Row{"AnchorsWhereTheHeadHasNone",
            "<a href='/about'>About</a>"
            "<a href='https://feedly.com/i/subscription/feed/http://blog.example/rss'>f</a>"
            "<a href='feed://blog.example/rss.xml'>RSS</a>",
            {"http://blog.example/rss.xml"}},
        Row{"AnchorsInAnyCase",
            "<a href='/RSS'>x</a><a href='/ATOM.XML'>y</a><a href='/x.Rdf'>z</a>",
            {"http://blog.example/RSS", "http://blog.example/ATOM.XML", "http://blog.example/x.Rdf"}},
        Row{"AnchorByItsTypeAlone",
            "<a type='application/rss+xml' href='/a'>x</a><a href='/b'>y</a>",
            {"http://blog.example/a"}},
        Row{"AnchorAsTheUrlParserReadsIt",
            "<a href='/fe&#10;ed'>x</a><a href='//x\\rs&#9;s'>y</a>",
            {"http://blog.example/feed", "http://x/rss"}},
        Row{"AnchorOfACodedHost",
            "<a href='http://%66eeds.%66eedburner.com/x'>x</a>",
            {"http://feeds.feedburner.com/x"}},
        Row{"AnchorRelativeToAFeedsAddress",
            "<base href='http://blog.example/feed/'><a href='?n=2'>x</a>",
            {"http://blog.example/feed/?n=2"}},
        Row{"AnchorsNotBesideLinks",
            "<link rel=alternate type=application/rss+xml href=/feed/><a href=/category/x/feed/>x</a>",
            {"http://blog.example/feed/"}},
        Row{"AnchorsBesideACommentFeed",
            "<link rel=alternate type=application/rss+xml href=/comments/feed/><a href=/feed/>x</a>",
            {"http://blog.example/feed/", "http://blog.example/comments/feed/ c"}}),
    [](const auto& row) { return std::string(row.param.name); });

// On other pages of a blog than its home.
struct PageRow {
  const char* name;
  const char* page;
  const char* html;
  std::vector<std::string> feeds;
};
class DiscoverOn : public testing::TestWithParam<PageRow> {};
TEST_P(DiscoverOn, FindsFeedsInOrder) {
  EXPECT_EQ(discover(GetParam().html, GetParam().page), GetParam().feeds);
}

INSTANTIATE_TEST_SUITE_P(
    House, DiscoverOn,
    testing::Values(
        // The title is no evidence in any language; the address is.
        PageRow{"PostWithCommentForm",
                "http://blog.example/2020/03/a-post/",
                "<link rel=alternate type=application/rss+xml title=Eins href=/2020/03/a-post/feed/>"
                "<link rel=alternate type=application/rss+xml title=Zwei href=/feed/>"
                "<form id=commentform></form>",
                {"http://blog.example/feed/", "http://blog.example/2020/03/a-post/feed/ c"}},
        PageRow{"BlogInAFolder",
                "http://host.example/blog/",
                "<link rel=alternate type=application/rss+xml href=/blog/feed/><form id=commentform></form>",
                {"http://host.example/blog/feed/"}},
        PageRow{"FeedOfTheHostBesideTheBlog",
                "http://host.example/blog/",
                "<link rel=alternate type=application/rss+xml href=/blog/feed/>"
                "<link rel=alternate type=application/rss+xml href=/news/feed/>",
                {"http://host.example/blog/feed/", "http://host.example/news/feed/"}},
        PageRow{"PlainPermalinks",
                "http://blog.example/?p=12",
                "<link rel=alternate type=application/rss+xml href='/?feed=rss2&amp;p=12'>"
                "<link rel=alternate type=application/rss+xml href='/?feed=comments-rss2'>"
                "<link rel=alternate type=application/rss+xml href='/?feed=rss2'>",
                {"http://blog.example/?feed=rss2", "http://blog.example/?feed=rss2&p=12 c",
                 "http://blog.example/?feed=comments-rss2 c"}},
        PageRow{"PlainPermalinkOfAPostTurnedRound",
                "http://blog.example/?p=12",
                "<a href='/?p=12&amp;feed=rss2'>x</a><a href='/?feed=atom'>y</a><a href='/?p=1'>z</a>",
                {"http://blog.example/?feed=atom", "http://blog.example/?p=12&feed=rss2 c"}},
        PageRow{"Tumblr",
                "https://a.tumblr.com/post/1/x",
                "<link rel=alternate type=application/rss+xml title=RSS href=/rss>",
                {"https://a.tumblr.com/rss"}},
        PageRow{"Ghost",
                "https://blog.example/tag/news/",
                "<link rel=alternate type=application/rss+xml title='A blog' href=/tag/news/rss/>"
                "<link rel=alternate type=application/rss+xml title='A blog' href=/rss/>",
                {"https://blog.example/rss/", "https://blog.example/tag/news/rss/"}},
        PageRow{"AnchorWithTypeAndArea",
                "https://blog.example/",
                "<map><area href=/atom.xml></map><a type='application/rss+xml' href=/what>w</a>"
                "<a href=/2020/feeding/>no</a>",
                {"https://blog.example/atom.xml", "https://blog.example/what"}},
        PageRow{"AnchorElsewhereLast",
                "https://blog.example/",
                "<a href='https://other.example/feed/'>friend</a><a href='/tag/x/feed/'>x</a>"
                "<a href='/feed/'>feed</a>",
                {"https://blog.example/feed/", "https://other.example/feed/",
                 "https://blog.example/tag/x/feed/"}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ConventionalFeeds, EachPlatformAtTheRootAndInAFolder) {
  for (const std::string base : {"http://a.example/", "http://a.example/blog/"}) {
    std::set<std::string> urls;
    for (const auto& candidate : bfa::conventional_feeds(*bfa::Url::parse(base))) urls.insert(candidate.url);
    // WordPress with and without permalinks, Jekyll, Hugo, Ghost and Tumblr, Blogger, Pelican.
    for (const char* path : {"feed/", "?feed=rss2", "feed.xml", "atom.xml", "rss.xml", "index.xml", "rss",
                             "feeds/posts/default", "feeds/all.atom.xml"})
      EXPECT_TRUE(urls.contains(base + path)) << base << path;
  }
}

TEST(ConventionalFeeds, FolderFirstBoundedAndWithoutDuplicates) {
  for (const char* home : {"http://a.example/", "http://a.example/blog", "http://a.example/blog/index.html",
                           "http://a.blogspot.com/x/y"}) {
    const auto url = bfa::Url::parse(home);
    ASSERT_TRUE(url);
    const auto found = bfa::conventional_feeds(*url);
    std::set<std::string> known;
    for (const FeedCandidate& candidate : found) {
      EXPECT_EQ(candidate.from, FeedCandidate::From::kConvention);
      EXPECT_TRUE(bfa::Url::parse(candidate.url)) << candidate.url;
      EXPECT_TRUE(known.insert(candidate.url).second) << candidate.url;
    }
    EXPECT_GE(found.size(), 20u);
    EXPECT_LE(found.size(), 24u);
  }
  EXPECT_EQ(bfa::conventional_feeds(*bfa::Url::parse("http://a.example/blog"))[0].url,
            "http://a.example/blog/feed/");
  EXPECT_EQ(bfa::conventional_feeds(*bfa::Url::parse("http://a.example/"))[1].url,
            "http://a.example/atom.xml");
}

TEST(PlatformFeeds, ByTheAddressAlone) {
  const auto first = [](const char* page) {
    const auto found = bfa::platform_feeds(*bfa::Url::parse(page));
    return found.empty() ? std::string() : found[0].url;
  };
  EXPECT_EQ(first("https://github.com/o/"), "https://github.com/o.atom");
  EXPECT_EQ(first("https://github.com/o/r/x/y/z"), "");
  EXPECT_EQ(first("https://www.youtube.com/playlist?list="), "");
  EXPECT_EQ(first("https://www.youtube.com/playlist?list=PL1"),
            "https://www.youtube.com/feeds/videos.xml?playlist_id=PL1");
  EXPECT_EQ(first("https://social.example/@ann"), "https://social.example/@ann.rss");
  EXPECT_EQ(first("https://a.example/x"), "");
  EXPECT_EQ(first("https://a.wordpress.com/"), "https://a.wordpress.com/feed/");
  EXPECT_EQ(first("https://a.blogspot.com/2020/01/x.html"), "https://a.blogspot.com/feeds/posts/default");
  EXPECT_EQ(first("https://a.blogspot.co.uk/"), "https://a.blogspot.co.uk/feeds/posts/default");
  EXPECT_EQ(first("https://a.tumblr.com/post/1"), "https://a.tumblr.com/rss");
  EXPECT_EQ(first("https://a.ghost.io/x/"), "https://a.ghost.io/rss/");
  EXPECT_EQ(first("https://medium.com/@ann"), "https://medium.com/feed/@ann");
  EXPECT_EQ(first("https://medium.com/some-journal"), "https://medium.com/feed/some-journal");
  EXPECT_EQ(first("https://ann.medium.com/a-post-1"), "https://ann.medium.com/feed");
  EXPECT_EQ(first("https://a.substack.com/p/x"), "https://a.substack.com/feed");
}

}  // namespace
