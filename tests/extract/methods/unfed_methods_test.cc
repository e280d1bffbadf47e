// SPDX-License-Identifier: Apache-2.0
// The methods of IJS NewsFeed, each alone: DOM, WWW, WWW++.
#include <gtest/gtest.h>

#include <string>

#include "extract/blog.h"

namespace bfa {
namespace {

using test::paragraphs;
using test::prose;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string text_by(std::string_view method, const std::string& body) {
  return test::extract(nullptr, "/a",
                       "<html><head><title>Of boats</title></head><body>" + body + "</body></html>", nullptr,
                       method)
      .text;
}

std::string menu(int lines) {
  std::string out = "<ul>";
  for (int i = 0; i < lines; ++i) out += "<li><a href=/" + std::to_string(i) + ">Words of section</a></li>";
  return out + "</ul>";
}

const char* const kAll[] = {"dom", "www", "www++"};

TEST(MethodsWithoutFeed, ArticleBetweenMenus) {
  for (const char* method : kAll) {
    const std::string text = text_by(
        method, menu(8) + "<div class=x>" + paragraphs(1, 5) + "</div>" + menu(8) + "<p>Some firm 2014</p>");
    for (unsigned i = 0; i < 5; ++i) EXPECT_TRUE(has(text, prose(100 + i, 4))) << method << i;
    EXPECT_FALSE(has(text, "section")) << method;
    EXPECT_FALSE(has(text, "firm")) << method;
  }
}

// "the first paragraph is often placed separately from the main article body"
TEST(MethodsWithoutFeed, LeadThatStandsApart) {
  const std::string body = "<div class=lead><p>" + prose(7, 4) + "</p></div>" + menu(20) + "<div class=x>" +
                           paragraphs(1, 5) + "</div>" + menu(8);
  for (const char* method : {"www", "www++"}) {
    const std::string text = text_by(method, body);
    EXPECT_TRUE(has(text, prose(7, 4))) << method;
    EXPECT_TRUE(has(text, prose(104, 4))) << method;
    EXPECT_FALSE(has(text, "section")) << method;
  }
  EXPECT_FALSE(has(text_by("dom", body), prose(7, 4)));  // the paper's commonest error
}

// "preprocessing tries to remove user comments"
TEST(MethodsWithoutFeed, CommentsAreRemovedFirst) {
  std::string comments = "<div class=comments>";
  for (unsigned i = 0; i < 5; ++i) comments += "<div><p>" + prose(60 + i, 5) + "</p></div>";
  const std::string body = "<div class=x>" + paragraphs(1, 8) + "</div>" + comments + "</div>";
  const std::string text = text_by("www++", body);
  EXPECT_TRUE(has(text, prose(101, 4)));
  EXPECT_FALSE(has(text, prose(62, 5)));
}

// "no meaningful content ... correctly returns an empty string"
TEST(MethodsWithoutFeed, PageWithoutContentHasNone) {
  const std::string body = menu(12) + "<div><p>Please log in.</p></div>" + menu(5);
  EXPECT_EQ(text_by("dom", body), "");
  EXPECT_EQ(text_by("www++", body), "");
}

TEST(MethodsWithoutFeed, DomTakesACellWhereThereAreNoParagraphs) {
  const std::string body = "<table><tr><td>" + menu(6) + "</td><td>" + prose(1, 4) + "<br><br>" +
                           prose(2, 4) + "</td></tr></table>";
  const std::string text = text_by("dom", body);
  EXPECT_TRUE(has(text, prose(1, 4)));
  EXPECT_TRUE(has(text, prose(2, 4)));
  EXPECT_FALSE(has(text, "section"));
}

TEST(MethodsWithoutFeed, CharactersOfUnspacedScriptsAreWords) {
  std::string line;  // "the boat leaves the harbour at dawn" in Han, over and over
  for (int i = 0; i < 30; ++i)
    line += "\xe8\x88\xb9\xe5\x9c\xa8\xe9\xbb\x8e\xe6\x98\x8e\xe7\xa6\xbb\xe6\xb8\xaf";
  for (const char* method : kAll) {
    EXPECT_TRUE(
        has(text_by(method, menu(5) + "<div class=x><p>" + line + "</p><p>" + line + "</p></div>"), line))
        << method;
  }
}

TEST(MethodsWithoutFeed, NothingComesOfNothing) {
  for (const char* method : {"dom", "www", "www++", "site"}) {
    EXPECT_EQ(test::extract(nullptr, "/a", "", nullptr, method).text, "") << method;
  }
}

TEST(MaximumSubsequence_Tail, TeasersBehindTheArticleGo) {
  std::string body =
      "<div class=x><h1>Of boats</h1>" + paragraphs(1, 5) + "<p>Fair winds, A.</p><h3>More to read</h3>";
  for (int i = 0; i < 4; ++i)
    body += "<div><a href=/x>Another thing to look at</a><div>two lines here</div></div>";
  const std::string text = text_by("generic", body + "</div>");
  EXPECT_TRUE(has(text, "Fair winds"));
  EXPECT_FALSE(has(text, "More to read"));
  EXPECT_FALSE(has(text, "two lines"));
}

TEST(MaximumSubsequence_Tail, CodeBehindTheArticleStays) {
  const std::string body =
      "<div class=x>" + paragraphs(1, 5) + "<h3>Listing</h3><pre>sail()</pre><a href=/x>here</a></div>";
  EXPECT_TRUE(has(text_by("generic", body), "sail()"));
}

}  // namespace
}  // namespace bfa
