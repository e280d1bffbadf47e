// SPDX-License-Identifier: Apache-2.0
// Posts on several pages in crawls: one object, the same after a rebuild.
#include <string>

#include "bfa/crawl/replay.h"
#include "bfa/extract/pagination.h"
#include "crawl/archive_crawl.h"
#include "crawl/archive_dump.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

class JoinedPost : public testing::Test {
 protected:
  void SetUp() override {
    bench.fetcher.serve(blog);
    for (int i = 1; i <= 3; ++i) put(i, "Leg " + std::to_string(i) + " of the move.");
  }

  // Page `number` of three of the post.
  void put(int number, const std::string& text) {
    std::string links = "<p>Pages:";
    for (int i = 1; i <= 3; ++i) {
      const std::string url = i == 1 ? path : path + std::to_string(i) + "/";
      links +=
          i == number ? " " + std::to_string(i) : " <a href=\"" + url + "\">" + std::to_string(i) + "</a>";
    }
    blog.pages[number == 1 ? path : path + std::to_string(number) + "/"] =
        "<!DOCTYPE html><html lang=\"en\"><head><title>The long move - Shelf Notes</title></head><body>"
        "<div id=\"top\"><a href=\"/\">Shelf Notes</a></div><div id=\"main\"><h1 class=\"entry-title\">The "
        "long "
        "move</h1><div class=\"meta\">by <span class=\"author\">The reading room</span> on March 2, "
        "2026</div><div class=\"entry\"><p>" +
        text + "</p><p>" + std::string(40, 'x') + std::to_string(number) + "</p>" + links +
        "</p></div></div><div id=\"foot\">Footer of 2026</div></body></html>";
  }

  DataObject post() {
    const auto posts = posts_of(*bench.read());
    const auto at = posts.find(blog.post_url(1));
    EXPECT_TRUE(at != posts.end());
    return at == posts.end() ? DataObject() : at->second.latest;
  }

  void rebuild_and_compare() {
    const auto before = dump(*bench.read());
    ArchiveOptions options;
    options.clock = &bench.clock;
    const auto report = rebuild_archive(bench.path(), options, quick_options());
    ASSERT_TRUE(report) << to_string(report.error());
    expect_same(before, dump(*bench.read()));
  }

  SampleBlog blog;
  const std::string path = blog.post_path(1);
  Bench bench;
};

TEST_F(JoinedPost, IsOneObjectOfOneVersion) {
  const CrawlReport report = bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(report.posts, 8u);
  EXPECT_EQ(report.changed, 0u);
  const DataObject joined = post();
  EXPECT_EQ(joined.title, "The long move");
  for (int i = 1; i <= 3; ++i)
    EXPECT_NE(joined.text.find("Leg " + std::to_string(i) + " of the move."), std::string::npos)
        << joined.text;
  EXPECT_EQ(joined.text.find("Pages:"), std::string::npos);
  EXPECT_EQ(joined_urls(joined).size(), 3u);
  const auto pages = objects_of(*bench.read(), ObjectKind::kPage);
  const auto second = pages.find(blog.post_url(1) + "2/");
  ASSERT_TRUE(second != pages.end());
  EXPECT_EQ(second->second.latest.attributes.at("part_of"), blog.post_url(1));
  EXPECT_TRUE(second->second.latest.text.empty());
}

TEST_F(JoinedPost, RebuildGivesTheSame) {
  bench.crawl(blog.home(), quick_options());
  rebuild_and_compare();
  put(3, "Leg 3 was corrected.");
  bench.crawl(blog.home(), quick_options(), hours(24 * 30));
  rebuild_and_compare();
}

TEST_F(JoinedPost, ALaterPageThatChangedIsAChangeOfThePost) {
  bench.crawl(blog.home(), quick_options());
  put(3, "Leg 3 was corrected.");
  const CrawlReport again = bench.crawl(blog.home(), quick_options(), hours(24 * 30));
  EXPECT_EQ(again.changed, 1u);
  EXPECT_NE(post().text.find("Leg 3 was corrected."), std::string::npos);
  EXPECT_NE(post().text.find("Leg 1 of the move."), std::string::npos);
}

TEST_F(JoinedPost, AnUnchangedOneMakesNoVersion) {
  bench.crawl(blog.home(), quick_options());
  const CrawlReport again = bench.crawl(blog.home(), quick_options(Recheck::kAll), hours(24 * 30));
  EXPECT_EQ(again.created + again.changed, 0u);
}

TEST_F(JoinedPost, APageThatIsGoneLeavesTheOthers) {
  blog.pages.erase(path + "2/");
  const CrawlReport report = bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(report.posts, 8u);
  EXPECT_EQ(joined_urls(post()).size(), 2u);
  rebuild_and_compare();
}

TEST_F(JoinedPost, ARunThatEndsAtALimitFinishesThePostsThatItBegan) {
  CrawlOptions options = quick_options();
  options.in_flight = 1;
  CrawlReport report = bench.crawl(blog.home(), options);
  const std::uint64_t all = report.fetched;
  Bench limited;
  limited.fetcher.serve(blog);
  std::size_t whole = 0, runs = 0;
  for (options.max_pages = 1; runs < all; ++runs) {
    report = limited.crawl(blog.home(), options);
    const auto posts = posts_of(*limited.read());
    const auto at = posts.find(blog.post_url(1));
    if (at != posts.end()) {
      ++whole;
      EXPECT_EQ(joined_urls(at->second.latest).size(), 3u) << "run " << runs;
      EXPECT_EQ(at->second.versions, 1u);
    }
    if (report.queued == 0) break;
  }
  EXPECT_GT(runs, 2u);
  EXPECT_GT(whole, 1u);  // not in the last run only
  EXPECT_EQ(texts_of(*limited.read()), texts_of(*bench.read()));
}

}  // namespace
}  // namespace bfa
