// SPDX-License-Identifier: Apache-2.0
// The fields of feeds beyond the common ones.
#include <gtest/gtest.h>

#include <string>

#include "bfa/feed/feed.h"

namespace {

using bfa::Feed;
using bfa::FeedEntry;
using bfa::FeedField;
using bfa::FeedTextInfo;
using bfa::Findings;

Feed parse(const std::string& text, const bfa::FeedOrigin& origin = {"http://blog.example/feed/", "", ""}) {
  Findings findings;
  const auto feed = bfa::parse_feed(text, origin, findings);
  EXPECT_TRUE(feed) << feed.error().message;
  EXPECT_TRUE(findings.empty()) << findings[0].message;
  return feed ? *feed : Feed();
}

const FeedTextInfo& info(const std::vector<FeedTextInfo>& texts, const std::string& field) {
  static const FeedTextInfo kNone;
  for (const FeedTextInfo& one : texts) {
    if (one.field == field) return one;
  }
  ADD_FAILURE() << "no " << field;
  return kNone;
}

const FeedField& field(const std::vector<FeedField>& fields, const std::string& name) {
  static const FeedField kNone;
  for (const FeedField& one : fields) {
    if (one.name == name) return one;
  }
  ADD_FAILURE() << "no " << name;
  return kNone;
}

std::string atom(const std::string& inside, const std::string& attributes = "") {
  return "<feed xmlns='http://www.w3.org/2005/Atom' " + attributes + ">" + inside + "</feed>";
}

std::string rss(const std::string& inside) {
  return R"(<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:media='http://search.yahoo.com/mrss/' xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:dcterms='http://purl.org/dc/terms/' xmlns:georss='http://www.georss.org/georss' xmlns:cc='http://backend.userland.com/creativeCommonsRssModule' xmlns:my='urn:my' xmlns:wfw='http://wellformedweb.org/CommentAPI/'>)"
         "<channel>" +
         inside + "</channel></rss>";
}

TEST(FeedTexts, BaseAndLanguageAreInheritedAndOverridden) {
  const Feed feed =
      parse(atom("<title xml:lang=''>T</title><entry xml:base='/b/'><title xml:lang='fr'>A</title>"
                 "<summary>s</summary><content type='html' xml:base='c/'>&lt;p>x&lt;/p></content>"
                 "</entry>",
                 "xml:lang='en_GB' xml:base='http://x.example/a/'"));
  EXPECT_EQ(feed.language, "en-GB");
  EXPECT_EQ(info(feed.texts, "title").language, "");
  EXPECT_EQ(info(feed.texts, "title").base, "http://x.example/a/");
  ASSERT_EQ(feed.entries.size(), 1u);
  const FeedEntry& entry = feed.entries[0];
  EXPECT_EQ(info(entry.texts, "title").language, "fr");
  EXPECT_EQ(info(entry.texts, "summary").language, "en-GB");
  EXPECT_EQ(info(entry.texts, "summary").type, "text/plain");
  EXPECT_EQ(info(entry.texts, "content").base, "http://x.example/b/c/");
  EXPECT_EQ(info(entry.texts, "content").type, "text/html");
}

TEST(FeedTexts, ContentLanguageHoldsWhereTheFeedDoesNotSay) {
  const bfa::FeedOrigin origin{"http://blog.example/feed", "text/xml", "de"};
  EXPECT_EQ(parse("<rss><channel><title>T</title></channel></rss>", origin).language, "de");
  EXPECT_EQ(parse("<rss><channel><language>fr</language></channel></rss>", origin).language, "fr");
}

TEST(FeedTexts, TitlesKeepTheirMarkupBesideTheText) {
  const Feed feed =
      parse(atom("<title type='html'>A &lt;b onclick='x'>bold&lt;/b> &lt;a href='/m'>move&lt;/a></title>"));
  EXPECT_EQ(feed.title, "A bold move");
  EXPECT_EQ(info(feed.texts, "title").html, "A <b>bold</b> <a href=\"http://blog.example/m\">move</a>");
}

TEST(FeedTexts, TheDivOfAtom10IsNoPartOfTheTextThatOfAtom03Is) {
  const std::string div = "<div xmlns='http://www.w3.org/1999/xhtml'>a <b>b</b></div>";
  const Feed now = parse(atom("<entry><content type='xhtml'>" + div + "</content></entry>"));
  EXPECT_EQ(now.entries.at(0).content, "a <b>b</b>");
  const Feed then = parse(
      "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry>"
      "<content type='application/xhtml+xml' mode='xml'>" +
      div + "</content></entry></feed>");
  EXPECT_EQ(then.entries.at(0).content, "<div>a <b>b</b></div>");
}

TEST(FeedLinks, KeepWhatTheFeedSaysOfThem) {
  const Feed feed =
      parse(atom("<link rel='self' href=''/><entry><link href='/de' hreflang='de' title='D'/>"
                 "<link rel='enclosure' type='audio/mpeg' length='12' href='/a.mp3'/></entry>"));
  EXPECT_EQ(feed.self, "http://blog.example/feed/");
  const FeedEntry& entry = feed.entries.at(0);
  ASSERT_EQ(entry.links.size(), 2u);
  EXPECT_EQ(entry.links[0].rel, "alternate");
  EXPECT_EQ(entry.links[0].hreflang, "de");
  EXPECT_EQ(entry.links[0].title, "D");
  EXPECT_EQ(entry.links[1].length, 12u);
  EXPECT_EQ(entry.enclosures.size(), 1u);
}

TEST(FeedElements, TheLastOfSeveralCountsButForTitles) {
  const Feed feed =
      parse(rss("<link>http://a.example/</link><link>http://b.example/</link><item><title>1</title>"
                "<title>2</title><guid>x</guid><guid>y</guid>"
                "<pubDate>Sun, 06 Nov 1994 08:49:37 GMT</pubDate>"
                "<pubDate>Mon, 07 Nov 1994 08:49:37 GMT</pubDate></item>"));
  EXPECT_EQ(feed.link, "http://b.example/");
  const FeedEntry& entry = feed.entries.at(0);
  EXPECT_EQ(entry.title, "1");
  EXPECT_EQ(entry.id, "y");
  ASSERT_TRUE(entry.published);
  EXPECT_EQ(bfa::format_timestamp(*entry.published), "1994-11-07T08:49:37Z");
}

struct PersonRow {
  const char* name;
  const char* xml;
  bfa::FeedPerson person;
};
class FeedAuthor : public testing::TestWithParam<PersonRow> {};
TEST_P(FeedAuthor, IsTakenApart) {
  const Feed feed = parse(rss(std::string("<item>") + GetParam().xml + "</item>"));
  ASSERT_EQ(feed.entries.at(0).people.size(), 1u);
  EXPECT_EQ(feed.entries[0].people[0], GetParam().person);
}
INSTANTIATE_TEST_SUITE_P(
    House, FeedAuthor,
    testing::Values(PersonRow{"Rss", "<author>ann@x.example (Ann)</author>", {"Ann", "ann@x.example", ""}},
                    PersonRow{
                        "Angles", "<author>Ann &lt;ann@x.example></author>", {"Ann", "ann@x.example", ""}},
                    PersonRow{"MailOnly", "<author>ann@x.example</author>", {"", "ann@x.example", ""}},
                    PersonRow{"Creator", "<dc:creator>Ann</dc:creator>", {"Ann", "", ""}},
                    PersonRow{"Elements",
                              "<author><name>Ann</name><uri>/ann</uri></author>",
                              {"Ann", "", "http://blog.example/ann"}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(FeedSourceOfEntry, HasItsOwnLinksPeopleAndTexts) {
  const Feed feed =
      parse(atom("<entry><id>1</id><source><id>urn:s</id><title type='html'>&lt;i>S&lt;/i></title>"
                 "<updated>2026-01-31T10:00:00Z</updated><link href='/s'/><author><name>Bob</name>"
                 "<email>b@x.example</email></author><generator uri='/g' version='2'>G</generator>"
                 "<category term='t' scheme='urn:c' label='T'/></source></entry>"));
  const FeedEntry& entry = feed.entries.at(0);
  ASSERT_TRUE(entry.source);
  EXPECT_EQ(entry.source->title, "S");
  EXPECT_EQ(entry.source->link, "http://blog.example/s");
  EXPECT_EQ(entry.source->generator.version, "2");
  EXPECT_EQ(entry.source->people.at(0).email, "b@x.example");
  EXPECT_EQ(entry.source->categories.at(0).label, "T");
  EXPECT_TRUE(entry.source->updated);
  EXPECT_EQ(entry.authors, std::vector<std::string>{"Bob"});  // RFC 4287 section 4.2.1
}

TEST(FeedFields, ModulesKeepTheirElements) {
  const Feed feed = parse(rss(
      "<cloud domain='c.example' port='80'/><textInput><title>S</title><link>/s</link></textInput>"
      "<itunes:block>yes</itunes:block><skipHours><hour>24</hour><hour>3</hour></skipHours>"
      "<item><media:group><media:credit role='writer'>W</media:credit></media:group><my:mood>fine</my:mood>"
      "<wfw:comment>/c</wfw:comment><cc:license>http://l.example/by</cc:license></item>"));
  EXPECT_EQ(field(feed.fields, "cloud").attributes.at("domain"), "c.example");
  EXPECT_EQ(field(feed.fields, "textinput/link").value, "http://blog.example/s");
  EXPECT_EQ(field(feed.fields, "itunes:block").value, "yes");
  EXPECT_EQ(feed.skip_hours, (std::vector<unsigned>{0, 3}));
  EXPECT_EQ(feed.namespaces.at("my"), "urn:my");
  const FeedEntry& entry = feed.entries.at(0);
  EXPECT_EQ(field(entry.fields, "media:credit").attributes.at("role"), "writer");
  EXPECT_EQ(field(entry.fields, "media:credit").value, "W");
  EXPECT_EQ(field(entry.fields, "{urn:my}mood").value, "fine");
  EXPECT_EQ(field(entry.fields, "wfw:comment").value, "http://blog.example/c");
  EXPECT_EQ(entry.extra.at("license"), "http://l.example/by");
}

struct PlaceRow {
  const char* name;
  const char* xml;
  const char* type;
  std::size_t points;
};
class FeedPlaces : public testing::TestWithParam<PlaceRow> {};
TEST_P(FeedPlaces, HaveTheLongitudeFirst) {
  const Feed feed = parse(rss(
      std::string(
          R"(<item xmlns:gml='http://www.opengis.net/gml' xmlns:geo='http://www.w3.org/2003/01/geo/wgs84_pos#'>)") +
      GetParam().xml + "</item>"));
  const auto& place = feed.entries.at(0).place;
  ASSERT_EQ(place.has_value(), GetParam().points > 0);
  if (!place) return;
  EXPECT_EQ(place->type, GetParam().type);
  ASSERT_EQ(place->coordinates.size(), GetParam().points);
  EXPECT_DOUBLE_EQ(place->coordinates[0].first, -71.92);
  EXPECT_DOUBLE_EQ(place->coordinates[0].second, 42.943);
}
INSTANTIATE_TEST_SUITE_P(
    GeoRss, FeedPlaces,
    testing::Values(
        PlaceRow{"Point", "<georss:point>42.943 -71.92</georss:point>", "Point", 1},
        PlaceRow{"Line", "<georss:line>42.943 -71.92 46.46 -109.48</georss:line>", "LineString", 2},
        PlaceRow{"Box", "<georss:box>42.943 -71.92 43.039 -69.856</georss:box>", "Box", 2},
        PlaceRow{"Gml",
                 "<georss:where><gml:Point><gml:pos>42.943 -71.92</gml:pos></gml:Point></georss:where>",
                 "Point", 1},
        PlaceRow{"W3c", "<geo:lat>42.943</geo:lat><geo:long>-71.92</geo:long>", "Point", 1},
        PlaceRow{"OddCount", "<georss:line>42.943 -71.92 46.46</georss:line>", "", 0},
        PlaceRow{"NoNumber", "<georss:point>here</georss:point>", "", 0},
        PlaceRow{"Empty", "<georss:point> </georss:point>", "", 0}),
    [](const auto& row) { return std::string(row.param.name); });

struct StyleRow {
  const char* name;
  const char* style;
  const char* kept;
};
class SafeStyle : public testing::TestWithParam<StyleRow> {};
TEST_P(SafeStyle, KeepsFormattingOnly) {
  const Feed feed = parse(rss(std::string("<item><description><![CDATA[<i style=\"") + GetParam().style +
                              "\">x</i>]]></description></item>"));
  const std::string kept = GetParam().kept;
  EXPECT_EQ(feed.entries.at(0).content, kept.empty() ? "<i>x</i>" : "<i style=\"" + kept + "\">x</i>");
}
INSTANTIATE_TEST_SUITE_P(
    House, SafeStyle,
    testing::Values(StyleRow{"Plain", "color:red;FONT-weight : bold", "color: red; font-weight: bold;"},
                    StyleRow{"Colours", "color: rgb(0, 128, 0); border: 1px solid #abc",
                             "color: rgb(0, 128, 0); border: 1px solid #abc;"},
                    StyleRow{"Position", "position: fixed; top: 0; color: red", "color: red;"},
                    StyleRow{"Image", "background: url(http://t.example/i.png); color: red", "color: red;"},
                    StyleRow{"ImageAlone", "background-color: #000 url('x')", "background-color: #000;"},
                    StyleRow{"FarAway", "margin: 99999em", ""},
                    StyleRow{"Negative", "margin-left: -50px", ""},
                    StyleRow{"Expression", "width: expression(alert(1)); color: red", ""},
                    StyleRow{"Escape", "c\\6flor: red", ""},
                    StyleRow{"Import", "@import 'x'; color: red", ""},
                    StyleRow{"Vendor", "-moz-binding: x; mso-tab-count: 3; color: red", "color: red;"},
                    StyleRow{"Important", "border: none !important", "border: none !important;"}),
    [](const auto& row) { return std::string(row.param.name); });

struct MarkupRow {
  const char* name;
  const char* html;
  const char* kept;
};
class SafeMarkup : public testing::TestWithParam<MarkupRow> {};
TEST_P(SafeMarkup, RunsNothing) {
  const Feed feed = parse(
      rss(std::string("<item><description><![CDATA[<p>") + GetParam().html + "</p>]]></description></item>"));
  EXPECT_EQ(feed.entries.at(0).content, std::string("<p>") + GetParam().kept + "</p>");
}
INSTANTIATE_TEST_SUITE_P(
    House, SafeMarkup,
    testing::Values(
        MarkupRow{"Handlers", "<img src='http://a.example/i' ONerror=x onload = y>",
                  "<img src=\"http://a.example/i\">"},
        MarkupRow{"EncodedScheme", "<a href='jav&#x09;ascript&colon;x'>a</a>", "<a>a</a>"},
        MarkupRow{"DataHtml", "<a href='data:text/html,x'>a</a>", "<a>a</a>"},
        MarkupRow{"Unknown", "<o:p>a</o:p><blink>b</blink>", "ab"},
        MarkupRow{"SvgScript", "<svg><script>x</script><circle r=\"1\"/></svg>",
                  "<svg xmlns=\"http://www.w3.org/2000/svg\"><circle r=\"1\"></circle></svg>"},
        MarkupRow{"SvgAnimation", "<svg><a><animate attributeName=href values=javascript:x /></a></svg>",
                  "<svg xmlns=\"http://www.w3.org/2000/svg\"><a></a></svg>"},
        MarkupRow{"RawText", "<noscript><i title='</noscript><img src=x onerror=y>'>a</i></noscript>",
                  "<noscript><i title=\"&lt;/noscript&gt;&lt;img src=x onerror=y&gt;\">a</i></noscript>"},
        MarkupRow{"InFrames", "<iframe src='//v.example/'>a <b onclick=x>b</b><script>c</script></iframe>",
                  "a <b>b</b>"},
        MarkupRow{"Srcdoc", "<iframe srcdoc='<script>x</script>'></iframe>a", "a"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(DisplayTitle, FallsBackToTextAndLink) {
  FeedEntry entry;
  entry.link = "http://a.example/";
  EXPECT_EQ(bfa::display_title(entry), "http://a.example/");
  entry.content = "<p>" + std::string(150, 'x') + "</p>";
  EXPECT_EQ(bfa::display_title(entry), std::string(100, 'x') + "\xE2\x80\xA6");
  entry.title = "T";
  EXPECT_EQ(bfa::display_title(entry), "T");
}

TEST(EntryIdentity, StaysWhenTheTextIsEdited) {
  const auto id = [](const std::string& item) {
    return parse(rss("<item>" + item + "</item>")).entries.at(0).id;
  };
  const std::string guid = "<guid isPermaLink='false'>7</guid>", link = "<link>http://a.example/7</link>";
  EXPECT_EQ(id(guid + link + "<title>a</title>"),
            id(guid + "<link>http://a.example/new</link><title>b</title>"));
  EXPECT_EQ(id(link + "<title>a</title>"), id(link + "<title>b</title><description>c</description>"));
  EXPECT_EQ(id("<title>a</title>"), id("<title>a</title><category>x</category>"));
  EXPECT_NE(id("<title>a</title>"), id("<title>b</title>"));
}

TEST(FeedStorage, EveryDetailReadsBack) {
  const Feed feed =
      parse(rss("<image><url>/i.png</url><width>9</width></image><skipDays><day>Monday</day></skipDays>"
                "<managingEditor>a@x.example (A)</managingEditor><webMaster>w@x.example</webMaster>"
                "<generator>G</generator><item><source url='/s'>S</source>"
                "<dcterms:created>2026-01-31</dcterms:created><georss:point>1.5 2.25</georss:point>"
                "<media:thumbnail url='/t.png' width='3'/><itunes:image href='/e.png'/>"
                "<category domain='urn:d'>c</category>"
                "<description>&lt;iframe src='//v.example/'>&lt;/iframe>x</description></item>"));
  ASSERT_TRUE(feed.entries.at(0).source && feed.entries[0].created && feed.entries[0].place && feed.image);
  EXPECT_EQ(feed.entries[0].embeds.size(), 1u);
  const auto back = bfa::deserialize_feed(bfa::serialize_feed(feed));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, feed);
}

}  // namespace
