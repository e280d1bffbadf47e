// SPDX-License-Identifier: Apache-2.0
// What a blog's pages show together without a feed.
#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "extract/blog.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;
using test::prose;
using test::Theme;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

class SiteLearning_WithoutFeed : public testing::Test {
 protected:
  void SetUp() override {
    for (unsigned i = 0; i < 8; ++i) blog_.other(path(i), theme_.page(title(i), paragraphs(i + 1, 3)));
    for (unsigned i = 0; i < 3; ++i) blog_.other("/tag/t" + std::to_string(i) + "/", listing(i * 2));
    const auto learned = make_strategy("ensemble")->learn(blog_.training());
    ASSERT_TRUE(learned.has_value());
    template_ = *learned;
  }

  static std::string path(unsigned i) {
    return "/2024/03/entry-" + std::string(1, static_cast<char>('a' + i)) + "/";
  }
  static std::string title(unsigned i) { return "Voyage " + std::string(1, static_cast<char>('A' + i)); }

  std::string listing(unsigned first) const {
    std::string html = "<html><head><title>Tagged - Boats and Bread</title></head><body><div id=column>";
    for (unsigned i = first; i < first + 3; ++i) {
      html += "<div class=box><h2 class=headline><a href='" + path(i) + "'>" + title(i) +
              "</a></h2><div class=story>" + paragraphs(i + 1, 3) + "</div></div>";
    }
    return html + "</div><aside id=side>" + theme_.sidebar + "</aside><footer>" + theme_.footer +
           "</footer></body></html>";
  }

  DataObject get(const std::string& path, const std::string& html) const {
    return test::extract(&template_, path, html, nullptr, "ensemble");
  }

  Blog blog_;
  Theme theme_;
  Template template_;
};

TEST_F(SiteLearning_WithoutFeed, PagesTeachWhereTheirArticlesStand) {
  ASSERT_NE(template_.rule("article"), nullptr);
  EXPECT_EQ(template_.rule("article")->xpath, "//div[@class='story']");
  EXPECT_EQ(template_.rule("article")->method, "site");
  EXPECT_EQ(template_.rule("article")->support, 8u);
  EXPECT_EQ(template_.method, "generic");
}

TEST_F(SiteLearning_WithoutFeed, PostOfFiveWordsAndAPhotoIsContent) {
  const DataObject object =
      get("/2024/03/entry-z/", theme_.page("Voyage Z", "<img src=/boat.jpg><p>A boat at dawn, alone.</p>"));
  EXPECT_EQ(object.kind, ObjectKind::kPost);
  EXPECT_EQ(object.text, "A boat at dawn, alone.");
  ASSERT_EQ(object.references.size(), 1u);
  EXPECT_EQ(object.references[0].url, "http://blog.example/boat.jpg");
}

TEST_F(SiteLearning_WithoutFeed, AddressesOfPostsAreLearned) {
  EXPECT_EQ(get(path(3), theme_.page(title(3), paragraphs(4, 3))).kind, ObjectKind::kPost);
  EXPECT_EQ(get("/about/", theme_.page("About", paragraphs(60, 3))).kind, ObjectKind::kPage);
}

TEST_F(SiteLearning_WithoutFeed, ListsAndErrorsHaveNoContent) {
  const DataObject list = get("/tag/t9/", listing(1));
  EXPECT_EQ(list.kind, ObjectKind::kPage);
  EXPECT_EQ(list.text, "");
  const DataObject error =
      get("/nothing",
          "<html><head><title>Not found - Boats and Bread</title></head><body><div id=column><h2>Not "
          "found</h2><p>Sorry, there is no such page here.</p></div></body></html>");
  EXPECT_EQ(error.text, "");
}

TEST_F(SiteLearning_WithoutFeed, TextOfManyPagesIsTemplate) {
  // The same running text on all pages, longer than the posts, marked by nothing.
  Blog blog;
  const std::string creed = "<div class=creed>" + paragraphs(99, 6) + "</div>";
  const auto page = [&](unsigned i) {
    return "<html><body><div class=wrap>" + creed + "<div class=words>" + paragraphs(i, 2) +
           "</div></div></body></html>";
  };
  for (unsigned i = 0; i < 6; ++i) blog.other("/p" + std::to_string(i), page(i + 1));
  const auto learned = make_strategy("ensemble")->learn(blog.training());
  ASSERT_TRUE(learned.has_value());
  const DataObject object = test::extract(&*learned, "/p9", page(40), nullptr, "ensemble");
  EXPECT_TRUE(has(object.text, prose(4000, 4)));
  EXPECT_FALSE(has(object.text, prose(9900, 4)));
}

}  // namespace
}  // namespace bfa
