// SPDX-License-Identifier: Apache-2.0
// Feeds that are missing, wrong, tiny or empty: what is learned from each, and what the pages still give.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "bfa/extract/extract.h"
#include "bfa/extract/rules.h"
#include "extract/blog.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;
using test::prose;
using test::Theme;

std::string story_of(unsigned i) {
  return paragraphs(i + 1, 4);
}

std::string title_of(unsigned i) {
  return "Voyage " + std::string(1, static_cast<char>('A' + i)) + " of the baker";
}

std::string path_of(unsigned i) {
  return "/2024/03/entry-" + std::string(1, static_cast<char>('a' + i)) + "/";
}

// A blog of `posts` whose feed's entries are then changed.
Blog blog_with_feed(unsigned posts, const std::function<void(FeedEntry&, unsigned)>& change,
                    const Theme& theme = {}) {
  Blog blog;
  for (unsigned i = 0; i < posts; ++i)
    blog.post(path_of(i), title_of(i), theme.page(title_of(i), story_of(i)), story_of(i));
  for (unsigned i = 0; i < posts; ++i) change(blog.feed.entries[i], i);
  return blog;
}

// What every such blog must give: a page in no feed, its text, title and author.
void expect_post(const Template& t, const Theme& theme = {}) {
  const std::string story = "<p>" + prose(700, 5) + "</p><p>" + prose(701, 4) + "</p>";
  const DataObject post = test::extract(&t, "/2024/02/another/", theme.page("Another day", story));
  EXPECT_EQ(post.kind, ObjectKind::kPost);
  EXPECT_EQ(post.title, "Another day");
  EXPECT_EQ(post.text, prose(700, 5) + "\n\n" + prose(701, 4));
}

void keep(FeedEntry& /*entry*/, unsigned /*i*/) {}

TEST(LearningFromOddFeeds, OfThreeEntriesTeachAll) {
  const Template t = blog_with_feed(3, keep).learn();
  EXPECT_EQ(t.method, "ensemble");
  expect_post(t);
}

// A redirector's addresses do not show the posts' addresses: posts are recognised as without a feed.
TEST(LearningFromOddFeeds, ThroughRedirectorsThatNobodyFollowedTeachNoAddresses) {
  const Theme theme;
  Blog blog;
  for (unsigned i = 0; i < 6; ++i) {
    blog.other(path_of(i), theme.page(title_of(i), story_of(i)));
    FeedEntry& entry = blog.feed.entries.emplace_back();
    entry.title = title_of(i);
    entry.link = "http://feeds.example/~r/boats/~3/" + std::to_string(70 + i) + "/";
  }
  const Template t = blog.learn();
  EXPECT_EQ(t.post_pattern.find("~r"), std::string::npos) << t.post_pattern;
  expect_post(t);
}

TEST(LearningFromOddFeeds, OfOneEntryTeachTheArticle) {
  const Template t = blog_with_feed(1, keep).learn();
  EXPECT_EQ(t.method, "ensemble");
  expect_post(t);
}

TEST(LearningFromOddFeeds, WithoutContentTeachByTitlesAndPages) {
  const Template t = blog_with_feed(5, [](FeedEntry& entry, unsigned) { entry.content.clear(); }).learn();
  EXPECT_EQ(t.method, "ensemble");
  expect_post(t);
}

TEST(LearningFromOddFeeds, OfExcerptsGiveTheFullArticle) {
  const Template t = blog_with_feed(5, [](FeedEntry& entry, unsigned i) {
                       entry.content = prose((i + 1) * 100, 1) + " [...]";
                     }).learn();
  EXPECT_EQ(t.method, "ensemble");
  expect_post(t);
}

// A podcast: a sentence about the episode, and a file.
TEST(LearningFromOddFeeds, OfAPodcastTeachByTheNotesOnThePage) {
  const Template t = blog_with_feed(5, [](FeedEntry& entry, unsigned i) {
                       entry.content.clear();
                       entry.summary = "Episode " + std::to_string(i) + ", 42 minutes.";
                       entry.enclosures.emplace_back();
                     }).learn();
  EXPECT_EQ(t.method, "ensemble");
  expect_post(t);
}

TEST(LearningFromOddFeeds, OfCommentsTeachNoArticle) {
  Blog blog = blog_with_feed(5, [](FeedEntry& entry, unsigned i) { entry.content = prose(900 + i, 2); });
  blog.feed.is_comments = true;
  const Template t = blog.learn();
  EXPECT_EQ(t.method, "generic");
  EXPECT_EQ(t.reason, "the feed is one of comments");
  const DataObject post = test::extract(&t, path_of(1), Theme().page(title_of(1), story_of(1)));
  EXPECT_TRUE(post.text.starts_with(prose(200, 4)));
}

// The same, but nothing in the feed says so: the comments must not become the articles.
TEST(LearningFromOddFeeds, OfCommentsThatDoNotSaySo) {
  Theme theme;
  Blog blog;
  for (unsigned i = 0; i < 5; ++i) {
    theme.after_story = "<div id=comments><div class=reply><p>" + prose(900 + i, 3) + "</p></div></div>";
    blog.post(path_of(i), "Comment on " + title_of(i), theme.page(title_of(i), story_of(i)),
              "<p>" + prose(900 + i, 3) + "</p>", "Bo Reader");
  }
  const Template t = blog.learn();
  const DataObject post = test::extract(&t, path_of(7), theme.page(title_of(7), story_of(7)));
  EXPECT_TRUE(post.text.starts_with(prose(800, 4))) << post.text;
  EXPECT_EQ(post.text.find(prose(904, 3)), std::string::npos);
}

// Entries of another blog: none of its pages are in the set.
TEST(LearningFromOddFeeds, OfAnotherBlogTeachNothing) {
  Blog blog;
  for (unsigned i = 0; i < 4; ++i) blog.other(path_of(i), Theme().page(title_of(i), story_of(i)));
  FeedEntry entry;
  entry.link = "http://elsewhere.example/1";
  entry.title = "Elsewhere";
  entry.content = paragraphs(99, 3);
  blog.feed.entries = {entry, entry};
  blog.feed.entries[1].link = "http://elsewhere.example/2";
  const Template t = blog.learn();
  EXPECT_EQ(t.reason, "no page of the feed's entries was given");
  const DataObject post = test::extract(&t, path_of(1), Theme().page(title_of(1), story_of(1)));
  EXPECT_TRUE(post.text.starts_with(prose(200, 4)));
}

// The right links with the texts of another blog: the pages are believed.
TEST(LearningFromOddFeeds, WithTextsOfAnotherBlogAreDoubted) {
  const Template t =
      blog_with_feed(5, [](FeedEntry& entry, unsigned i) { entry.content = paragraphs(60 + i, 3); }).learn();
  expect_post(t);
}

// A log of changes: every entry is a part of one page.
TEST(LearningFromOddFeeds, WhoseEntriesLinkToOnePageTeachNothing) {
  std::string page = "<html><head><title>Changes</title></head><body><main><h1>Changes</h1>";
  for (unsigned i = 0; i < 4; ++i)
    page += "<div class=change id=c" + std::to_string(i) + ">" + story_of(i) + "</div>";
  Blog blog;
  for (unsigned i = 0; i < 4; ++i)
    blog.post("/changes#c" + std::to_string(i), title_of(i), page + "</main></body></html>", story_of(i));
  const Template t = blog.learn();
  EXPECT_EQ(t.method, "generic");
  EXPECT_EQ(t.reason, "all entries of the feed link to one page");
  EXPECT_EQ(t.rule("article"), nullptr);
  const DataObject all = test::extract(&t, "/changes", page + "</main></body></html>");
  EXPECT_EQ(all.title, "Changes");
}

// Links that lead through a counting service: posts are recognised by the pages' own addresses.
TEST(LearningFromOddFeeds, ThroughRedirectorsTeachThePagesAddresses) {
  const Template t = blog_with_feed(5, [](FeedEntry& entry, unsigned i) {
                       entry.link = "http://feeds.example/~r/boats/~3/" + std::to_string(i) + "/";
                     }).learn();
  EXPECT_EQ(t.post_pattern, "/{int}/{int}/{seg}/");
  expect_post(t);
}

// One entry in four is an announcement whose page says something else.
TEST(LearningFromOddFeeds, WithSomeWrongEntriesFollowTheRest) {
  const Template t = blog_with_feed(8, [](FeedEntry& entry, unsigned i) {
                       if (i % 4 == 0) entry.content = paragraphs(300 + i, 2);
                     }).learn();
  EXPECT_EQ(t.rule("article")->xpath, "//div[@class='story']");
  expect_post(t);
}

TEST(LearningFromOddFeeds, TwiceGiveTheSameTemplate) {
  const Blog blog = blog_with_feed(6, keep);
  EXPECT_EQ(blog.learn(), blog.learn());
}

// The feed's posts are a paragraph and a film each, older ones have many paragraphs, each in a box.
TEST(LearningFromOddFeeds, OfShortPostsTeachThePlaceOfLongOnes) {
  Blog blog;
  const auto page = [](unsigned i, unsigned paragraphs_in_it, const std::string& heading) {
    std::string body;
    for (unsigned k = 0; k < paragraphs_in_it; ++k)
      body += heading + "<div class=paragraph><p>" + prose(100 * i + k, 3) + "</p></div>";
    return "<html><head><title>" + title_of(i) + "</title></head><body><h1>" + title_of(i) +
           "</h1><div class=holder><div>12 min read</div><div class=post>" + body +
           "</div><p>Write to me whenever you like, I read all of it and answer most letters, often at once "
           "and "
           "always by hand, since machines do not know what to say to readers.</p></div></body></html>";
  };
  for (unsigned i = 0; i < 5; ++i) blog.post(path_of(i), title_of(i), page(i, 1, ""), prose(100 * i, 3));
  for (unsigned i = 5; i < 9; ++i) blog.other(path_of(i), page(i, 6, ""));
  const Template t = make_ensemble_strategy()->learn(blog.training()).value();
  const DataObject post = test::extract(&t, path_of(10), page(10, 6, ""));
  EXPECT_EQ(post.kind, ObjectKind::kPost);
  EXPECT_TRUE(post.text.starts_with(prose(1000, 1))) << post.text;
  EXPECT_NE(post.text.find(prose(1005, 3)), std::string::npos);
  EXPECT_EQ(post.text.find("Write to me"), std::string::npos);
}

}  // namespace
}  // namespace bfa
