// SPDX-License-Identifier: Apache-2.0
// The same answers give the same archive: with any number of threads, in whatever order the answers arrive.
#include <filesystem>
#include <random>

#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"
#include "crawl/archive_dump.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

constexpr UtcTime kMoment{std::chrono::seconds(1'780'000'000)};

// Holds requests back and answers them in a random order.
class ShufflingFetcher final : public Fetcher {
 public:
  ShufflingFetcher(Fetcher& inner, unsigned seed) : inner_(inner), random_(seed) {}

  Status submit(FetchRequest request) override {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(request));
    return {};
  }
  std::optional<Fetched> next(std::chrono::milliseconds wait) override {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return std::nullopt;
    const std::size_t chosen = random_() % waiting_.size();
    EXPECT_TRUE(inner_.submit(std::move(waiting_[chosen])));
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(chosen));
    auto fetched = inner_.next(wait);
    for (Exchange& hop : fetched->hops) hop.started = kMoment;  // as with a clock that is set
    return fetched;
  }
  std::size_t pending() const override {
    const std::lock_guard lock(mutex_);
    return waiting_.size() + inner_.pending();
  }

 private:
  Fetcher& inner_;
  mutable std::mutex mutex_;
  std::vector<FetchRequest> waiting_;
  std::mt19937 random_;
};

struct Kept {
  std::map<std::string, std::string> warc;  // file name to bytes
  std::vector<std::string> answers;         // all that the archive says
};

Kept kept_in(const std::string& path) {
  Kept kept;
  for (const std::string& file : test::warc_paths(path + "/warc"))
    kept.warc[std::filesystem::path(file).filename().string()] =
        got(read_file(posix_file_system(), file, 64u << 20));
  kept.answers = dump(*open_archive(path, ArchiveOptions::Mode::kRead));
  return kept;
}

std::unique_ptr<Archive> open_seeded(const std::string& path, Clock& clock) {
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = true;
  options.clock = &clock;
  options.warc.clock = &clock;
  options.warc.make_uuid = seeded_uuids("reproducible");
  return got(Archive::open(path, options));
}

CrawlOptions ordered_options(Clock& clock, std::size_t threads) {
  CrawlOptions options = quick_options();
  options.clock = &clock;
  options.threads = threads;
  options.ordered = true;
  return options;
}

Kept crawl(const std::string& path, const std::vector<const SampleBlog*>& blogs, std::size_t threads,
           unsigned seed) {
  SteppedClock clock;
  SampleFetcher answers;
  std::vector<std::string> homes;
  for (const auto* blog : blogs) {
    answers.serve(*blog);
    homes.push_back(blog->home());
  }
  answers.set_clock(clock.now());
  ShufflingFetcher fetcher(answers, seed);
  const auto archive = open_seeded(path, clock);
  EXPECT_EQ(got(crawl_blogs(*archive, fetcher, homes, ordered_options(clock, threads))).size(), blogs.size());
  EXPECT_TRUE(archive->close());
  return kept_in(path);
}

TEST(ReproducibleCrawl, OrderOfAnswersAndNumberOfThreadsChangeNoByte) {
  const SampleBlog first("http://first.test"), second("http://second.test"), third("http://third.test");
  const std::vector<const SampleBlog*> blogs{&first, &second, &third};
  const TemporaryDirectory folder;
  const Kept expected = crawl(folder / "expected", blogs, 1, 1);
  ASSERT_EQ(expected.warc.size(), 1u);
  ASSERT_GT(expected.answers.size(), 24u);
  for (unsigned seed = 2; seed < 6; ++seed) {
    const Kept kept = crawl(folder / std::to_string(seed), blogs, seed, seed);
    EXPECT_EQ(kept.warc, expected.warc) << "seed and threads " << seed;
    expect_same(expected.answers, kept.answers);
  }
}

TEST(ReproducibleImport, NumberOfThreadsChangesNoByte) {
  const SampleBlog first("http://first.test"), second("http://second.test");
  const TemporaryDirectory folder;
  crawl(folder / "from", {&first, &second}, 2, 1);
  const std::vector<std::string> files = test::warc_paths(folder / "from" + "/warc");
  std::optional<Kept> expected;
  for (const std::size_t threads : {1u, 2u, 8u}) {
    SteppedClock clock;
    const std::string path = folder / ("to" + std::to_string(threads));
    const auto archive = open_seeded(path, clock);
    CrawlOptions options = ordered_options(clock, threads);
    options.ordered = false;  // an import is reproducible without being asked
    EXPECT_EQ(got(import_warcs(*archive, posix_file_system(), files, {}, options)).blogs.size(), 2u);
    EXPECT_TRUE(archive->close());
    const Kept kept = kept_in(path);
    if (!expected) expected = kept;
    ASSERT_GT(kept.answers.size(), 16u);
    EXPECT_EQ(kept.warc, expected->warc) << threads << " threads";
    expect_same(expected->answers, kept.answers);
  }
}

}  // namespace
}  // namespace bfa
