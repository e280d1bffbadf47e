// SPDX-License-Identifier: Apache-2.0
// Posts that stand under another address than in the crawl before keep their history.
#include <filesystem>

#include "crawl/moves/moves_fixture.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

TEST_F(Moves, ByRedirect) {
  const std::string old = move(1, "/2026/11/on-shelf-b/");
  blog.redirects[old] = "/2026/11/on-shelf-b/";
  const CrawlReport report = again();
  EXPECT_EQ(report.moved, 1u);
  EXPECT_EQ(report.created, 0u) << "moved is not new";
  EXPECT_EQ(report.posts, 0u);
  expect_moved(old, "/2026/11/on-shelf-b/");
  expect_rebuild_gives_the_same();
}

TEST_F(Moves, ByRedirectOfALinkOfTheFeed) {
  const std::string old = blog.post_path(6);
  blog.pages["/2026/11/on-shelf-g/"] = blog.at(old).body;
  blog.redirects[old] = "/2026/11/on-shelf-g/";  // the feed still has the old address
  EXPECT_EQ(again().moved, 1u);
  expect_moved(old, "/2026/11/on-shelf-g/");
  expect_rebuild_gives_the_same();
}

TEST_F(Moves, ByRefreshPage) {
  const std::string old = move(1, "/2026/11/on-shelf-b/");
  blog.pages[old] =
      "<html><head><title>x</title><link rel=canonical href=\"/2026/11/on-shelf-b/\">"
      "<meta http-equiv=refresh content=\"0; url=/2026/11/on-shelf-b/\"></head></html>";
  EXPECT_EQ(again().moved, 1u);
  expect_moved(old, "/2026/11/on-shelf-b/");
  expect_rebuild_gives_the_same();
}

TEST_F(Moves, ByCanonicalLink) {
  const std::string old = move(1, "/2026/02/on-shelf-b/");
  std::string body = blog.at("/2026/02/on-shelf-b/").body;
  body.insert(body.find("</head>"), "<link rel=\"canonical\" href=\"/2026/02/on-shelf-b/\">");
  blog.pages[old] = body;
  EXPECT_EQ(again().moved, 1u);
  const auto archive = bench.read();
  EXPECT_EQ(got(archive->find_object(blog.origin() + old)), object_key(ObjectKind::kPost, blog.post_url(1)));
}

TEST_F(Moves, WhenTheOldAddressIsGone) {
  const std::string old = move(1, "/2026/11/on-shelf-b/");
  EXPECT_EQ(again().moved, 1u);
  expect_moved(old, "/2026/11/on-shelf-b/");
  expect_rebuild_gives_the_same();
}

TEST_F(Moves, OldAddressGoneFirstAndTheNewOneSeenLater) {
  const std::string old = blog.post_path(7);
  blog.posts = 7;
  EXPECT_EQ(again().moved, 0u);
  blog.posts = 8;
  blog.paths[7] = "/2026/11/on-shelf-h/";
  EXPECT_EQ(again().moved, 1u);
  expect_moved(old, "/2026/11/on-shelf-h/", 3);  // it was gone for a while
  const auto archive = bench.read();
  const auto versions = got(archive->versions(object_key(ObjectKind::kPost, blog.post_url(7))));
  EXPECT_EQ(versions[1].object.status, "gone");
  expect_rebuild_gives_the_same();
}

TEST_F(Moves, NewAddressSeenFirstAndTheOldOneGoneLater) {
  const std::string old = move(1, "/2026/11/on-shelf-b/");
  // Without a recheck the old address is not asked for.
  EXPECT_EQ(bench.crawl(blog.home(), quick_options(Recheck::kNone), hours(48)).moved, 0u);
  EXPECT_EQ(again().moved, 1u);
  expect_moved(old, "/2026/11/on-shelf-b/");
  expect_rebuild_gives_the_same();
}

TEST_F(Moves, WholeBlogUnderOtherAddresses) {
  std::vector<std::string> old;
  for (int i = 0; i < blog.posts; ++i)
    old.push_back(move(i, "/2026/11/on-shelf-" + std::string(1, static_cast<char>(97 + i)) + "/"));
  const CrawlReport report = again();
  EXPECT_EQ(report.moved, 8u);
  EXPECT_EQ(report.created, 0u);
  for (int i = 0; i < blog.posts; ++i) expect_moved(old[static_cast<std::size_t>(i)], blog.post_path(i));
  expect_rebuild_gives_the_same();
}

TEST_F(Moves, TwiceAndBackAgain) {
  const std::string first = blog.post_path(1);
  for (const std::string path : {"/2026/11/second-shelf-b/", "/2026/11/third-shelf-b/"}) {
    const std::string old = move(1, path);
    blog.redirects[old] = path;
    EXPECT_EQ(again().moved, 1u) << path;
  }
  blog.redirects[first] = "/2026/11/third-shelf-b/";
  EXPECT_EQ(again().moved, 0u) << "it is known already";
  {
    const auto archive = bench.read();
    const std::string key = object_key(ObjectKind::kPost, blog.origin() + "/2026/11/third-shelf-b/");
    for (const std::string& path :
         {first, std::string("/2026/11/second-shelf-b/"), std::string("/2026/11/third-shelf-b/")})
      EXPECT_EQ(got(archive->find_object(blog.origin() + path)), key) << path;
    EXPECT_EQ(got(archive->versions(key)).size(), 3u);
    EXPECT_EQ(got(archive->former_addresses(key)),
              (std::vector<std::string>{blog.origin() + first, blog.origin() + "/2026/11/second-shelf-b/"}));
  }
  expect_rebuild_gives_the_same();
}

TEST_F(Moves, LaterCrawlsGoOnWithTheHistory) {
  const std::string old = move(1, "/2026/11/on-shelf-b/");
  EXPECT_EQ(again().moved, 1u);
  const CrawlReport idle = again();
  EXPECT_EQ(idle.moved + idle.created + idle.changed, 0u) << "that the old address is gone is no news";
  blog.extra_paragraph[1] = "A correction: the crate was empty.";
  const CrawlReport edited = again();
  EXPECT_EQ(edited.changed, 1u);
  const auto archive = bench.read();
  const auto changes = got(archive->changes(got(archive->find_object(blog.origin() + old))));
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].verdict, Verdict::kMoved);
  EXPECT_EQ(changes[1].verdict, Verdict::kContent);
}

TEST_F(Moves, CommentsMoveAlong) {
  blog.comments[1] = 2;
  again();
  const std::string old = move(1, "/2026/11/on-shelf-b/");
  blog.redirects[old] = "/2026/11/on-shelf-b/";
  const CrawlReport report = again();
  EXPECT_EQ(report.moved, 1u);
  EXPECT_EQ(report.created, 0u);
  const auto archive = bench.read();
  const auto comments = got(archive->comments_of(blog.post_url(1)));
  ASSERT_EQ(comments.size(), 2u);
  for (const auto& comment : comments) {
    EXPECT_EQ(comment.post, blog.post_url(1));
    EXPECT_TRUE(comment.url.starts_with(blog.post_url(1))) << comment.url;
  }
  EXPECT_EQ(objects_of(*archive, ObjectKind::kComment).size(), 2u);
  EXPECT_EQ(got(archive->comments_of(blog.origin() + old)).size(), 0u);
  expect_rebuild_gives_the_same();
}

TEST_F(Moves, AnOlderCaptureThatIsImportedLaterBelongsToTheSameHistory) {
  const SampleBlog unmoved = blog;
  const std::string old = move(1, "/2026/11/on-shelf-b/");
  EXPECT_EQ(again().moved, 1u);
  Bench early;
  early.clock.advance(-hours(9000));
  early.fetcher.serve(unmoved);
  EXPECT_EQ(early.crawl(blog.home(), quick_options()).posts, 8u);
  const std::vector<std::string> files = test::warc_paths(early.path() + "/warc");
  const auto first_seen = posts_of(*bench.read()).at(blog.post_url(1)).first_seen;
  {
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    ASSERT_TRUE(import_warcs(*archive, posix_file_system(), files, {}, quick_options()));
    EXPECT_TRUE(archive->close());
  }
  const auto posts = posts_of(*bench.read());
  EXPECT_EQ(posts.size(), 8u);
  ASSERT_TRUE(posts.contains(blog.post_url(1)));
  EXPECT_FALSE(posts.contains(blog.origin() + old));
  EXPECT_LT(posts.at(blog.post_url(1)).first_seen, first_seen);
  // A rebuild derives the history anew, and comes to the same result.
  ASSERT_TRUE(rebuild_archive(bench.path(), {}, quick_options()));
  const auto rebuilt = posts_of(*bench.read());
  EXPECT_EQ(rebuilt.size(), 8u);
  ASSERT_TRUE(rebuilt.contains(blog.post_url(1)));
  EXPECT_EQ(rebuilt.at(blog.post_url(1)).first_seen, posts.at(blog.post_url(1)).first_seen);
  EXPECT_EQ(rebuilt.at(blog.post_url(1)).versions, posts.at(blog.post_url(1)).versions);
  expect_rebuild_gives_the_same();
}

TEST_F(Moves, APostThatMovesBackKeepsOneHistory) {
  const std::string old = blog.post_path(1), new_path = "/2026/11/on-shelf-b/";
  move(1, new_path);
  blog.redirects[old] = new_path;
  EXPECT_EQ(again().moved, 1u);
  blog.paths.erase(1);
  blog.redirects = {{new_path, old}};
  blog.extra_paragraph[1] = "It is back on its shelf.";
  again();
  const auto archive = bench.read();
  const auto posts = posts_of(*archive);
  EXPECT_EQ(posts.size(), 8u);
  EXPECT_FALSE(posts.contains(blog.origin() + new_path));
  ASSERT_TRUE(posts.contains(blog.post_url(1)));
  EXPECT_NE(posts.at(blog.post_url(1)).latest.text.find("It is back on its shelf."), std::string::npos);
  const std::string key = got(archive->find_object(blog.origin() + new_path));
  EXPECT_EQ(key, got(archive->find_object(blog.post_url(1))));
  EXPECT_EQ(got(archive->former_addresses(key)), std::vector<std::string>{blog.origin() + new_path});
  const auto changes = got(archive->changes(key));
  ASSERT_EQ(changes.size(), 2u);
  for (const Change& change : changes) EXPECT_EQ(change.verdict, Verdict::kMoved);
  EXPECT_EQ(changes.back().moved_from, blog.origin() + new_path);
  expect_rebuild_gives_the_same();
  again();
  EXPECT_EQ(got(bench.read()->changes(key)).size(), 2u) << "it stays there";
}

TEST_F(Moves, APostThatMovesBackWithoutARedirectKeepsOneHistory) {
  const std::string new_path = "/2026/11/on-shelf-b/";
  move(1, new_path);
  EXPECT_EQ(again().moved, 1u);
  blog.paths.erase(1);
  again();
  const auto archive = bench.read();
  const auto posts = posts_of(*archive);
  EXPECT_EQ(posts.size(), 8u);
  ASSERT_TRUE(posts.contains(blog.post_url(1)));
  EXPECT_EQ(posts.at(blog.post_url(1)).latest.status, "active");
  EXPECT_EQ(got(archive->changes(got(archive->find_object(blog.post_url(1))))).size(), 2u);
  expect_rebuild_gives_the_same();
}

// What must not be joined.

TEST_F(Moves, ANewPostIsNotAMovedOne) {
  blog.posts = 9;
  const CrawlReport report = again();
  EXPECT_EQ(report.moved, 0u);
  EXPECT_EQ(report.posts, 1u);
}

TEST_F(Moves, ARemovedPostAndANewOneAreTwo) {
  const std::string gone = blog.post_path(1);
  blog.paths[1] = "/elsewhere/";
  blog.pages["/elsewhere/"] = blog.at(blog.post_path(2)).body;  // the text of another post
  EXPECT_EQ(again().moved, 0u);
  const auto archive = bench.read();
  EXPECT_EQ(got(archive->version_at(got(archive->find_object(blog.origin() + gone)), UtcTime::max()))
                ->object.status,
            "gone");
}

TEST_F(Moves, ARedirectToTheHomePageIsNoMove) {
  blog.redirects[blog.post_path(1)] = "/";
  EXPECT_EQ(again().moved, 0u);
}

TEST_F(Moves, ARedirectToAnotherPostIsNoMove) {
  blog.redirects[blog.post_path(1)] = blog.post_path(2);
  EXPECT_EQ(again().moved, 0u);
  EXPECT_EQ(posts_of(*bench.read()).size(), 8u);
}

TEST_F(Moves, ACopyThatWasThereBeforeIsNoMove) {
  blog.posts = 9;
  blog.paths[8] = "/copies/b/";
  blog.pages["/copies/b/"] = blog.at(blog.post_path(1)).body;
  EXPECT_EQ(again().moved, 0u);
  blog.paths[1] = "/nowhere/";
  blog.pages["/nowhere/"] = "<html><body></body></html>";  // the first one is gone, the copy stays
  EXPECT_EQ(again().moved, 0u);
}

// An address that was left and has another post by now.
TEST_F(Moves, AnotherPostUnderAnAddressThatWasLeft) {
  const std::string old = move(1, "/2026/11/on-shelf-b/");
  EXPECT_EQ(again().moved, 1u);
  blog.posts = 9;
  blog.paths[8] = old;
  EXPECT_EQ(again().posts, 1u);
  const auto archive = bench.read();
  const std::string url = blog.origin() + old;
  EXPECT_EQ(got(archive->find_object(url)), object_key(ObjectKind::kPost, url));
  EXPECT_EQ(got(archive->versions(object_key(ObjectKind::kPost, url))).size(), 1u);
  EXPECT_EQ(got(archive->versions(object_key(ObjectKind::kPost, blog.post_url(1)))).size(), 2u);
}

// An ordered crawl with any number of threads gives the same archive.
TEST(MovesReproducible, NumberOfThreadsChangesNothing) {
  const TemporaryDirectory folder;
  std::optional<std::vector<std::string>> expected;
  for (const std::size_t threads : {1u, 2u, 5u}) {
    SampleBlog blog;
    SampleFetcher fetcher;
    fetcher.serve(blog);
    SteppedClock clock;
    ArchiveOptions archive_options;
    archive_options.mode = ArchiveOptions::Mode::kWrite;
    archive_options.create = true;
    archive_options.clock = &clock;
    archive_options.warc.clock = &clock;
    archive_options.warc.make_uuid = seeded_uuids("moves");
    CrawlOptions options = quick_options(Recheck::kAll);
    options.clock = &clock;
    options.threads = threads;
    options.ordered = true;
    const std::string path = folder / std::to_string(threads);
    const auto archive = got(Archive::open(path, archive_options));
    for (int round = 0; round < 2; ++round) {
      fetcher.set_clock(clock.now());
      ASSERT_TRUE(crawl_blogs(*archive, fetcher, {blog.home()}, options));
      clock.advance(hours(48));
      for (int i = 0; i < blog.posts; ++i) {
        if (i % 2 == 0)
          blog.redirects[blog.post_path(i)] =
              "/2026/11/on-shelf-" + std::string(1, static_cast<char>(97 + i)) + "/";
        blog.paths[i] = "/2026/11/on-shelf-" + std::string(1, static_cast<char>(97 + i)) + "/";
      }
    }
    ASSERT_TRUE(archive->close());
    const auto lines = dump(*open_archive(path, ArchiveOptions::Mode::kRead));
    const auto moved = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
      return line.find("\"verdict\":\"moved\"") != std::string::npos;
    });
    EXPECT_EQ(moved, 8);
    if (!expected) expected = lines;
    expect_same(*expected, lines);
  }
}

}  // namespace
}  // namespace bfa
