// SPDX-License-Identifier: Apache-2.0
#include "extract/fields/byline_lines.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "extract/blog.h"
#include "extract/fields/bylines.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;

struct NameRow {
  const char* name;
  const char* line;
  const char* wanted;
};

class SignedName : public testing::TestWithParam<NameRow> {};

TEST_P(SignedName, IsWhoWrote) {
  EXPECT_EQ(signed_name(GetParam().line, true, "", {}), GetParam().wanted);
}

INSTANTIATE_TEST_SUITE_P(
    House, SignedName,
    testing::Values(NameRow{"WithATime", "Posted by Ann Rye at 5:04 PM | Comments (2)", "Ann Rye"},
                    NameRow{"UserName", "posted by ann77 at May 5, 2004", "ann77"},
                    NameRow{"Alone", "Posted by Doug", "Doug"},
                    NameRow{"BehindTheDay", "October 23, 2003 | posted by Doug", "Doug"},
                    NameRow{"BeforeAMonth", "Written by Ann Rye September 10, 2003", "Ann Rye"},
                    NameRow{"Particle", "Written by Jan van der Berg on Monday", "Jan van der Berg"},
                    NameRow{"German", "Ver\u00f6ffentlicht von Ann Rye am 5. Mai 2020", "Ann Rye"},
                    NameRow{
                        "Russian",
                        "\u0410\u0432\u0442\u043e\u0440: \u0410\u043d\u043d\u0430, 5 \u043c\u0430\u044f 2020",
                        "\u0410\u043d\u043d\u0430"},
                    NameRow{"PhraseBehind", "jesse \u767c\u8868\u65bc September 10, 2003", "jesse"},
                    NameRow{"ByBelowTheTitle", "by Ann Rye", "Ann Rye"},
                    NameRow{"ByBehindTheDay", "23.03.2011 by Ann", ""},
                    NameRow{"ByOneNameWithDay", "by Ann, 23.03.2011", "Ann"},
                    NameRow{"ByWithATime", "von Dampf-Otto | 18:05 | 3 Kommentare", "Dampf-Otto"},
                    NameRow{"ByWithACount", "von Dampf-Otto | 3 Kommentare", ""},
                    NameRow{"ByHand", "by hand", ""}, NameRow{"NoName", "Posted by at May 5, 2004", ""},
                    NameRow{"Prose", "The photo was posted by Ann on a wall", ""},
                    NameRow{"ProseWithBy", "It was made by Ann Rye and Bo Lund, whom we all know", ""}),
    [](const auto& row) { return std::string(row.param.name); });

struct CleanRow {
  const char* name;
  const char* text;
  const char* wanted;
};

class CleanAuthor : public testing::TestWithParam<CleanRow> {};

TEST_P(CleanAuthor, IsTheNameAlone) {
  EXPECT_EQ(clean_author(GetParam().text), GetParam().wanted);
}

INSTANTIATE_TEST_SUITE_P(House, CleanAuthor,
                         testing::Values(CleanRow{"Colons", ":: Ann Rye", "Ann Rye"},
                                         CleanRow{"Bars", "| Ann Rye \u00b7", "Ann Rye"},
                                         CleanRow{"MarkBeforeBy", "\u00b7 by Ann Rye", "Ann Rye"},
                                         CleanRow{"Label", "Post author: Ann Rye", "Ann Rye"},
                                         CleanRow{"WideLabel", "\u672c\u6587\u4f5c\u8005\uff1a Ann", "Ann"},
                                         CleanRow{"RussianNameLikeAPreposition", "\u041e\u0442\u0442\u043e",
                                                  "\u041e\u0442\u0442\u043e"},
                                         CleanRow{"DateAlone", "15.01.2009", ""},
                                         CleanRow{"Preposition", "von Ann Rye", "Ann Rye"}),
                         [](const auto& row) { return std::string(row.param.name); });

const std::vector<std::string> kAuthors{"Ada Fox", "Bo Reed", "Cy Moss", "Ada Fox"};

std::string title_of(unsigned i) {
  return "Voyage " + std::string(1, static_cast<char>('A' + i)) + " of the baker";
}
std::string path_of(unsigned i) {
  return "/2024/03/post-" + std::string(1, static_cast<char>('a' + i)) + "/";
}
std::string page_of(unsigned i, const std::string& before, const std::string& inside,
                    const std::string& after) {
  return "<html><head><title>" + title_of(i) + "</title></head><body><h2>" + title_of(i) + "</h2>" + before +
         "<div class=story>" + paragraphs(i + 1, 4) + inside + "</div>" + after + "</body></html>";
}

template <typename Line>
Template learned(Line line, const std::vector<std::string>& authors = kAuthors) {
  Blog blog;
  for (unsigned i = 0; i < kAuthors.size(); ++i)
    blog.post(path_of(i), title_of(i), page_of(i, "", line(i), ""), paragraphs(i + 1, 4), authors[i]);
  const auto t = make_ensemble_strategy()->learn(blog.training());
  EXPECT_TRUE(t);
  return t ? *t : Template();
}

// A language without a phrase that is known: the frame is learned.
TEST(AuthorLines, AreLearnedWithTheirFrame) {
  const auto line = [](const std::string& who, const std::string& day) {
    return "<p class=last>Qorla min " + who + " zul " + day + ", 2024 | 3 notes</p>";
  };
  const std::vector<std::string> days{"March 5", "May 6", "June 9", "May 12"};
  const Template t = learned([&](unsigned i) { return line(kAuthors[i], days[i]); });
  ASSERT_NE(t.rule("author"), nullptr);
  EXPECT_EQ(t.rule("author")->prefix, "Qorla min ");
  EXPECT_EQ(t.rule("author")->suffix, " zul ");
  const std::string next = page_of(7, "", line("Dee Heath", "July 1"), "");
  EXPECT_EQ(test::extract(&t, path_of(7), next).authors, std::vector<std::string>{"Dee Heath"});
}

TEST(AuthorLines, PartOfALongerNameIsNone) {
  const Template t = learned([](unsigned) { return "<p class=last>Ada Foxworth House</p>"; });
  EXPECT_EQ(t.rule("author"), nullptr);
}

TEST(AuthorLines, CodeNamesNobody) {
  const Template t = learned([](unsigned i) {
    return "<p>The user is <code>" + kAuthors[i] + "</code>, and all others are not known here.</p>";
  });
  EXPECT_EQ(t.rule("author"), nullptr);
}

std::vector<std::string> authors_of(const std::string& before, const std::string& inside,
                                    const std::string& after) {
  return test::extract(nullptr, "/2023/11/soup/", page_of(7, before, inside, after), nullptr, "generic")
      .authors;
}
using Names = std::vector<std::string>;

TEST(AuthorLines, BareTextAtTheEndOfTheArticleSigns) {
  EXPECT_EQ(authors_of("", "<br>Posted by Ann Rye at May 5, 2004", ""), Names{"Ann Rye"});
}

// The comments in the article's element are longer than the end of an article where it is signed.
TEST(AuthorLines, SignBeforeTheCommentsInTheArticle) {
  std::string talk = "<p>Posted by Ann Rye at May 5, 2004</p><h3>3 comments</h3><ol>";
  for (unsigned i = 1; i < 4; ++i) {
    talk += "<li><b>Bo</b> <span>says:</span><div>May " + std::to_string(i + 5) + ", 2004</div><p>" +
            test::prose(i + 60, 3) + "</p><a href='?re=1'>Reply</a></li>";
  }
  EXPECT_EQ(authors_of("", talk + "</ol>", ""), Names{"Ann Rye"});
}

// Whoever comments signs, too.
TEST(AuthorLines, SeveralNamesBehindTheArticleAreOfComments) {
  const std::string comments =
      "<div><p>Well said.</p><p>Posted by Bo at May 6, 2004</p><p>True.</p>"
      "<p>Posted by Cy at May 7, 2004</p></div>";
  EXPECT_EQ(authors_of("", "", comments), Names{});
}

TEST(AuthorLines, OneCommentBehindTheArticleDoesNotSignIt) {
  const std::string page = "<html><body><article><h1>Soup</h1>" + paragraphs(3, 4) +
                           "</article><div><p>Well said.</p><p>Posted by Bo Lund at May 6, 2004</p></div>"
                           "</body></html>";
  const DataObject post = test::extract(nullptr, "/2023/11/soup/", page, nullptr, "generic");
  EXPECT_EQ(post.authors, Names{});
}

TEST(AuthorLines, AuthorOfABookInTheTextIsNotThePosts) {
  EXPECT_EQ(authors_of("", "<p>Author: Dan Heath</p>", ""), Names{});
}

TEST(MarkedAuthor, WhatAReviewIsAboutIsNobody) {
  EXPECT_EQ(
      authors_of("<div class=hreview><p class=item><span class=fn>The Old Boat</span></p></div>", "", ""),
      Names{});
}

// Themes call a whole post an item.
TEST(MarkedAuthor, APostThatIsCalledAnItemHasOne) {
  const std::string page =
      "<html><body><div class=item><h1>Soup</h1><p><span class=author>Ann Rye</span></p>" + paragraphs(3, 4) +
      "</div></body></html>";
  EXPECT_EQ(test::extract(nullptr, "/2023/11/soup/", page, nullptr, "generic").authors, Names{"Ann Rye"});
}

// Nothing but its structure says that this is a discussion.
TEST(MarkedAuthor, WhoCommentsDidNotWriteThePost) {
  std::string page = "<html><head><title>Soup</title></head><body><div><h1>Soup</h1><div>" +
                     paragraphs(3, 4) + "</div><h3>3 replies</h3>";
  for (const std::string name : {"John Doe", "Bill Poe", "Cy Moss"}) {
    const std::string id = "n" + name.substr(0, 2);
    page += "<div id=" + id + "><span class='vcard author'>" + name + "</span> <a href='#" + id +
            "'>May 3, 2024 at 10:00</a><p>I like " + test::prose(9, 1) + "</p><a href='#r'>Reply</a></div>";
  }
  page += "<form><textarea></textarea></form></div></body></html>";
  EXPECT_EQ(test::extract(nullptr, "/2023/11/soup/", page, nullptr, "generic").authors, Names{});
}

TEST(MarkedAuthor, ADateAloneIsNobody) {
  EXPECT_EQ(authors_of("<p class='vcard author'>15.01.2009</p>", "", ""), Names{});
}

TEST(MarkedAuthor, MottoAndLinksBelowTheNameAreLeftOut) {
  EXPECT_EQ(authors_of("<div itemprop=author><h4>Ann Rye</h4><p>Bakes at sea</p></div>", "", ""),
            Names{"Ann Rye"});
  EXPECT_EQ(authors_of("<p itemprop=author>Name <span itemprop=name>Ann Rye</span> Twitter</p>", "", ""),
            Names{"Ann Rye"});
}

// The feed has one author for all posts, and the page of an older post names nobody.
TEST(BlogAuthor, IsNotThePosts) {
  const Template t = learned([](unsigned) { return ""; }, {"Ada Fox", "Ada Fox", "Ada Fox", "Ada Fox"});
  const DataObject post = test::extract(&t, path_of(7), page_of(7, "", "", ""));
  ASSERT_EQ(post.kind, ObjectKind::kPost);
  EXPECT_EQ(post.authors, Names{});
  EXPECT_EQ(post.attributes.at("blog_author"), "Ada Fox");
  EXPECT_EQ(post.provenance.methods.at("author"), "blog");
}

struct DayRow {
  const char* name;
  const char* before;
  const char* inside;
  const char* after;
  const char* wanted;
};

class DayInLines : public testing::TestWithParam<DayRow> {};

TEST_P(DayInLines, IsThePosts) {
  const DayRow& row = GetParam();
  const DataObject post =
      test::extract(nullptr, "/soup/", page_of(7, row.before, row.inside, row.after), nullptr, "generic");
  EXPECT_EQ(post.published ? format_timestamp(*post.published) : "", row.wanted);
}

INSTANTIATE_TEST_SUITE_P(
    House, DayInLines,
    testing::Values(DayRow{"BareTextBelowTheTitle", "11. prosince 2008 22:15<br>", "", "",
                           "2008-12-11T22:15:00"},
                    DayRow{"EndOfTheArticle", "", "<p>Posted by Ann at May 5, 2004</p>", "", "2004-05-05"},
                    DayRow{"BareTextAtTheEnd", "", "<br>05/03/2018 - 09:47", "", "2018-05-03T09:47:00"},
                    DayRow{"BehindTheArticle", "", "", "<span>23.03.2011 by ann</span>", "2011-03-23"},
                    DayRow{"Prose", "",
                           "<p>We shall all meet again in the yard on 12 June 2024, I think, and then go to "
                           "the pier, and eat.</p>",
                           "", ""},
                    DayRow{"Relative", "10 years ago<br>", "", "", ""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(DayOfAPost, IsNotInItsTitle) {
  const std::string page =
      "<html><head><title>The fair on May 7, 2014</title></head><body><h1><a href='/soup/'>"
      "The fair on May 7, 2014</a></h1><p>19.05.2014 by ann</p><div>" +
      paragraphs(3, 4) + "</div></body></html>";
  const DataObject post = test::extract(nullptr, "/soup/", page, nullptr, "generic");
  ASSERT_TRUE(post.published);
  EXPECT_EQ(format_timestamp(*post.published), "2014-05-19");
}

// A page that is no post, as far as the template knows, keeps the day that its own head states.
TEST(DayOfAPage, IsThatOfItsHead) {
  const Template t = learned([](unsigned) { return "<p>March 5, 2024</p>"; });
  const auto page = [](const std::string& head) {
    return "<html><head><title>About</title>" + head + "</head><body><h1>About</h1><div><p>19.05.2014</p>" +
           paragraphs(3, 4) + "</div></body></html>";
  };
  const DataObject with =
      test::extract(&t, "/about",
                    page("<meta property='article:published_time' content='2014-05-07T10:00:00Z'>"
                         "<meta name=author content='Ann Rye'>"));
  ASSERT_EQ(with.kind, ObjectKind::kPage);
  ASSERT_TRUE(with.published);
  EXPECT_EQ(format_timestamp(*with.published), "2014-05-07T10:00:00Z");
  EXPECT_EQ(with.authors, Names{"Ann Rye"});
  const DataObject without = test::extract(&t, "/about", page("<meta name=author content='Ann Rye'>"));
  EXPECT_FALSE(without.published);
  EXPECT_EQ(without.authors, Names{});
}

}  // namespace
}  // namespace bfa
