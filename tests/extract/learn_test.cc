// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bfa/object/json.h"
#include "extract/any_script.h"
#include "extract/blog.h"
#include "text/bigram.h"

namespace bfa {
namespace {

using test::any_script_page;
using test::any_script_story;
using test::Blog;
using test::paragraphs;
using test::prose;
using test::Theme;

std::string path_of(unsigned i) {
  return "/2024/03/post-name-" + std::string(1, static_cast<char>('a' + i)) + "/";
}
std::string title_of(unsigned i) {
  return "Voyage " + std::string(1, static_cast<char>('A' + i)) + " of the baker";
}

// Four posts with full text in the feed.
Blog plain_blog(const Theme& theme = {}) {
  Blog blog;
  for (unsigned i = 0; i < 4; ++i) {
    const std::string story = paragraphs(i + 1, 4);
    blog.post(path_of(i), title_of(i), theme.page(title_of(i), story), story);
  }
  return blog;
}

std::string xpath_of(const Template& t, const char* field) {
  return t.rule(field) == nullptr ? "none" : t.rule(field)->xpath;
}

TEST(BlogForeverLearning, RulesOfAllFieldsWithTheirSupport) {
  const Template t = plain_blog().learn();
  EXPECT_EQ(t.method, "ensemble");
  EXPECT_EQ(xpath_of(t, "article"), "//div[@class='story']");
  EXPECT_EQ(xpath_of(t, "title"), "//h2[@class='headline']");
  EXPECT_EQ(xpath_of(t, "author"), "//span[@class='who']");
  EXPECT_EQ(xpath_of(t, "date"), "//span[@class='when']");
  EXPECT_EQ(t.rule("article")->support, 4u);
  EXPECT_EQ(t.rule("article")->pages, 4u);
  EXPECT_GT(t.rule("article")->score, 0.99);
  EXPECT_EQ(t.title_suffix, " - Boats and Bread");
  EXPECT_EQ(t.author, "Ada Fox");
  EXPECT_EQ(t.captures, (std::vector<std::uint64_t>{1, 2, 3, 4}));
  EXPECT_EQ(t.post_pattern, "/{int}/{int}/{seg}/");
}

// The newest post is a guest's, in another language.
TEST(BlogForeverLearning, LanguageIsThatOfMostPosts) {
  const std::string english =
      "<p>The tide went out in the night, and with it went the boat that nobody had tied up properly. We "
      "found her on the other side of the river, full of water and quite content.</p>";
  const std::string german =
      "<p>Das Wasser war in der Nacht gefallen, und mit ihm verschwand das Boot, das niemand richtig "
      "festgemacht hatte. Wir fanden es am anderen Ufer, voller Wasser und ganz zufrieden.</p>";
  for (const bool declared : {false, true}) {
    Blog blog;
    for (unsigned i = 0; i < 4; ++i) {
      const std::string& story = i == 0 ? german : english;
      std::string page = "<html" + std::string(declared ? i == 0 ? " lang=de" : " lang=en" : "") +
                         "><head><title>" + title_of(i) + "</title></head><body><h2>" + title_of(i) +
                         "</h2><div class=story>" + story + story + "</div></body></html>";
      blog.post(path_of(i), title_of(i), page, story + story);
    }
    EXPECT_EQ(blog.learn().language, "en") << declared;
  }
}

TEST(BlogForeverLearning, TemplateSurvivesItsJson) {
  const Template t = plain_blog().learn();
  const Result<Template> back = template_from_json(template_to_json(t));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, t);
}

TEST(BlogForeverLearning, OrderOfArrivalDoesNotMatter) {
  const Blog blog = plain_blog();
  TrainingSet set = blog.training();
  const Template first = make_ensemble_strategy()->learn(set).value();
  std::reverse(set.pages.begin(), set.pages.end());
  EXPECT_EQ(make_ensemble_strategy()->learn(set).value(), first);
}

// The original algorithm uses only the text of a node up to its first child: it loses the text after <b> or
// <br>.
TEST(BlogForeverLearning, TextAfterInlineElementsCounts) {
  Blog blog;
  for (unsigned i = 0; i < 3; ++i) {
    const std::string tail = prose(i + 40, 12);
    const std::string story = "<b>Oh</b>" + tail + "<br>" + prose(i + 50, 6);
    const std::string html =
        "<body><div class=decoy><p>Oh</p></div><div class=real>" + story + "</div></body>";
    blog.post(path_of(i), title_of(i), html, story);
  }
  const Template t = blog.learn();
  EXPECT_EQ(xpath_of(t, "article"), "//div[@class='real']");
  EXPECT_GT(t.rule("article")->score, 0.999);
}

// The story once as text, and in places that are not text of the page.
std::string page_with_copies(const std::string& story) {
  std::string html = "<body><div class=data>";
  for (const char* frame :
       {"<script>var x = '|';</script>", "<style>|</style>", "<p style='display:none'>|</p>",
        "<!-- | --></div><div class=real><p>|</p></div>"}) {
    for (const char* at = frame; *at != 0; ++at) {
      if (*at == '|') {
        html += story;
      } else {
        html += *at;
      }
    }
  }
  return html;
}

std::string page_with_number(const std::string& story, const std::string& n) {
  return "<body><div id=page><div id=post-" + n + " class='entry e" + n + "'>" + story +
         "</div><p>Unlike the story, a line of its own number " + n + "</p></div></body>";
}

TEST(BlogForeverLearning, ScriptsStylesAndHiddenPartsDoNotCount) {
  Blog blog;
  for (unsigned i = 0; i < 3; ++i) {
    const std::string story = prose(i + 1, 10);
    const std::string html = page_with_copies(story);
    blog.post(path_of(i), title_of(i), html, "<p>" + story + "</p>");
  }
  EXPECT_EQ(xpath_of(blog.learn(), "article"), "//div[@class='real']");
}

TEST(BlogForeverLearning, AnyScript) {
  Blog blog;
  for (unsigned i = 0; i < 3; ++i) {
    const std::string html = any_script_page(i);
    blog.post(path_of(i), title_of(i), html, "<p>" + any_script_story(i) + "</p>");
  }
  EXPECT_EQ(xpath_of(blog.learn(), "article"), "//div[@class='honbun']");
}

TEST(BlogForeverLearning, UnstableIdsAndClassesAreSkipped) {
  Blog blog;
  for (unsigned i = 0; i < 3; ++i) {
    const std::string story = paragraphs(i + 1, 3);
    const std::string html = page_with_number(story, std::to_string(100 + i));
    blog.post(path_of(i), title_of(i), html, story);
  }
  EXPECT_EQ(xpath_of(blog.learn(), "article"), "//*[@id='page']/div");
}

// Two rules with one vote each and the same score: the shorter XPath wins, then the one that sorts first.
TEST(BlogForeverLearning, TiesGoByTheStatedRule) {
  Blog blog;
  const std::string names[] = {"much-longer-name", "bb", "aa"};
  for (unsigned i = 0; i < 3; ++i) {
    const std::string story = paragraphs(i + 1, 3);
    blog.post(path_of(i), title_of(i),
              "<body><div class=" + names[i] + ">" + story + "</div><p>" + prose(i + 60, 40) + "</p></body>",
              story);
  }
  const Template t = make_dice_strategy()->learn(blog.training()).value();
  ASSERT_GE(t.rules.size(), 3u);
  EXPECT_EQ(t.rules[0].xpath, "//div[@class='aa']");
  EXPECT_EQ(t.rules[1].xpath, "//div[@class='bb']");
  EXPECT_EQ(t.rules[2].xpath, "//div[@class='much-longer-name']");
}

TEST(BlogForeverLearning, ExcerptsGrowToTheWholeArticle) {
  Blog blog;
  const Theme theme;
  for (unsigned i = 0; i < 4; ++i) {
    const std::string lead = "<p>" + prose(i + 900, 3) + "</p>";
    const std::string story = lead + paragraphs(i + 1, 6);
    blog.post(path_of(i), title_of(i), theme.page(title_of(i), story), lead);
  }
  EXPECT_EQ(xpath_of(blog.learn(), "article"), "//div[@class='story']");
}

TEST(BlogForeverLearning, ExcerptsThatAreCutGrowToo) {
  Blog blog;
  const Theme theme;
  for (unsigned i = 0; i < 4; ++i) {
    const std::string text = prose(i + 900, 8);
    const std::string story = "<p>" + text + "</p>" + paragraphs(i + 1, 6);
    blog.post(path_of(i), title_of(i), theme.page(title_of(i), story), text.substr(0, 180) + " [...]");
  }
  EXPECT_EQ(xpath_of(blog.learn(), "article"), "//div[@class='story']");
}

// A short post has one paragraph, which is all of its text: the container still wins by the other pages.
TEST(BlogForeverLearning, PagesSettleWhatOnePageLeavesOpen) {
  Blog blog;
  for (unsigned i = 0; i < 5; ++i) {
    std::string story;
    for (unsigned k = 0; k < (i < 3 ? 1u : 5u); ++k) {
      story += "<div class=para><p>" + prose(i * 10 + k, 5) + "</p></div>";
    }
    blog.post(path_of(i), title_of(i),
              "<body><div class=text>" + story + "</div><p>below the text</p></body>", story);
  }
  EXPECT_EQ(xpath_of(blog.learn(), "article"), "//div[@class='text']");
}

TEST(BlogForeverLearning, CommentFeedsNeverTrain) {
  Blog blog = plain_blog();
  blog.feed.is_comments = true;
  const Template t = blog.learn();
  EXPECT_EQ(t.method, "generic");
  EXPECT_EQ(t.reason, "the feed is one of comments");
  ASSERT_NE(t.rule("article"), nullptr);
  EXPECT_EQ(t.rule("article")->method, "site");  // learned from the common parts of the pages
}

TEST(BlogForeverLearning, NoPagesGiveAReason) {
  const Template t = Blog().learn();
  EXPECT_EQ(t.method, "generic");
  EXPECT_FALSE(t.reason.empty());
}

TEST(BlogForeverLearning, RedesignNeedsANewTemplate) {
  Theme old_theme;
  Theme new_theme;
  new_theme.story_class = "fresh";
  const Template before = plain_blog(old_theme).learn();
  const std::string story = paragraphs(77, 4);
  const std::string page = new_theme.page("A new coat of paint", story);
  const DataObject by_old = test::extract(&before, "/2024/04/paint/", page);
  EXPECT_EQ(by_old.provenance.methods.at("article"), "generic");
  const Template after = plain_blog(new_theme).learn();
  const DataObject by_new = test::extract(&after, "/2024/04/paint/", page);
  EXPECT_EQ(by_new.provenance.rules.at("article"), "//div[@class='fresh']");
  EXPECT_EQ(by_old.text, by_new.text);
}

struct SimilarityRow {
  const char* name;
  const char* a;
  const char* b;
  double score;
};

class BlogForever_Similarity : public testing::TestWithParam<SimilarityRow> {};

TEST_P(BlogForever_Similarity, MatchesTheDefinition) {
  EXPECT_NEAR(bigram_similarity(GetParam().a, GetParam().b), GetParam().score, 0.005);
}

// The paper's own figures: word order and length weigh little.
INSTANTIATE_TEST_SUITE_P(
    BlogForever_Table1, BlogForever_Similarity,
    testing::Values(SimilarityRow{"WordOrder", "Scheme Scala", "Scala Scheme", 0.90},
                    SimilarityRow{"OtherName", "Rachid", "Richard", 0.18},
                    SimilarityRow{"Length", "Rachid", "Amy, Rachid and all their friends", 0.29},
                    SimilarityRow{"Same", "Scheme Scala", "Scheme Scala", 1.0},
                    SimilarityRow{"Nothing", "abc", "xyz", 0.0}, SimilarityRow{"Empty", "", "", 0.0}),
    [](const auto& row) { return std::string(row.param.name); });

// All release notes end in the same section: nevertheless the author wrote it.
TEST(Boilerplate, SectionsOfATextAreNoneThoughTheyRepeat) {
  test::Blog blog;
  const auto story = [](unsigned seed) {
    return "<div class=section id=features><h3>Features</h3>" + test::paragraphs(seed, 3) +
           "</div><div class=section id=fixes><h3>Fixes</h3><p>None</p></div>";
  };
  for (unsigned i = 0; i < 6; ++i) {
    blog.post("/2024/03/entry-" + std::string(1, static_cast<char>('a' + i)) + "/",
              "Voyage " + std::to_string(i), test::Theme().page("Voyage " + std::to_string(i), story(i + 1)),
              story(i + 1));
  }
  const auto learned = make_ensemble_strategy()->learn(blog.training());
  ASSERT_TRUE(learned);
  const DataObject next = test::extract(&*learned, "/2024/04/next/", test::Theme().page("Next", story(40)));
  EXPECT_NE(next.text.find("Fixes\n\nNone"), std::string::npos) << next.text;
}

}  // namespace
}  // namespace bfa
