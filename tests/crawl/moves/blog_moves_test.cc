// SPDX-License-Identifier: Apache-2.0
// Feeds and whole blogs that stand under another address than before.

#include "crawl/moves/moves_fixture.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class FeedMoves : public Moves {
 protected:
  std::string feed_of_blog() const { return got(bench.read()->blogs()).at(0).feed; }
  std::string url(const std::string& path) const { return blog.origin() + path; }

  // A post that only the feed leads to.
  void expect_followed(const CrawlReport& report, const std::string& path) {
    EXPECT_EQ(report.feed_before, url("/feed.xml"));
    EXPECT_EQ(report.feed, url(path));
    EXPECT_EQ(feed_of_blog(), url(path));
    blog.posts = 9;
    const CrawlReport next = bench.crawl(blog.home(), quick_options(Recheck::kNone), hours(48));
    EXPECT_EQ(next.posts, 1u);
    EXPECT_EQ(next.feed, "") << "it is said once";
    const auto requested = bench.fetcher.requested();
    EXPECT_EQ(std::count(requested.begin(), requested.end(), url("/feed.xml")), 0);
    EXPECT_EQ(std::count(requested.begin(), requested.end(), url(path)), 1);
    expect_rebuild_gives_the_same();
  }
};

TEST_F(FeedMoves, ToTheOneThatTheHomePageNamesWhenTheOldOneIsGone) {
  blog.feed_path = "/index.xml";
  expect_followed(again(), "/index.xml");
}

TEST_F(FeedMoves, ToTheOneThatTheHomePageNamesWhileTheOldOneAnswers) {
  blog.files["/feed.xml"] = blog.at("/feed.xml").body;
  blog.feed_path = "/index.xml";
  expect_followed(again(), "/index.xml");
}

TEST_F(FeedMoves, OverAPermanentRedirect) {
  blog.has_feed_link = false;
  blog.feed_path = "/index.xml";
  blog.redirects["/feed.xml"] = "/index.xml";
  expect_followed(again(), "/index.xml");
}

TEST_F(FeedMoves, NotToAFeedOfSomethingElse) {
  blog.files["/feed.xml"] = blog.at("/feed.xml").body;
  blog.files["/events.xml"] =
      "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Events</title><item><title>A "
      "concert</title>"
      "<link>http://blog.example/events/1/</link><pubDate>Tue, 03 Mar 2015 10:00:00 GMT</pubDate></item>"
      "</channel></rss>";
  blog.feed_path = "/events.xml";
  const CrawlReport report = again();
  EXPECT_EQ(report.feed, "");
  EXPECT_EQ(feed_of_blog(), url("/feed.xml"));
}

// A blog that is continued on another host.
class BlogMoves : public Moves {
 protected:
  SampleBlog other{"http://other.example"};

  void send_on() {
    for (int i = 0; i < blog.posts; ++i) blog.redirects[blog.post_path(i)] = other.post_url(i);
    blog.redirects["/"] = other.home();
  }
  MoveReport join(bool dry_run) {
    const auto archive = open_archive(
        bench.path(), dry_run ? ArchiveOptions::Mode::kRead : ArchiveOptions::Mode::kWrite, &bench.clock);
    const auto report = move_objects(*archive, blog.home(), other.home(), dry_run);
    EXPECT_TRUE(report) << to_string(report.error());
    EXPECT_TRUE(archive->close());
    return report ? *report : MoveReport();
  }
};

TEST_F(BlogMoves, AreToldWithEvidenceAndJoinedOnRequest) {
  send_on();
  bench.fetcher.serve(other);
  const CrawlReport report = again();
  EXPECT_EQ(report.moved_to, other.home());
  EXPECT_EQ(report.moved_evidence, "its home page redirects there; 8 of 8 pages that send on redirect there");
  EXPECT_EQ(report.moved, 0u) << "it is not joined by itself";
  EXPECT_EQ(got(bench.read()->blogs()).at(0).moved_to, other.home());

  EXPECT_EQ(bench.crawl(other.home(), quick_options()).posts, 8u);
  const auto before = dump(*bench.read());
  const MoveReport planned = join(true);
  EXPECT_TRUE(planned.blogs);
  EXPECT_EQ(planned.joined.size(), 11u);  // with the lists and the page about us
  EXPECT_TRUE(planned.left.empty()) << testing::PrintToString(planned.left);
  expect_same(before, dump(*bench.read()));

  const MoveReport done = join(false);
  ASSERT_EQ(done.joined.size(), planned.joined.size());
  const auto archive = bench.read();
  EXPECT_EQ(posts_of(*archive).size(), 8u);
  for (int i = 0; i < 8; ++i) {
    const std::string key = got(archive->find_object(blog.post_url(i)));
    EXPECT_EQ(key, object_key(ObjectKind::kPost, other.post_url(i)));
    const auto changes = got(archive->changes(key));
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].moved_from, blog.post_url(i));
  }
  for (const auto& state : got(archive->blogs())) {
    EXPECT_EQ(state.moved_to, state.home == blog.home() ? other.home() : "");
    EXPECT_EQ(state.moved_evidence, "");
    EXPECT_EQ(state.former.size(), state.home == blog.home() ? 0u : 1u);
  }
  expect_rebuild_gives_the_same();
}

TEST_F(BlogMoves, TwoBlogsWithTheSameNamesAreNotJoined) {
  for (int i = 0; i < 8; ++i) other.extra_paragraph[i] = "x";
  SampleBlog stranger("http://stranger.example", 8);
  for (int i = 0; i < 8; ++i)
    stranger.pages[stranger.post_path(i)] = "<html><head><title>Other</title></head><body><h1>Other " +
                                            std::to_string(i) + "</h1><div class=\"entry\"><p>" +
                                            std::string(40, static_cast<char>('a' + i)) +
                                            " nothing of the other blog stands in this text, which is long "
                                            "enough to be read as a post.</p></div></body></html>";
  bench.fetcher.serve(stranger);
  bench.crawl(stranger.home(), quick_options());
  const auto archive = bench.read();
  const auto report = move_objects(*archive, blog.home(), stranger.home(), true);
  ASSERT_TRUE(report) << to_string(report.error());
  for (const auto& moved : report->joined)
    EXPECT_EQ(moved.from.find("note-on-shelf"), std::string::npos) << moved.from;
  EXPECT_GE(report->left.size(), 8u);
}

TEST_F(BlogMoves, WhatIsNotThereIsAnError) {
  const auto archive = bench.read();
  EXPECT_EQ(move_objects(*archive, blog.home(), other.home(), true).error().code, Code::kNotFound);
  EXPECT_EQ(move_objects(*archive, blog.post_url(1), other.post_url(1), true).error().code, Code::kNotFound);
  EXPECT_EQ(move_objects(*archive, blog.home(), blog.home(), true).error().code, Code::kInvalidArgument);
  EXPECT_EQ(move_objects(*archive, blog.post_url(1), blog.post_url(1), true).error().code,
            Code::kInvalidArgument);
}

TEST_F(BlogMoves, TwoPostsAreJoinedAsTheUserSays) {
  {
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    ASSERT_TRUE(move_objects(*archive, blog.post_url(1), blog.post_url(2), false));
    EXPECT_TRUE(archive->close());
  }
  EXPECT_EQ(got(bench.read()->find_object(blog.post_url(1))),
            object_key(ObjectKind::kPost, blog.post_url(2)));
  expect_rebuild_gives_the_same();
}

}  // namespace
}  // namespace bfa
