// SPDX-License-Identifier: Apache-2.0
// Pages over a limit: archived whole, used as far as they were read, and marked in their metadata record.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "bfa/io/source.h"
#include "bfa/warc/reader.h"
#include "crawl/archive_crawl.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using test::Bench;
using test::got;
using test::SampleBlog;

// The blocks of the metadata records about `url`, one after the other.
std::string metadata_of(const Archive& archive, const std::string& url) {
  std::string blocks;
  for (const std::string& file : test::warc_paths(archive.warc_directory())) {
    const auto reader = WarcReader::open(posix_file_system(), file);
    EXPECT_TRUE(reader) << to_string(reader.error());
    for (;;) {
      const auto record = (*reader)->next();
      EXPECT_TRUE(record) << to_string(record.error());
      if (!record || *record == nullptr) break;
      const auto& header = (*record)->header();
      if (header.field("WARC-Type") != "metadata" || header.field("WARC-Target-URI") != url) continue;
      blocks += got(read_all((*record)->block(), 1u << 20));
    }
  }
  return blocks;
}

TEST(OverTheLimit, APageIsArchivedUsedAndMarked) {
  SampleBlog blog;
  std::string deep = "<p>Before the depth.</p>";
  for (int i = 0; i < 3000; ++i) deep += "<div>";
  blog.extra_paragraph[3] = deep + "<p>Below it all.</p>";
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), test::quick_options());
  const auto archive = bench.read();
  const auto posts = test::posts_of(*archive);
  ASSERT_TRUE(posts.contains(blog.post_url(3)));
  const DataObject& post = posts.at(blog.post_url(3)).latest;
  EXPECT_NE(post.text.find("Before the depth."), std::string::npos) << post.text;
  EXPECT_NE(post.text.find("Below it all."), std::string::npos) << post.text;
  test::expect_bytes(*archive, post);
  EXPECT_NE(metadata_of(*archive, blog.post_url(3)).find("bfa-finding: html_depth: "), std::string::npos);
  EXPECT_EQ(metadata_of(*archive, blog.post_url(2)).find("bfa-finding"), std::string::npos);
}

TEST(OverTheLimit, ABodyThatDecodesToMoreIsReadUpToThere) {
  SampleBlog blog;
  blog.gzip = true;
  blog.extra_paragraph[3] = "<!-- " + std::string(1u << 20, ' ') + " --><p>Beyond the limit.</p>";
  CrawlOptions options = test::quick_options();
  options.step.max_body_bytes = 512u << 10;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), options);
  const auto archive = bench.read();
  const auto posts = test::posts_of(*archive);
  ASSERT_TRUE(posts.contains(blog.post_url(3)));
  const DataObject& post = posts.at(blog.post_url(3)).latest;
  EXPECT_EQ(post.title, "Note on shelf 3");
  EXPECT_EQ(post.text.find("Beyond the limit."), std::string::npos);
  EXPECT_NE(metadata_of(*archive, blog.post_url(3)).find("bfa-finding: body_over_limit: "),
            std::string::npos);
}

TEST(FailedFetch, IsNamedInTheRecordOfItsStep) {
  SampleBlog blog;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.fetcher.break_host(
      "blog.example",
      Error{Code::kUnavailable, "tls: certificate of blog.example is not accepted: x", "", -1});
  bench.crawl(blog.home(), test::quick_options());
  const auto archive = bench.read();
  const std::string block = metadata_of(*archive, blog.origin() + "/robots.txt");
  EXPECT_NE(block.find("bfa-outcome: failed"), std::string::npos) << block;
  EXPECT_NE(block.find("tls: certificate of blog.example"), std::string::npos) << block;
}

}  // namespace
}  // namespace bfa
