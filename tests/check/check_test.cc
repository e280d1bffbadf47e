// SPDX-License-Identifier: Apache-2.0
// bfa check on archives: what is whole is sound, and every kind of damage is found and named.
#include "bfa/check/check.h"

#include <unistd.h>

#include <functional>
#include <map>
#include <optional>

#include "io/forwarding_file_system.h"
#include "sound_archive.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
namespace fs = std::filesystem;

class CheckArchive : public SoundArchive {};

TEST_F(CheckArchive, SoundOneIsSound) {
  const CheckReport report = check();
  EXPECT_EQ(report.result, CheckResult::kSound) << listed(report);
  EXPECT_EQ(report.files, 2U);
  EXPECT_EQ(report.files_read, 2U);
  EXPECT_EQ(report.digests_compared, 2U);
  EXPECT_EQ(report.bytes_read, report.bytes);
  EXPECT_GE(report.places, report.captures);
  EXPECT_GT(report.captures, 20U);
  EXPECT_GT(report.steps, 20U);
  EXPECT_GT(report.objects, 10U);
  EXPECT_GT(report.versions, report.objects);
  EXPECT_EQ(report.packages, 1U);
  EXPECT_GT(report.package_files, 3U);
}

TEST_F(CheckArchive, WithoutDataEachPlaceIsLookedAt) {
  const CheckReport report = check(options(false));
  EXPECT_EQ(report.result, CheckResult::kSound) << listed(report);
  EXPECT_EQ(report.bytes_read, 0U);
  EXPECT_GE(report.places, report.captures);
}

TEST_F(CheckArchive, AnswerIsTheSameForAnyNumberOfThreads) {
  flip_byte(warcs().at(0), 0.5);
  flip_byte(warcs().at(1), 0.5);
  CheckOptions how = options();
  const std::string alone = listed(check(how));
  how.threads = 4;
  EXPECT_EQ(listed(check(how)), alone);
}

TEST_F(CheckArchive, NothingIsChanged) {
  const auto state = [&] {
    std::string out;
    for (const auto& entry : fs::recursive_directory_iterator(path())) {
      if (entry.is_regular_file())
        out += entry.path().string() + " " + std::to_string(entry.file_size()) + "\n";
    }
    return out;
  };
  const std::string before = state();
  check();
  EXPECT_EQ(state(), before);
}

struct Damage {
  const char* name;
  std::function<void(const fs::path& archive)> make;
  const char* id;            // of a problem that is found
  const char* file;          // in its file
  bool affects = false;      // captures and objects
  bool without_data = true;  // is found without reading all bytes, too
};

fs::path first_warc(const fs::path& archive) {
  return files_in(archive / "warc", ".warc.gz").at(0);
}

void replace_in(const fs::path& path, const std::string& from, const std::string& to) {
  std::string text = text_of(path);
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << path;
  text.replace(at, from.size(), to);
  std::ofstream(path, std::ios::binary) << text;
}

const std::vector<Damage>& damages_of_warcs() {
  static const std::vector<Damage> rows = {
      {"a WARC file is missing", [](const fs::path& a) { fs::remove(first_warc(a)); }, "file_missing",
       "warc/bfa-", true},
      {"a WARC file is cut",
       [](const fs::path& a) { fs::resize_file(first_warc(a), fs::file_size(first_warc(a)) / 2); },
       "file_shorter", "warc/bfa-", true},
      {"a WARC file is longer",
       [](const fs::path& a) { std::ofstream(first_warc(a), std::ios::app | std::ios::binary) << "more"; },
       "file_unread", "warc/bfa-"},
      {"a WARC file is renamed",
       [](const fs::path& a) { fs::rename(first_warc(a), a / "warc/other.warc.gz"); }, "file_renamed",
       "warc/other.warc.gz"},
      {"the old name of a renamed file",
       [](const fs::path& a) { fs::rename(first_warc(a), a / "warc/other.warc.gz"); }, "file_missing",
       "warc/bfa-", true},
      {"a WARC file too many",
       [](const fs::path& a) { std::ofstream(a / "warc/extra.warc.gz", std::ios::binary) << "no WARC"; },
       "file_unknown", "warc/extra.warc.gz"},
      {"a WARC file is a link",
       [](const fs::path& a) {
         fs::rename(first_warc(a), a / "elsewhere");
         fs::create_symlink(a / "elsewhere",
                            files_in(a / "warc", ".warc.gz").at(0).parent_path() / "x.warc.gz");
       },
       "file_linked", "warc/x.warc.gz"},
      {"a byte of a WARC file", [](const fs::path& a) { flip_byte(first_warc(a), 0.4); }, "digest_differs",
       "warc/bfa-", false, false},
      {"a byte of a record", [](const fs::path& a) { flip_byte(first_warc(a), 0.4); }, "record_damaged",
       "warc/bfa-", true, false},
  };
  return rows;
}

const std::vector<Damage>& other_damages() {
  static const std::vector<Damage> rows = {
      {"another digest in the manifest",
       [](const fs::path& a) {
         const std::string line = text_of(a / "warc/manifest-sha256.txt").substr(0, 8);
         replace_in(a / "warc/manifest-sha256.txt", line, line == "00000000" ? "11111111" : "00000000");
       },
       "digest_differs", "warc/bfa-", false, false},
      {"a manifest line that is none",
       [](const fs::path& a) { replace_in(a / "warc/manifest-sha256.txt", "  bfa-", "  ../bfa-"); },
       "manifest_damaged", "warc/manifest-sha256.txt"},
      {"two digests of a file in the manifest",
       [](const fs::path& a) {
         std::string text = text_of(a / "warc/manifest-sha256.txt");
         text[0] = text[0] == 'a' ? 'b' : 'a';
         std::ofstream(a / "warc/manifest-sha256.txt", std::ios::app) << text;
       },
       "manifest_damaged", "warc/manifest-sha256.txt"},
      {"a manifest line too many",
       [](const fs::path& a) {
         std::ofstream(a / "warc/manifest-sha256.txt", std::ios::app)
             << std::string(64, 'a') << "  never.warc.gz\n";
       },
       "manifest_wrong", "warc/manifest-sha256.txt"},
      {"no bfa.toml", [](const fs::path& a) { fs::remove(a / "bfa.toml"); }, "toml_damaged", "bfa.toml"},
      {"bfa.toml is nonsense", [](const fs::path& a) { std::ofstream(a / "bfa.toml") << "nonsense"; },
       "toml_damaged", "bfa.toml"},
      {"no store", [](const fs::path& a) { fs::remove_all(a / "store"); }, "store_missing", "store"},
      {"a store without its list of files",
       [](const fs::path& a) { fs::remove(files_in(a / "store").at(0).parent_path() / "CURRENT"); },
       "store_missing", "store"},
      {"a table of the store is missing",
       [](const fs::path& a) { fs::remove(files_in(a / "store", ".sst").at(0)); }, "store_damaged", "store"},
      {"a byte of a file of a package",
       [](const fs::path& a) { flip_byte(files_in(a / "packages").at(0) / "metadata/source.json", 0.5); },
       "digest_differs", "metadata/source.json", false, false},
      {"a file of a package is missing",
       [](const fs::path& a) { fs::remove(files_in(a / "packages").at(0) / "metadata/source.json"); },
       "file_missing", "metadata/source.json"},
      {"a file of a package is cut",
       [](const fs::path& a) {
         fs::resize_file(files_in(a / "packages").at(0) / "metadata/source.json", 10);
       },
       "size_differs", "metadata/source.json"},
      {"METS.xml is missing",
       [](const fs::path& a) { fs::remove(files_in(a / "packages").at(0) / "METS.xml"); }, "mets_damaged",
       "METS.xml"},
      {"METS.xml is cut",
       [](const fs::path& a) {
         const fs::path mets = files_in(a / "packages").at(0) / "METS.xml";
         fs::resize_file(mets, fs::file_size(mets) - 20);
       },
       "mets_damaged", "METS.xml"},
  };
  return rows;
}

TEST_F(CheckArchive, EachDamageIsFoundAndNamed) {
  std::vector<Damage> rows = damages_of_warcs();
  rows.insert(rows.end(), other_damages().begin(), other_damages().end());
  for (const Damage& damage : rows) {
    SCOPED_TRACE(damage.name);
    const fs::path copy = path().string() + "-damaged";
    fs::remove_all(copy);
    fs::copy(path(), copy, fs::copy_options::recursive);
    damage.make(copy);
    for (const bool read_data : {false, true}) {
      if (!read_data && !damage.without_data) continue;
      const CheckReport report = got(check_archive(copy.string(), options(read_data)));
      EXPECT_EQ(report.result, CheckResult::kDamaged) << listed(report);
      const CheckProblem* const problem = problem_of(report, damage.id);
      ASSERT_NE(problem, nullptr) << listed(report);
      EXPECT_NE(problem->file.find(damage.file), std::string::npos) << listed(report);
      EXPECT_FALSE(problem->advice.empty());
      if (!damage.affects) continue;
      EXPECT_GT(problem->captures, 0U) << listed(report);
      EXPECT_GT(problem->objects, 0U) << listed(report);
      ASSERT_FALSE(problem->first.empty());
      EXPECT_TRUE(problem->first.front().url.starts_with("http://one.example/"))
          << problem->first.front().url;
      EXPECT_NE(problem->first.front().time, UtcTime{});
    }
  }
}

// Each byte counts: the compressed ones, those of member headers, the first and the last.
TEST_F(CheckArchive, AnyByteOfAWarcFileIsMissed) {
  for (const fs::path& file : warcs()) {
    const std::string whole = text_of(file);
    for (const double where : {0.0, 0.000001, 0.1, 0.33, 0.5, 0.77, 0.9, 0.9999}) {
      flip_byte(file, where);
      for (const bool digests : {false, true}) {
        CheckOptions how = options(!digests);
        how.digests = digests;
        const CheckReport report = check(how);
        EXPECT_EQ(report.result, CheckResult::kDamaged) << where << listed(report);
        const CheckProblem* const problem = problem_of(report, "digest_differs");
        ASSERT_NE(problem, nullptr) << where << listed(report);
        EXPECT_EQ(problem->file, "warc/" + file.filename().string());
      }
      std::ofstream(file, std::ios::binary) << whole;
    }
  }
}

TEST_F(CheckArchive, AnyFileOfTheStoreIsRead) {
  for (const char* const ending : {".sst", ".log"}) {
    for (const fs::path& file : files_in(path() / "store", ending)) {
      const std::string whole = text_of(file);
      if (whole.empty()) continue;
      for (const double where : {0.02, 0.5, 0.98}) {
        flip_byte(file, where);
        const CheckReport report = check(options(false));
        EXPECT_EQ(report.result, CheckResult::kDamaged) << file << " " << where << listed(report);
        std::ofstream(file, std::ios::binary) << whole;
      }
    }
  }
  EXPECT_EQ(check().result, CheckResult::kSound);
}

// RocksDB's readers beside a writer leave a table out whose index is damaged, and show what was there before
// it.
TEST_F(CheckArchive, AReaderNeverShowsAStoreWithoutADamagedTable) {
  const auto listing = [&]() -> std::optional<std::map<std::string, std::string>> {
    ArchiveOptions how;
    const auto archive = Archive::open(path().string(), how);
    if (!archive) return {};
    std::map<std::string, std::string> texts;
    const Status read =
        (*archive)->for_each_object({}, [&](const std::string& key, const ObjectSummary& summary) {
          texts[key] = summary.latest.text;
          return true;
        });
    if (!read) return {};
    return texts;
  };
  const auto whole = listing();
  ASSERT_TRUE(whole);
  std::uint64_t refused = 0;
  for (const fs::path& file : files_in(path() / "store", ".sst")) {
    const std::string bytes = text_of(file);
    for (double where = 0.02; where < 1; where += 0.24) {
      flip_byte(file, where);
      const auto now = listing();
      refused += now ? 0 : 1;
      if (now) {
        EXPECT_EQ(*now, *whole) << file << " " << where;
      }
      std::ofstream(file, std::ios::binary) << bytes;
    }
  }
  EXPECT_GT(refused, 10U);
}

TEST_F(CheckArchive, AFileThatCannotBeReadIsNotSound) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read any file";
  const fs::path file = warcs().at(0);
  fs::permissions(file, fs::perms::none);
  for (const bool read_data : {false, true}) {
    const CheckReport report = check(options(read_data));
    EXPECT_EQ(report.result, CheckResult::kIncomplete) << listed(report);
    const CheckProblem* const problem = problem_of(report, "unreadable");
    ASSERT_NE(problem, nullptr) << listed(report);
    EXPECT_EQ(problem->file, "warc/" + file.filename().string());
    EXPECT_GT(problem->captures, 0U);
  }
  fs::permissions(file, fs::perms::owner_all);
}

// A disk that fails in the middle of one file.
class BadSector final : public ForwardingFileSystem {
 public:
  BadSector(std::string path, std::uint64_t from)
      : ForwardingFileSystem(posix_file_system()), path_(std::move(path)), from_(from) {}
  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override {
    auto file = inner().open(path);
    if (!file || path != path_) return file;
    return std::unique_ptr<ReadableFile>(std::make_unique<Failing>(std::move(*file), from_));
  }

 private:
  class Failing final : public ReadableFile {
   public:
    Failing(std::unique_ptr<ReadableFile> file, std::uint64_t from) : file_(std::move(file)), from_(from) {}
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
      if (offset + dst.size() > from_) return Error{Code::kIo, "Input/output error", {}, -1};
      return file_->read_at(offset, dst);
    }
    std::uint64_t size() const override { return file_->size(); }

   private:
    std::unique_ptr<ReadableFile> file_;
    std::uint64_t from_;
  };
  std::string path_;
  std::uint64_t from_;
};

TEST_F(CheckArchive, AFailingDiskIsNotSound) {
  for (const std::uint64_t from : {std::uint64_t{0}, std::uint64_t{200}}) {
    BadSector disk(warcs().at(1).string(), from);
    for (const bool read_data : {false, true}) {
      CheckOptions how = options(read_data);
      how.fs = &disk;
      const CheckReport report = check(how);
      EXPECT_EQ(report.result, CheckResult::kIncomplete) << listed(report);
      const CheckProblem* const problem = problem_of(report, "unreadable");
      ASSERT_NE(problem, nullptr) << listed(report);
      EXPECT_EQ(problem->file, "warc/" + warcs().at(1).filename().string());
      EXPECT_GT(problem->captures, 0U);
    }
  }
}

TEST_F(CheckArchive, WhatMayNotBeReadIsNotSound) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read any file";
  for (const fs::path& part :
       {warc(), warc() / "manifest-sha256.txt", path() / "store", path() / "bfa.toml", path() / "packages",
        package(), package() / "METS.xml", package() / "metadata/source.json",
        files_in(path() / "store", ".sst").at(0)}) {
    const fs::perms before = fs::status(part).permissions();
    fs::permissions(part, fs::perms::none);
    const auto report = check_archive(path().string(), options());
    fs::permissions(part, before);
    ASSERT_TRUE(report) << part << to_string(report.error());
    EXPECT_NE(report->result, CheckResult::kSound) << part << listed(*report);
    EXPECT_NE(problem_of(*report, "unreadable"), nullptr) << part << listed(*report);
  }
}

// The digests are in the store, too: the manifest alone cannot make another file sound.
TEST_F(CheckArchive, AManifestOfOtherFilesIsNoticed) {
  const std::string line = text_of(warc() / "manifest-sha256.txt").substr(0, 8);
  replace_in(warc() / "manifest-sha256.txt", line, line == "00000000" ? "11111111" : "00000000");
  const CheckReport report = check(options(false));  // no file is read
  EXPECT_EQ(report.result, CheckResult::kDamaged);
  EXPECT_NE(problem_of(report, "manifest_wrong"), nullptr) << listed(report);
}

TEST_F(CheckArchive, WithoutManifestTheDigestsAreNotSeen) {
  fs::remove(warc() / "manifest-sha256.txt");
  EXPECT_EQ(check().result, CheckResult::kIncomplete);
  const CheckReport places = check(options(false));  // no digest was asked for
  EXPECT_EQ(places.result, CheckResult::kSound) << listed(places);
  EXPECT_NE(problem_of(places, "manifest_missing"), nullptr);
}

TEST_F(CheckArchive, ForeignFilesAreNoted) {
  std::ofstream(path() / "notes.txt") << "mine";
  std::ofstream(warc() / "README") << "mine";
  const CheckReport report = check();
  EXPECT_EQ(report.result, CheckResult::kSound) << listed(report);
  EXPECT_EQ(std::count_if(report.problems.begin(), report.problems.end(),
                          [](const CheckProblem& problem) { return problem.id == "file_foreign"; }),
            2);
}

TEST_F(CheckArchive, AStoppedCheckIsIncomplete) {
  std::stop_source stop;
  stop.request_stop();
  CheckOptions how = options();
  how.stop = stop.get_token();
  const CheckReport report = check(how);
  EXPECT_EQ(report.result, CheckResult::kIncomplete) << listed(report);
  EXPECT_TRUE(report.stopped);
}

TEST_F(CheckArchive, AllAffectedAreToldOnRequest) {
  fs::remove(warcs().at(0));
  CheckOptions how = options();
  how.listed = 2;
  std::uint64_t captures = 0, objects = 0;
  how.affected = [&](const CheckAffected& what) {
    if (what.id == "file_missing") ++(what.object ? objects : captures);
  };
  const CheckReport report = check(how);
  const CheckProblem* const problem = problem_of(report, "file_missing");
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(problem->captures, captures);
  EXPECT_EQ(problem->objects, objects);
  EXPECT_GT(captures, 10U);
  EXPECT_EQ(problem->first.size(), 4U);  // two captures, two objects
}

// The steps of a WARC file that the store lost, and rows whose records are gone.
TEST_F(CheckArchive, StoreAndFilesAreComparedInBothDirections) {
  const fs::path other = path().string() + "-other";
  fs::copy(path(), other, fs::copy_options::recursive);
  const fs::path file = warcs().at(1);
  fs::copy_file(file, warc() / "bfa-99999999999999-00000.warc.gz");  // known steps in an unknown file
  const CheckReport copy = check();
  EXPECT_NE(problem_of(copy, "file_unknown"), nullptr) << listed(copy);
  EXPECT_EQ(problem_of(copy, "steps_unknown"), nullptr) << listed(copy);
  const CheckReport sound = got(check_archive(other.string(), options()));
  EXPECT_EQ(sound.result, CheckResult::kSound) << listed(sound);
}

// The store of a time before the last crawl: its steps are in WARC alone.
TEST_F(CheckArchive, StepsThatTheStoreLacksAreTold) {
  fs::remove_all(path() / "store");
  fs::copy(older_store(), path() / "store", fs::copy_options::recursive);
  const CheckReport names = check(options(false));
  EXPECT_EQ(names.result, CheckResult::kDamaged);
  EXPECT_NE(problem_of(names, "file_unknown"), nullptr) << listed(names);
  const CheckReport report = check();
  const CheckProblem* const problem = problem_of(report, "steps_unknown");
  ASSERT_NE(problem, nullptr) << listed(report);
  EXPECT_EQ(problem->file, "warc/" + warcs().at(1).filename().string());
  EXPECT_GT(problem->count, 5U);
  EXPECT_GT(problem->captures, 5U);
  CheckOptions how = options(false);
  how.record = true;
  const CheckReport kept = check(how);
  EXPECT_FALSE(kept.recorded);  // a writer would refuse, or take in more than the record
}

TEST_F(CheckArchive, NoArchiveIsAnError) {
  const auto none = check_archive((path() / "nothing").string(), options());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, Code::kNotFound);
}

}  // namespace
}  // namespace bfa
