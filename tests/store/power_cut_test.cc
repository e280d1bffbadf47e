// SPDX-License-Identifier: Apache-2.0
// A crawl with a power cut at each of its first operations on the disk.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "bfa/warc/reader.h"
#include "store/archive_impl.h"
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

// The records of a step of the journal, and the step as crawl() made it.
void apply(Archive& archive, FileSystem& fs, const Journal& journal, const JournalStep& step) {
  ASSERT_EQ(step.hops.size(), 1U);
  const JournalHop& hop = step.hops.front();
  const auto reader = WarcReader::open(fs, journal.path(hop.file), {}, hop.response);
  ASSERT_TRUE(reader);
  const auto record = (*reader)->next();
  ASSERT_TRUE(record && *record != nullptr);
  RecordedStep recorded{step.sequence, {}, journal.name(hop.file)};
  recorded.exchanges.emplace_back();
  recorded.exchanges[0].payload_digest = (*record)->header().field("WARC-Payload-Digest");
  const std::string url = (*record)->header().target_uri(), id = (*record)->header().record_id();
  ASSERT_TRUE(read_all((*record)->block(), 1 << 20));
  recorded.exchanges[0].response = (*record)->position();
  recorded.exchanges[0].response.file = journal.name(hop.file);
  recorded.exchanges[0].response.record_id = id;
  const int number = std::stoi(url.substr(url.rfind('/') + 1));
  ASSERT_TRUE(
      archive.commit_recorded(page_step(url, at(number), "text " + std::to_string(number)), recorded));
}

// Opens the archive after a crash, and takes in what is whole in WARC.
std::unique_ptr<Archive> open_again(FileSystem& fs, const std::string& path) {
  ArchiveOptions options = write_options();
  options.fs = &fs;
  Journal tail;
  auto archive = open_with_tail(path, options, tail);
  EXPECT_TRUE(archive) << to_string(archive.error());
  if (!archive || tail.empty()) return archive ? std::move(*archive) : nullptr;
  EXPECT_FALSE((*archive)->sink().commit(page_step(page_url(98), at(98), "too early")));
  EXPECT_TRUE(tail.for_each(
      [&](const JournalStep& step) {
        apply(**archive, fs, tail, step);
        return Status();
      },
      [&](const JournalNote& note) {
        const ArchiveRecord& crawl = note.record;
        return (*archive)->restore_crawl(crawl.crawl, crawl.blogs, crawl.settings, note.date);
      }));
  EXPECT_TRUE((*archive)->finish_rebuild());
  return std::move(*archive);
}

// Every whole step in WARC is in the store, and no two steps have the same number.
void check_warc(const Archive& archive, FileSystem& fs) {
  std::map<std::uint64_t, std::string> steps;
  std::set<std::uint64_t> aborted;
  const auto names = fs.list(archive.warc_directory());
  ASSERT_TRUE(names);
  for (const auto& name : *names) {
    if (name.find(".warc") == std::string::npos) continue;  // the manifest
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
    const auto archive = open_again(fs, path);
    ASSERT_TRUE(archive);
    for (int i = 0; i < kPages; ++i) {
      const std::string key = object_key(ObjectKind::kPost, page_url(i));
      const auto versions = archive->versions(key);
      ASSERT_TRUE(versions);
      EXPECT_LE(versions->size(), 1U);
      if (acknowledged.contains(i)) {
        ASSERT_EQ(versions->size(), 1U) << i;
      }
      if (versions->empty()) continue;
      const auto capture = archive->view().load(versions->front().sequence);
      EXPECT_TRUE(capture) << i << ": " << to_string(capture.error());
    }
    const Committed more = take(*archive, page_step(page_url(99), at(99), "more"));
    EXPECT_EQ(more.items.size(), 1U);
    ASSERT_TRUE(archive->sink().flush());
    ASSERT_TRUE(archive->close());
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
