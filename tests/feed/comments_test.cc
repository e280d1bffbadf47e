// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "bfa/feed/feed.h"

namespace {

struct Row {
  const char* name;
  const char* base;
  const char* title;
  const char* items;
  bool is_comments;
};
class CommentFeed : public testing::TestWithParam<Row> {};

TEST_P(CommentFeed, IsKnownByItsEntries) {
  bfa::Findings findings;
  const auto feed =
      bfa::parse_feed("<rss xmlns:thr='http://purl.org/syndication/thread/1.0'><channel><title>" +
                          std::string(GetParam().title) + "</title>" + GetParam().items + "</channel></rss>",
                      "", GetParam().base, findings);
  ASSERT_TRUE(feed);
  EXPECT_EQ(feed->is_comments, GetParam().is_comments);
}

INSTANTIATE_TEST_SUITE_P(
    House, CommentFeed,
    testing::Values(
        Row{"Posts", "http://b.example/feed/", "Blog", "<item><link>http://b.example/1</link></item>", false},
        Row{"PostsAboutComments", "http://b.example/feed/", "Comments on everything",
            "<item><title>Hello</title><link>http://b.example/1</link></item>", false},
        Row{"PostsTitledBy", "http://b.example/feed/", "Blog",
            "<item><title>By: the sea</title><link>http://b.example/1</link></item>", false},
        Row{"WordPressSite", "http://b.example/comments/feed/", "Comments for Blog",
            "<item><title>Comment on A by Bo</title><link>http://b.example/a/#comment-2</link></item>", true},
        Row{"WordPressPost", "http://b.example/a/feed/", "Comments on: A",
            "<item><title>By: Bo</title><link>http://b.example/a/#comment-2</link></item>", true},
        Row{"WordPressPostEmpty", "http://b.example/a/feed/", "Kommentare zu: A", "", true},
        Row{"EmptyPosts", "http://b.example/feed/", "Blog", "", false},
        Row{"BloggerAddress", "http://b.example/feeds/123/comments/default", "Comments",
            "<item><title>x</title><link>http://b.example/a.html?showComment=1#c2</link></item>", true},
        Row{"AnswersOnly", "http://b.example/x.xml", "Talk",
            "<item><title>x</title><thr:in-reply-to ref='urn:1'/></item>", true},
        Row{"TitlesAlike", "http://b.example/x.xml", "Comments on: A",
            "<item><title>By: Bo</title><link>http://b.example/a/2</link></item>", true}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
