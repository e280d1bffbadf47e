// SPDX-License-Identifier: Apache-2.0
// An import that fails leaves nothing where nothing was, and an archive that has captures as it was.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "run_tool.h"
#include "support/fixtures.h"

namespace {

namespace fs = std::filesystem;
using bfa::test::Ran;
using bfa::test::run_tool;

class FailedImport : public testing::Test {
 protected:
  void SetUp() override {
    put("a.warc", bfa::test::read_fixture("examples/two_exchanges.warc"));
    put("letter.txt", "no capture at all\n");
    put("empty.har",
        R"({"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": []}})");
    put("broken.zip", std::string("PK\x03\x04", 4) + std::string(500, 'x'));
    put("tree/note.txt", "a file, and no address for it\n");
  }
  void put(const std::string& name, const std::string& bytes) const {
    fs::create_directories(fs::path(folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }
  // Names and bytes of what the archive holds; the database writes files of its own whenever it is opened.
  static std::map<std::string, std::string> content_of(const fs::path& archive) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(archive)) {
      const std::string name = entry.path().lexically_relative(archive).generic_string();
      if (name.starts_with("store/") || name == "lock") continue;
      std::ifstream in(entry.path(), std::ios::binary);
      files[name] = entry.is_directory() ? "folder" : std::string(std::istreambuf_iterator<char>(in), {});
    }
    return files;
  }
  static const std::vector<std::vector<std::string>>& failing() {
    static const std::vector<std::vector<std::string>> inputs = {
        {"none.warc.gz"}, {"letter.txt"}, {"empty.har"}, {"broken.zip"}, {"tree"}, {"a.warc", "letter.txt"}};
    return inputs;
  }
  Ran import(const std::string& archive, const std::vector<std::string>& inputs) const {
    std::vector<std::string> arguments = {"import", "-a", archive, "--keep", "copy"};
    for (const std::string& input : inputs) arguments.push_back(folder_ / input);
    return run_tool(arguments);
  }

  bfa::test::TemporaryDirectory folder_;
};

TEST_F(FailedImport, LeavesNothingWhereNothingWas) {
  for (const auto& inputs : failing()) {
    const std::string archive = folder_ / "new";
    const Ran ran = import(archive, inputs);
    EXPECT_NE(ran.code, 0) << inputs.back();
    EXPECT_FALSE(fs::exists(archive)) << inputs.back() << ran.err;
    fs::create_directory(archive);  // an empty folder stays one
    EXPECT_EQ(import(archive, inputs).code, ran.code) << inputs.back();
    EXPECT_TRUE(fs::is_empty(archive)) << inputs.back();
    fs::remove_all(archive);
  }
}

TEST_F(FailedImport, ChangesNothingInAnArchiveThatHasCaptures) {
  const std::string archive = folder_ / "filled";
  ASSERT_EQ(run_tool({"import", "-a", archive, folder_ / "a.warc"}).code, 0);
  const auto before = content_of(archive);
  ASSERT_GT(before.size(), 3U);
  for (const auto& inputs : failing()) {
    if (inputs.front() == "a.warc") continue;  // was imported before
    EXPECT_NE(import(archive, inputs).code, 0) << inputs.back();
    EXPECT_EQ(content_of(archive), before) << inputs.back();
  }
}

TEST_F(FailedImport, OfADamagedPackageLeavesNothing) {
  const std::string archive = folder_ / "filled", out = folder_ / "packages";
  ASSERT_EQ(run_tool({"import", "-a", archive, folder_ / "a.warc"}).code, 0);
  for (const char* const form : {"mets", "bag", "warc", "wacz"}) {
    fs::remove_all(out);
    ASSERT_EQ(run_tool({"pack", "-a", archive, "--as", form, "-o", out}).code, 0);
    fs::path warc;
    for (const auto& entry : fs::recursive_directory_iterator(out)) {
      const std::string name = entry.path().filename();
      if (name.ends_with(".warc.gz") || name.ends_with(".warc") || name.ends_with(".wacz"))
        warc = entry.path();
    }
    ASSERT_FALSE(warc.empty()) << form;
    std::ofstream(warc, std::ios::binary | std::ios::app) << "more bytes";
    const std::string back = folder_ / "back";
    const Ran ran = run_tool({"import", "-a", back, fs::directory_iterator(out)->path()});
    EXPECT_NE(ran.code, 0) << form;
    EXPECT_NE(ran.err.find("--accept-loss"), std::string::npos) << form << ran.err;
    EXPECT_FALSE(fs::exists(back)) << form;
  }
}

}  // namespace
