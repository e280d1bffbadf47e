// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"
#include "crawl/archive_dump.h"

namespace bfa::test {

using std::chrono::hours;

// A sample blog that was crawled once.
class Moves : public testing::Test {
 protected:
  void SetUp() override {
    bench.fetcher.serve(blog);
    const CrawlReport first = bench.crawl(blog.home(), quick_options());
    EXPECT_EQ(first.posts, 8u);
    EXPECT_EQ(first.moved, 0u);
  }

  CrawlReport again(hours later = hours(48)) {
    return bench.crawl(blog.home(), quick_options(Recheck::kAll), later);
  }

  // Gives a post another path. Returns its old one.
  std::string move(int post, const std::string& path) {
    std::string old = blog.post_path(post);
    blog.paths[post] = path;
    return old;
  }

  // Both addresses lead to one object with one history, which is listed under the new address.
  void expect_moved(const std::string& old_path, const std::string& new_path, std::uint64_t versions = 2) {
    const std::string old_url = blog.origin() + old_path, new_url = blog.origin() + new_path;
    const auto archive = bench.read();
    const auto posts = posts_of(*archive);
    EXPECT_EQ(posts.size(), static_cast<std::size_t>(blog.posts)) << "each post is listed once";
    EXPECT_FALSE(posts.contains(old_url));
    ASSERT_TRUE(posts.contains(new_url));
    EXPECT_EQ(posts.at(new_url).versions, versions);
    EXPECT_EQ(posts.at(new_url).latest.status, "active");
    const std::string key = got(archive->find_object(old_url));
    EXPECT_EQ(key, got(archive->find_object(new_url)));
    EXPECT_EQ(got(archive->former_addresses(key)), std::vector<std::string>{old_url});
    const auto stored = got(archive->versions(key));
    ASSERT_EQ(stored.size(), versions);
    EXPECT_EQ(stored.front().object.url, old_url);
    EXPECT_EQ(stored.back().object.url, new_url);
    const auto changes = got(archive->changes(key));
    ASSERT_EQ(changes.size(), versions - 1);
    EXPECT_EQ(changes.back().verdict, Verdict::kMoved);
    EXPECT_EQ(changes.back().moved_from, old_url);
    EXPECT_EQ(changes.back().url, new_url);
  }

  void expect_rebuild_gives_the_same() {
    const auto before = dump(*bench.read());
    ArchiveOptions options;
    options.clock = &bench.clock;
    ASSERT_TRUE(rebuild_archive(bench.path(), options, quick_options()));
    expect_same(before, dump(*bench.read()));
  }

  SampleBlog blog;
  Bench bench;
};

}  // namespace bfa::test
