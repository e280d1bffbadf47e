// SPDX-License-Identifier: Apache-2.0
// Comment rules that a blog's pages teach.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "extract/blog.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;
using test::Theme;

// The same without any name, and with buttons to answer.
std::string unnamed_discussion(unsigned post, unsigned count) {
  std::string html = "<div><ol>";
  for (unsigned i = 0; i < count; ++i) {
    html += "<li><div><b>Reader " + std::to_string(i) + "</b> <span>says:</span></div><div>April " +
            std::to_string(i + 1) + ", 2024</div><p>" + test::prose(post * 50 + i, 2) +
            "</p><a href='?re=" + std::to_string(i) + "'>Reply</a></li>";
  }
  return html + "</ol></div>";
}

std::string discussion(unsigned post, unsigned count, bool dated = true) {
  std::string html = "<div id=replies><h3>Comments</h3>";
  for (unsigned i = 0; i < count; ++i) {
    html += "<div class=said><b class=author>Reader " + std::to_string(i) + "</b>";
    if (dated) html += " <i>April " + std::to_string(i + 1) + ", 2024</i>";
    html += "<p>" + test::prose(post * 50 + i, 2) + "</p></div>";
  }
  return html + "</div>";
}

class CommentRules : public testing::Test {
 protected:
  Template learn(unsigned with_comments, bool named = true) {
    Blog blog;
    for (unsigned i = 0; i < 6; ++i) {
      const std::string story = paragraphs(i + 1, 4);
      Theme theme;
      if (i < with_comments) theme.after_story = named ? discussion(i, 3) : unnamed_discussion(i, 2 + i);
      blog.post("/2024/03/new-" + std::string(1, static_cast<char>('a' + i)) + "/",
                "Voyage " + std::to_string(i), theme.page("Voyage " + std::to_string(i), story), story);
    }
    const auto learned = make_ensemble_strategy()->learn(blog.training());
    EXPECT_TRUE(learned);
    return learned ? *learned : Template();
  }
};

Extraction extract(const Template& t, const std::string& html) {
  const Result<Url> url = Url::parse("http://blog.example/2024/03/next/");
  Findings findings;
  const Result<HtmlDocument> doc = HtmlDocument::parse(html, findings);
  PageInput input;
  input.url = *url;
  input.blog = *Url::parse("http://blog.example/");
  input.doc = &*doc;
  Result<Extraction> got = make_ensemble_strategy()->extract(&t, input);
  EXPECT_TRUE(got);
  return got ? std::move(*got) : Extraction();
}

TEST_F(CommentRules, StandInTheTemplate) {
  const Template t = learn(4);
  const FieldRule* const rule = t.rule("comment");
  ASSERT_NE(rule, nullptr);
  EXPECT_NE(rule->xpath.find("said"), std::string::npos) << rule->xpath;
  EXPECT_EQ(rule->support, 4u);
  EXPECT_EQ(rule->pages, 4u);
}

// A rule finds the <dt>; the text is in the <dd> after it. The link with the number is not the author.
TEST(DefinitionListOfComments, GivesTextsByARule) {
  const auto talk = [](unsigned post) {
    std::string html = "<div id=comments><h3>Comments</h3><dl>";
    for (unsigned i = 1; i <= 3; ++i) {
      const std::string n = std::to_string(i);
      html += "<dt id=c" + n + "><a href=#c" + n + ">" + n + ".</a> On April " + n +
              ", 2024, 10:00 by <strong>Reader " + std::string(1, static_cast<char>('A' + i)) +
              "</strong></dt><dd><p>" + test::prose(post * 50 + i, 2) + "</p></dd>\n";
    }
    return html + "</dl></div>";
  };
  Blog blog;
  for (unsigned i = 0; i < 6; ++i) {
    const std::string story = paragraphs(i + 1, 4), title = "Voyage " + std::to_string(i);
    Theme theme;
    theme.after_story = i == 5 ? "<div id=comments><p>No comment yet.</p></div>" : talk(i);
    blog.post("/2024/03/new-" + std::string(1, static_cast<char>('a' + i)) + "/", title,
              theme.page(title, story), story);
  }
  const auto learned = make_ensemble_strategy()->learn(blog.training());
  ASSERT_TRUE(learned);
  Theme theme;
  theme.after_story = talk(9);
  const Extraction got = extract(*learned, theme.page("Voyage 9", paragraphs(10, 4)));
  ASSERT_EQ(got.comments.size(), 3u);
  for (unsigned i = 1; i <= 3; ++i) {
    EXPECT_EQ(got.comments[i - 1].text, test::prose(9 * 50 + i, 2));
    for (const std::string& author : got.comments[i - 1].authors) EXPECT_NE(author, std::to_string(i) + ".");
  }
}

TEST_F(CommentRules, AreNoneOfOnePageOnly) {
  EXPECT_EQ(learn(1).rule("comment"), nullptr);
  EXPECT_EQ(learn(0).rule("comment"), nullptr);
}

TEST_F(CommentRules, TellPingsApart) {
  const Template t = learn(4);
  Theme theme;
  theme.after_story =
      "<div id=replies><h3>Comments</h3><div class=said>Ping : <a href=\"http://a.example/\">All "
      "about boats</a></div></div>";
  const Extraction got = extract(t, theme.page("Next", paragraphs(30, 3)));
  for (const DataObject& comment : got.comments) EXPECT_TRUE(comment.attributes.contains("comment_type"));
}

TEST_F(CommentRules, GiveASingleCommentWithoutDate) {
  const Template t = learn(4);
  Theme theme;
  theme.after_story = discussion(9, 1, false);
  const Extraction got = extract(t, theme.page("Next", paragraphs(30, 3)));
  ASSERT_EQ(got.comments.size(), 1u);
  EXPECT_EQ(got.comments[0].text, test::prose(450, 2));
  EXPECT_EQ(got.comments[0].provenance.rules.at("comment"), t.rule("comment")->xpath);
}

// If no name identifies comments, their place is learned: a single comment is read only there.
TEST_F(CommentRules, AreOfPlacesWhereNoNameTells) {
  const Template t = learn(3, false);
  const FieldRule* const rule = t.rule("comment");
  ASSERT_NE(rule, nullptr);
  EXPECT_TRUE(rule->xpath.starts_with("/html/body/")) << rule->xpath;
  EXPECT_TRUE(rule->xpath.ends_with("/ol/li")) << rule->xpath;
  EXPECT_EQ(rule->support, 3u);
  Theme theme;
  theme.after_story = unnamed_discussion(9, 1);
  const Extraction got = extract(t, theme.page("Next", paragraphs(30, 3)));
  ASSERT_EQ(got.comments.size(), 1u);
  EXPECT_EQ(got.comments[0].text, test::prose(450, 2));
  EXPECT_EQ(got.comments[0].authors, std::vector<std::string>{"Reader 0"});
  theme.after_story =
      "<div><div><ol><li>April 3, 2024 was the day of the " + test::prose(77, 1) + "</li></ol></div></div>";
  EXPECT_TRUE(extract(t, theme.page("Next", paragraphs(30, 3))).comments.empty());
}

// A feed of comments shows the place of comments that nothing on the page does: no name, date or button.
TEST_F(CommentRules, AreOfPlacesThatFeedsOfCommentsShow) {
  const auto talk = [](unsigned post, unsigned count) {
    std::string html = "<div><dl>";
    for (unsigned i = 0; i < count; ++i)
      html += "<dd><b>Reader " + std::to_string(i) + ":</b><p>" + test::prose(post * 50 + i, 2) + "</p></dd>";
    return html + "</dl></div><form><textarea></textarea></form>";
  };
  Blog blog;
  std::vector<std::vector<DataObject>> told(6);
  for (unsigned i = 0; i < 6; ++i) {
    const std::string story = paragraphs(i + 1, 4);
    Theme theme;
    theme.after_story = talk(i, 3);
    const std::string title = "Voyage " + std::to_string(i);
    blog.post("/2024/03/new-" + std::string(1, static_cast<char>('a' + i)) + "/", title,
              theme.page(title, story), story);
    for (unsigned k = 1; k < 3; ++k) {
      DataObject& comment = told[i].emplace_back();
      comment.text = test::prose(i * 50 + k, 2);
    }
  }
  TrainingSet set = blog.training();
  EXPECT_EQ(make_ensemble_strategy()->learn(set).value().rule("comment"), nullptr);
  for (std::size_t i = 0; i < set.pages.size(); ++i) set.pages[i].comments = &told[i];
  const Template t = make_ensemble_strategy()->learn(set).value();
  const FieldRule* const rule = t.rule("comment");
  ASSERT_NE(rule, nullptr);
  EXPECT_TRUE(rule->xpath.ends_with("/dl/dd")) << rule->xpath;
  EXPECT_EQ(rule->method, "feed");
  Theme theme;
  theme.after_story = "<p>2 comments</p>" + talk(9, 2);
  const Extraction got = extract(t, theme.page("Next", paragraphs(30, 3)));
  ASSERT_EQ(got.comments.size(), 2u);
  EXPECT_EQ(got.comments[0].text, test::prose(450, 2));
  EXPECT_EQ(got.comments[0].authors, std::vector<std::string>{"Reader 0"});
}

}  // namespace
}  // namespace bfa
