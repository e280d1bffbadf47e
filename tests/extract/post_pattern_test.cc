// SPDX-License-Identifier: Apache-2.0
#include "bfa/extract/rules.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bfa {
namespace {

struct Row {
  const char* name;
  std::vector<std::string> learned_from;  // paths on http://blog.example
  const char* text;
  std::vector<std::string> posts;
  std::vector<std::string> others;
};

class PostPatterns : public testing::TestWithParam<Row> {};

TEST_P(PostPatterns, TellPostsFromOtherPages) {
  const Row& row = GetParam();
  std::vector<std::string> urls;
  urls.reserve(row.learned_from.size());
  for (const std::string& path : row.learned_from) urls.push_back("http://blog.example" + path);
  const PostPattern learned = PostPattern::learn(urls);
  EXPECT_EQ(learned.to_text(), row.text);
  const Result<PostPattern> read = PostPattern::parse(learned.to_text());
  ASSERT_TRUE(read);
  for (const PostPattern& pattern : {learned, *read}) {
    for (const std::string& path : row.learned_from)
      EXPECT_TRUE(pattern.matches("http://blog.example" + path)) << path;
    for (const std::string& path : row.posts)
      EXPECT_TRUE(pattern.matches("https://blog.example" + path)) << path;
    for (const std::string& path : row.others)
      EXPECT_FALSE(pattern.matches("http://blog.example" + path)) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(
    House, PostPatterns,
    testing::Values(
        Row{"Dated",
            {"/2024/03/a-b/", "/2023/12/c/"},
            "/{int}/{int}/{seg}/",
            {"/2001/01/x/", "/2001/01/x", "/2001/01/x/index.html"},
            {"/2024/03/", "/about/", "/tag/x/", "/2024/03/a/b/", "/"}},
        Row{"NumbersAsNames",
            {"/2024/03/05/a/", "/2023/12/01/b/"},
            "/{int}/{int}/{int}/{seg}/",
            {"/2004/05/15/140/", "/2004/05/15/12/"},
            {"/2004/05/15/", "/2004/05/15/page/"}},
        Row{"NumbersBehindMonths",
            {"/2024/03/a/", "/2023/12/b/"},
            "/{int}/{int}/{seg}/",
            {"/2004/05/140/"},
            {"/2004/05/15/", "/2004/05/"}},
        Row{"Extension",
            {"/2024/03/a.html", "/2024/04/b.html"},
            "/{int}/{int}/{seg}.html",
            {"/1999/01/z.html", "/1999/01/z"},
            {"/2024/03/index.html", "/a.html"}},
        Row{"SharedFolder",
            {"/posts/one/", "/posts/two/", "/posts/three/"},
            "/posts/{seg}/",
            {"/posts/four/"},
            {"/pages/one/", "/posts/"}},
        Row{"ListFolders", {"/a-post/", "/b-post/"}, "/{seg}/", {"/c-post/"}, {"/tag/", "/page/", "/12/"}},
        Row{"Query", {"/?p=12", "/?p=13"}, "/?p={int}", {"/?p=99"}, {"/?cat=2", "/", "/?p=x"}},
        Row{"TwoKinds",
            {"/a/b/", "/2024/x/", "/2025/y/"},
            "/{int}/{seg}/\n/a/{seg}/",
            {"/2020/z/", "/a/c/"},
            {"/b/c/"}},
        Row{"NonLatin",
            {"/%E6%97%A5%E8%A8%98/a/", "/%E6%97%A5%E8%A8%98/b/", "/%E6%97%A5%E8%A8%98/c/"},
            "/%E6%97%A5%E8%A8%98/{seg}/",
            {"/%E6%97%A5%E8%A8%98/d/"},
            {"/x/d/"}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(PostPatternText, HomePageTeachesNothing) {
  const std::string home[] = {"http://blog.example/", "not a URL"};
  EXPECT_TRUE(PostPattern::learn(home).empty());
  EXPECT_FALSE(PostPattern::learn(home).matches(home[0]));
}

TEST(PostPatternText, KnowsTheFoldersOfPosts) {
  const PostPattern dated = PostPattern::parse("/blog/{int}/{int}/{seg}/").value();
  for (const char* path : {"/blog/", "/blog", "/blog/2014/", "/blog/2014/05/", "/blog/2014/05/index.html"})
    EXPECT_TRUE(dated.is_folder_target(path)) << path;
  for (const char* path : {"/", "/blog/2014/05/name/", "/about/", "/blog/name/", "/blog/2014/x.html"})
    EXPECT_FALSE(dated.is_folder_target(path)) << path;
  EXPECT_FALSE(PostPattern::parse("/{seg}/{seg}/").value().is_folder_target("/a/"));
}

TEST(PostPatternText, RefusesWhatIsNoPattern) {
  const Result<PostPattern> bad = PostPattern::parse("posts/{seg}");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, Code::kCorrupt);
  EXPECT_TRUE(PostPattern::parse("").value().empty());
}

}  // namespace
}  // namespace bfa
