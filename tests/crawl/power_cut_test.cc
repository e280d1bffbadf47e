// SPDX-License-Identifier: Apache-2.0
// A crawl with a power cut at each of its first operations on the disk, WARC and store alike.
#include <filesystem>
#include <optional>
#include <set>

#include "bfa/warc/validate.h"
#include "crawl/archive_crawl.h"
#include "support/fault_file_system.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

CrawlOptions small_groups() {
  CrawlOptions options = quick_options();
  options.group = 4;  // many flushes, so that the cuts fall between all kinds of writes
  options.in_flight = 4;
  return options;
}

// What of a run the cut is counted from.
enum class From { kOpening, kCrawl };

// Crawls until the end or the first error; gives the keys of the objects that were acknowledged.
std::set<std::string> crawl_until_cut(ForgettingFileSystem& fs, const std::string& path,
                                      const SampleBlog& blog, Clock& clock,
                                      std::optional<std::uint64_t> cut_crawl_at = {}) {
  std::set<std::string> acknowledged;
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = true;
  options.fs = &fs;
  options.clock = &clock;
  const auto archive = bfa::open_archive(path, options);
  if (!archive) return acknowledged;
  if (cut_crawl_at) fs.cut_power_at(*cut_crawl_at);
  SampleFetcher fetcher;
  fetcher.serve(blog);
  CrawlOptions crawl = small_groups();
  crawl.clock = &clock;
  crawl.on_event = [&](const CrawlEvent& event) {
    if (const auto* const object = std::get_if<ObjectEvent>(&event)) acknowledged.insert(object->item.key);
    if (const auto* const change = std::get_if<ChangeEvent>(&event)) acknowledged.insert(change->item.key);
  };
  const auto reports = crawl_blogs(**archive, fetcher, {blog.home()}, crawl);
  if (reports) (void)(*archive)->close().ok();
  return acknowledged;
}

void check_object(const Archive& archive, const std::string& key) {
  const auto versions = archive.versions(key);
  ASSERT_TRUE(versions) << to_string(versions.error());
  ASSERT_EQ(versions->size(), 1u) << key;
  expect_bytes(archive, versions->front().object);
}

void check_warcs(const Archive& archive) {
  for (const std::string& file : test::warc_paths(archive.warc_directory())) {
    if (file.ends_with(".open")) continue;
    const auto report = validate_warc(posix_file_system(), file);
    ASSERT_TRUE(report) << to_string(report.error());
    EXPECT_FALSE(report->truncated || report->corrupt || report->spec_violation) << file;
    EXPECT_EQ(report->digests_bad, 0u) << file;
  }
}

class PowerCut : public testing::TestWithParam<Loss> {
 protected:
  void SetUp() override {
    Bench bench;
    bench.fetcher.serve(blog_);
    bench.crawl(blog_.home(), quick_options());
    expected_ = texts_of(*bench.read());
    ASSERT_GE(expected_.size(), 5u);
  }

  // True when the power was cut before the crawl had ended.
  bool cut_at(From from, std::uint64_t operation);

  SampleBlog blog_{"http://blog.example", 3, 2};
  std::map<std::string, std::string> expected_;
  std::uint64_t with_acknowledged_ = 0;
};

bool PowerCut::cut_at(From from, std::uint64_t operation) {
  SteppedClock clock;
  TemporaryDirectory folder;
  const std::string path = folder / "archive";
  ForgettingFileSystem fs(posix_file_system(), folder / "shadow");
  if (from == From::kOpening) fs.cut_power_at(operation);
  const std::set<std::string> acknowledged =
      crawl_until_cut(fs, path, blog_, clock, from == From::kCrawl ? std::optional(operation) : std::nullopt);
  const bool cut = fs.power_is_off();
  with_acknowledged_ += cut && !acknowledged.empty() ? 1 : 0;
  EXPECT_TRUE(fs.crash(GetParam()));
  {
    const auto archive = open_archive(path, ArchiveOptions::Mode::kWrite, &clock, &fs);
    if (!archive) return cut;
    for (const auto& key : acknowledged) check_object(*archive, key);
    EXPECT_TRUE(archive->close());
  }
  crawl_until_cut(fs, path, blog_, clock);
  const auto archive = open_archive(path, ArchiveOptions::Mode::kRead);
  if (!archive) return cut;
  EXPECT_EQ(texts_of(*archive), expected_);
  EXPECT_EQ(count_versions(*archive), expected_.size()) << "nothing is doubled";
  check_warcs(*archive);
  return cut;
}

TEST_P(PowerCut, AtAnyOperationOfACrawlLosesNothingAcknowledged) {
  // Every operation for the harshest loss, to the end of the crawl; the others go the same ways.
  const std::uint64_t stride = GetParam() == Loss::kEverything ? 1 : 5;
  std::uint64_t cuts = 0;
  for (std::uint64_t operation = 0; operation < 1000; operation += stride) {
    SCOPED_TRACE("power cut at operation " + std::to_string(operation) + " of the crawl");
    const bool cut = cut_at(From::kCrawl, operation);
    if (HasFailure() || !cut) break;
    ++cuts;
  }
  EXPECT_GT(cuts, 30 / stride) << "a crawl has so many writes, syncs and renames at least";
  EXPECT_LT(cuts, 1000 / stride);
  EXPECT_GT(with_acknowledged_, cuts / 4) << "many came after objects had been acknowledged";
}

TEST_P(PowerCut, WhileTheArchiveIsMadeLeavesAFolderThatTheNextRunUses) {
  std::uint64_t cuts = 0, tried = 0;
  for (std::uint64_t operation = 0; operation < 100; operation += GetParam() == Loss::kEverything ? 3 : 10) {
    SCOPED_TRACE("power cut at operation " + std::to_string(operation));
    ++tried;
    cuts += cut_at(From::kOpening, operation) ? 1 : 0;
    if (HasFailure()) break;
  }
  EXPECT_EQ(cuts, tried) << "each power cut happened before the crawl had ended";
}

INSTANTIATE_TEST_SUITE_P(Loss, PowerCut, testing::Values(Loss::kEverything, Loss::kHalf, Loss::kNothing),
                         [](const auto& row) {
                           return std::string(row.param == Loss::kEverything ? "Everything"
                                              : row.param == Loss::kHalf     ? "Half"
                                                                             : "Nothing");
                         });

}  // namespace
}  // namespace bfa
