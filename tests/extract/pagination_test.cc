// SPDX-License-Identifier: Apache-2.0
// Posts on several pages: which pages are of one post, and the post joined.
#include "bfa/extract/pagination.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "extract/blog.h"
#include "extract/decide/page_address.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;
using test::Theme;

struct AddressRow {
  const char* name;
  const char* url;
  const char* first;  // nullptr: no page number
  std::uint32_t number;
};

class PageAddresses : public testing::TestWithParam<AddressRow> {};

TEST_P(PageAddresses, MatchesRow) {
  const Result<Url> url = Url::parse(std::string("http://blog.example") + GetParam().url);
  ASSERT_TRUE(url);
  const auto part = page_address(*url);
  ASSERT_EQ(part.has_value(), GetParam().first != nullptr);
  if (!part) return;
  EXPECT_EQ(part->number, GetParam().number);
  EXPECT_EQ(part->first.href(), std::string("http://blog.example") + GetParam().first);
}

INSTANTIATE_TEST_SUITE_P(House, PageAddresses,
                         testing::Values(AddressRow{"Segment", "/2024/03/tour/2/", "/2024/03/tour/", 2},
                                         AddressRow{"NoSlash", "/tour/12", "/tour", 12},
                                         AddressRow{"PageSegment", "/tour/page/3/", "/tour/", 3},
                                         AddressRow{"PageWord", "/tour/page-2", "/tour", 2},
                                         AddressRow{"Query", "/tour/?page=2", "/tour/", 2},
                                         AddressRow{"QueryAmong", "/?p=12&page=2", "/?p=12", 2},
                                         AddressRow{"File", "/a/tour-2.html", "/a/tour.html", 2},
                                         AddressRow{"FilePage", "/a/tour_page3.htm", "/a/tour.htm", 3},
                                         AddressRow{"PostNumber", "/?p=12", nullptr, 0},
                                         AddressRow{"Year", "/a/2014/", nullptr, 0},
                                         AddressRow{"Root", "/2/", nullptr, 0},
                                         AddressRow{"Zero", "/tour/0/", nullptr, 0},
                                         AddressRow{"Name", "/tour/", nullptr, 0},
                                         AddressRow{"NameWithDigit", "/tour2/", nullptr, 0},
                                         AddressRow{"OnlyNumber", "/2.html", nullptr, 0},
                                         AddressRow{"Fragment", "/tour/#2", nullptr, 0}),
                         [](const auto& row) { return std::string(row.param.name); });

// The links below the text of page `here` of `count`.
std::string page_links(const std::string& base, int here, int count) {
  std::string html = "<p class=\"pages\">Pages:";
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const std::string url = i == 1 ? base : base + number + "/";
    html += i == here ? " " + number : " <a href=\"" + url + "\">" + number + "</a>";
  }
  return html + "</p>";
}

class JoinedPages : public testing::Test {
 protected:
  void SetUp() override {
    for (unsigned i = 0; i < 5; ++i) {
      const std::string story = paragraphs(i + 1, 4);
      const std::string title = "Voyage " + std::string(1, static_cast<char>('a' + i));
      blog_.post("/2024/03/new-" + std::string(1, static_cast<char>('a' + i)) + "/", title,
                 theme_.page(title, story), story);
    }
    template_ = blog_.learn();
  }

  // A page of the post at `base`, with `links` at the end of its text, or after the article.
  void put(const std::string& base, int number, const std::string& story, const std::string& links,
           bool behind = false) {
    Theme theme = theme_;
    if (behind) theme.after_story = links;
    pages_[base + (number == 1 ? "" : std::to_string(number) + "/")] =
        theme.page("The tour", story + (behind ? "" : links));
  }

  Extraction page(const std::string& path) {
    const Result<Url> url = Url::parse("http://blog.example" + path);
    const Result<Url> home = Url::parse("http://blog.example/");
    Findings findings;
    const Result<HtmlDocument> doc = HtmlDocument::parse(pages_[path], findings);
    PageInput input;
    input.url = *url;
    input.blog = *home;
    input.doc = &*doc;
    const Result<Extraction> got = make_ensemble_strategy()->extract(&template_, input);
    EXPECT_TRUE(got);
    return got ? *got : Extraction();
  }

  Extraction joined(const std::string& path) {
    const Result<Extraction> got =
        join_pages(page(path), [&](const std::string& url) -> Result<std::optional<Extraction>> {
          const std::string at = url.substr(std::string("http://blog.example").size());
          if (!pages_.contains(at)) return std::optional<Extraction>();
          return std::optional<Extraction>(page(at));
        });
    EXPECT_TRUE(got);
    return got ? *got : Extraction();
  }

  Blog blog_;
  Theme theme_;
  Template template_;
  std::map<std::string, std::string> pages_;
};

const char* const kTour = "/2024/04/tour/";

TEST_F(JoinedPages, OfThreePagesAreOnePost) {
  for (int i = 1; i <= 3; ++i) {
    const std::string number = std::to_string(i);
    put(kTour, i,
        "<p>Leg " + number + " of it.</p><p>See <a href=\"/map/\">the map</a>, <a href=\"/x" + number +
            "/\">notes</a>.</p>",
        page_links(kTour, i, 3));
  }
  const Extraction got = joined(kTour);
  ASSERT_TRUE(got.object);
  EXPECT_EQ(got.object->kind, ObjectKind::kPost);
  EXPECT_EQ(got.object->url, "http://blog.example/2024/04/tour/");
  EXPECT_EQ(got.object->title, "The tour");
  EXPECT_EQ(
      got.object->text,
      "Leg 1 of it.\n\nSee the map, notes.\n\nLeg 2 of it.\n\nSee the map, notes.\n\nLeg 3 of it.\n\nSee the "
      "map, notes.");
  EXPECT_EQ(joined_urls(*got.object), (std::vector<std::string>{"http://blog.example/2024/04/tour/",
                                                                "http://blog.example/2024/04/tour/2/",
                                                                "http://blog.example/2024/04/tour/3/"}));
  ASSERT_EQ(got.object->references.size(), 4u);
  EXPECT_EQ(got.object->references[3].url, "http://blog.example/x3/");
}

TEST_F(JoinedPages, LaterPageIsNoPost) {
  put(kTour, 2, paragraphs(30, 3), page_links(kTour, 2, 3));
  const Extraction got = page("/2024/04/tour/2/");
  ASSERT_TRUE(is_later_page(got));
  EXPECT_EQ(got.object->kind, ObjectKind::kPage);
  EXPECT_EQ(got.object->attributes.at("part_of"), "http://blog.example/2024/04/tour/");
  EXPECT_FALSE(got.object->attributes.contains("duplicate_of"));
}

TEST_F(JoinedPages, LinksBehindTheArticleAndOneToTheNextOnly) {
  put(kTour, 1, "<p>Begin of it.</p>", "<div><a rel=next href=\"2/\">Next page</a></div>", true);
  put(kTour, 2, "<p>Middle of it.</p>",
      "<div><a href=\"/2024/04/tour/\">Previous</a> <a href=\"/2024/04/tour/3/\">Next page</a></div>", true);
  put(kTour, 3, "<p>End of it.</p>",
      "<div><a href=\"/2024/04/tour/\">To the first page</a> <a href=\"/2024/04/tour/2/\">Previous</a></div>",
      true);
  EXPECT_EQ(joined(kTour).object->text, "Begin of it.\n\nMiddle of it.\n\nEnd of it.");
}

TEST_F(JoinedPages, PageThatIsNotAtHandIsLeftOutAndSaid) {
  put(kTour, 1, "<p>Leg 1.</p>", page_links(kTour, 1, 3));
  put(kTour, 3, "<p>Leg 3.</p>", page_links(kTour, 3, 3));
  const Extraction got = joined(kTour);
  EXPECT_EQ(got.object->text, "Leg 1.\n\nLeg 3.");
  ASSERT_EQ(got.findings.size(), 1u);
  EXPECT_EQ(got.findings[0].where, "http://blog.example/2024/04/tour/2/");
}

TEST_F(JoinedPages, PagesOfCommentsShowTheSamePost) {
  const std::string story = paragraphs(50, 3);
  put(kTour, 1, story, page_links(kTour, 1, 2));
  put(kTour, 2, story, page_links(kTour, 2, 2));
  const Extraction got = joined(kTour);
  EXPECT_EQ(got.object->text, page(kTour).object->text);
  EXPECT_TRUE(joined_urls(*got.object).empty());
}

TEST_F(JoinedPages, LinkToANumberedStoryIsNoPage) {
  put("/2024/04/rig.html", 1, paragraphs(60, 3) + "<p><a href=\"/2024/04/rig-2.html\">The second rig</a></p>",
      "");
  EXPECT_EQ(page("/2024/04/rig.html").pagination, Pagination());
}

TEST_F(JoinedPages, StoryWhoseNameEndsInANumberIsNoPage) {
  pages_["/2024/04/rig-2.html"] = theme_.page(
      "The second rig", paragraphs(62, 3) + "<p><a href=\"/2024/04/rig.html\">The first rig</a></p>");
  EXPECT_EQ(page("/2024/04/rig-2.html").pagination, Pagination());
}

TEST_F(JoinedPages, NumberedFilesAreOnePost) {
  pages_["/2024/04/rig.html"] =
      theme_.page("The rig", "<p>Mast and boom.</p><p>1 <a href=\"rig-2.html\">2</a></p>");
  pages_["/2024/04/rig-2.html"] =
      theme_.page("The rig", "<p>Sheets and halyards.</p><p><a href=\"rig.html\">1</a> 2</p>");
  EXPECT_EQ(joined("/2024/04/rig.html").object->text, "Mast and boom.\n\nSheets and halyards.");
}

TEST_F(JoinedPages, LinkFromAPageThatNamesAnotherPostIsNone) {
  put(kTour, 1, paragraphs(61, 3), "<p><a href=\"/2024/04/other/2/\">2</a></p>");
  EXPECT_EQ(page(kTour).pagination, Pagination());
}

TEST_F(JoinedPages, ListOfPostsOnSeveralPagesIsNone) {
  std::string list;
  for (unsigned i = 0; i < 5; ++i)
    list += "<div class=story><h2><a href=\"/2024/03/new-" + std::string(1, static_cast<char>('a' + i)) +
            "/\">Voyage</a></h2>" + paragraphs(70 + i, 2) + "</div>";
  for (const char* const base : {"/", "/tag/boats/", "/2024/03/"}) {
    pages_[base] =
        "<html><body>" + list + "<div class=nav>1 <a href=\"" + base + "page/2/\">2</a></div></body></html>";
    const std::string second = std::string(base) + "page/2/";
    pages_[second] =
        "<html><body>" + list + "<div class=nav><a href=\"" + base + "\">1</a> 2</div></body></html>";
    EXPECT_EQ(page(base).pagination, Pagination()) << base;
    EXPECT_EQ(page(second).pagination, Pagination()) << second;
  }
}

}  // namespace
}  // namespace bfa
