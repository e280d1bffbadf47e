// SPDX-License-Identifier: Apache-2.0
#include "extract/fields/title_frame.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "bfa/object/json.h"
#include "extract/blog.h"

namespace bfa {
namespace {

struct Row {
  const char* name;
  const char* title;
  const char* prefix;
  const char* suffix;
  const char* wanted;
};

class WithoutFrame : public testing::TestWithParam<Row> {};

TEST_P(WithoutFrame, CutsWhatTheWordsAllow) {
  TitleWords words{{"Boats", "Food & Drink", "Rye"}, {"Ada Fox"}, {}, "en", {}};
  words.day = parse_timestamp("2024-03-05T22:00:00Z").value();
  EXPECT_EQ(without_frame(GetParam().title, {GetParam().prefix, GetParam().suffix}, words),
            GetParam().wanted);
}

INSTANTIATE_TEST_SUITE_P(
    House, WithoutFrame,
    testing::Values(
        Row{"Literal", "Soup | Blog", "", " | Blog", "Soup"},
        Row{"Category", "Soup - Boats - Blog", "", " - {category} - Blog", "Soup"},
        Row{"CategoryWithAmpersand", "Soup - food & drink - Blog", "", " - {category} - Blog", "Soup"},
        Row{"SeveralCategories", "Soup - Rye, Boats - Blog", "", " - {category} - Blog", "Soup"},
        Row{"NoCategoryOfThePost", "Soup - Part 2 - Blog", "", " - {category} - Blog", "Soup - Part 2"},
        Row{"DashInTitle", "Soup - hot - Rye - Blog", "", " - {category} - Blog", "Soup - hot"},
        Row{"Before", "Boats: Soup", "{category}: ", "", "Soup"},
        Row{"BeforeAfterName", "Blog: Boats: Soup", "Blog: {category}: ", "", "Soup"},
        Row{"Brackets", "Soup (Boats)", "", " ({category})", "Soup"},
        Row{"BracketOfTheTitle", "Soup (hot)", "", " ({category})", "Soup (hot)"},
        Row{"Author", "Soup | by Ada Fox | Blog", "", " | {author} | Blog", "Soup"},
        Row{"Date", "Soup | March 6, 2024 | Blog", "", " | {date} | Blog", "Soup"},
        Row{"AnotherDate", "Soup | May 6, 2021 | Blog", "", " | {date} | Blog", "Soup | May 6, 2021"},
        Row{"NothingLeft", "Boats - Blog", "", "Boats - Blog", "Boats - Blog"},
        Row{"Empty", "", "{category}: ", " - Blog", ""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(FrameAround, LooksForTheTitleByLettersWherePunctuationDiffers) {
  const auto frame = frame_around("My Blog \u00bb Ada\u2019s soup - Rye", "Ada's Soup");
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->prefix, "My Blog \u00bb ");
  EXPECT_EQ(frame->suffix, " - Rye");
  EXPECT_FALSE(frame_around("My Blog", "Soup"));
  EXPECT_FALSE(frame_around("My Blog", ""));
}

constexpr std::array<const char*, 3> kCategories{"Boats", "Bread", "Rye Fields"};

// A page of a blog that writes the post's category into <title> and, before `heading`, into the heading.
std::string filed_page(unsigned i, const std::string& title, bool in_heading, const std::string& link) {
  const std::string category = kCategories[i % kCategories.size()];
  return "<html><head><title>" + title + " - " + category + " - Harbour Notes</title></head><body><h2>" +
         (in_heading ? category + ": " : std::string()) + title + "</h2><div class=story>" +
         test::paragraphs(i + 1, 3) + "</div><p>" + link + category + "</a></p></body></html>";
}

TEST(TitleSeparators, ThirtyTwoAreRead) {
  std::string title = "Soup";
  for (int i = 0; i < 31; ++i) title += " - Part";
  EXPECT_EQ(title_separators(title).size(), 31U);
  for (int i = 0; i < 10; ++i) title += " - More";
  const std::vector<TitleSeparator> read = title_separators(title);
  ASSERT_EQ(read.size(), 32U);
  EXPECT_EQ(title.substr(read.back().end, 5), " More");
  EXPECT_LT(read.back().end, title.rfind(" - "));
}

TEST(TitleFrames, CategoryInHeadingsIsLearnedFromTheFeed) {
  test::Blog blog;
  for (unsigned i = 0; i < 5; ++i) {
    const std::string title = "Voyage number " + std::string(1, static_cast<char>('a' + i));
    blog.post("/p" + std::to_string(i), title, filed_page(i, title, true, "<a href=/x>"),
              test::paragraphs(i + 1, 3));
  }
  const Template t = make_ensemble_strategy()->learn(blog.training()).value();
  ASSERT_NE(t.rule("title"), nullptr);
  EXPECT_EQ(t.rule("title")->prefix, "{category}: ");
  EXPECT_EQ(t.title_suffix, " - {category} - Harbour Notes");
  EXPECT_EQ(t.title_words, (std::vector<std::string>{"Boats", "Bread", "Rye Fields"}));
  EXPECT_EQ(template_from_json(template_to_json(t)).value(), t);
  EXPECT_EQ(test::extract(&t, "/p9", filed_page(2, "Bread: a love story", true, "<a href=/x>")).title,
            "Bread: a love story");
  // Without the heading <title> says it.
  const std::string page = filed_page(1, "Soup", true, "<a href=/x>");
  const std::size_t heading = page.find("<h2>");
  EXPECT_EQ(test::extract(&t, "/p8", page.substr(0, heading) + page.substr(page.find("</h2>") + 5)).title,
            "Soup");
}

TEST(TitleFrames, CategoryInTitlesIsLearnedWithoutAFeed) {
  test::Blog blog;
  for (unsigned i = 0; i < 9; ++i) {
    const std::string title = "Voyage " + std::string(1, static_cast<char>('a' + i));
    blog.other("/p" + std::to_string(i), filed_page(i, title, false, "<a href=/x>"));
  }
  TrainingSet set = blog.training();
  set.feed = nullptr;
  const Template t = make_ensemble_strategy()->learn(set).value();
  EXPECT_EQ(t.title_suffix, " - {category} - Harbour Notes");
  EXPECT_EQ(t.title_words, (std::vector<std::string>{"Boats", "Bread", "Rye Fields"}));
}

TEST(TitleFrames, NamesThatABlogHadOneAfterTheOtherAreNoTitles) {
  test::Blog blog;
  const auto page = [](unsigned i, const std::string& title) {
    const std::string name = i % 2 == 0 ? "Harbour Notes" : "Southern Cross";
    return "<html><head><title>" + (title.empty() ? "" : title + " : ") + name + "</title></head><body><h1>" +
           name + "</h1><h2>March 5, 2024</h2><h3>" +
           (title.empty() ? "No title in head" : "[ 06:1" + std::to_string(i) + " ] " + title) +
           "</h3><div class=story>" + test::paragraphs(i + 1, 3) + "</div></body></html>";
  };
  for (unsigned i = 0; i < 8; ++i) {
    blog.other("/2024/" + std::to_string(i), page(i, "Voyage " + std::string(1, static_cast<char>('a' + i))));
  }
  TrainingSet set = blog.training();
  set.feed = nullptr;
  const Template t = make_ensemble_strategy()->learn(set).value();
  EXPECT_EQ(t.title_suffix, " : {category}");
  EXPECT_EQ(test::extract(&t, "/2024/9", page(9, "Bread")).title, "Bread");
  EXPECT_EQ(test::extract(&t, "/2024/10", page(10, "")).title, "No title in head");
}

TEST(TitlePlaces, WhatHoldsTheArticleIsNoTitle) {
  test::Blog blog;
  const auto page = [](unsigned i, const std::string& title) {
    return "<html><head><title>" + title + "</title></head><body><div>" + title +
           "</div><div class=frame><div class=story>" + test::paragraphs(i + 1, 3) +
           "</div></div></body></html>";
  };
  for (unsigned i = 0; i < 4; ++i) {
    const std::string title = "Voyage number " + std::string(1, static_cast<char>('a' + i));
    blog.post("/p" + std::to_string(i), title, page(i, title), test::paragraphs(i + 1, 3));
  }
  const Template t = make_ensemble_strategy()->learn(blog.training()).value();
  const DataObject post = test::extract(&t, "/p9", page(9, "Bread"));
  EXPECT_EQ(post.title, "Bread");
  EXPECT_EQ(post.provenance.rules.at("title"), t.rule("title")->xpath);
  EXPECT_TRUE(post.text.starts_with(test::prose(1000, 1).substr(0, 20))) << post.text.substr(0, 80);
}

}  // namespace
}  // namespace bfa
