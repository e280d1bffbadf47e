// SPDX-License-Identifier: Apache-2.0
#include "extract/rules/article_place.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "bfa/html/document.h"
#include "extract/blog.h"

namespace bfa {
namespace {

// Where a rule with several matches finds the article.
struct Row {
  const char* name;
  std::string html;
  const char* rule;
  const char* id;  // of the element that is the article
  bool listing;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

std::string talk(int count) {
  std::string html = "<div id=comments><h2>14 comments</h2>";
  for (int i = 0; i < count; ++i) {
    html += "<div class=indented><div class='comment box'><img src=/a.png width=32><p>" +
            test::paragraphs(40u + static_cast<unsigned>(i), 2) + "</p></div></div>";
  }
  return html + "</div>";
}

class MatchesOfARule : public testing::TestWithParam<Row> {};

TEST_P(MatchesOfARule, GiveTheArticle) {
  Findings findings;
  const auto doc =
      HtmlDocument::parse("<!DOCTYPE html><title>Soup</title><body>" + GetParam().html, findings);
  ASSERT_TRUE(doc);
  const PageIndex page(*doc);
  FieldRule rule;
  rule.field = "article";
  rule.xpath = GetParam().rule;
  const ArticlePlace place = article_by_rule(rule, page);
  ASSERT_NE(place.node, HtmlDocument::kNone);
  EXPECT_EQ(page.attribute(place.node, "id"), GetParam().id);
  EXPECT_EQ(place.listing, GetParam().listing);
}

const std::string kShort = "<p>Soup again, and bread.</p>";
const std::string kStory = "<p>" + test::paragraphs(3, 1) + "</p>";

INSTANTIATE_TEST_SUITE_P(
    House, MatchesOfARule,
    testing::Values(
        Row{"TwoPosts", "<main><div id=a>" + kStory + kStory + "</div><div id=b>" + kStory + "</div></main>",
            "//main/div", "a", true},
        Row{"PartsOfOnePost",
            "<main><article><div id=a>" + kShort + "</div><div id=b>" + kStory + "</div></article></main>",
            "//article/div", "b", false},
        Row{"PartsOfTwoPosts",
            "<main><article><div id=a>" + kStory + kStory + "</div></article><article><div id=b>" + kStory +
                "</div></article></main>",
            "//article/div", "a", true},
        Row{"AShortPostBesideADiscussion",
            "<div><div><div id=post>" + kShort + "</div></div><div>" + talk(4) + "</div></div>",
            "//div/div/div", "post", false},
        Row{"BesideADiscussion",
            "<div><div><div id=post>" + kStory + "</div></div><div>" + talk(12) + "</div></div>",
            "//div/div/div", "post", false},
        Row{"APostWithItsDiscussion",
            "<div class=x id=post>" + kStory + talk(6) + "</div><div class=x id=side>" + kShort + "</div>",
            "//div[@class='x']", "post", false}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
