// SPDX-License-Identifier: Apache-2.0
#include "bfa/backup/backup.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "archive_crawl.h"
#include "archive_dump.h"
#include "bfa/check/check.h"
#include "bfa/crawl/replay.h"
#include "bfa/remove/remove.h"
#include "bfa/warc/fixity_manifest.h"
#include "support/fault_file_system.h"
#include "support/fixtures.h"
#include "support/peak_memory.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
namespace fs = std::filesystem;
using std::chrono::hours;

class BackupArchive : public testing::Test {
 protected:
  void SetUp() override {
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), quick_options());
  }

  // What changes between two backups: an edit, and a second WARC file.
  void crawl_again() {
    blog.extra_paragraph[1] = "Seen again, and corrected.";
    bench.crawl(blog.home(), quick_options(Recheck::kAll), hours(30));
  }

  BackupReport backup(bool verify = false) {
    BackupOptions options;
    options.verify = verify;
    const auto report = backup_archive(bench.path(), to(), options);
    EXPECT_TRUE(report) << to_string(report.error());
    return report ? *report : BackupReport();
  }

  // The copy answers as the archive, and shares no file with it.
  void expect_equal() const {
    ArchiveOptions options;
    const auto copy = Archive::open(to(), options);
    ASSERT_TRUE(copy) << to_string(copy.error());
    EXPECT_TRUE((*copy)->reconciliation().complete());
    expect_same(dump(*bench.read()), dump(**copy));
    const auto manifest = read_fixity_manifest(posix_file_system(), to() + "/warc");
    ASSERT_TRUE(manifest);
    for (const auto& [name, digest] : *manifest)
      EXPECT_EQ(got(sha256_of_file(posix_file_system(), to() + "/warc/" + name)), digest) << name;
    expect_no_shared_file();
  }

  void expect_no_shared_file() const {
    std::set<std::pair<dev_t, ino_t>> files;
    const auto each = [](const std::string& root, const auto& visit) {
      for (const auto& entry : fs::recursive_directory_iterator(root)) {
        struct stat about{};
        if (entry.is_regular_file() && ::stat(entry.path().c_str(), &about) == 0)
          visit(entry.path(), std::pair(about.st_dev, about.st_ino), about.st_nlink);
      }
    };
    each(bench.path(), [&](const fs::path&, auto file, auto) { files.insert(file); });
    each(to(), [&](const fs::path& path, auto file, auto links) {
      EXPECT_FALSE(files.contains(file)) << path;
      EXPECT_EQ(links, 1u) << path;
    });
  }

  std::string to() const { return folder / "copy"; }
  std::string first_warc(const std::string& archive) const { return warc_paths(archive + "/warc").front(); }

  static void flip(const std::string& path) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(200);
    const int c = file.get();
    file.seekp(200);
    file.put(static_cast<char>(c ^ 1));
  }

  SampleBlog blog{"http://one.example", 8, 4};
  Bench bench;
  TemporaryDirectory folder;
};

TEST_F(BackupArchive, IsAnArchiveThatAnswersAlike) {
  const BackupReport first = backup();
  EXPECT_EQ(first.warc_files, first.copied);
  EXPECT_TRUE(first.problems.empty());
  expect_equal();
  const auto checked = check_archive(to(), {});
  ASSERT_TRUE(checked);
  EXPECT_EQ(checked->result, CheckResult::kSound);
  EXPECT_FALSE(checked->recorded) << "nothing but a backup writes there";
  EXPECT_EQ(rebuild_archive(to(), {}, quick_options()).error().code, Code::kDenied);
  fs::remove(to() + "/copy-of.txt");  // it is an archive of its own now
  ASSERT_TRUE(rebuild_archive(to(), {}, quick_options()));
}

TEST_F(BackupArchive, CopiesOnlyWhatIsNew) {
  const BackupReport first = backup();
  const auto time = fs::last_write_time(first_warc(to()));
  crawl_again();
  const BackupReport second = backup();
  EXPECT_GT(second.warc_files, first.warc_files);
  EXPECT_EQ(second.copied, second.warc_files - first.warc_files);
  EXPECT_EQ(fs::last_write_time(first_warc(to())), time);
  expect_equal();
  EXPECT_EQ(backup().copied, 0u) << "nothing is new";
  expect_equal();
}

// The state of one moment, whatever the writer does meanwhile.
TEST_F(BackupArchive, BesideAWriter) {
  const auto writer = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
  for (int i = 0; i < 3; ++i) {
    CrawlOptions options = quick_options(Recheck::kAll);
    options.clock = &bench.clock;
    bench.clock.advance(hours(30));
    blog.extra_paragraph[1] = "Edition " + std::to_string(i);
    BackupReport report;
    std::thread other([&] { report = backup(); });
    const auto crawled = crawl_blogs(*writer, bench.fetcher, {blog.home()}, options);
    other.join();
    ASSERT_TRUE(crawled) << to_string(crawled.error());
    EXPECT_TRUE(report.problems.empty()) << to_string(report.problems.front());
    const auto copy = Archive::open(to(), {});
    ASSERT_TRUE(copy) << to_string(copy.error());
    EXPECT_TRUE((*copy)->reconciliation().complete());
    EXPECT_TRUE((*copy)->find_object(blog.post_url(1)));
    for (const auto& line : dump(**copy)) EXPECT_FALSE(line.empty());
    const auto checked = check_archive(to(), {});
    ASSERT_TRUE(checked);
    EXPECT_NE(checked->result, CheckResult::kDamaged);
  }
  backup();
  ASSERT_TRUE(writer->close());
  backup();
  expect_equal();
}

TEST_F(BackupArchive, ADamagedFileNeverReplacesAGoodCopy) {
  backup();
  const std::string good = got(read_file(posix_file_system(), first_warc(to()), 1u << 30));
  crawl_again();
  flip(first_warc(bench.path()));
  EXPECT_TRUE(backup().problems.empty()) << "what is copied is not read again";
  EXPECT_TRUE(backup(true).problems.empty());
  EXPECT_EQ(got(read_file(posix_file_system(), first_warc(to()), 1u << 30)), good);
  std::ofstream(to() + "/warc/manifest-sha256.txt").close();  // now it is copied again
  const BackupReport again = backup();
  ASSERT_EQ(again.problems.size(), 1u);
  EXPECT_NE(again.problems[0].message.find("the good copy stays"), std::string::npos);
  EXPECT_EQ(got(read_file(posix_file_system(), first_warc(to()), 1u << 30)), good);
  // A copy that is lost cannot be made from a damaged file in silence.
  fs::remove_all(to());
  const BackupReport report = backup();
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_NE(report.problems[0].message.find("there is no good copy"), std::string::npos);
  CheckOptions all;
  all.read_data = true;
  const auto checked = check_archive(to(), all);
  ASSERT_TRUE(checked);
  EXPECT_EQ(checked->result, CheckResult::kDamaged) << "the damage is not certified in the copy";
}

TEST_F(BackupArchive, ADamagedCopyIsMadeAgain) {
  backup();
  flip(first_warc(to()));
  EXPECT_EQ(backup().copied, 0u) << "only --verify reads what is there";
  EXPECT_EQ(backup(true).copied, 1u);
  expect_equal();
}

TEST_F(BackupArchive, AMissingFileStaysInTheCopy) {
  crawl_again();
  backup();
  fs::rename(first_warc(bench.path()), folder / "away");
  const BackupReport report = backup();
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_NE(report.problems[0].message.find("the copy of it stays"), std::string::npos);
  fs::rename(folder / "away", first_warc(to()).replace(0, to().size(), bench.path()));
  expect_equal();
}

TEST_F(BackupArchive, TakesOverARemoval) {
  crawl_again();
  backup();
  RemoveOptions options;
  options.address = blog.post_url(1);
  options.reason = "asked for";
  const auto removed = remove_from_archive(bench.path(), options);
  ASSERT_TRUE(removed) << to_string(removed.error());
  EXPECT_EQ(removed->backups, std::vector<std::string>{fs::canonical(to()).string()});
  EXPECT_TRUE(backup().problems.empty());
  EXPECT_FALSE(got(Archive::open(to(), {}))->find_object(blog.post_url(1)));
  expect_equal();
}

TEST_F(BackupArchive, RefusesOtherPlaces) {
  const auto refused = [&](const std::string& place) {
    const auto report = backup_archive(bench.path(), place);
    return !report && report.error().code == Code::kInvalidArgument;
  };
  EXPECT_TRUE(refused(bench.path()));
  EXPECT_TRUE(refused(bench.path() + "/packages/copy"));
  EXPECT_TRUE(refused(fs::path(bench.path()).parent_path()));
  fs::create_directories(folder / "full");
  std::ofstream(folder / "full/file") << "mine";
  EXPECT_TRUE(refused(folder / "full"));
  Bench other;
  other.clock.advance(hours(1));
  SampleBlog second("http://two.example", 3, 2);
  other.fetcher.serve(second);
  other.crawl(second.home(), quick_options());
  EXPECT_TRUE(refused(other.path()));
  backup();
  {  // something wrote to the copy
    fs::remove(to() + "/copy-of.txt");
    Bench writer;
    const auto copy = open_archive(to(), ArchiveOptions::Mode::kWrite, &writer.clock);
    ASSERT_TRUE(copy->put_decision({"check", "", "ok", "", bench.clock.now()}));
    ASSERT_TRUE(copy->close());
  }
  EXPECT_TRUE(refused(to()));
  EXPECT_FALSE(backup_archive(folder / "none", folder / "copy2"));
  EXPECT_FALSE(fs::exists(folder / "copy2"));
}

TEST_F(BackupArchive, TwoAtOnceDoNotMix) {
  Result<BackupReport> one = Error{}, two = Error{};
  std::thread first([&] { one = backup_archive(bench.path(), to()); });
  two = backup_archive(bench.path(), to());
  first.join();
  EXPECT_TRUE(one || two);
  for (const auto* each : {&one, &two}) {
    if (*each) continue;
    EXPECT_EQ(each->error().code, Code::kUnavailable) << to_string(each->error());
  }
  expect_equal();
}

// Wherever a backup is cut off, the copy is the old one or the new one, and the next call completes it.
TEST_F(BackupArchive, CutOffAnywhereTheCopyIsOldOrNew) {
  backup();
  const auto old = dump(*got(Archive::open(to(), {})));
  crawl_again();
  const auto fresh = dump(*bench.read());
  const std::string saved = folder / "saved";
  fs::copy(to(), saved, fs::copy_options::recursive);
  for (std::size_t at = 0;; at += is_sanitized() ? 5 : 1) {
    fs::remove_all(to());
    fs::copy(saved, to(), fs::copy_options::recursive);
    FaultFileSystem faults(posix_file_system());
    FaultPlan plan;
    plan.first = at;
    plan.count = 1'000'000;
    faults.set_plan(plan);
    BackupOptions options;
    options.fs = &faults;
    const auto report = backup_archive(bench.path(), to(), options);
    const bool done = report.has_value() && report->problems.empty();
    const auto copy = Archive::open(to(), {});
    ASSERT_TRUE(copy) << at << ": " << to_string(copy.error());
    const auto lines = dump(**copy);
    EXPECT_TRUE(lines == old || lines == fresh) << at;
    EXPECT_TRUE((*copy)->reconciliation().complete()) << at;
    if (at % 16 == 0) {
      backup();
      expect_equal();
    }
    if (done) break;
    ASSERT_LT(at, 5000u);
  }
  expect_equal();
}

}  // namespace
}  // namespace bfa
