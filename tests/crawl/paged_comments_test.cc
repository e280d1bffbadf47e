// SPDX-License-Identifier: Apache-2.0
// A feed of comments names comments by the page of comments that they are on:
// /post/comment-page-2/#comment-7.
#include <set>
#include <string>

#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"
#include "crawl/archive_dump.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class PagedComments : public testing::Test {
 protected:
  void SetUp() override {
    blog.comments[1] = 2;
    blog.sidebar =
        "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"Comments\" href=\"/comments/feed/\">";
    std::string feed = "<rss version=\"2.0\"><channel><title>Comments for Shelf Notes</title>";
    for (const std::string& address :
         {post + "comment-page-2/#comment-101", post + "comment-page-1/#comment-109",
          blog.home() + "comment-page-1/#comment-7"}) {
      feed += "<item><title>By: Reader</title><link>" + address + "</link><guid>" + address +
              "</guid><description>Said at " + address + ", and nowhere else.</description></item>";
    }
    blog.files["/comments/feed/"] = feed + "</channel></rss>";
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), quick_options());
  }

  std::set<std::string> comments_of(const std::string& url) {
    std::set<std::string> addresses;
    for (const DataObject& comment : got(bench.read()->comments_of(url))) addresses.insert(comment.url);
    return addresses;
  }

  SampleBlog blog;
  const std::string post = blog.post_url(1);
  Bench bench;
};

TEST_F(PagedComments, AreThePostsAndEachOnce) {
  EXPECT_EQ(comments_of(post),
            (std::set<std::string>{post + "#comment-101", post + "#comment-102", post + "#comment-109"}));
  EXPECT_TRUE(comments_of(post + "comment-page-1/").empty());
  EXPECT_TRUE(comments_of(post + "comment-page-2/").empty());
  const std::string of_home = blog.home() + "comment-page-1/";
  EXPECT_EQ(comments_of(of_home), std::set<std::string>{of_home + "#comment-7"})
      << "the home page is no post";
}

TEST_F(PagedComments, AreRebuiltTheSame) {
  const auto before = dump(*bench.read());
  ArchiveOptions options;
  options.clock = &bench.clock;
  const auto report = rebuild_archive(bench.path(), options, quick_options());
  ASSERT_TRUE(report) << to_string(report.error());
  expect_same(before, dump(*bench.read()));
}

}  // namespace
}  // namespace bfa
