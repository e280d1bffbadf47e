// SPDX-License-Identifier: Apache-2.0
#include "bfa/http/robots.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "support/fixtures.h"

namespace bfa {
namespace {

RobotsRules parse(std::string_view text) {
  Findings findings;
  return RobotsRules::parse(text, findings);
}

struct Row {
  const char* name;
  const char* robots;
  const char* agent;
  const char* url;
  bool allowed;
};

class Robots : public testing::TestWithParam<Row> {};

TEST_P(Robots, MatchesRow) {
  const Row& row = GetParam();
  const RobotsRules rules = parse(row.robots);
  EXPECT_EQ(rules.allowed(row.agent, row.url), row.allowed) << rules.deciding_line(row.agent, row.url);
}

std::string row_name(const testing::TestParamInfo<Row>& row) {
  return row.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Rfc9309_2_2_1_Groups, Robots,
    testing::Values(
        Row{"OwnBeforeAll", "User-agent: *\nDisallow: /\n\nUser-agent: bfa\nDisallow: /x", "bfa", "/y", true},
        Row{"OwnEmptyAllows", "User-agent: bfa\nDisallow:\nUser-agent: *\nDisallow: /", "bfa", "/y", true},
        Row{"AllApplies", "User-agent: *\nDisallow: /", "bfa", "http://a/y", false},
        Row{"NoGroup", "User-agent: other\nDisallow: /", "bfa", "/y", true},
        Row{"TwoAgents", "User-agent: a\nUser-agent: bfa\nDisallow: /", "bfa", "/", false},
        Row{"Merged",
            "User-agent: bfa\nDisallow: /x\nUser-agent: b\nDisallow: /\nUser-agent: BFA\nDisallow: /z", "bfa",
            "/z", false},
        Row{"MergedOther", "User-agent: bfa\nDisallow: /x\nUser-agent: b\nDisallow: /y", "bfa", "/y", true},
        Row{"LineWithVersion", "User-agent: bfa/2.1\nDisallow: /", "bfa", "/", false},
        Row{"AgentWithVersion", "User-agent: bfa\nDisallow: /", "bfa/2.1", "/", false},
        Row{"NotByPrefix", "User-agent: bf\nDisallow: /", "bfa", "/", true},
        Row{"Digits", "User-agent: 360bfa\nDisallow: /", "360bfa", "/", false},
        Row{"RuleBeforeAgent", "Disallow: /\nUser-agent: bfa\nDisallow: /x", "bfa", "/y", true},
        Row{"SitemapBetween", "User-agent: bfa\nSitemap: /s\nUser-agent: b\nDisallow: /", "bfa", "/y",
            false}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Rfc9309_2_2_2_Paths, Robots,
    testing::Values(
        Row{"Longest", "User-agent: *\nAllow: /a/b\nDisallow: /a", "bfa", "/a/b/c", true},
        Row{"LongestWhateverOrder", "User-agent: *\nDisallow: /a/b\nAllow: /a", "bfa", "/a/b/c", false},
        Row{"TieAllows", "User-agent: *\nDisallow: /a\nAllow: /a", "bfa", "/a", true},
        Row{"Case", "User-agent: *\nDisallow: /A", "bfa", "/a", true},
        Row{"Query", "User-agent: *\nDisallow: /a?x", "bfa", "http://h/a?x=1", false},
        Row{"QueryWithoutPath", "User-agent: *\nDisallow: /?x", "bfa", "http://h?x=1", false},
        Row{"Fragment", "User-agent: *\nDisallow: /*b", "bfa", "http://h/a#b", true},
        Row{"HostOnly", "User-agent: *\nDisallow: /$", "bfa", "http://h", false},
        Row{"EncodedUnreserved", "User-agent: *\nDisallow: /%7Ejoe", "bfa", "/~joe/x", false},
        Row{"EncodedUnreservedInUrl", "User-agent: *\nDisallow: /baz", "bfa", "/%62%61%7A", false},
        Row{"HexCase", "User-agent: *\nDisallow: /a%c3%a9", "bfa", "/a%C3%A9", false},
        Row{"RawUtf8", "User-agent: *\nDisallow: /a\xC3\xA9", "bfa", "/a%C3%A9", false},
        Row{"EncodedSlashDiffers", "User-agent: *\nDisallow: /a%2Fb", "bfa", "/a/b", true},
        Row{"BadEscape", "User-agent: *\nDisallow: /a%zz%", "bfa", "/a%zz%", false}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Rfc9309_2_2_3_Special, Robots,
    testing::Values(Row{"Star", "User-agent: *\nDisallow: /*.php", "bfa", "/a/b.php?x", false},
                    Row{"StarEnd", "User-agent: *\nDisallow: /*.php$", "bfa", "/a/b.php?x", true},
                    Row{"StarEndMatches", "User-agent: *\nDisallow: /*.php$", "bfa", "/x.php.php", false},
                    Row{"ManyStars", "User-agent: *\nDisallow: /a*b*c$", "bfa", "/a1b2b3c", false},
                    Row{"Overlap", "User-agent: *\nDisallow: /ab*bc", "bfa", "/abc", true},
                    Row{"End", "User-agent: *\nDisallow: /a$", "bfa", "/ab", true},
                    Row{"LiteralStar", "User-agent: *\nDisallow: /f-%2A.html", "bfa", "/f-*.html", false},
                    Row{"LiteralDollar", "User-agent: *\nDisallow: /f-%24$", "bfa", "/f-$", false},
                    Row{"DollarInside", "User-agent: *\nDisallow: /a$b", "bfa", "/a$bc", false},
                    Row{"Comment", "User-agent: * # all\nDisallow: /a # not this", "bfa", "/a", false}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    House_Lenient, Robots,
    testing::Values(Row{"NoColon", "user-agent bfa\ndisallow /", "bfa", "/", false},
                    Row{"NoColonThreeWords", "user-agent bfa\ndisallow / x", "bfa", "/", true},
                    Row{"Misspelt", "useragent: bfa\ndissallow: /", "bfa", "/", false},
                    Row{"ByteOrderMark", "\xEF\xBB\xBFUser-agent: bfa\nDisallow: /", "bfa", "/", false},
                    Row{"CrOnly", "User-agent: bfa\rDisallow: /\rAllow: /x", "bfa", "/x", true},
                    Row{"CrLf", "User-agent: bfa\r\n\r\nDisallow: /\r\n", "bfa", "/", false},
                    Row{"IndexFile", "User-agent: *\nAllow: /d/index.html\nDisallow: /", "bfa", "/d/", true},
                    Row{"IndexFileOnly", "User-agent: *\nAllow: /d/index.html\nDisallow: /", "bfa", "/d/x",
                        false},
                    Row{"Html", "<html><body>404</body></html>", "bfa", "/", true},
                    Row{"Empty", "", "bfa", "/", true}),
    row_name);

TEST(RobotsStatus, DecidesByClass) {
  Findings findings;
  const std::string deny = "User-agent: *\nDisallow: /";
  EXPECT_FALSE(RobotsRules::from_response(200, deny, findings).allowed("bfa", "/"));
  EXPECT_TRUE(RobotsRules::from_response(301, deny, findings).allowed("bfa", "/"));
  EXPECT_TRUE(RobotsRules::from_response(404, deny, findings).allowed("bfa", "/"));
  EXPECT_TRUE(RobotsRules::from_response(403, deny, findings).allowed("bfa", "/"));
  EXPECT_FALSE(RobotsRules::from_response(503, "", findings).allowed("bfa", "/"));
  EXPECT_FALSE(RobotsRules::from_response(0, "", findings).allowed("bfa", "/"));
}

TEST(RobotsExplain, NamesTheLine) {
  const RobotsRules rules = parse("# top\nUser-agent: *\nDisallow: /a\n  Allow : /a/b  # yes\n");
  EXPECT_EQ(rules.deciding_line("bfa", "/a/x"), "line 3: Disallow: /a");
  EXPECT_EQ(rules.deciding_line("bfa", "/a/b"), "line 4: Allow : /a/b");
  EXPECT_EQ(rules.deciding_line("bfa", "/"), "");
}

TEST(RobotsExtras, DelayAndSitemaps) {
  const RobotsRules rules = parse(
      "Sitemap: http://h/a.xml\nUser-agent: bfa\nCrawl-delay: 1.5\nDisallow: /x\nUser-agent: *\n"
      "Crawl-delay: 1e99\nsitemap: http://h/a.xml\nsitemap:/b.xml\nUser-agent: c\nCrawl-delay: fast\n");
  EXPECT_EQ(rules.crawl_delay("bfa"), std::chrono::milliseconds(1500));
  EXPECT_EQ(rules.crawl_delay("other"), std::chrono::hours(24));
  EXPECT_EQ(rules.sitemaps(), (std::vector<std::string>{"http://h/a.xml", "/b.xml"}));
}

TEST(RobotsLimit, StopsAt500KiBAtALine) {
  std::string text = "User-agent: *\nDisallow: /early\n";
  while (text.size() < 500 * 1024 - 6) text += "#\n";
  text += "Disallow: /late\nDisallow: /later\n";
  Findings findings;
  const RobotsRules rules = RobotsRules::parse(text, findings);
  EXPECT_FALSE(rules.allowed("bfa", "/early"));
  EXPECT_TRUE(rules.allowed("bfa", "/late"));
  EXPECT_TRUE(rules.allowed("bfa", "/other"));
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "robots_too_large");
  EXPECT_EQ(findings[0].code, Code::kLimit);
}

TEST(RobotsFindings, AreBounded) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "what is this\n";
  Findings findings;
  RobotsRules::parse(text, findings);
  EXPECT_EQ(findings.size(), 100u);
  EXPECT_EQ(findings[0].id, "unknown_line");
  EXPECT_EQ(findings[0].message, "line 1: what is this");
}

TEST(RobotsCost, ManyStarsEnd) {
  std::string pattern = "Disallow: ";
  for (int i = 0; i < 5000; ++i) pattern += "a*";
  const RobotsRules rules = parse("User-agent: *\n" + pattern + "b$");
  EXPECT_TRUE(rules.allowed("bfa", "/" + std::string(8000, 'a')));
}

// Decisions collected from other parsers' tests and from real sites, where they agree.
TEST(RobotsSuite, AgreesWithConsensus) {
  const auto shared = test::shared_directory();
  if (!shared) GTEST_SKIP() << "no folder with shared suites beside the checkout";
  const std::string folder = *shared + "/suites/robots/";
  std::ifstream in(folder + "cases.jsonl");
  std::size_t cases = 0;
  for (std::string line; std::getline(in, line);) {
    const auto row = nlohmann::json::parse(line);
    if (!row.value("consensus", false)) continue;
    std::string text = row.value("robots", "");
    if (row.contains("robots_file")) {
      std::ifstream file(folder + row["robots_file"].get<std::string>(), std::ios::binary);
      text.assign(std::istreambuf_iterator<char>(file), {});
    }
    const std::string agent = row["agent"], url = row["url"];
    EXPECT_EQ(parse(text).allowed(agent, url), row["allowed"].get<bool>())
        << row["id"] << ' ' << agent << ' ' << url;
    ++cases;
  }
  EXPECT_GT(cases, 3000u);
}

}  // namespace
}  // namespace bfa
