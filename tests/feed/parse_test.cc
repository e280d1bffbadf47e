// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bfa/feed/feed.h"

namespace {

using bfa::Code;
using bfa::Feed;
using bfa::FeedEntry;
using bfa::Findings;

Feed parse(const std::string& text, const std::string& base = "http://blog.example/feed/") {
  Findings findings;
  const auto feed = bfa::parse_feed(text, "", base, findings);
  EXPECT_TRUE(feed) << feed.error().message;
  return feed ? *feed : Feed();
}

std::string rss(const std::string& item, const std::string& channel = "") {
  return R"(<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:content='http://purl.org/rss/1.0/modules/content/' xmlns:atom='http://www.w3.org/2005/Atom' xmlns:slash='http://purl.org/rss/1.0/modules/slash/' xmlns:wfw='http://wellformedweb.org/CommentAPI/' xmlns:feedburner='http://rssnamespace.org/feedburner/ext/1.0' xmlns:media='http://search.yahoo.com/mrss/'>)"
         "<channel>" +
         channel + "<item>" + item + "</item></channel></rss>";
}

std::string atom(const std::string& entry, const std::string& head = "") {
  return "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:thr='http://purl.org/syndication/thread/1.0'>" +
         head + "<entry>" + entry + "</entry></feed>";
}

struct VersionRow {
  const char* name;
  const char* text;
  const char* format;
  const char* version;
};
class FeedVersion : public testing::TestWithParam<VersionRow> {};
TEST_P(FeedVersion, IsKnownByTheRoot) {
  const Feed feed = parse(GetParam().text);
  EXPECT_EQ(feed.format, GetParam().format);
  EXPECT_EQ(feed.version, GetParam().version);
}
INSTANTIATE_TEST_SUITE_P(
    House, FeedVersion,
    testing::Values(
        VersionRow{"Rss20", "<rss version='2.0'><channel/></rss>", "rss", "2.0"},
        VersionRow{"Rss091", "<rss version='0.91'><channel/></rss>", "rss", "0.91"},
        VersionRow{"RssNoVersion", "<rss><channel/></rss>", "rss", ""},
        VersionRow{
            "Rss10",
            R"(<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>)"
            "<channel/></rdf:RDF>",
            "rdf", "1.0"},
        VersionRow{
            "Rss10Prefixed",
            R"(<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:rss='http://purl.org/rss/1.0/'>)"
            "<rss:channel/></rdf:RDF>",
            "rdf", "1.0"},
        VersionRow{"Atom10", "<feed xmlns='http://www.w3.org/2005/Atom'/>", "atom", "1.0"},
        VersionRow{"Atom03", "<feed version='0.3' xmlns='http://purl.org/atom/ns#'/>", "atom", "0.3"},
        VersionRow{"Json", "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[]}", "json", "1.1"},
        VersionRow{"Json1", "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[]}", "json", "1.0"},
        VersionRow{"Cdf", "<CHANNEL><ITEM HREF='http://x.example/'/></CHANNEL>", "cdf", ""}),
    [](const auto& row) { return std::string(row.param.name); });

struct TitleRow {
  const char* name;
  const char* xml;
  const char* title;
};
class RssTitle : public testing::TestWithParam<TitleRow> {};
TEST_P(RssTitle, IsPlainText) {
  const Feed feed = parse(rss(std::string("<title>") + GetParam().xml + "</title>"));
  ASSERT_EQ(feed.entries.size(), 1u);
  EXPECT_EQ(feed.entries[0].title, GetParam().title);
}
INSTANTIATE_TEST_SUITE_P(
    House, RssTitle,
    testing::Values(TitleRow{"Plain", "A title", "A title"}, TitleRow{"Space", "\n  A \n title  ", "A title"},
                    TitleRow{"Ampersand", "Q &amp; A", "Q & A"},
                    TitleRow{"DoubleEncodedReference", "AT&amp;amp;T &amp;#8217;s", "AT&T \xE2\x80\x99s"},
                    TitleRow{"HtmlTags", "&lt;b&gt;Bold&lt;/b&gt; move", "Bold move"},
                    TitleRow{"Cdata", "<![CDATA[<em>1</em> &amp; 2]]>", "1 & 2"},
                    TitleRow{"NoTag", "vector&lt;int&gt; and 1 &lt; 2", "vector<int> and 1 < 2"},
                    TitleRow{"InlineMarkup", "A <i>real</i> tag", "A real tag"}),
    [](const auto& row) { return std::string(row.param.name); });

struct AtomTitleRow {
  const char* name;
  const char* xml;
  const char* title;
};
class AtomTitle : public testing::TestWithParam<AtomTitleRow> {};
TEST_P(AtomTitle, FollowsItsType) {
  const Feed feed = parse(atom(GetParam().xml));
  ASSERT_EQ(feed.entries.size(), 1u);
  EXPECT_EQ(feed.entries[0].title, GetParam().title);
}
INSTANTIATE_TEST_SUITE_P(
    Rfc4287_3_1, AtomTitle,
    testing::Values(AtomTitleRow{"Text", "<title>1 &lt; 2 &amp;amp; <!-- c -->3</title>", "1 < 2 &amp; 3"},
                    AtomTitleRow{"Html", "<title type='html'>&lt;b>x&lt;/b> &amp;amp; y</title>", "x & y"},
                    AtomTitleRow{"Xhtml",
                                 "<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>"
                                 "<b>x</b> <i>&lt;y&gt;</i></div></title>",
                                 "x <y>"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(RssItem, TakesEachFieldFromItsElement) {
  const Feed feed =
      parse(rss("<title>T</title><link>/2026/a</link><guid isPermaLink='false'>tag:x,1</guid>"
                "<description>&lt;p>short&lt;/p></description><content:encoded>"
                "<![CDATA[<p>long <a href='b'>b</a></p>]]></content:encoded><dc:creator>Ann</dc:creator>"
                "<pubDate>Sun, 06 Nov 1994 08:49:37 GMT</pubDate><category>one</category>"
                "<category>two</category><category>one</category><comments>/2026/a#comments</comments>"
                "<wfw:commentRss>/2026/a/feed/</wfw:commentRss><slash:comments>3</slash:comments>"
                "<enclosure url='/a.mp3' type='audio/mpeg' length='12'/>"));
  ASSERT_EQ(feed.entries.size(), 1u);
  const FeedEntry& entry = feed.entries[0];
  EXPECT_EQ(entry.id, "tag:x,1");
  EXPECT_EQ(entry.link, "http://blog.example/2026/a");
  EXPECT_EQ(entry.summary, "<p>short</p>");
  EXPECT_EQ(entry.content, "<p>long <a href=\"http://blog.example/feed/b\">b</a></p>");
  EXPECT_EQ(entry.authors, std::vector<std::string>{"Ann"});
  ASSERT_TRUE(entry.published);
  EXPECT_EQ(bfa::format_timestamp(*entry.published), "1994-11-06T08:49:37Z");
  EXPECT_EQ(entry.published_raw, "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(entry.tags, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(entry.comments_url, "http://blog.example/2026/a#comments");
  EXPECT_EQ(entry.comments_feed, "http://blog.example/2026/a/feed/");
  EXPECT_EQ(entry.comment_count, 3u);
  ASSERT_EQ(entry.enclosures.size(), 1u);
  EXPECT_EQ(entry.enclosures[0], (bfa::FeedEnclosure{"http://blog.example/a.mp3", "audio/mpeg", 12}));
}

// Hugo's feed of a whole site has pages without a day, with the zero of Go's time.
TEST(RssItem, DateThatWasNeverSetIsNoDate) {
  for (const char* date : {"Mon, 01 Jan 0001 00:00:00 +0000", "Thu, 01 Jan 1970 00:00:00 +0000"}) {
    const Feed feed =
        parse(rss("<title>About</title><link>/about/</link><pubDate>" + std::string(date) + "</pubDate>"));
    ASSERT_EQ(feed.entries.size(), 1u) << date;
    EXPECT_FALSE(feed.entries[0].published) << date;
    EXPECT_EQ(feed.entries[0].published_raw, date);
  }
}

struct IdentityRow {
  const char* name;
  const char* item;
  const char* id;
  const char* link;
};
class RssIdentity : public testing::TestWithParam<IdentityRow> {};
TEST_P(RssIdentity, GuidThenLinkThenHash) {
  const Feed feed = parse(rss(GetParam().item));
  ASSERT_EQ(feed.entries.size(), 1u);
  EXPECT_TRUE(feed.entries[0].id.starts_with(GetParam().id)) << feed.entries[0].id;
  EXPECT_EQ(feed.entries[0].link, GetParam().link);
}
INSTANTIATE_TEST_SUITE_P(
    House, RssIdentity,
    testing::Values(IdentityRow{"GuidIsPermalink", "<guid>http://a.example/1</guid>", "http://a.example/1",
                                "http://a.example/1"},
                    IdentityRow{"GuidIsNoPermalink", "<guid isPermaLink='false'>http://a.example/1</guid>",
                                "http://a.example/1", ""},
                    IdentityRow{"GuidIsNoAddress", "<guid>12</guid><link>http://a.example/2</link>", "12",
                                "http://a.example/2"},
                    IdentityRow{"LinkOnly", "<link>http://a.example/3</link>", "http://a.example/3",
                                "http://a.example/3"},
                    IdentityRow{"Neither", "<title>x</title>", "sha1:", ""},
                    IdentityRow{"FeedburnerOriginal",
                                "<link>http://feedproxy.example/~r/1</link>"
                                "<feedburner:origLink>http://a.example/4</feedburner:origLink>",
                                "http://a.example/4", "http://a.example/4"},
                    IdentityRow{"AtomLink", "<atom:link href='http://a.example/5'/>", "http://a.example/5",
                                "http://a.example/5"},
                    IdentityRow{"ScriptLink", "<link>javascript:alert(1)</link><guid>7</guid>", "7", ""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(RssFeed, ReadsTheChannel) {
  const Feed feed =
      parse(rss("",
                "<title>Blog</title><link>http://blog.example/</link><description>About</description>"
                "<language>de-AT</language><generator>WordPress</generator><ttl>30</ttl>"
                "<managingEditor>a@b.example (Ann)</managingEditor>"
                "<atom:link rel='self' href='http://blog.example/feed/'/>"
                "<atom:link rel='hub' href='http://hub.example/'/>"));
  EXPECT_EQ(feed.title, "Blog");
  EXPECT_EQ(feed.link, "http://blog.example/");
  EXPECT_EQ(feed.subtitle, "About");
  EXPECT_EQ(feed.language, "de-AT");
  EXPECT_EQ(feed.generator, "WordPress");
  EXPECT_EQ(feed.ttl, std::chrono::minutes(30));
  EXPECT_EQ(feed.self, "http://blog.example/feed/");
  EXPECT_EQ(feed.hubs, std::vector<std::string>{"http://hub.example/"});
  EXPECT_EQ(feed.authors, std::vector<std::string>{"Ann"});
}

TEST(RssFeed, ItemsBesideTheChannelAndInEachOther) {
  const Feed rdf = parse(
      R"(<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/' xmlns:dc='http://purl.org/dc/elements/1.1/'>)"
      "<channel><title>B</title><items><rdf:Seq/></items></channel>"
      "<item rdf:about='http://a.example/1'><title>1</title>"
      "<dc:date>2004-05-06T07:08:09Z</dc:date></item><item rdf:about='http://a.example/2'>"
      "<title>2</title></item></rdf:RDF>");
  ASSERT_EQ(rdf.entries.size(), 2u);
  EXPECT_EQ(rdf.entries[0].link, "http://a.example/1");
  ASSERT_TRUE(rdf.entries[0].published);
  EXPECT_EQ(bfa::format_timestamp(*rdf.entries[0].published), "2004-05-06T07:08:09Z");
  const Feed broken =
      parse("<rss><channel><item><title>1</title><item><title>2</title></item></channel></rss>");
  ASSERT_EQ(broken.entries.size(), 2u);
  EXPECT_EQ(broken.entries[0].title, "1");
  EXPECT_EQ(broken.entries[1].title, "2");
}

TEST(AtomEntry, TakesEachFieldFromItsElement) {
  const Feed feed =
      parse(atom("<id>urn:1</id><link rel='alternate' type='application/json' href='x.json'/>"
                 "<link rel='alternate' type='text/html' href='x'/>"
                 "<link rel='enclosure' href='x.ogg' length='5'/>"
                 "<link rel='replies' type='application/atom+xml' href='x/comments' thr:count='2'/>"
                 "<link rel='replies' type='text/html' href='x#comments'/>"
                 "<published>2020-01-02T03:04:05+01:00</published><updated>2020-02-03T04:05:06Z</updated>"
                 "<author><name>Ann</name></author>"
                 "<category scheme='http://schemas.google.com/g/2005#kind' term='http://x/kind#post'/>"
                 "<category term='one'/><summary>1 &lt; 2</summary><content type='xhtml' xml:base='/deep/'>"
                 "<div xmlns='http://www.w3.org/1999/xhtml'><a href='y'>y</a> <em>z</em></div></content>"));
  ASSERT_EQ(feed.entries.size(), 1u);
  const FeedEntry& entry = feed.entries[0];
  EXPECT_EQ(entry.id, "urn:1");
  EXPECT_EQ(entry.link, "http://blog.example/feed/x");
  EXPECT_EQ(entry.comments_feed, "http://blog.example/feed/x/comments");
  EXPECT_EQ(entry.comments_url, "http://blog.example/feed/x#comments");
  EXPECT_EQ(entry.comment_count, 2u);
  EXPECT_EQ(entry.tags, std::vector<std::string>{"one"});
  EXPECT_EQ(entry.summary, "1 &lt; 2");
  EXPECT_EQ(entry.content, "<a href=\"http://blog.example/deep/y\">y</a> <em>z</em>");
  ASSERT_TRUE(entry.published && entry.updated);
  EXPECT_EQ(bfa::format_timestamp(*entry.published), "2020-01-02T03:04:05+01:00");
  EXPECT_EQ(entry.enclosures.size(), 1u);
}

TEST(AtomEntry, AuthorsOfTheFeedCountForEntriesWithout) {
  const Feed feed =
      parse(atom("<title>x</title>", "<author><name>Ann</name></author><author><name>Bo</name></author>"));
  ASSERT_EQ(feed.entries.size(), 1u);
  EXPECT_EQ(feed.entries[0].authors, (std::vector<std::string>{"Ann", "Bo"}));
}

TEST(JsonFeed, TakesEachFieldFromItsMember) {
  const Feed feed = parse(
      R"({"version":"https://jsonfeed.org/version/1.1","title":"B","home_page_url":"/","feed_url":"feed.json",
          "authors":[{"name":"Ann"}],"hubs":[{"type":"WebSub","url":"http://hub.example/"}],
          "items":[{"id":7,"url":"/7","title":"Seven <7>","content_html":"<p><a href='x'>x</a></p>",
                    "date_published":"2020-01-02T03:04:05Z","tags":["a"," ","a"],
                    "attachments":[{"url":"/7.mp3","mime_type":"audio/mpeg","size_in_bytes":9}]}, 3]})");
  EXPECT_EQ(feed.link, "http://blog.example/");
  EXPECT_EQ(feed.self, "http://blog.example/feed/feed.json");
  ASSERT_EQ(feed.entries.size(), 1u);
  const FeedEntry& entry = feed.entries[0];
  EXPECT_EQ(entry.id, "7");
  EXPECT_EQ(entry.title, "Seven <7>");
  EXPECT_EQ(entry.content, "<p><a href=\"http://blog.example/feed/x\">x</a></p>");
  EXPECT_EQ(entry.authors, std::vector<std::string>{"Ann"});
  EXPECT_EQ(entry.tags, std::vector<std::string>{"a"});
  EXPECT_EQ(entry.enclosures.size(), 1u);
}

struct RefusedRow {
  const char* name;
  const char* text;
  const char* message;
};
class NoFeed : public testing::TestWithParam<RefusedRow> {};
TEST_P(NoFeed, IsCorruptAndSaysWhatItIs) {
  Findings findings;
  const auto got = bfa::parse_feed(GetParam().text, "", "http://x.example/", findings);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, Code::kCorrupt);
  EXPECT_NE(got.error().message.find(GetParam().message), std::string::npos) << got.error().message;
}
INSTANTIATE_TEST_SUITE_P(
    House, NoFeed,
    testing::Values(
        RefusedRow{"Empty", "", "empty"}, RefusedRow{"Blank", " \n ", "empty"},
        RefusedRow{"Text", "garbage", "neither XML nor JSON"},
        RefusedRow{"Html", "<!DOCTYPE html><html><body>x</body></html>", "looks like an HTML page"},
        RefusedRow{"HtmlNoDoctype", "<!-- x --><HTML><head></head></HTML>", "looks like an HTML page"},
        RefusedRow{"HtmlThatNamesFeeds", "<html><body>&lt;rss&gt; <rss></rss></body></html>",
                   "looks like an HTML page"},
        RefusedRow{"OtherXml", "<opml><body/></opml>", "<opml>"},
        RefusedRow{"BadJson", "{\"version\": \"https://jsonfeed.org/version/1\",", "not well-formed"},
        RefusedRow{"OtherJson", "{\"a\": 1}", "no JSON Feed"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(IllFormedFeed, IsRepairedWithFindings) {
  Findings findings;
  const auto got = bfa::parse_feed(
      "<br />\n<b>Warning</b>: oops <rss version='2.0'><channel><title>A & B&nbsp;</title>"
      "<item><title>1</title><description>x<br>y & z</description></item><item><title>2</title></channel>",
      "text/xml", "http://x.example/", findings);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->title, "A & B");
  ASSERT_EQ(got->entries.size(), 2u);
  EXPECT_EQ(got->entries[0].content, "x<br>y &amp; z");
  EXPECT_EQ(got->entries[1].title, "2");
  for (const char* id :
       {"junk_before_prolog", "bare_ampersand", "html_entity", "unclosed_element", "truncated"}) {
    EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [&](const auto& f) { return f.id == id; }))
        << id;
  }
}

TEST(SafeHtml, RunsNothing) {
  const Feed feed =
      parse(rss("<description><![CDATA[<p onclick='x()'>a<script>b</script>"
                "<a href=' java\tscript:x'>c</a><img src='i.png' onerror=x><style>d</style>"
                "<iframe src='//v.example/1'></iframe></p>]]></description>"));
  ASSERT_EQ(feed.entries.size(), 1u);
  EXPECT_EQ(feed.entries[0].content, "<p>a<a>c</a><img src=\"http://blog.example/feed/i.png\"></p>");
  EXPECT_EQ(feed.entries[0].embeds, std::vector<std::string>{"http://v.example/1"});
}

TEST(SafeHtml, UndoesOneEscapingTooMany) {
  const Feed feed = parse(rss("<description>&amp;lt;p&amp;gt;x&amp;lt;/p&amp;gt;</description>"));
  ASSERT_EQ(feed.entries.size(), 1u);
  EXPECT_EQ(feed.entries[0].content, "<p>x</p>");
}

TEST(FeedLimits, MoreEntriesAreAFindingMoreBytesAnError) {
  const std::string text = "<rss><channel><item/><item/><item/></channel></rss>";
  bfa::FeedLimits limits;
  limits.max_entries = 2;
  Findings findings;
  const auto cut = bfa::parse_feed(text, "", "", findings, limits);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->entries.size(), 2u);
  ASSERT_EQ(
      std::count_if(findings.begin(), findings.end(), [](const auto& f) { return f.code == Code::kLimit; }),
      1);
  limits.max_bytes = 10;
  const auto big = bfa::parse_feed(text, "", "", findings, limits);
  ASSERT_FALSE(big);
  EXPECT_EQ(big.error().code, Code::kLimit);
}

TEST(FeedEncoding, DeclaredAndFromTheHeader) {
  Findings findings;
  const auto declared = bfa::parse_feed(
      "<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><title>\xE9</title></channel></rss>", "", "",
      findings);
  ASSERT_TRUE(declared);
  EXPECT_EQ(declared->title, "\xC3\xA9");
  EXPECT_EQ(declared->encoding, "windows-1252");
  const auto header = bfa::parse_feed("<rss><channel><title>\xC4\xC5</title></channel></rss>",
                                      "text/xml; charset=\"koi8-r\"", "", findings);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->title, "\xD0\xB4\xD0\xB5");
}

TEST(FeedBase, RelativeAddressesWithoutABaseCountFromTheSite) {
  const Feed feed = parse(rss("<link>/a</link>", "<link>http://site.example/blog/</link>"), "");
  ASSERT_EQ(feed.entries.size(), 1u);
  EXPECT_EQ(feed.entries[0].link, "http://site.example/a");
}

TEST(LooksLikeFeed, ByTheRootElement) {
  EXPECT_TRUE(bfa::looks_like_feed("<?xml version='1.0'?><!-- c --><rss>"));
  EXPECT_TRUE(bfa::looks_like_feed("<feed xmlns='http://www.w3.org/2005/Atom'>"));
  EXPECT_TRUE(bfa::looks_like_feed("{\"version\": \"https://jsonfeed.org/version/1\""));
  EXPECT_FALSE(bfa::looks_like_feed("<!DOCTYPE html><html><body><rss>"));
  EXPECT_FALSE(bfa::looks_like_feed("<urlset>"));
  EXPECT_FALSE(bfa::looks_like_feed(""));
}

TEST(FeedStorage, WhatIsStoredReadsBack) {
  Feed feed =
      parse(atom("<id>urn:1</id><link href='x'/><published>2020-01-02</published>"
                 "<updated>2020-02-03T04:05:06.5Z</updated><author><name>Ann</name></author>"
                 "<category term='one'/><summary>s</summary><content>c</content>"
                 "<link rel='enclosure' href='x.ogg' length='5'/><link rel='related' href='r'/>"
                 "<thr:total>4</thr:total>"));
  feed.ttl = std::chrono::seconds(60);
  const auto got = bfa::deserialize_feed(bfa::serialize_feed(feed));
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(*got, feed);
  EXPECT_FALSE(got->entries[0].extra.empty());
}

TEST(FeedStorage, DamageIsCorrupt) {
  const std::string good = bfa::serialize_feed(parse(atom("<id>urn:1</id>")));
  for (std::size_t n = 0; n < good.size(); ++n) {
    EXPECT_FALSE(bfa::deserialize_feed(good.substr(0, n))) << n;
  }
  for (const char* text : {"[]", "{}", "{\"v\":9,\"entries\":[]}", "{\"v\":1,\"entries\":[1]}",
                           "{\"v\":1,\"title\":3,\"entries\":[]}", "{\"v\":\"1\",\"entries\":[]}"}) {
    const auto got = bfa::deserialize_feed(text);
    ASSERT_FALSE(got) << text;
    EXPECT_EQ(got.error().code, Code::kCorrupt);
  }
}

}  // namespace
