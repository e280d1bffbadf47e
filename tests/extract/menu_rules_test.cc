// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "extract/blog.h"

namespace bfa {
namespace {

using Words = std::vector<std::string>;

std::string links(const Words& words) {
  std::string out;
  for (const std::string& word : words) out += " <a href='/tags/" + word + "/'>" + word + "</a>";
  return out;
}

const std::vector<Words> kOwn{{"Boats", "Rye"}, {"Rye"}, {"Oven", "Boats"}, {"Sea", "Tar"}};

// `menu`: words of the list beside the posts' own, by the number of the post.
template <typename Menu>
Words tags_of_next(Menu menu, const std::vector<Words>& own = kOwn, const Words& of_next = {"Kelp"}) {
  test::Blog blog;
  test::Theme theme;
  const auto below = [&](unsigned i, const Words& words) {
    return "<p class=post-tags>" + links(words) + "</p><div class=q><b>All</b><p class=post-tags>" +
           links(menu(i)) + "</p></div>";
  };
  for (unsigned i = 0; i < own.size(); ++i) {
    const std::string story = test::paragraphs(i + 1, 3);
    theme.after_story = below(i, own[i]);
    const std::string title = "Voyage " + std::to_string(i);
    blog.post("/2024/03/entry-" + std::string(1, static_cast<char>('a' + i)) + "/", title,
              theme.page(title, story), story);
  }
  const auto t = make_ensemble_strategy()->learn(blog.training());
  EXPECT_TRUE(t);
  if (!t) return {};
  theme.after_story = below(9, of_next);
  return test::extract(&*t, "/2023/11/soup/", theme.page("Soup", test::paragraphs(9, 3))).tags;
}

TEST(Menus, AListThatAllPostsHaveIsNoPosts) {
  const auto menu = [](unsigned) { return Words{"Boats", "Bread", "Sea", "Tar"}; };
  EXPECT_EQ(tags_of_next(menu), Words{"Kelp"});
  EXPECT_EQ(tags_of_next(menu, kOwn, {}), Words{});
}

TEST(Menus, AListThatDiffersIsThePosts) {
  const auto menu = [](unsigned i) { return Words{"a" + std::to_string(i), "b", "c"}; };
  EXPECT_EQ(tags_of_next(menu), (Words{"Kelp", "a9", "b", "c"}));
}

// Each post of a small blog is filed under the same two words.
TEST(Menus, TwoWordsMayBeThoseOfAllPosts) {
  const auto menu = [](unsigned) { return Words{"Boats", "Bread"}; };
  EXPECT_EQ(tags_of_next(menu), (Words{"Kelp", "Boats", "Bread"}));
}

// Without words of their own, posts may all have the same ones, but not that many.
TEST(Menus, PostsWithoutOtherWords) {
  const std::vector<Words> none(4);
  const auto few = [](unsigned) { return Words{"a", "b", "c"}; };
  EXPECT_EQ(tags_of_next(few, none, {}), (Words{"a", "b", "c"}));
  const auto many = [](unsigned) { return Words{"a", "b", "c", "d", "e", "f"}; };
  EXPECT_EQ(tags_of_next(many, none, {}), Words{});
}

}  // namespace
}  // namespace bfa
