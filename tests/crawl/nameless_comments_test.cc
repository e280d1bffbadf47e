// SPDX-License-Identifier: Apache-2.0
// Comments that have no address on their page, of blogs with a feed of comments.
#include <set>
#include <string>

#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"
#include "crawl/archive_dump.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class NamelessComments : public testing::Test {
 protected:
  static std::string said(int i) {
    return "Reader number " + std::to_string(i) + " found the " + std::string(i % 2 == 0 ? "left" : "right") +
           " shelf " + std::to_string(7 * i) + " empty when the rain came.";
  }

  void SetUp() override {
    std::string list = "<div id=\"replies\"><h3>4 comments</h3>";
    for (int i = 1; i <= 4; ++i) {
      list += "<div class=\"comment\"><cite>Reader " + std::to_string(i) + "</cite> <i>April " +
              std::to_string(i) + ", 2026</i><p>" + said(i) + "</p></div>";
    }
    const std::string page = blog.at(path).body;
    const std::size_t end = page.find("<div id=\"foot\"");
    ASSERT_NE(end, std::string::npos);
    blog.pages[path] = page.substr(0, end) + list + "</div>" + page.substr(end);
    const std::size_t head = blog.pages[path].find("</head>");
    ASSERT_NE(head, std::string::npos);
    blog.pages[path].insert(head,
                            "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"Comments on this "
                            "note\" href=\"/comments/feed/\">");
    blog.pages["/"] = blog.at("/").body;
    blog.pages["/"].insert(blog.pages["/"].find("</head>"),
                           "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"Shelf Notes: "
                           "Comments\" href=\"/comments/feed/\">");
    std::string feed = "<rss version=\"2.0\"><channel><title>Comments for Shelf Notes</title>";
    for (int i = 3; i <= 4; ++i) {
      feed += "<item><title>By: Reader " + std::to_string(i) + "</title><link>" + blog.post_url(1) + "#say-" +
              std::to_string(i) + "</link><guid>" + blog.post_url(1) + "#say-" + std::to_string(i) +
              "</guid><pubDate>Fri, 0" + std::to_string(i) + " Apr 2026 10:00:00 GMT</pubDate><description>" +
              said(i) + "</description></item>";
    }
    blog.files["/comments/feed/"] = feed + "</channel></rss>";
    bench.fetcher.serve(blog);
  }

  SampleBlog blog;
  const std::string path = blog.post_path(1);
  Bench bench;
};

TEST_F(NamelessComments, AreEachKeptOnce) {
  bench.crawl(blog.home(), quick_options());
  const auto comments = got(bench.read()->comments_of(blog.post_url(1)));
  std::multiset<std::string> texts;
  std::size_t of_feed = 0;
  for (const DataObject& comment : comments) {
    texts.insert(comment.text);
    of_feed += comment.url != comment.post ? 1 : 0;
  }
  EXPECT_EQ(texts, (std::multiset<std::string>{said(1), said(2), said(3), said(4)}));
  EXPECT_EQ(of_feed, 2u);
}

TEST_F(NamelessComments, MakeNoVersionsAndAreRebuiltTheSame) {
  bench.crawl(blog.home(), quick_options());
  const CrawlReport again =
      bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(24 * 30));
  EXPECT_EQ(again.created + again.changed, 0u);
  const auto before = dump(*bench.read());
  ArchiveOptions options;
  options.clock = &bench.clock;
  const auto report = rebuild_archive(bench.path(), options, quick_options());
  ASSERT_TRUE(report) << to_string(report.error());
  expect_same(before, dump(*bench.read()));
}

}  // namespace
}  // namespace bfa
