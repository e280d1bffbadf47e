// SPDX-License-Identifier: Apache-2.0
// Blogs whose old posts have another theme than those that the feed shows.
#include <gtest/gtest.h>

#include <string>

#include "bfa/extract/rules.h"
#include "bfa/object/json.h"
#include "extract/blog.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;
using test::Theme;

std::string letter(unsigned i) {
  return std::string(1, static_cast<char>('a' + i));
}

// The theme of twenty years ago: site and category above the title in one container with the text.
std::string old_page(const std::string& title, const std::string& story, const std::string& day) {
  return "<html><head><title>" + title +
         " : Boats</title></head><body><div class=wrap><div class=all><h1>Boats</h1><em>News of the sea and "
         "of "
         "the oven</em><br><em>Filed under:</em> <span class=cat><a href=/tides/>tides</a></span><h2 "
         "class=day>" +
         day + "</h2><h3 class=head>" + title + "</h3>" + story +
         "</div></div><div class=foot><a href=/>Home</a> <a href=/tides/>Tides</a></div></body></html>";
}

class LayoutsOfTwoThemes : public testing::Test {
 protected:
  void SetUp() override {
    for (unsigned i = 0; i < 5; ++i) {
      const std::string story = paragraphs(i + 1, 4);
      const std::string title = "Voyage " + letter(i) + " of the baker";
      blog_.post("/2024/03/new-" + letter(i) + "/", title, theme_.page(title, story), story);
    }
    for (unsigned i = 0; i < 6; ++i) {
      blog_.other("/2004/05/old-" + letter(i) + "/",
                  old_page("Harbour " + letter(i) + " at dawn", paragraphs(40 + i, 3),
                           "May " + std::to_string(3 + i) + ", 2004"));
    }
    template_ = blog_.learn();
  }

  Blog blog_;
  Theme theme_;
  Template template_;
};

TEST_F(LayoutsOfTwoThemes, OldThemeIsALayoutOfItsOwn) {
  ASSERT_EQ(template_.layouts.size(), 1u);
  EXPECT_EQ(template_.layouts.front().captures.size(), 6u);
  EXPECT_FALSE(template_.signature.empty());
  const auto back = template_from_json(template_to_json(template_));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, template_);
}

TEST_F(LayoutsOfTwoThemes, OldPostIsCutToItsText) {
  const DataObject post = test::extract(&template_, "/2004/06/gulls/",
                                        old_page("Gulls", "<p>One line.</p><p>And two.</p>", "June 9, 2004"));
  EXPECT_EQ(post.kind, ObjectKind::kPost);
  EXPECT_EQ(post.title, "Gulls");
  EXPECT_EQ(post.text, "One line.\n\nAnd two.");
  ASSERT_TRUE(post.published);
  EXPECT_EQ(format_timestamp(*post.published), "2004-06-09");
}

TEST_F(LayoutsOfTwoThemes, CompiledTemplateGivesTheSame) {
  const auto strategy = make_ensemble_strategy();
  FieldRule pin;
  pin.field = "title";
  pin.xpath = "//em";
  pin.pinned = true;
  Template pinned = template_;
  apply_pins(pinned, {&pin, 1});
  for (const Template& t : {template_, pinned}) {
    const Result<CompiledTemplate> compiled = CompiledTemplate::compile(t);
    ASSERT_TRUE(compiled);
    EXPECT_EQ(compiled->source(), t);
    for (const std::string& html : {old_page("Gulls", paragraphs(80, 3), "June 9, 2004"),
                                    theme_.page("Next", paragraphs(81, 3)), std::string("<p>No post.</p>")}) {
      Findings findings;
      const Result<HtmlDocument> doc = HtmlDocument::parse(html, findings);
      const Url url = Url::parse("http://blog.example/2004/06/gulls/").value();
      const PageInput input{url, Url::parse("http://blog.example/").value(), &*doc, nullptr, "", {}};
      const Result<Extraction> once = strategy->extract(&t, input);
      const Result<Extraction> often = strategy->extract(*compiled, input);
      ASSERT_TRUE(once && often);
      EXPECT_EQ(once->object, often->object);
      EXPECT_EQ(once->comments, often->comments);
      EXPECT_EQ(once->pagination, often->pagination);
    }
  }
}

TEST_F(LayoutsOfTwoThemes, NewPostIsAsBefore) {
  const DataObject post =
      test::extract(&template_, "/2024/04/next/", theme_.page("Next", "<p>Short and new.</p>"));
  EXPECT_EQ(post.title, "Next");
  EXPECT_EQ(post.text, "Short and new.");
}

TEST_F(LayoutsOfTwoThemes, OrderOfOtherPagesDoesNotMatter) {
  TrainingSet set = blog_.training();
  const Template first = make_ensemble_strategy()->learn(set).value();
  std::swap(set.others[0], set.others[4]);
  const Template second = make_ensemble_strategy()->learn(set).value();
  EXPECT_EQ(first.layouts, second.layouts);
}

TEST_F(LayoutsOfTwoThemes, PinnedRuleWinsWhereItMatches) {
  Template pinned = template_;
  FieldRule rule;
  rule.field = "title";
  rule.xpath = "//div[@class='all']/h1";
  rule.support = rule.pages = 1;
  rule.score = 1;
  rule.pinned = true;
  pinned.layouts.front().rules.insert(pinned.layouts.front().rules.begin(), rule);
  const DataObject post = test::extract(&pinned, "/2004/06/gulls/",
                                        old_page("Gulls", "<p>One line.</p><p>And two.</p>", "June 9, 2004"));
  EXPECT_EQ(post.title, "Boats");
}

// Old posts whose addresses are unlike the feed's and that say nothing of themselves but their day; tags'
// lists of the same build are more than they are.
TEST(LayoutLearning, OldPostsAreToldByTheirDaysAmongLists) {
  Blog blog;
  Theme theme;
  for (unsigned i = 0; i < 4; ++i) {
    const std::string story = paragraphs(i + 1, 4);
    blog.post("/2024/03/new-" + letter(i) + "/", "Voyage " + letter(i),
              theme.page("Voyage " + letter(i), story), story);
  }
  for (unsigned i = 0; i < 5; ++i) {
    blog.other("/old-" + letter(i) + "/", old_page("Harbour " + letter(i) + " at dawn", paragraphs(40 + i, 6),
                                                   "May " + std::to_string(3 + i) + ", 2004"));
  }
  for (unsigned i = 0; i < 12; ++i) {
    blog.other(
        "/tag/" + letter(i) + "/",
        old_page("Of " + letter(i), paragraphs(60 + i, 1) + paragraphs(40, 1), "Posts that speak of it"));
  }
  const Template t = blog.learn();
  ASSERT_EQ(t.layouts.size(), 1u);
  EXPECT_EQ(t.layouts.front().captures.size(), 5u);
  const DataObject post = test::extract(&t, "/gulls/", old_page("Gulls", paragraphs(90, 6), "June 9, 2004"));
  EXPECT_EQ(post.kind, ObjectKind::kPost);
  EXPECT_EQ(post.title, "Gulls");
  EXPECT_NE(test::extract(&t, "/about/", old_page("About", paragraphs(91, 6), "Who I am")).kind,
            ObjectKind::kPost);
  EXPECT_NE(test::extract(&t, "/tag/z/", old_page("Of z", paragraphs(92, 6), "June 9, 2004")).kind,
            ObjectKind::kPost);
}

// A few words per post, and a side bar with more text on every page.
TEST(LayoutLearning, OldPostsOfFewWords) {
  const auto page = [](const std::string& title, const std::string& story) {
    return "<html><title>" + title + " : Boats</title><body><div id=main><div><h2>" + title +
           "</h2><p class=day>May 3, 2004</p><div>" + story + "</div></div></div><div id=beside><p>" +
           paragraphs(77, 4) + "</p></div></body></html>";
  };
  Blog blog;
  Theme theme;
  for (unsigned i = 0; i < 4; ++i) {
    const std::string story = paragraphs(i + 1, 4);
    blog.post("/2024/03/new-" + letter(i) + "/", "Voyage " + letter(i),
              theme.page("Voyage " + letter(i), story), story);
  }
  for (unsigned i = 0; i < 6; ++i) {
    blog.other("/2004/05/old-" + letter(i) + "/",
               page("Three places to moor " + letter(i), "<p>1. Behind pier " + letter(i) +
                                                             " of the port.</p><p>2. " + letter(i) +
                                                             " yards from the lighthouse.</p>"));
  }
  const Template t = blog.learn();
  ASSERT_EQ(t.layouts.size(), 1u);
  const DataObject post = test::extract(&t, "/2004/06/gulls/", page("Gulls", "<p>One line of verse.</p>"));
  EXPECT_EQ(post.kind, ObjectKind::kPost);
  EXPECT_EQ(post.text, "One line of verse.");
}

TEST(LayoutLearning, TwoPagesAreNone) {
  Blog blog;
  Theme theme;
  for (unsigned i = 0; i < 4; ++i) {
    const std::string story = paragraphs(i + 1, 4);
    blog.post("/2024/03/new-" + letter(i) + "/", "Voyage " + letter(i),
              theme.page("Voyage " + letter(i), story), story);
  }
  for (unsigned i = 0; i < 2; ++i)
    blog.other("/2004/05/old-" + letter(i) + "/",
               old_page("Old " + letter(i), paragraphs(40 + i, 3), "May 3, 2004"));
  EXPECT_TRUE(blog.learn().layouts.empty());
}

}  // namespace
}  // namespace bfa
