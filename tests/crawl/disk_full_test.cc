// SPDX-License-Identifier: Apache-2.0
// A disk that is full at some operation of a crawl.
#include <set>

#include "crawl/archive_crawl.h"
#include "support/fault_file_system.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

struct Outcome {
  std::optional<Error> error;
  std::set<std::string> acknowledged;
};

Outcome crawl_on(FileSystem& fs, const std::string& path, const SampleBlog& blog, std::uint64_t full_at,
                 FaultFileSystem* faults) {
  Outcome outcome;
  SteppedClock clock;
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = true;
  options.fs = &fs;
  options.clock = &clock;
  auto archive = open_archive(path, options);
  if (!archive) {
    outcome.error = archive.error();
    return outcome;
  }
  if (faults != nullptr) faults->set_plan(FaultPlan{.first = full_at});
  SampleFetcher fetcher;
  fetcher.serve(blog);
  CrawlOptions crawl = quick_options();
  crawl.group = 4;
  crawl.in_flight = 4;
  crawl.clock = &clock;
  crawl.on_event = [&](const CrawlEvent& event) {
    if (const auto* const object = std::get_if<ObjectEvent>(&event))
      outcome.acknowledged.insert(object->item.key);
    if (const auto* const change = std::get_if<ChangeEvent>(&event))
      outcome.acknowledged.insert(change->item.key);
  };
  auto reports = crawl_blogs(**archive, fetcher, {blog.home()}, crawl);
  if (!reports) outcome.error = reports.error();
  const Status closed = (*archive)->close();
  if (reports && !closed) outcome.error = closed.error();
  return outcome;
}

class DiskFull : public testing::TestWithParam<std::uint64_t> {};

TEST_P(DiskFull, EndsTheCrawlNamesThePathAndKeepsWhatWasStored) {
  const SampleBlog blog("http://blog.example", 6, 4);
  TemporaryDirectory folder;
  const std::string path = folder / "archive";
  FaultFileSystem full(posix_file_system());
  const Outcome outcome = crawl_on(full, path, blog, GetParam(), &full);
  ASSERT_GT(full.failures(), 0u) << "the disk was never full";
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->code, Code::kIo) << to_string(*outcome.error);
  EXPECT_NE(to_string(*outcome.error).find(path), std::string::npos) << to_string(*outcome.error);
  EXPECT_NE(to_string(*outcome.error).find("no space left on device"), std::string::npos)
      << to_string(*outcome.error);
  {
    const auto archive = open_archive(path, ArchiveOptions::Mode::kRead);
    ASSERT_TRUE(archive);
    for (const auto& key : outcome.acknowledged) {
      const auto versions = got(archive->versions(key));
      ASSERT_EQ(versions.size(), 1u);
      expect_bytes(*archive, versions.front().object);
    }
  }
  // Room was made: the next run finishes.
  const Outcome again = crawl_on(posix_file_system(), path, blog, 0, nullptr);
  EXPECT_FALSE(again.error) << to_string(*again.error);
  const auto archive = open_archive(path, ArchiveOptions::Mode::kRead);
  ASSERT_TRUE(archive);
  EXPECT_EQ(posts_of(*archive).size(), 6u);
  for (const auto& [url, post] : posts_of(*archive)) EXPECT_EQ(post.versions, 1u) << url;
}

INSTANTIATE_TEST_SUITE_P(AtOperation, DiskFull, testing::Values(0, 1, 2, 3, 5, 8, 13, 21, 34, 44, 55),
                         [](const auto& row) { return "N" + std::to_string(row.param); });

TEST(DiskFullAtOpening, NamesTheArchive) {
  const SampleBlog blog;
  TemporaryDirectory folder;
  FaultFileSystem full(posix_file_system());
  full.set_plan(FaultPlan{.first = 0});
  const Outcome outcome = crawl_on(full, folder / "archive", blog, 0, nullptr);
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->code, Code::kIo);
  EXPECT_NE(to_string(*outcome.error).find(folder / "archive"), std::string::npos)
      << to_string(*outcome.error);
}

}  // namespace
}  // namespace bfa
