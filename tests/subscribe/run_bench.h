// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bfa/subscribe/run.h"
#include "crawl/archive_crawl.h"

namespace bfa::test {

// An archive that subscribes to one blog, and a run whose waits move the clock on. `at_each_wait` may change
// the blog.
class RunBench : public testing::Test {
 protected:
  RunBench() {
    fetcher.serve(blog);
    fetcher.set_clock(clock.now());
    options.crawl = quick_options();
    options.crawl.clock = &clock;
    options.look_again = std::chrono::minutes(10);
    options.wait = [this](UtcTime until, const std::stop_token&) {
      clock.advance(std::chrono::duration_cast<std::chrono::microseconds>(until - clock.now()));
      fetcher.set_clock(clock.now());
      if (at_each_wait) at_each_wait();
    };
    archive_options.clock = &clock;
  }

  void SetUp() override { subscribe({}); }

  void subscribe(const std::vector<std::string>& feeds) {
    const auto archive = open_archive(path, ArchiveOptions::Mode::kWrite, &clock);
    ASSERT_TRUE(add_subscriptions(*archive, {{blog.home(), feeds, {}, {}}}, clock.now()));
    ASSERT_TRUE(archive->close());
  }

  RunReport run(std::chrono::seconds span) {
    options.duration = span;
    return got(run_archive(path, archive_options, fetcher, options));
  }
  std::unique_ptr<Archive> read() const { return open_archive(path, ArchiveOptions::Mode::kRead); }
  std::size_t posts() const { return posts_of(*read()).size(); }
  void publish() { blog.posts = ++blog.in_feed; }
  std::string feed_url() const { return blog.origin() + blog.feed_path; }

  SampleBlog blog{"http://blog.example", 6, 6};
  TemporaryDirectory folder;
  const std::string path = folder / "archive";
  SteppedClock clock;
  SampleFetcher fetcher;
  ArchiveOptions archive_options;
  RunOptions options;
  std::function<void()> at_each_wait;
};

}  // namespace bfa::test
