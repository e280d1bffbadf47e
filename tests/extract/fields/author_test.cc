// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "extract/blog.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;

const std::vector<std::string> kAuthors{"Ada Fox", "Bo Reed", "Cy Moss", "Ada Fox"};

std::string path_of(unsigned i) {
  return "/2024/03/post-" + std::string(1, static_cast<char>('a' + i)) + "/";
}
std::string title_of(unsigned i) {
  return "Voyage " + std::string(1, static_cast<char>('A' + i)) + " of the baker";
}

// `byline` before the story, `after` below it.
std::string page_of(unsigned i, const std::string& byline, const std::string& after) {
  return "<html><head><title>" + title_of(i) + "</title></head><body><h2>" + title_of(i) + "</h2>" + byline +
         "<div class=story>" + paragraphs(i + 1, 4) + "</div>" + after + "</body></html>";
}

// Posts of several authors, whom the feed names. `part(i)` gives byline and what follows the story.
template <typename Part>
Blog blog_of(Part part) {
  Blog blog;
  for (unsigned i = 0; i < kAuthors.size(); ++i) {
    const auto [byline, after] = part(i);
    blog.post(path_of(i), title_of(i), page_of(i, byline, after), paragraphs(i + 1, 4), kAuthors[i]);
  }
  return blog;
}

using Parts = std::pair<std::string, std::string>;

// The box below the story is nearer to it than the byline.
TEST(Authors, PlaceWithExactlyTheNameIsBetterThanOneWithMore) {
  const Blog blog = blog_of([](unsigned i) -> Parts {
    return {"<div><p><span>by <a class=q>" + kAuthors[i] + "</a></span></p></div>",
            "<div class=box><h3>About " + kAuthors[i] + "</h3></div>"};
  });
  const Template t = blog.learn();
  const std::string page = page_of(7, "<div><p><span>by <a class=q>Dee Heath</a></span></p></div>",
                                   "<div class=box><h3>About Dee Heath</h3></div>");
  EXPECT_EQ(test::extract(&t, path_of(7), page).authors, std::vector<std::string>{"Dee Heath"});
}

// The author of one post answers in its comments; the other pages show no author.
TEST(Authors, WhoCommentsIsNotTheAuthor) {
  const auto part = [](unsigned i) -> Parts {
    const std::string who = i == 0 ? kAuthors[0] : "Visitor";
    return {"", "<table><tr><td>Well said, and true.</td></tr><tr><td><b>" + who + "</b></td></tr></table>"};
  };
  const Blog blog = blog_of(part);
  const Template t = blog.learn();
  EXPECT_EQ(t.rule("author"), nullptr);
  const auto [byline, after] = part(1);
  EXPECT_TRUE(test::extract(&t, path_of(7), page_of(7, byline, after)).authors.empty());
}

TEST(Authors, EntryNamesTheAuthorWhereThePageDoesNot) {
  const Blog blog = blog_of([](unsigned) -> Parts { return {"", ""}; });
  const Template t = blog.learn();
  for (unsigned i = 0; i < kAuthors.size(); ++i) {
    const DataObject object = test::extract(&t, path_of(i), page_of(i, "", ""), &blog.feed.entries[i]);
    EXPECT_EQ(object.authors, std::vector<std::string>{kAuthors[i]});
  }
}

// The head's author is the same on all pages: whoever set up the program.
TEST(Authors, EntryIsBeforeTheHeadOfThePage) {
  const Blog blog = blog_of([](unsigned) -> Parts { return {"<meta name=author content=admin>", ""}; });
  const Template t = blog.learn();
  const std::string page = page_of(1, "<meta name=author content=admin>", "");
  EXPECT_EQ(test::extract(&t, path_of(1), page, &blog.feed.entries[1]).authors,
            std::vector<std::string>{kAuthors[1]});
}

TEST(Authors, NumbersThatBelongToTheNameStay) {
  const auto byline = [](const std::string& name) {
    return "<p>by <a class=q rel=author>" + name + "</a></p>";
  };
  const Blog blog = blog_of([&](unsigned i) -> Parts { return {byline(kAuthors[i]), ""}; });
  const Template t = blog.learn();
  const std::pair<const char*, const char*> rows[] = {{"Studio 54", "Studio 54"},
                                                      {"Dee Heath at 5:04", "Dee Heath"},
                                                      {"Dee Heath 3 March 2026", "Dee Heath"},
                                                      {"R2 D2", "R2 D2"},
                                                      {"Dee Heath 2026", "Dee Heath"}};
  for (const auto& [shown, name] : rows) {
    const DataObject object = test::extract(&t, path_of(7), page_of(7, byline(shown), ""));
    EXPECT_EQ(object.authors, std::vector<std::string>{name}) << shown;
  }
}

// The title tells of a day, and so does the text; the address has the day of the post.
TEST(PostDate, OfTheAddressWhereTheTitleTellsOfAnotherTime) {
  const auto page = [](const std::string& title) {
    return "<html><head><title>" + title + "</title></head><body><div class=meta><h1>" + title +
           "</h1></div><div class=story><p>" + title + "</p>" + paragraphs(3, 4) + "</div></body></html>";
  };
  const DataObject past =
      test::extract(nullptr, "/2008/07/24/a-day/", page("July 24th, 1958"), nullptr, "generic");
  ASSERT_TRUE(past.published);
  EXPECT_EQ(format_timestamp(*past.published).substr(0, 10), "2008-07-24");
  const DataObject near =
      test::extract(nullptr, "/2008/07/24/a-day/", page("July 23rd, 2008"), nullptr, "generic");
  ASSERT_TRUE(near.published);
  EXPECT_EQ(format_timestamp(*near.published).substr(0, 10), "2008-07-23");
}

}  // namespace
}  // namespace bfa
