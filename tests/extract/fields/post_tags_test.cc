// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "extract/blog.h"

namespace bfa {
namespace {

struct Row {
  const char* name;
  const char* html;  // below the article
  const char* wanted;
};

std::string told(const DataObject& post) {
  std::string out;
  for (const std::string& tag : post.tags) out += "#" + tag + " ";
  const auto categories = post.attributes.find("categories");
  if (categories == post.attributes.end()) return out;
  out += "/";
  for (const char c : categories->second) out += c == '\n' ? std::string(" /") : std::string(1, c);
  out += " ";
  return out;
}

std::string told_of_short_post(const std::string& line, const char* classes, const FeedEntry* entry) {
  return told(test::extract(nullptr, "/2023/11/soup/",
                            "<html><body><div class='" + std::string(classes) + "'><h1>Soup</h1>" + line +
                                "<div class=entry-content>" + test::paragraphs(9, 1) +
                                "</div></div></body></html>",
                            entry, "generic"));
}

class TagsByMarkup : public testing::TestWithParam<Row> {};

TEST_P(TagsByMarkup, TagsAndCategoriesAreToldApart) {
  test::Blog blog;
  test::Theme theme;
  for (unsigned i = 0; i < 4; ++i) {
    const std::string story = test::paragraphs(i + 1, 3);
    blog.post("/2024/03/entry-" + std::string(1, static_cast<char>('a' + i)) + "/",
              "Voyage " + std::to_string(i), theme.page("Voyage " + std::to_string(i), story), story);
  }
  const Template learned = blog.learn();
  theme.after_story = GetParam().html;
  EXPECT_EQ(told(test::extract(&learned, "/2023/11/soup/", theme.page("Soup", test::paragraphs(9, 3)))),
            GetParam().wanted);
}

INSTANTIATE_TEST_SUITE_P(
    House, TagsByMarkup,
    testing::Values(
        Row{"Rel",
            "<p>Filed under <a href='/category/boats/' rel='category tag'>Boats</a>, <a href='/tag/rye/' "
            "rel=tag>rye</a></p>",
            "#rye /Boats "},
        Row{"Names",
            "<div class=post-tags><a href='/x/rye'>#rye</a> <a href='/x/oven'>oven</a></div><span "
            "class=cat-links><a href='/y/boats'>Boats</a></span>",
            "#rye #oven /Boats "},
        Row{"Addresses",
            "<p>On March 3 in <a href='/categories/boats/'>Boats</a> | <a "
            "href='/search/label/rye'>rye</a> | <a href='/?cat=7'>Soups</a></p>",
            "#rye /Boats /Soups "},
        Row{"TagsUnderTheirOwnAddress",
            "<ul class=tags><li><a rel=tag href='/categories/rye/'>rye</a></li></ul>", "#rye "},
        Row{"SiteCallsThemTags",
            "<p><a href='/categories/rye/'>rye</a></p><ul><li><a href='/categories/'>Tags</a></li></ul>",
            "#rye "},
        Row{"WordsJoined",
            "<p><span class=postcategory>in <a href='/y/boats'>Boats</a></span> <span class=posttag><a "
            "href='/x/rye'>rye</a></span></p>",
            "#rye /Boats "},
        Row{"ALabelAlone", "<p>Billet class\u00e9 dans la cat\u00e9gorie : <a href='/boats/'>Boats</a></p>",
            "/Boats "},
        Row{"ALabelBehindABreak",
            "<p>A line of some length that says nothing of it, and goes on for a while.<br>Tags: <a "
            "href='/x/rye'>rye</a>, <a href='/x/oven'>oven</a><br>And another one behind it.</p>",
            "#rye #oven "},
        Row{"APathFromTheHomePage",
            "<p>Category: <a href='http://blog.example/index.html'>Start</a> &gt; <a href='../'>Up</a> &gt; "
            "<a "
            "href='/boats/'>Boats</a></p>",
            "/Boats "},
        Row{"ProseIsNoLabel",
            "<p>Of categories: <a href='/x/'>one book</a> is enough for everybody who wants to know how they "
            "are made and kept.</p>",
            ""},
        Row{"ALabelOfRecordsIsNone",
            "<p>Label: <a href='https://warp.example/releases/12'>Warp Records</a></p>", ""},
        Row{"ACatIsNoCategory", "<p>My cat: <a href='/photos/x.jpg'>a photo of Tom</a></p>", ""},
        Row{"ALabelBeforeTheFullAddress",
            "<p>Category: <a href='http://blog.example/boats/'>Boats</a> <a href='/?c=3'>Sea</a></p>",
            "/Boats /Sea "},
        Row{"AWordWithoutColonIsNoLabel", "<p>Tags we like <a href='/x/'>elsewhere</a></p>", ""},
        Row{"FiledUnderNothing",
            "<p>Posted in <a href='/category/uncategorized/' rel='category tag'>Uncategorized</a></p>", ""},
        Row{"OneWordForBoth",
            "<p><a href='/category/rye/' rel='category tag'>rye</a> <a href='/tag/rye/' rel=tag>rye</a></p>",
            "#rye /rye "},
        Row{"RelAloneIsACategorysToo",
            "<p><a href='/x/rye' rel='category tag'>rye</a> <a href='/x/rye' rel=tag>rye</a></p>", "/rye "},
        Row{"SideBarsAreNobodys",
            "<div class=sidebar><ul class=tags><li><a rel=tag href='/tag/all/'>all</a></li></ul>"
            "</div><p><a href='/tags/'>Tags</a></p>",
            ""},
        Row{"RelTagBehindALabel",
            "<p>Kateg\u00f3ria: <a rel=tag href='/x/boats'>Boats</a></p><p>C\u00edmk\u00e9k: <a rel=tag "
            "href='/x/rye'>rye</a></p>",
            "#rye /Boats "},
        Row{"ALabelCountsMoreThanTheAddress", "<p>Kategorien: <a href='/tag/boats/'>Boats</a></p>",
            "/Boats "},
        Row{"CategoriesInCategories",
            "<p>In <a href='/category/boats/'>Boats</a> | <a href='/category/boats/sails/'>Sails</a> | <a "
            "href='/category/boats/sails/jib/'>Jibs</a></p>",
            "/Boats /Sails /Jibs "},
        Row{"NotesAreNoTags",
            "<table><tr><td class=label><a href='#id3'>1</a></td><td>A note.</td></tr></table>", ""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Taxonomy, ClassesOfThePostNameNoLinks) {
  EXPECT_EQ(told_of_short_post("<p><a href='/2023/11/soup/#respond'>Leave a note</a></p>",
                               "post hentry category-boats tag-rye", nullptr),
            "");
}

TEST(Taxonomy, ClassesOfThePostTellTheFeedsWordsApart) {
  FeedEntry entry;
  entry.link = "http://blog.example/2023/11/soup/";
  entry.tags = {"Boats & Oars", "rye", "other"};
  EXPECT_EQ(told_of_short_post("", "post hentry category-boats-oars tag-rye", &entry),
            "#rye #other /Boats & Oars ");
  EXPECT_EQ(told_of_short_post("", "post hentry category-boats-oars category-bread", &entry),
            "/Boats & Oars /rye /other ");
}

TEST(Taxonomy, ClassesOfCategoriesAloneSayWhatTheFeedsWordsAre) {
  FeedEntry entry;
  entry.link = "http://blog.example/2023/11/soup/";
  entry.tags = {"Film", "Uncategorized"};
  EXPECT_EQ(told_of_short_post("", "post-7 hentry category-video-infos", &entry), "/Film ");
  EXPECT_EQ(told_of_short_post("", "post-7 hentry category-video tag-screen", &entry), "#Film ");
  EXPECT_EQ(told_of_short_post("", "wrap category-list", &entry), "#Film ");
}

TEST(Taxonomy, ACategoryThatIsNoLinkStandsInTheLineOfTheDay) {
  const FeedEntry entry;
  const auto of_line = [&](const std::string& line) { return told_of_short_post(line, "post", &entry); };
  EXPECT_EQ(of_line("<p><span class=category>Boats</span> &ndash; 3.5.2024 &ndash; Ann</p>"), "/Boats ");
  EXPECT_EQ(of_line("<p>3 May 2024 in <em class=post-category>Boats</em></p>"), "/Boats ");
  EXPECT_EQ(of_line("<p><span class=category>Boats</span> &ndash; Ann</p>"), "");
  EXPECT_EQ(of_line("<p><span class=category>Category</span> 2024</p>"), "");
  EXPECT_EQ(of_line("<p><span class=category>Boats</span> 2024 <a href='/tag/rye/' rel=tag>rye</a></p>"),
            "#rye ");
}

TEST(Taxonomy, LinksInRunningTextAreNone) {
  EXPECT_EQ(told_of_short_post("", "post", nullptr), "");
  const std::string line = "<p>See the others (<a href='/categories/soups/'>to the soups</a>)</p>";
  EXPECT_EQ(told(test::extract(nullptr, "/2023/11/soup/",
                               "<html><body><article><h1>Soup</h1>" + test::paragraphs(9, 3) + line +
                                   test::paragraphs(10, 2) + "</article></body></html>",
                               nullptr, "generic")),
            "");
}

TEST(Bylines, SeveralPeople) {
  test::Theme theme;
  const auto authors = [&](const std::string& line) {
    return test::extract(nullptr, "/2023/11/soup/",
                         "<html><body><article><h1>Soup</h1><p class=byline><span class=post-author>" + line +
                             "</span></p><div>" + test::paragraphs(9, 3) + "</div></article></body></html>",
                         nullptr, "generic")
        .authors;
  };
  EXPECT_EQ(authors("Ann Rye and Bo Lund"), (std::vector<std::string>{"Ann Rye", "Bo Lund"}));
  EXPECT_EQ(authors("by Ann Rye, Bo Lund &amp; Cy Mast"),
            (std::vector<std::string>{"Ann Rye", "Bo Lund", "Cy Mast"}));
  EXPECT_EQ(authors("Rye, Ann"), (std::vector<std::string>{"Rye, Ann"}));
  EXPECT_EQ(authors("Boats and Bread"), (std::vector<std::string>{"Boats and Bread"}));
}

// A blog whose markup says nothing of what its links are: the feed does.
class TagsInTheFeed : public testing::Test {
 protected:
  // `line`: the line below each post, with %1 and %2 for its words.
  Template learn(const std::string& line, const std::vector<std::vector<std::string>>& words) {
    test::Blog blog;
    for (unsigned i = 0; i < words.size(); ++i) {
      const std::string story = test::paragraphs(i + 1, 3);
      test::Theme theme;
      theme.after_story = below(line, words[i]);
      blog.post("/2024/03/entry-" + std::string(1, static_cast<char>('a' + i)) + "/",
                "Voyage " + std::to_string(i), theme.page("Voyage " + std::to_string(i), story), story);
      blog.feed.entries.back().tags = words[i];
    }
    const auto learned = make_ensemble_strategy()->learn(blog.training());
    EXPECT_TRUE(learned);
    return learned ? *learned : Template();
  }

  static std::string below(std::string line, const std::vector<std::string>& words) {
    std::string links;
    for (const std::string& word : words) links += " <a href='/" + word + "/'>" + word + "</a>";
    line.replace(line.find('%'), 1, links);
    return line;
  }

  static std::string told_of_next(const Template& t, const std::string& below) {
    test::Theme theme;
    theme.after_story = below;
    return told(test::extract(&t, "/2023/11/soup/", theme.page("Soup", test::paragraphs(9, 3))));
  }
};

TEST_F(TagsInTheFeed, SeveralWordsAPageAreTags) {
  const char* const line = "<p class=where>This is of%</p>";
  const Template t = learn(line, {{"Boats", "Rye"}, {"Rye"}, {"Oven", "Boats", "Sea"}, {"Sea", "Tar"}});
  ASSERT_NE(t.rule("tag"), nullptr);
  EXPECT_EQ(t.rule("tag")->support, 4u);
  EXPECT_EQ(told_of_next(t, below(line, {"Kelp", "Oven"})), "#Kelp #Oven ");
}

TEST_F(TagsInTheFeed, OneWordAPageIsACategory) {
  const char* const line = "<p class=where>Home, then%</p>";
  const Template t = learn(line, {{"Boats"}, {"Bread"}, {"Boats"}, {"Bread"}});
  ASSERT_NE(t.rule("category"), nullptr);
  EXPECT_EQ(told_of_next(t, below(line, {"Soups"})), "/Soups ");
}

TEST_F(TagsInTheFeed, ALabelTells) {
  const char* const line = "<p class=where>Labels:%</p>";
  const Template t = learn(line, {{"Boats"}, {"Bread"}, {"Boats"}, {"Bread"}});
  EXPECT_EQ(told_of_next(t, below(line, {"Soups"})), "#Soups ");
}

TEST_F(TagsInTheFeed, AMenuOfAllCategoriesIsNone) {
  const char* const line =
      "<p class=where><a href='/boats/'>Boats</a> <a href='/bread/'>Bread</a> <a href='/rye/'>Rye</a> %</p>";
  const Template t = learn(line, {{"Boats"}, {"Bread"}, {"Boats"}, {"Rye"}});
  EXPECT_EQ(t.rule("tag"), nullptr);
  EXPECT_EQ(t.rule("category"), nullptr);
}

TEST_F(TagsInTheFeed, WhatMarkupTellsNeedsNoRule) {
  const char* const line = "<p class=post-tags>%</p>";
  const Template t = learn(line, {{"Boats", "Rye"}, {"Rye"}, {"Oven", "Boats", "Sea"}});
  EXPECT_EQ(t.rule("tag"), nullptr);
  EXPECT_EQ(told_of_next(t, below(line, {"Kelp", "Oven"})), "#Kelp #Oven ");
}

struct ClassRow {
  const char* name;
  const char* classes;
  const char* line;
  const char* wanted;
};

class TagsByClasses : public testing::TestWithParam<ClassRow> {};

TEST_P(TagsByClasses, WhereNothingElseSaysIt) {
  const FeedEntry entry;
  EXPECT_EQ(told_of_short_post(GetParam().line, GetParam().classes, &entry), GetParam().wanted);
}

INSTANTIATE_TEST_SUITE_P(
    House, TagsByClasses,
    testing::Values(ClassRow{"Slugs", "post-7 hentry category-sea-wind tag-rye", "", "#rye /sea wind "},
                    ClassRow{"WordOfALink", "post-7 post category-sea-wind-2",
                             "<nav><a href='/category/sea-wind-2/'>Sea &amp; Wind</a></nav>", "/Sea & Wind "},
                    ClassRow{"LinksElsewhereToTheSameName", "post-7 category-boats",
                             "<nav><a href='/pages/boats/'>My yard</a></nav>", "/boats "},
                    ClassRow{"NoPost", "wrap category-list tag-cloud", "", ""},
                    ClassRow{"NumbersAndNone", "post-7 hentry category-12 category-uncategorized", "", ""},
                    ClassRow{"LinkBesideTheArticle", "post-7 hentry category-boats",
                             "<p>Tags: <a href='/tag/rye/' rel=tag>rye</a></p>", "#rye "}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(TagsByManyLinks, TheFirstFiveHundredAreTaken) {
  std::string links;
  for (int i = 0; i < 600; ++i) {
    const std::string number = std::to_string(1000 + i);
    links += "<a rel=tag href='/tag/t" + number + "'>t" + number + "</a> ";
  }
  const FeedEntry entry;
  const std::string words = told_of_short_post("<p>" + links + "</p>", "post", &entry);
  EXPECT_EQ(std::count(words.begin(), words.end(), '#'), 500);
  EXPECT_NE(words.find("#t1499 "), std::string::npos);
}

TEST(TagsByManyClasses, TheFirstHundredAreRead) {
  std::string classes = "post-7 hentry";
  for (int i = 0; i < 200; ++i) classes += " tag-word" + std::to_string(1000 + i);
  const FeedEntry entry;
  const std::string words = told_of_short_post("", classes.c_str(), &entry);
  EXPECT_EQ(std::count(words.begin(), words.end(), '#'), 98);
  EXPECT_TRUE(words.ends_with("#word1097 ")) << words;
}

}  // namespace
}  // namespace bfa
