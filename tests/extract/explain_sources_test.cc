// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "bfa/extract/rules.h"
#include "extract/blog.h"

namespace bfa {
namespace {

std::string told(const PageExplanation& page, std::string_view field) {
  std::string out;
  for (const RuleTrial& trial : page.trials) {
    if (trial.rule.field == field)
      out += (trial.gave_field ? "*" : "") + trial.rule.xpath + " " + trial.value + "; ";
  }
  return out;
}

// A page on which no rule gives author, day or tags: each place that was asked is listed, in order.
TEST(ExplainedSources, SayWhatGaveTheFieldAndWhatElseThereWas) {
  const std::string html =
      "<html><head><title>Soup</title><meta name=author content='admin'>"
      "<meta property='article:published_time' content='2014-05-07T10:00:00Z'></head><body><article>"
      "<h1>Soup</h1><p>19.05.2014</p><div class=entry-content>" +
      test::paragraphs(3, 4) +
      "</div><p>Posted by Ann Rye at May 8, 2014</p><p>Tags: <a rel=tag href='/tag/rye/'>rye</a></p>"
      "</article></body></html>";
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  ASSERT_TRUE(doc);
  FeedEntry entry;
  entry.link = "http://blog.example/soup/";
  entry.authors = {"Bo Lund"};
  entry.tags = {"Soups", "Rye"};
  Template t;
  t.author = "Bo Lund";
  t.rules.emplace_back();
  t.rules.back().field = "article";
  t.rules.back().xpath = "//div[@class='entry-content']";
  const Url url = Url::parse(entry.link).value();
  const PageInput input{url, url, &*doc, &entry, "", parse_rfc3339("2024-06-01T12:00:00Z").value()};
  const auto page = explain_page(*make_ensemble_strategy(), t, input);
  ASSERT_TRUE(page);
  EXPECT_EQ(told(*page, "author"),
            "*(the page's head) admin; (the feed's entry) Bo Lund; (a line that signs) Ann Rye; "
            "(the blog's author, not the post's) Bo Lund; ");
  EXPECT_EQ(told(*page, "date"),
            "*(the page's head) 2014-05-07T10:00:00Z; (an element near the title) 2014-05-19; "
            "(a line that signs) 2014-05-19; ");
  EXPECT_EQ(told(*page, "tag"), "*(links beside the article) rye; (the feed's entry) Soups, Rye; ");
}

}  // namespace
}  // namespace bfa
