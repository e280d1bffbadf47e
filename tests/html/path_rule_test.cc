// SPDX-License-Identifier: Apache-2.0
#include "bfa/html/path_rule.h"

#include <gtest/gtest.h>

#include <string>

namespace bfa {
namespace {

HtmlDocument parse(std::string_view html) {
  Findings findings;
  auto doc = HtmlDocument::parse(html, findings);
  EXPECT_TRUE(doc);
  return std::move(doc).value();
}

HtmlDocument::NodeId marked(const HtmlDocument& doc, std::string_view mark = "1") {
  for (HtmlDocument::NodeId n = 1; n < doc.size(); ++n) {
    if (doc.attribute(n, "data-mark") == mark) return n;
  }
  ADD_FAILURE() << "no element is marked";
  return 0;
}

struct ForNodeRow {
  const char* name;
  const char* html;
  const char* xpath;
};
class PathRuleForNode : public testing::TestWithParam<ForNodeRow> {};
TEST_P(PathRuleForNode, MatchesRow) {
  const HtmlDocument doc = parse(GetParam().html);
  const auto node = marked(doc);
  const PathRule rule = PathRule::for_node(doc, node);
  EXPECT_EQ(rule.xpath(), GetParam().xpath);
  const auto nodes = rule.match(doc);
  EXPECT_NE(std::find(nodes.begin(), nodes.end(), node), nodes.end());
  const auto again = PathRule::parse(rule.xpath());
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, rule);
}
INSTANTIATE_TEST_SUITE_P(
    BlogForever, PathRuleForNode,
    testing::Values(
        ForNodeRow{"Id", "<div id=main class=post data-mark=1>", "//*[@id='main']"},
        ForNodeRow{"UnstableId", "<div id=post-12 class='post body' data-mark=1>",
                   "//div[@class='post body']"},
        ForNodeRow{"UnstableClass", "<div id=main><p class=p1 data-mark=1>", "//*[@id='main']/p"},
        ForNodeRow{"Path", "<article class=post><div><p data-mark=1>", "//article[@class='post']/div/p"},
        ForNodeRow{"ToTheRoot", "<div><p data-mark=1>", "/html/body/div/p"},
        ForNodeRow{"EmptyId", "<div id='' class='' data-mark=1>", "/html/body/div"},
        ForNodeRow{"Apostrophe", "<div id=\"a'b\" data-mark=1>", "//*[@id=\"a'b\"]"},
        ForNodeRow{"QuotationMark", "<div id='a\"b' data-mark=1>", "//*[@id='a\"b']"},
        ForNodeRow{"BothQuotes", "<div id='a\"b&apos;c' data-mark=1>", "//*[@id=concat('a\"b',\"'c\")]"},
        ForNodeRow{"Unicode", "<div class='\xC3\xA9t\xC3\xA9' data-mark=1>",
                   "//div[@class='\xC3\xA9t\xC3\xA9']"},
        ForNodeRow{"OddName", "<o:p><b data-mark=1>", "/html/body/*/b"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(PathRuleForNode, TextNodesTakeTheirElement) {
  const HtmlDocument doc = parse("<p class=x>text");
  EXPECT_EQ(PathRule::for_node(doc, doc.find_first("p") + 1).xpath(), "//p[@class='x']");
  EXPECT_TRUE(PathRule::for_node(doc, 0).empty());
}

struct MatchRow {
  const char* name;
  const char* xpath;
  const char* ids;  // of the matches, in order
};
class PathRuleMatch : public testing::TestWithParam<MatchRow> {};
TEST_P(PathRuleMatch, MatchesRow) {
  const HtmlDocument doc = parse(
      "<body data-mark=body><div class=a data-mark=1><div class=a data-mark=2><p data-mark=3></p>"
      "</div><p data-mark=4><b data-mark=5></b></p></div><section data-mark=6>"
      "<p class=a title=t data-mark=7></p></section>");
  const auto rule = PathRule::parse(GetParam().xpath);
  ASSERT_TRUE(rule);
  std::string ids;
  for (const auto n : rule->match(doc)) {
    if (!ids.empty()) ids += ' ';
    ids += doc.attribute(n, "data-mark");
  }
  EXPECT_EQ(ids, GetParam().ids);
  const auto first = rule->first(doc);
  EXPECT_EQ(first == HtmlDocument::kNone ? "" : doc.attribute(first, "data-mark"),
            ids.substr(0, ids.find(' ')));
}
INSTANTIATE_TEST_SUITE_P(
    XPath10, PathRuleMatch,
    testing::Values(MatchRow{"AnyP", "//p", "3 4 7"}, MatchRow{"Class", "//div[@class='a']", "1 2"},
                    MatchRow{"AnyElementWithClass", "//*[@class='a']", "1 2 7"},
                    MatchRow{"ChildOfClass", "//div[@class='a']/p", "3 4"},
                    MatchRow{"DescendantOfClass", "//div[@class='a']//p", "3 4"},
                    MatchRow{"DescendantB", "//body//b", "5"}, MatchRow{"Nested", "//div/div/p", "3"},
                    MatchRow{"FromTheRoot", "/html/body/section/p", "7"},
                    MatchRow{"RootStar", "/*/body", "body"}, MatchRow{"NotAtTheRoot", "/p", ""},
                    MatchRow{"TwoPredicates", "//p[@class='a'][@title=\"t\"]", "7"},
                    MatchRow{"HasAttribute", "//p[ @title ]", "7"}, MatchRow{"NoSuchTag", "//blink", ""},
                    MatchRow{"Place", "//body/section[1]", "6"},
                    MatchRow{"PlaceOfItsTag", "//div/p[1]", "3 4"}, MatchRow{"NoSuchPlace", "//div/p[2]", ""},
                    MatchRow{"PlaceAmidPath", "/html/body/div[1]/p", "4"},
                    MatchRow{"PlaceAndPredicate", "//section/p[1][@title='t']", "7"},
                    MatchRow{"UpperCase", "//DIV/P", "3 4"},
                    MatchRow{"Concat", "//*[@class=concat('a', \"\")]", "1 2 7"}),
    [](const auto& row) { return std::string(row.param.name); });

class PathRuleBad : public testing::TestWithParam<const char*> {};
TEST_P(PathRuleBad, IsRefused) {
  const auto rule = PathRule::parse(GetParam());
  ASSERT_FALSE(rule);
  EXPECT_EQ(rule.error().code, Code::kInvalidArgument);
  EXPECT_EQ(rule.error().where, GetParam());
}
INSTANTIATE_TEST_SUITE_P(House, PathRuleBad,
                         testing::Values("", "div", "//", "/div/", "///p", "//div[", "//div[1]", "//div/p[0]",
                                         "//div/p[1", "//div/p[100000]", "//div/*[1]", "//p[@id][1]",
                                         "//div[@]", "//div[@id=x]", "//div[@id='x]", "//div[@id='x'",
                                         "//p/text()", "//div[contains(@class,'x')]", "//p | //b",
                                         "//a/@href", "//div[@id=concat('a'", "//x:p"));

TEST(PathRule, EmptyRuleMatchesNothing) {
  const HtmlDocument doc = parse("<p>");
  EXPECT_TRUE(PathRule().match(doc).empty());
  EXPECT_EQ(PathRule().first(doc), HtmlDocument::kNone);
}

TEST(PathRule, PlacesAreKeptInTheText) {
  const auto rule = PathRule::parse("//*[@id='x']/div[2]/p[1][@class]");
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->xpath(), "//*[@id='x']/div[2]/p[1][@class]");
}

TEST(PathRule, PlacesAmongVeryManySiblingsAreNotCounted) {
  std::string html = "<div id=x>";
  for (int i = 0; i < 3000; ++i) html += "<b></b>";
  const HtmlDocument doc = parse(html + "<p>late</p></div>");
  const auto place = [&](const char* xpath) { return PathRule::parse(xpath)->match(doc).size(); };
  EXPECT_EQ(place("//*[@id='x']/b[900]"), 1u);
  EXPECT_EQ(place("//*[@id='x']/b[2900]"), 0u);
  EXPECT_EQ(place("//*[@id='x']/p[1]"), 0u);
  EXPECT_EQ(place("//*[@id='x']/p"), 1u);
}

TEST(PathRule, ManySteps) {
  std::string html, xpath = "/html/body";
  for (int i = 0; i < 300; ++i) {
    html += "<div>";
    xpath += "/div";
  }
  const HtmlDocument doc = parse(html + "<p data-mark=1>");
  const auto rule = PathRule::parse(xpath + "/p");
  ASSERT_TRUE(rule);
  ASSERT_EQ(rule->match(doc).size(), 1u);
  EXPECT_EQ(PathRule::for_node(doc, marked(doc)), *rule);
  const auto any = PathRule::parse("//div//div//div//p");
  ASSERT_TRUE(any);
  EXPECT_EQ(any->match(doc).size(), 1u);
}

}  // namespace
}  // namespace bfa
