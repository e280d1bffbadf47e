// SPDX-License-Identifier: Apache-2.0
// A crawl with a power cut at each of its first operations on the disk.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "bfa/warc/reader.h"
#include "store/step_record.h"
#include "store_fixture.h"
#include "support/fault_file_system.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): helpers of tests only

constexpr int kPages = 12;

// Takes pages in groups of three and says which were acknowledged. Ends at the first error.
std::set<int> crawl(FileSystem& fs, const std::string& path) {
  std::set<int> acknowledged;
  ArchiveOptions options = write_options();
  options.fs = &fs;
  auto archive = Archive::open(path, options);
  if (!archive) return acknowledged;
  if (!(*archive)->begin_crawl({kBlog}, "{}")) return acknowledged;
  std::set<int> group;
  for (int i = 0; i < kPages; ++i) {
    const StepResult step = page_step(page_url(i), at(i), "text " + std::to_string(i));
    if (!(*archive)->frontier().add(step.task)) return acknowledged;
    if (!(*archive)->sink().put(step.exchanges[0], step)) return acknowledged;
    if (!(*archive)->sink().commit(step)) return acknowledged;
    group.insert(i);
    if (i % 3 != 2) continue;
    if (!(*archive)->sink().flush()) return acknowledged;
    acknowledged.merge(group);
    group.clear();
  }
  return acknowledged;
}

// Every step in WARC is in the store or aborted, and no two steps have the same number.
void check_warc(const Archive& archive, FileSystem& fs) {
  std::map<std::uint64_t, std::string> steps;
  std::set<std::uint64_t> aborted;
  const auto names = fs.list(archive.warc_directory());
  ASSERT_TRUE(names);
  for (const auto& name : *names) {
    auto reader = WarcReader::open(fs, archive.warc_directory() + "/" + name);
    ASSERT_TRUE(reader) << name;
    for (;;) {
      const auto record = (*reader)->next();
      ASSERT_TRUE(record) << name << ": " << record.error().message;
      if (*record == nullptr) break;
      if ((*record)->header().type() != WarcType::kMetadata) continue;
      const auto own = parse_archive_record(*read_all((*record)->block(), 1 << 20));
      ASSERT_TRUE(own);
      if (!*own) continue;
      aborted.insert((*own)->aborted.begin(), (*own)->aborted.end());
      if ((*own)->kind != ArchiveRecord::Kind::kStep) continue;
      EXPECT_TRUE(steps.emplace((*own)->sequence, (*own)->task.url.href()).second) << (*own)->sequence;
    }
  }
  for (const auto& [sequence, url] : steps) {
    const auto capture = archive.view().capture(sequence);
    ASSERT_TRUE(capture);
    EXPECT_NE(capture->has_value(), aborted.contains(sequence)) << sequence << " " << url;
  }
}

struct Row {
  const char* name;
  Loss loss;
  std::uint64_t first;  // the power is cut at this operation and at each fifth after it
};

class PowerCut : public testing::TestWithParam<Row> {};

TEST_P(PowerCut, LosesNothingAcknowledgedAndDoublesNothing) {
  for (std::uint64_t operation = GetParam().first; operation < 200; operation += 5) {
    SCOPED_TRACE("power cut at operation " + std::to_string(operation));
    TemporaryDirectory folder;
    const std::string path = folder / "a";
    ForgettingFileSystem fs(posix_file_system(), folder / "shadow");
    fs.cut_power_at(operation);
    const std::set<int> acknowledged = crawl(fs, path);
    const bool cut = fs.power_is_off();
    ASSERT_TRUE(fs.crash(GetParam().loss));
    ArchiveOptions options = write_options();
    options.fs = &fs;
    auto archive = Archive::open(path, options);
    ASSERT_TRUE(archive) << to_string(archive.error());
    for (int i = 0; i < kPages; ++i) {
      const std::string key = object_key(ObjectKind::kPost, page_url(i));
      const auto versions = (*archive)->versions(key);
      ASSERT_TRUE(versions);
      EXPECT_LE(versions->size(), 1U);
      if (acknowledged.contains(i)) {
        ASSERT_EQ(versions->size(), 1U) << i;
      }
      if (versions->empty()) continue;
      const auto capture = (*archive)->view().load(versions->front().sequence);
      EXPECT_TRUE(capture) << i << ": " << to_string(capture.error());
    }
    const Committed more = take(**archive, page_step(page_url(99), at(99), "more"));
    EXPECT_EQ(more.items.size(), 1U);
    ASSERT_TRUE((*archive)->sink().flush());
    ASSERT_TRUE((*archive)->close());
    auto reader = Archive::open(path, ArchiveOptions());
    ASSERT_TRUE(reader) << to_string(reader.error());
    check_warc(**reader, posix_file_system());
    if (HasFatalFailure() || !cut) break;
  }
}

// Every operation for the harshest loss, in five rows that run side by side; the others go the same ways.
INSTANTIATE_TEST_SUITE_P(Loss, PowerCut,
                         testing::Values(Row{"Everything0", Loss::kEverything, 0},
                                         Row{"Everything1", Loss::kEverything, 1},
                                         Row{"Everything2", Loss::kEverything, 2},
                                         Row{"Everything3", Loss::kEverything, 3},
                                         Row{"Everything4", Loss::kEverything, 4},
                                         Row{"Half", Loss::kHalf, 0}, Row{"Nothing", Loss::kNothing, 0}),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
