// SPDX-License-Identifier: Apache-2.0
// Feeds that mean harm, or stop in the middle: each ends soon, in bounded memory, with an error or a finding.
#include <gtest/gtest.h>

#include <ctime>
#include <functional>
#include <string>

#include "bfa/feed/feed.h"
#include "bfa/feed/opml.h"
#include "bfa/feed/sitemap.h"

namespace {

using bfa::Findings;

// CPU time: other programs do not count. Unoptimised and instrumented builds are several times as slow.
#ifdef NDEBUG
constexpr double kMaxSeconds = 1;
#else
constexpr double kMaxSeconds = 10;
#endif
constexpr std::size_t kMaxKept = 8u << 20;  // bytes that a bomb of some kilobytes may become

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

std::string in_feed(const std::string& declarations, const std::string& text) {
  return "<!DOCTYPE rss [" + declarations +
         "]><rss version='2.0'><channel><title>T</title><item><description>" + text +
         "</description></item></channel></rss>";
}

std::string laughs() {
  std::string out = "<!ENTITY l0 'lol'>";
  for (int i = 1; i < 12; ++i) {
    out += "<!ENTITY l" + std::to_string(i) + " '" + repeated("&l" + std::to_string(i - 1) + ";", 10) + "'>";
  }
  return out;
}

struct HostileRow {
  const char* name;
  std::function<std::string()> make;
  const char* finding;  // or the error's message has it
};

class HostileFeed : public testing::TestWithParam<HostileRow> {};
TEST_P(HostileFeed, EndsSoonAndSaysSo) {
  const std::string text = GetParam().make();
  const std::clock_t begin = std::clock();
  Findings findings;
  const auto feed = bfa::parse_feed(text, "", "http://blog.example/feed", findings);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, kMaxSeconds);
  std::string said = feed ? std::string() : std::string(feed.error().message);
  for (const bfa::Finding& finding : findings) said += " " + finding.id;
  EXPECT_NE(said.find(GetParam().finding), std::string::npos) << said.substr(0, 400);
  EXPECT_LE(findings.size(), 300u);
  if (feed) {
    EXPECT_LE(bfa::serialize_feed(*feed).size(), kMaxKept + 6 * text.size());
  }
}
INSTANTIATE_TEST_SUITE_P(
    House, HostileFeed,
    testing::Values(
        HostileRow{"BillionLaughs", [] { return in_feed(laughs(), "&l11;"); }, "entity_limit"},
        HostileRow{"LaughsInAnAttribute",
                   [] { return in_feed(laughs(), "</description><enclosure url='&l11;'/><description>"); },
                   "entity_limit"},
        HostileRow{
            "QuadraticBlowup",
            [] { return in_feed("<!ENTITY a '" + std::string(50'000, 'a') + "'>", repeated("&a;", 20'000)); },
            "entity_limit"},
        HostileRow{"SelfReference", [] { return in_feed("<!ENTITY a '&a;&a;'>", "&a;"); }, "entity_limit"},
        HostileRow{"ExternalFile", [] { return in_feed("<!ENTITY a SYSTEM 'file:///etc/passwd'>", "&a;"); },
                   "external_entity"},
        HostileRow{"ExternalAddress", [] { return in_feed("<!ENTITY a SYSTEM 'http://10.0.0.1/'>", "&a;"); },
                   "external_entity"},
        HostileRow{"ParameterEntities",
                   [] {
                     return in_feed("<!ENTITY % a 'x'><!ENTITY % b '" + repeated("%a;", 1000) + "'>%b;%b;",
                                    "&x;");
                   },
                   "unknown_entity"},
        HostileRow{"DeepElements", [] { return in_feed("", repeated("<b>", 100'000)); }, "nest deeper"},
        HostileRow{"ManyAttributes",
                   [] {
                     std::string tag = "<b";
                     for (int i = 0; i < 20'000; ++i) tag += " a" + std::to_string(i) + "='1'";
                     return in_feed("", tag + "/>");
                   },
                   "attributes"},
        HostileRow{"HugeAttribute",
                   [] { return in_feed("", "<b a='" + std::string(4u << 20, 'x') + "'/>&"); },
                   "bare_ampersand"},
        HostileRow{"Ampersands", [] { return in_feed("", std::string(1u << 20, '&')); }, "more_repairs"},
        HostileRow{"OpenTags", [] { return "<rss><channel>" + repeated("<item>", 300'000); }, "nest deeper"},
        HostileRow{"OpenComments", [] { return "<rss><channel>" + repeated("<!--", 200'000); }, "truncated"},
        HostileRow{"OpenCdata", [] { return "<rss><channel><title>" + repeated("<![CDATA[", 100'000); },
                   "truncated"},
        HostileRow{"EndTags", [] { return "<rss><channel>" + repeated("</x>", 200'000); }, "stray_end_tag"},
        HostileRow{"ManyNamespaces",
                   [] {
                     std::string text = "<rss><channel>";
                     for (int i = 0; i < 200; ++i) text += "<a xmlns:n" + std::to_string(i) + "='u'>";
                     return text;
                   },
                   "truncated"}),
    [](const auto& row) { return std::string(row.param.name); });

// Lists of one entry that would cost time by the square of their length.
TEST(HostileFeed, ManyCategoriesAndAuthorsOfOneEntry) {
  std::string items, authors;
  for (int i = 0; i < 50'000; ++i) {
    items += "<category>c" + std::to_string(i) + "</category>";
    authors += "<author>a" + std::to_string(i) + "@blog.example</author>";
  }
  for (const std::string& many : {items, authors}) {
    const std::clock_t begin = std::clock();
    bfa::Findings findings;
    const auto feed = bfa::parse_feed(
        "<rss version='2.0'><channel><item><title>T</title>" + many + "</item></channel></rss>", "",
        "http://blog.example/feed", findings);
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, kMaxSeconds);
    ASSERT_TRUE(feed);
    EXPECT_EQ(feed->entries.at(0).tags.size() + feed->entries.at(0).authors.size(), 50'000U);
  }
}

TEST(HostileFeed, NothingOfAnExternalFileIsRead) {
  Findings findings;
  const auto feed = bfa::parse_feed(in_feed("<!ENTITY a SYSTEM 'file:///etc/passwd'>", "x&a;y"), "",
                                    "http://b.example/", findings);
  ASSERT_TRUE(feed);
  EXPECT_EQ(feed->entries.at(0).content, "xy");
}

TEST(HostileFeed, DeepHtmlInATextIsCutNotRefused) {
  const std::string text = in_feed("", "<![CDATA[" + repeated("<div>", 100'000) + "deep]]>");
  const std::clock_t begin = std::clock();
  Findings findings;
  const auto feed = bfa::parse_feed(text, "", "http://b.example/", findings);
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, kMaxSeconds);
  ASSERT_TRUE(feed);
  EXPECT_NE(feed->entries.at(0).content.find("deep"), std::string::npos);
}

// Every prefix gives a feed with a finding, or an error; never a feed without one, as if it were whole.
TEST(TruncatedFeed, EveryPrefixSaysThatItIsCut) {
  const std::string feeds[] = {
      "<?xml version='1.0'?><rss version='2.0'><channel><title>T</title><item>"
      "<title>A &amp; b</title><link>http://a.example/</link><description><![CDATA[<p>x</p>]]>"
      "</description></item></channel></rss>",
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang=\"en\">"
      "<title type='html'>&lt;b>T&lt;/b></title><!-- c --><entry><id>1</id><content type='xhtml'>"
      "<div xmlns='http://www.w3.org/1999/xhtml'>x</div></content></entry></feed>",
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>"
      "<channel><title>T</title></channel><item rdf:about='http://a.example/'><title>A</title>"
      "</item></rdf:RDF>",
      "{\"version\":\"https://jsonfeed.org/version/"
      "1.1\",\"title\":\"T\",\"items\":[{\"id\":\"1\",\"content_text\":\"x\"}]}"};
  for (const std::string& whole : feeds) {
    for (std::size_t n = 0; n <= whole.size(); ++n) {
      Findings findings;
      const auto feed = bfa::parse_feed(whole.substr(0, n), "", "http://a.example/feed", findings);
      if (n == whole.size()) {
        ASSERT_TRUE(feed && findings.empty()) << whole;
      } else {
        ASSERT_TRUE(!feed || !findings.empty()) << whole.substr(0, n);
      }
    }
  }
}

TEST(TruncatedOpml, EveryPrefixSaysThatItIsCut) {
  const std::string whole =
      "<opml version='2.0'><head><title>T</title></head><body>"
      "<outline text='a' xmlUrl='http://a.example/f'/></body></opml>";
  for (std::size_t n = 0; n < whole.size(); ++n) {
    Findings findings;
    const auto opml = bfa::parse_opml(whole.substr(0, n), "", findings);
    ASSERT_TRUE(!opml || !findings.empty()) << whole.substr(0, n);
  }
}

TEST(HostileSitemap, BombsEndAtTheLimits) {
  Findings findings;
  const std::string bomb =
      "<!DOCTYPE urlset [" + laughs() + "]><urlset><url><loc>http://a.example/&l11;</loc></url></urlset>";
  const std::clock_t begin = std::clock();
  const auto map = bfa::parse_sitemap(bomb, "http://a.example/sitemap.xml", findings);
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, kMaxSeconds);
  EXPECT_TRUE(!map || !findings.empty());
}

}  // namespace
