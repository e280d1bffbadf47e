// SPDX-License-Identifier: Apache-2.0
// What pages are put together from: markup, differences, calendars, articles.
#include <gtest/gtest.h>

#include "serve/pages/article.h"
#include "serve/pages/calendar.h"
#include "serve/pages/diff_text.h"
#include "serve/pages/markup.h"
#include "serve/pages/site_page.h"

namespace bfa::pages {
namespace {

TEST(Markup, EscapesTextAndValues) {
  const Markup made = element("p", {{"title", "a \"b\" <c>"}, if_set("lang", ""), if_true("hidden", false)},
                              "x < y & z", element("br", {}));
  EXPECT_EQ(made.html(), "<p title=\"a &quot;b&quot; &lt;c&gt;\">x &lt; y &amp; z<br></p>");
}

TEST(Markup, LeavesOutAddressesThatAreNone) {
  const struct {
    const char* name;
    std::string address;
    bool kept;
  } rows[] = {
      {"of this server", "/post?url=x", true},
      {"a place on the page", "#c1", true},
      {"of the web", "https://blog.example/", true},
      {"script", "javascript:alert(1)", false},
      {"script in capitals", "JavaScript:alert(1)", false},
      {"data", "data:text/html,x", false},
      {"another host without a scheme", "//evil.example/", false},
      {"a backslash", "/\\evil.example/", false},
      {"a tab that browsers drop", "/\t/evil.example/", false},
      {"a line end that browsers drop", "/\n/evil.example/", false},
      {"an override that is left out", "/\xe2\x80\xae/evil.example/", false},
      {"relative", "post", false},
      {"empty", "", false},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.name);
    const std::string html = element("a", {{"href", row.address}}, "x").html();
    EXPECT_EQ(html.find("href") != std::string::npos, row.kept) << html;
  }
}

TEST(Markup, ShowsNoControlsAndTurnsNoDirection) {
  EXPECT_EQ(shown_text("a\x01"
                       "b\x7f"
                       "c"),
            "a b c");
  EXPECT_EQ(shown_text("\xe2\x80\xae"
                       "abc\xe2\x81\xa9"),
            "abc");
  EXPECT_EQ(shown_text("a\xff"
                       "b"),
            "a\xef\xbf\xbd"
            "b");
  EXPECT_EQ(shown_text("\xc2\x85x"), " x");
  EXPECT_EQ(text_with_marks("a\xe2\x80\xae"
                            "b\x07"),
            "a[U+202E]b[U+0007]");
}

TEST(Markup, LanguagesAreTags) {
  EXPECT_EQ(language_tag("pt-BR"), "pt-BR");
  for (const char* text : {"", "e", "en us", "x\"><script>", "english"})
    EXPECT_EQ(language_tag(text), "") << text;
}

TEST(PageTimes, ShowWhatIsKnown) {
  EXPECT_EQ(timestamp_text_element("2026-01-31").html(), "<time datetime=\"2026-01-31\">2026-01-31</time>");
  EXPECT_EQ(timestamp_text_element("2026").html(), "<time datetime=\"2026\">2026</time>");
  EXPECT_EQ(timestamp_text_element("2026-01-31T10:00:00+01:00").html(),
            "<time datetime=\"2026-01-31T10:00:00+01:00\">2026-01-31 10:00 (UTC+01:00)</time>");
  EXPECT_EQ(timestamp_text_element("2026-01-31T10:00:00").html(),
            "<time datetime=\"2026-01-31T10:00:00\">2026-01-31 10:00 (local time)</time>");
  EXPECT_EQ(timestamp_text_element("the 41st of May").html(), "<span>the 41st of May</span>");
  EXPECT_EQ(timestamp_text_element("").html(), "");
}

TEST(DiffText, JoinsChangesThatOnlySpaceParts) {
  const auto parts = diff_parts(word_diff("one two three four.\n\nNext line", "one 2 3 four.\n\nNext row"));
  std::size_t changes = 0;
  std::string before, after;
  for (const DiffPart& part : parts) {
    changes = std::max(changes, part.change);
    before += part.before;
    after += part.after;
  }
  EXPECT_EQ(changes, 2U);
  EXPECT_EQ(before, "one two three four.\n\nNext line");
  EXPECT_EQ(after, "one 2 3 four.\n\nNext row");
}

TEST(DiffText, ShortensWhatIsKeptWithinCharacters) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "\xd0\xb6\xd0\xb0 ";
  DiffTextOptions options;
  options.context = 21;
  const DiffText made = inline_diff(word_diff(text + "one" + text, text + "two" + text), options);
  EXPECT_EQ(made.changes, 1U);
  EXPECT_LT(made.markup.html().size(), 600U);
  EXPECT_EQ(made.markup.html().find("\xef\xbf\xbd"), std::string::npos) << "a character was cut";
  EXPECT_EQ(made.words_added, 1U);
  EXPECT_EQ(made.words_removed, 1U);
}

TEST(DiffText, StandsSideBySideParagraphByParagraph) {
  const DiffText made = side_diff(word_diff("same\n\nold words\n\nend", "same\n\nnew words here\n\nend"), {});
  const std::string& html = made.markup.html();
  std::size_t rows = 0;
  for (std::size_t at = 0; (at = html.find("<tr", at)) != std::string::npos; ++at) ++rows;
  EXPECT_EQ(rows, 4U) << html;  // the head and three paragraphs
  EXPECT_NE(html.find("<tr class=\"changed\">"), std::string::npos);
}

TEST(CalendarMarkup, HasEachDayOfTheYearOnce) {
  for (const auto& [year, days] : {std::pair(2023, 365), std::pair(2024, 366), std::pair(1900, 365)}) {
    Calendar calendar;
    calendar.year = year;
    calendar.address = [](const std::string& day) { return "/?day=" + day; };
    calendar.days = {{std::to_string(year) + "-02-28", 2, 0, 1}, {std::to_string(year) + "-12-31", 0, 0, 3}};
    const std::string html = calendar_markup(calendar).html();
    int found = 0;
    for (std::size_t at = 0; (at = html.find("class=\"day\"", at)) != std::string::npos; ++at) ++found;
    EXPECT_EQ(found, days) << year;
    EXPECT_NE(html.find("2 posts, 1 capture"), std::string::npos);
    EXPECT_NE(html.find("/?day=" + std::to_string(year) + "-12-31"), std::string::npos);
  }
  Calendar far;
  far.year = 90'000;
  EXPECT_TRUE(calendar_markup(far).empty());
}

TEST(Article, HeadingsSkipNoLevel) {
  DataObject object;
  object.html = "<h2>a</h2><h5>b</h5><h2>c</h2><h1>d</h1>";
  ArticlePlaces places;
  places.link = places.image = [](const std::string&) { return std::string(); };
  EXPECT_EQ(article_markup(object, places, 3).html(), "<h3>a</h3><h4>b</h4><h4>c</h4><h3>d</h3>");
}

}  // namespace
}  // namespace bfa::pages
