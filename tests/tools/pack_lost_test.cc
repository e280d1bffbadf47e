// SPDX-License-Identifier: Apache-2.0
// Packages are refused rather than written without captures that the archive has lost, or of which none is
// closed, or that would be empty; and two imports of packages into one new archive do not undo each other.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "bfa/migrate/import.h"
#include "crawled_archive.h"
#include "package/files/folder_lock.h"
#include "run_tool.h"
#include "store/files/layout.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
namespace fs = std::filesystem;

class PackLost : public CrawledArchive {
 protected:
  std::string out() const { return folder_ / "out"; }
  std::size_t written() const {
    if (!fs::exists(out())) return 0;
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(out()), fs::directory_iterator()));
  }
};

TEST_F(PackLost, ALostWarcFileIsRefused) {
  const fs::path file = warc(), aside = folder_ / "aside";
  fs::rename(file, aside);
  for (const std::string& url : {blog_.home(), blog_.post_url(1)}) {
    const Ran ran = run_tool({"pack", "-a", archive(), "-o", out(), url});
    EXPECT_NE(ran.code, 0) << ran.out;
    EXPECT_NE(ran.err.find(file.filename().string() + ": the WARC file is lost"), std::string::npos)
        << ran.err;
    EXPECT_EQ(written(), 0u) << url;
  }
  fs::rename(aside, file);
  EXPECT_EQ(run_tool({"pack", "-a", archive(), "-o", out(), blog_.post_url(1)}).code, 0);
  EXPECT_EQ(written(), 1u);
}

// An export is written from what is left, and its report says what is not.
TEST_F(PackLost, AnExportNamesTheLostFile) {
  const fs::path file = warc(), other = file.parent_path() / "other.warc.gz";
  const std::string name = file.filename().string();
  const std::uintmax_t bytes = fs::file_size(file);
  const auto report_of = [&](const std::string& output, int code) {
    const Ran ran = run_tool({"export", "-a", archive(), folder_ / output});
    EXPECT_EQ(ran.code, code) << output << ran.out << ran.err;
    std::ifstream report(folder_ / (output + ".report.jsonl"));
    return std::string(std::istreambuf_iterator<char>(report), {});
  };
  EXPECT_EQ(report_of("whole.wacz", 0).find(name), std::string::npos);

  fs::rename(file, other);
  for (const char* output : {"lost.wacz", "lost.warc.gz"}) {
    const std::string report = report_of(output, 1);
    EXPECT_NE(report.find("\"id\":\"warc_file_missing\""), std::string::npos) << report;
    EXPECT_NE(report.find("\"source\":\"" + name + "\""), std::string::npos) << report;
  }
  fs::rename(other, file);
  fs::resize_file(file, bytes - 200);
  const std::string report = report_of("cut.warc.gz", 1);
  EXPECT_NE(report.find("\"id\":\"warc_file_cut\""), std::string::npos) << report;
  EXPECT_NE(report.find(std::to_string(bytes - 200) + " of " + std::to_string(bytes)), std::string::npos)
      << report;
}

TEST_F(PackLost, AnExportWithADamagedCaptureIsNotDone) {
  EXPECT_EQ(run_tool({"export", "-a", archive(), folder_ / "sound.wacz"}).code, 0);
  {
    std::fstream file(warc(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(fs::file_size(warc()) / 2));
    file << "damaged!";
  }
  for (const char* output : {"damaged.wacz", "damaged.warc.gz"}) {
    const Ran ran = run_tool({"export", "-a", archive(), folder_ / output});
    EXPECT_EQ(ran.code, 1) << output << ran.out << ran.err;
    EXPECT_NE(ran.out.find("damage "), std::string::npos) << ran.out;
  }
}

TEST_F(PackLost, AnArchiveWithoutAClosedFileIsRefused) {
  const fs::path file = warc();
  fs::rename(file, file.string() + ".open");
  for (const char* form : {"mets", "bag", "warc"}) {
    const Ran ran = run_tool({"pack", "-a", archive(), "--as", form, "-o", out()});
    EXPECT_NE(ran.code, 0) << form << ran.out;
    EXPECT_EQ(written(), 0u) << form;
  }
}

// A package of nothing would be taken for one of what came since.
TEST_F(PackLost, NothingNewIsNoPackage) {
  for (const char* form : {"mets", "bag", "eark-aip", "dspace", "blogforever-2013", "warc", "wacz"}) {
    for (const std::string& url : {std::string(), blog_.home(), blog_.post_url(1)}) {
      std::vector<std::string> arguments = {"pack", "-a",  archive(),    "--as",      form,
                                            "-o",   out(), "--versions", "2099-01-01"};
      if (!url.empty()) arguments.push_back(url);
      const Ran ran = run_tool(arguments);
      EXPECT_EQ(ran.code, 3) << form << url << ran.out;
      EXPECT_NE(ran.err.find("nothing was captured or imported at 2099-01-01T00:00:00Z or later"),
                std::string::npos)
          << ran.err;
      EXPECT_EQ(written(), 0u) << form << url;
    }
  }
  EXPECT_EQ(run_tool({"pack", "-a", archive(), "-o", out(), "--versions", "2000-01-01"}).code, 0);
  EXPECT_EQ(written(), 1u);
}

TEST_F(PackLost, OnlyAPackageWithATimeContinuesAnother) {
  const Ran ran = run_tool({"pack", "-a", archive(), "-o", out(), "--continues", "blog.example"});
  EXPECT_EQ(ran.code, 2) << ran.out;
  EXPECT_NE(ran.err.find("--versions TIME"), std::string::npos) << ran.err;
  EXPECT_EQ(written(), 0u);
}

TEST_F(PackLost, AnotherImportIsNotUndone) {
  ASSERT_EQ(run_tool({"pack", "-a", archive(), "-o", out()}).code, 0);
  const std::string package = fs::directory_iterator(out())->path().string(), fresh = folder_ / "fresh";
  fs::create_directories(fresh);
  {
    const auto other = FolderLock::take(fresh);
    ASSERT_TRUE(other);
    const Ran ran = run_tool({"import", "-a", fresh, package});
    EXPECT_EQ(ran.code, 8) << ran.out << ran.err;
    EXPECT_NE(ran.err.find("locked"), std::string::npos) << ran.err;
    EXPECT_TRUE(fs::exists(fresh));
  }
  EXPECT_EQ(run_tool({"import", "-a", fresh, package}).code, 0);
  EXPECT_EQ(run_tool({"ls", "-a", fresh}).out, run_tool({"ls", "-a", archive()}).out);
}

TEST_F(PackLost, OnlyAnArchiveWithoutCapturesIsDiscarded) {
  EXPECT_TRUE(discard_new_archive(archive(), false));
  EXPECT_TRUE(fs::exists(warc())) << "it has captures";

  const std::string fresh = folder_ / "fresh";
  fs::create_directories(fresh + "/store");
  {
    const auto writer = WriterLock::take(fresh);
    ASSERT_TRUE(writer);
    const Status locked = discard_new_archive(fresh, false);
    ASSERT_FALSE(locked);
    EXPECT_EQ(locked.error().code, Code::kUnavailable);
    EXPECT_TRUE(fs::exists(fresh + "/store"));
  }
  EXPECT_TRUE(discard_new_archive(fresh, true));
  EXPECT_TRUE(fs::is_empty(fresh));
  EXPECT_TRUE(discard_new_archive(fresh, false));
  EXPECT_FALSE(fs::exists(fresh));
}

}  // namespace
}  // namespace bfa
