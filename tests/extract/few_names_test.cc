// SPDX-License-Identifier: Apache-2.0
// Blogs with few class names and ids: paths, positions and repetition identify the parts instead.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "extract/blog.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;

// What a theme writes around a post's title and story; `number` differs from post to post.
using Frame = std::function<std::string(const std::string& title, const std::string& story, unsigned number)>;

std::string head(const std::string& title) {
  return "<!DOCTYPE html><html lang=en><head><title>" + title + " - Boats</title></head><body>";
}

struct Row {
  const char* name;
  Frame frame;
};

class FewNames : public testing::TestWithParam<Row> {
 protected:
  FewNames() {
    for (unsigned i = 0; i < 6; ++i) {
      const std::string title = "Voyage " + std::string(1, static_cast<char>('A' + i));
      const std::string story = paragraphs(i + 1, 2 + static_cast<int>(i % 3));
      blog_.post("/2024/03/p" + std::string(i + 1, 'x') + "/", title, GetParam().frame(title, story, 100 + i),
                 story);
    }
  }
  Blog blog_;
};

// The feed's posts are long; one of two lines, which its header and footer outweigh, is read alike.
TEST_P(FewNames, ShortPostsAreFoundLikeLongOnes) {
  const Template t = blog_.learn();
  const std::string story = "<p>We sailed at dawn, and were back by noon.</p>";
  const DataObject post = test::extract(&t, "/2024/05/new/", GetParam().frame("A short trip", story, 977));
  EXPECT_EQ(post.kind, ObjectKind::kPost);
  EXPECT_EQ(post.title, "A short trip");
  EXPECT_EQ(post.text, "We sailed at dawn, and were back by noon.");
  const DataObject other =
      test::extract(&t, "/2024/05/other/", GetParam().frame("Long", paragraphs(77, 5), 978));
  EXPECT_EQ(other.kind, ObjectKind::kPost);
  EXPECT_EQ(other.text.size(), test::extract(nullptr, "/x", paragraphs(77, 5)).text.size());
}

INSTANTIATE_TEST_SUITE_P(
    House, FewNames,
    testing::Values(
        Row{"AClassForEachPost",
            [](const std::string& title, const std::string& story, unsigned number) {
              const std::string n = std::to_string(number);
              return head(title) + "<div id=content><div class='post-" + n + " category-" + n +
                     "'><div><h1>" + title +
                     "</h1><span>March 5, 2024</span> <span>by Ada Fox</span></div><div>" + story +
                     "</div><div><span>Filed under Boats, harbour life and other things of the "
                     "kind.</span></div>"
                     "</div></div><div id=side><p>I write about boats.</p></div></body></html>";
            }},
        Row{"NamesWithDigits",
            [](const std::string& title, const std::string& story, unsigned) {
              return head(title) + "<div class=c1><div class=x7a><h1>" + title +
                     "</h1><p>March 5, 2024, by Ada Fox, who sails and bakes</p></div><div class=x7b>" +
                     story +
                     "</div><div class=x7c><p>All posts are free to copy, with a word of where they are from."
                     "</p></div></div></body></html>";
            }},
        Row{"NoNames",
            [](const std::string& title, const std::string& story, unsigned) {
              return head(title) + "<div><div><div>Boats and Bread</div></div><div><div><h1>" + title +
                     "</h1><p>March 5, 2024</p></div><div>" + story +
                     "</div></div><div><div>About me: I write of boats, and bread, and more of the "
                     "kind.</div>"
                     "</div></div></body></html>";
            }},
        Row{"TheSameNamesEverywhere",
            [](const std::string& title, const std::string& story, unsigned) {
              return head(title) +
                     "<div class='flex wide'><div class='flex wide'><div class='box wide'>Boats and Bread"
                     "</div></div><div class='flex wide'><div class='box wide'><h1>" +
                     title + "</h1><p>March 5, 2024</p></div><div class='box wide'>" + story +
                     "</div><div class='box wide'>About me: I write of boats, and bread, and "
                     "more.</div></div>"
                     "</div></body></html>";
            }}),
    [](const auto& row) { return std::string(row.param.name); });

// A feed of excerpts; old posts have a form for comments whose path is the story's, the feed's have none.
TEST(FewNamesInExcerpts, APathThatOldPostsHaveTwice) {
  const auto page = [](const std::string& title, const std::string& story, unsigned number,
                       const std::string& more) {
    const std::string n = std::to_string(number);
    return head(title) + "<div id=x84><div id=post-" + n + " class='post-" + n + "'><div><h1>" + title +
           "</h1><p>March 5, 2024</p></div><div class=x84>" + story + "</div></div>" + more +
           "</div></body></html>";
  };
  const std::string talk =
      "<div id=x28><h3>One comment</h3><ol><li><p>March 6, 2024</p><p>Bo says that it was a fine voyage, and "
      "that "
      "she would sail again.</p></li></ol></div>";
  Blog blog;
  for (unsigned i = 0; i < 6; ++i) {
    const std::string title = "Voyage " + std::string(1, static_cast<char>('A' + i));
    const std::string story = paragraphs(i + 1, 3);
    blog.post("/2024/03/p" + std::string(i + 1, 'x') + "/", title, page(title, story, 100 + i, talk),
              story.substr(0, story.find("</p>")) + " [...]</p>");
  }
  const Template t = blog.learn();
  const std::string form =
      talk + "<div><h3>Leave a word</h3><div><label>Your name, and where you are from</label></div></div>";
  const DataObject post =
      test::extract(&t, "/2024/05/new/",
                    page("A short trip", "<p>We sailed at dawn, and were back by noon.</p>", 977, form));
  EXPECT_EQ(post.kind, ObjectKind::kPost);
  EXPECT_EQ(post.text, "We sailed at dawn, and were back by noon.");
}

}  // namespace
}  // namespace bfa
