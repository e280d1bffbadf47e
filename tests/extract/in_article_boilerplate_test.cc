// SPDX-License-Identifier: Apache-2.0
// Parts inside articles that are not their text and that no name identifies: found by repetition, and by
// comparison with the feed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>

#include "extract/blog.h"
#include "extract/rules/in_article_rules.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;
using test::prose;
using test::Theme;

// The text after the story of post number `i`.
using Tail = std::function<std::string(unsigned i)>;

struct Row {
  const char* name;
  Tail tail;
  bool in_feed;       // the feed has it too
  bool excerpts;      // the feed has first paragraphs only
  bool stays;         // in the text of a post that no feed names
  const char* trace;  // words of it
};

std::string title_of(unsigned i) {
  return "Voyage " + std::string(1, static_cast<char>('A' + i));
}

std::string box_of(unsigned i) {
  return "<div class='css-7a'><p>A note by number " + prose(500 + i, 1) + "</p></div>";
}

class InArticleBoilerplate : public testing::TestWithParam<Row> {};

TEST_P(InArticleBoilerplate, AreToldByRepetitionAndTheFeed) {
  const Row& row = GetParam();
  Theme theme;
  theme.sidebar += "<p><a href='https://old.example/'>Home</a></p>";
  Blog blog;
  for (unsigned i = 0; i < 6; ++i) {
    const std::string title = title_of(i);
    const std::string story = paragraphs(i + 1, 4);
    const std::string lead = story.substr(0, story.find("</p>") + 4);
    blog.post("/2024/03/p" + std::string(i + 1, 'x') + "/", title, theme.page(title, story + row.tail(i)),
              (row.excerpts ? lead : story) + (row.in_feed ? row.tail(i) : ""));
  }
  const Template t = blog.learn();
  const std::string story = "<p>" + prose(700, 5) + "</p>";
  const std::string text =
      test::extract(&t, "/2024/02/new/", theme.page(title_of(9), story + row.tail(9))).text;
  EXPECT_NE(text.find(prose(700, 5)), std::string::npos);
  EXPECT_EQ(text.find(row.trace) != std::string::npos, row.stays) << text;
}

const Tail kLines = [](unsigned) {
  return std::string("<p>Share this story:</p><p><a href='https://a.example/'>Elsewhere</a></p>");
};
const Tail kBox = box_of;
const Tail kSources = [](unsigned i) {
  return "<div class='css-7c'><p><a href='https://b" + std::to_string(i) + ".example/'>Source " +
         prose(600 + i, 1) + "</a></p></div>";
};
// A host that all pages link to, as the side bar shows: the blog under its former name, or a service.
const Tail kFormerName = [](unsigned i) {
  return "<div class='css-7c'><p><a href='https://old.example/'>Source " + prose(600 + i, 1) +
         "</a></p></div>";
};

// Another author and month in each.
const Tail kByline = [](unsigned i) {
  constexpr std::array<const char*, 3> kMonths{"March", "April", "June"};
  constexpr std::array<const char*, 4> kNames{"Ann", "Bo Lund", "Cy", "Dee van der Rye"};
  return std::string("<p>Gepost door ") + kNames[i % 4] + " op " + kMonths[i % 3] + " " +
         std::to_string(i + 1) + ", 2024 | TrackBack</p>";
};
// One author's, and a guest's in the post that is read later.
const Tail kSigned = [](unsigned i) {
  return std::string("<p>von ") + (i < 9 ? "Dampf-Otto" : "Die G\u00e4rtnerin") + " | 1" + std::to_string(i) +
         ":05 | 3 Kommentare</p>";
};
// The same with nothing but a time of day beside the name.
const Tail kTimed = [](unsigned i) {
  return std::string("<p>von ") + (i < 9 ? "Dampf-Otto" : "Die G\u00e4rtnerin") + " | 1" + std::to_string(i) +
         ":05</p>";
};
// A call on half of the posts, of which the feed has excerpts.
const Tail kCall = [](unsigned i) {
  return std::string(i % 2 == 1 ? "<p>Never miss a post: subscribe and get a letter each month.</p>" : "");
};
// Words that an author may end half of the posts with.
const Tail kGreeting = [](unsigned i) {
  return std::string(i % 2 == 1 ? "<p>Until next week, Ann</p>" : "");
};
const Tail kDiary = [](unsigned i) {
  return "<p>In de haven op " + std::to_string(i + 1) + " maart 2024: " + prose(900 + i, 1) + "</p>";
};
// Nothing but the day: no words that are equal in all.
const Tail kDay = [](unsigned i) {
  constexpr std::array<const char*, 3> kMonths{"March", "April", "June"};
  return "<p>" + std::to_string(i + 1) + " " + kMonths[i % 3] + " 2024</p>";
};
const Tail kLicence = [](unsigned i) {
  return "<p>" + title_of(i) + " by Boats may be copied with the author's name.</p>";
};
const Tail kElsewhere = [](unsigned i) {
  return "<p>This was first in the Harbour Post: <a href='https://post.example/" + std::to_string(i) + "'>" +
         title_of(i) + "</a></p>";
};
// A label, and another post of the blog in each.
const Tail kStep = [](unsigned i) {
  return "<p>Vorige: <a href='/2024/03/p" + std::string(i % 3 + 7, 'x') + "/'>Post " + prose(950 + i, 1) +
         "</a></p>";
};
const Tail kStepElsewhere = [](unsigned i) {
  return "<p>Vorige: <a href='https://b" + std::to_string(i) + ".example/'>Post " + prose(950 + i, 1) +
         "</a></p>";
};
// Three of six articles end with one author's lines, three with the other's.
const Tail kTwoAuthors = [](unsigned i) {
  return std::string("<p>") + (i % 2 == 0 ? "Ann mends engines and boats." : "Bo bakes bread on an island.") +
         "</p>";
};
// Other links below the same line, on every second post.
const Tail kReadAlso = [](unsigned i) {
  if (i % 2 == 0) return std::string();
  return "<h4>Lees ook</h4><ul><li><a href='/2024/03/p" + std::string(i % 3 + 7, 'x') + "/'>" +
         prose(950 + i, 1) + "</a></li><li><a href='/2024/03/py/'>" + prose(970 + i, 1) + "</a></li></ul>";
};
const Tail kReadElsewhere = [](unsigned i) {
  if (i % 2 == 0) return std::string();
  return "<h4>Lees ook</h4><ul><li><a href='https://b" + std::to_string(i) + ".example/'>" +
         prose(950 + i, 1) + "</a></li></ul>";
};
const Tail kHeadedSources = [](unsigned i) { return "<p>Bronnen</p>" + kSources(i); };
// A line that all have, and below it what readers wrote, or a postscript: nothing there is equal.
std::string end_of_story(unsigned i, std::string_view heading) {
  std::string out = "<p>Tot zover dit verhaal (" + std::to_string(i) + ")</p>" + std::string(heading);
  for (unsigned k = 0; k <= i % 3; ++k)
    out += "<p><b>" + prose(1000 + 10 * i + k, 1).substr(0, 4) +
           "</b> schreef: " + prose(1100 + 10 * i + k, 3) + "</p>";
  return out;
}
const Tail kReaders = [](unsigned i) { return end_of_story(i, "<h4>Reacties</h4>"); };
const Tail kPostscript = [](unsigned i) { return end_of_story(i, ""); };
const Tail kBoxAndReaders = [](unsigned i) {
  return "<div class='css-7a'>" + prose(500 + i, 1) + "</div>" + kReaders(i);
};
const Tail kMotto = [](unsigned i) { return "<p>Until the next time, " + prose(800 + i, 1) + "</p>"; };

INSTANTIATE_TEST_SUITE_P(
    Slots, InArticleBoilerplate,
    testing::Values(Row{"LinesWithADate", kByline, false, true, false, "Gepost"},
                    Row{"LinesWithADateThatTheFeedHas", kDiary, true, false, true, "haven"},
                    Row{"BylinesThatTheFeedHas", kByline, true, false, false, "Gepost"},
                    Row{"LinesThatSignOneAuthorsPosts", kSigned, false, true, false, "Die G"},
                    Row{"SignedLinesThatTheFeedHas", kSigned, true, false, true, "Die G"},
                    Row{"LinesThatSignWithATime", kTimed, false, true, false, "Die G"},
                    Row{"CallsOnSomePosts", kCall, false, true, false, "Never miss"},
                    Row{"CallsThatTheFeedHas", kCall, true, false, true, "Never miss"},
                    Row{"ShortLinesOnSomePosts", kGreeting, false, true, true, "Until next week"},
                    Row{"DaysThatTheFeedNeverHas", kDay, false, false, false, "March 2024"},
                    Row{"DaysThatTheFeedHas", kDay, true, false, true, "March 2024"},
                    Row{"DaysThatAnExcerptLacks", kDay, false, true, true, "March 2024"},
                    Row{"LinesWithTheTitle", kLicence, false, true, false, "may be copied"},
                    Row{"LinesWithTheTitleThatTheFeedHas", kLicence, true, false, true, "may be copied"},
                    Row{"LinesWithTheTitleOfASource", kElsewhere, false, true, true, "Harbour Post"},
                    Row{"LabelsOfLinksToPosts", kStep, false, true, false, "Vorige"},
                    Row{"LabelsOfLinksThatTheFeedHas", kStep, true, false, true, "Vorige"},
                    Row{"LabelsOfLinksToOtherSites", kStepElsewhere, false, true, true, "Vorige"},
                    Row{"LinesAboutOneOfTheAuthors", kTwoAuthors, false, true, false, "island"},
                    Row{"LinesAboutOneThatTheFeedHas", kTwoAuthors, true, false, true, "island"},
                    Row{"ListsOfPostsBelowALine", kReadAlso, false, true, false, "Lees ook"},
                    Row{"ListsBelowALineThatTheFeedHas", kReadAlso, true, true, true, "Lees ook"},
                    Row{"ListsOfOtherSitesBelowALine", kReadElsewhere, false, true, true, "Lees ook"},
                    Row{"WhatIsBehindALineThatEndsTexts", kReaders, false, false, false, "schreef"},
                    Row{"ProseBehindALineThatEndsTexts", kPostscript, false, false, true, "schreef"},
                    Row{"SourcesBehindALineThatEndsTexts", kHeadedSources, false, false, true, "Source"},
                    Row{"WhatIsBehindALineOfTheText", kReaders, true, false, true, "schreef"},
                    Row{"WhatIsBehindALineThatExcerptsLack", kReaders, false, true, true, "schreef"},
                    Row{"WhatIsBehindAPlaceThatEndsTexts", kBoxAndReaders, false, false, false, "schreef"},
                    Row{"SentencesThatBeginAlike", kMotto, false, true, true, "next time"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    House, InArticleBoilerplate,
    testing::Values(Row{"LinesThatTheFeedNeverHas", kLines, false, false, false, "Share this"},
                    Row{"LinesOfTheAuthor", kLines, true, false, true, "Share this"},
                    Row{"PlacesThatTheFeedNeverHas", kBox, false, false, false, "A note by"},
                    Row{"PlacesOfTheAuthor", kBox, true, false, true, "A note by"},
                    Row{"PlacesThatAnExcerptLacks", kBox, false, true, true, "A note by"},
                    Row{"SourcesThatTheFeedNeverHas", kSources, false, false, true, "Source"},
                    Row{"LinksToTheBlogsFormerName", kFormerName, false, false, false, "Source"},
                    Row{"PlacesWithOneText",
                        [](unsigned) {
                          return std::string(
                              "<div class='css-7b'><p>Write to me from wherever you are.</p></div>");
                        },
                        false, true, false, "Write to me"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(InArticleBoilerplate, APlaceWithTheTitleAndATextIsThePostsOwn) {
  // On the new page the story's own element has the class that elsewhere is the box's.
  const auto page = [](const std::string& title, const std::string& name, const std::string& story,
                       const std::string& box) {
    return "<html lang=en><title>" + title +
           " - Boats</title><body><div id=top>Boats and bread</div><div id=main>" + "<div class='" + name +
           "'><h1>" + title + "</h1><p>March 5, 2024</p>" + story + "</div>" + box + "</div></body></html>";
  };
  Blog blog;
  for (unsigned i = 0; i < 6; ++i) {
    const std::string title = title_of(i);
    const std::string story = paragraphs(i + 1, 4);
    blog.post("/2024/03/p" + std::string(i + 1, 'x') + "/", title,
              page(title, "n" + std::to_string(i), story, box_of(i)), story);
  }
  const Template t = blog.learn();
  EXPECT_TRUE(std::any_of(t.boilerplate.begin(), t.boilerplate.end(),
                          [](const std::string& xpath) { return is_in_article_rule(xpath); }));
  const std::string story = "<p>" + prose(700, 3) + "</p>";
  const std::string text = test::extract(&t, "/2024/02/new/", page("New", "css-7a", story, box_of(9))).text;
  EXPECT_NE(text.find(prose(700, 3)), std::string::npos);
  // Nor is it a region, by whatever name.
  Template other = t;
  other.boilerplate.emplace_back("//div[@class='odd']");
  EXPECT_NE(
      test::extract(&other, "/2024/02/odd/", page("New", "odd", story, box_of(9))).text.find(prose(700, 3)),
      std::string::npos);
}

TEST(InArticleBoilerplate, TheDayRightBehindTheTextIsThePosts) {
  Theme theme;
  theme.date = false;
  const auto page = [&](unsigned i, const std::string& story, const std::string& day) {
    return theme.page(title_of(i), story + "<p>Tot zover</p><p>Toegevoegd: " + day +
                                       ", reacties (3)</p><h4>Reacties</h4><p>schreef " + prose(1300 + i, 6) +
                                       "</p>");
  };
  Blog blog;
  for (unsigned i = 0; i < 6; ++i) {
    const std::string story = paragraphs(i + 1, 4);
    blog.post("/p" + std::string(i + 1, 'x') + "/", title_of(i), page(i, story, "March 5, 2024"), story);
    blog.feed.entries.back().published.reset();
  }
  const Template t = blog.learn();
  const DataObject post = test::extract(&t, "/new/", page(9, paragraphs(70, 3), "April 9, 2024"));
  ASSERT_TRUE(post.published);
  EXPECT_EQ(format_timestamp(*post.published), "2024-04-09");
}

TEST(InArticleBoilerplate, ALinkAmidASentenceIsNoneOfTheMenusLinks) {
  const std::string page =
      "<html lang=en><title>Voyage - Boats</title><body><table><tr><td><a href='/a'>Home</a><br><a "
      "href='/b'>All</a></td><td>" +
      prose(700, 3) + " I said so <a href='/a'>last year</a>. " + prose(701, 3) +
      "</td></tr></table></body></html>";
  Template t;
  FieldRule rule;
  rule.field = "article";
  rule.xpath = "/html/body/table/tbody/tr/td[2]";
  rule.support = rule.pages = 5;
  t.rules.push_back(std::move(rule));
  t.boilerplate.emplace_back("/html/body/table/tbody/tr/td/a");
  const std::string text = test::extract(&t, "/2024/02/new/", page).text;
  EXPECT_NE(text.find("so last year"), std::string::npos) << text;
  EXPECT_EQ(text.find("Home"), std::string::npos) << text;
}

TEST(InArticleRules, FormsOfLinksAreOneForALinkAndForSeveral) {
  struct Line {
    const char* html;
    const char* form;
  };
  const std::array<Line, 6> kRows{
      {{"<p>See: <a href='/a'>One 7</a> | <a href='/b'>Two</a> (4)</p>", "See: {link} (0)"},
       {"<p><a href='/a'>One</a> and <a href='/b'>Two</a></p>", "{link} and {link}"},
       {"<p>See <a href='https://else.example/'>One</a></p>", ""},
       {"<p>See <a href='#x'>One</a></p>", ""},
       {"<p>No link</p>", ""},
       {"<p><a href='/a'>Boats at sea</a>, <a href='/b'>b</a></p>", "{title}, {link}"}}};
  for (const Line& row : kRows) {
    Findings findings;
    const Result<HtmlDocument> doc = HtmlDocument::parse(row.html, findings);
    ASSERT_TRUE(doc);
    const PageIndex page(*doc, BlockHashes::kMade);
    EXPECT_EQ(linked_form(page, page.blocks()[0], {"Boats at sea", "en", {}, "blog.example"}), row.form)
        << row.html;
  }
}

TEST(InArticleRules, AreReadAsTheyAreWritten) {
  Findings findings;
  const Result<HtmlDocument> doc = HtmlDocument::parse(
      "<body><div id=a><p>It's 3  <b>more</b></p><p>He said: \"it's\"</p>"
      "<section class='c7 x'><ul><li id=i1>One</li></ul></section></div></body>",
      findings);
  ASSERT_TRUE(doc);
  const PageIndex page(*doc, BlockHashes::kMade);
  const HtmlDocument::NodeId article = doc->find_first("div", 0);
  const std::string rule = line_rule(page, page.blocks()[0]);
  EXPECT_EQ(rule, ".//p[.=\"It's 3 more\"]");
  EXPECT_EQ(line_rule(page, page.blocks()[1]), "");  // both kinds of quotes
  const std::vector<std::string> xpaths{rule, "//p[@class='other']",
                                        "./section[@class='c7 x']/ul/li[@id='i1']",
                                        "./section[@class='c7 x']/following::node()"};
  const InArticleRules rules(xpaths);
  EXPECT_TRUE(rules.has_line(page, page.blocks()[0]));
  EXPECT_FALSE(rules.has_line(page, page.blocks()[1]));
  ASSERT_EQ(rules.places.size(), 1u);
  EXPECT_EQ(match_place(page, article, rules.places[0]).size(), 1u);
  EXPECT_EQ(rules.end_of_text(page, article), page.first_block(article) + 2);
  EXPECT_TRUE(match_place(page, article, "./ul/li[@id='i1']").empty());
  EXPECT_TRUE(match_place(page, article, "./section[@class='c7']").empty());
  EXPECT_TRUE(match_place(page, article, "./section[").empty());
}

}  // namespace
}  // namespace bfa
