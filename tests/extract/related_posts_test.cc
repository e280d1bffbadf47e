// SPDX-License-Identifier: Apache-2.0
// Lists of links to other posts inside of articles: other ones on each page, and under any name.
#include <gtest/gtest.h>

#include <string>

#include "extract/blog.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;
using test::prose;
using test::Theme;

std::string list_of(const std::string& heading, const std::string& address, unsigned i) {
  std::string list = "<div class=zuvimox><h4>" + heading + "</h4><ul>";
  for (unsigned k = 1; k <= 3; ++k) {
    list += "<li><a href='" + address + std::to_string(100 + i * 7 + k) + "/'>" + prose(900 + i * 7 + k, 1) +
            "</a></li>";
  }
  return list + "</ul></div>";
}

// What a template learned from posts that end in such lists, and a line of the author, makes of one more.
std::string text_with_list(const std::string& heading, const std::string& address) {
  const std::string end =
      "<div class=kotalix><p>I have written from the kitchen table for many years now, and "
      "whoever likes may write to me.</p></div>";
  const Theme theme;
  Blog blog;
  for (unsigned i = 0; i < 6; ++i) {
    const std::string title = "Voyage " + std::string(1, static_cast<char>('A' + i));
    const std::string story = paragraphs(i + 1, 3);
    blog.post("/2024/03/p" + std::string(i + 1, 'x') + "/", title,
              theme.page(title, story + list_of(heading, address, i) + end), story);
  }
  const Template t = blog.learn();
  const std::string story = "<p>" + prose(700, 5) + "</p>";
  return test::extract(&t, "/2024/02/new/", theme.page("New", story + list_of(heading, address, 9) + end))
      .text;
}

TEST(RelatedPosts, AreNoPartOfTheArticle) {
  EXPECT_EQ(text_with_list("You might also like", "/2023/05/"), prose(700, 5));
  EXPECT_EQ(text_with_list("Mehr davon", "http://blog.example/2023/05/"), prose(700, 5));
  EXPECT_EQ(text_with_list("Mehr davon", "https://www.blog.example/2023/05/"), prose(700, 5));
}

TEST(RelatedPosts, SourcesElsewhereAreTheAuthors) {
  const std::string text = text_with_list("Sources", "https://library.example/");
  EXPECT_NE(text.find(prose(700, 5)), std::string::npos);
  EXPECT_NE(text.find(prose(900 + 63 + 1, 1)), std::string::npos);
  EXPECT_EQ(text.find("kitchen table"), std::string::npos);
}

}  // namespace
}  // namespace bfa
