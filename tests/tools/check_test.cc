// SPDX-License-Identifier: Apache-2.0
// `bfa check` as people and scripts meet it: what it prints, and its exit codes.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "crawled_archive.h"
#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
namespace fs = std::filesystem;

using CheckCommand = CrawledArchive;

TEST_F(CheckCommand, SoundThenRecordedThenDamaged) {
  Ran ran = run_tool({"check", "-a", archive()});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("sound: "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("recorded in the archive"), std::string::npos) << ran.out;

  ran = run_tool({"check", "-a", archive(), "--sample", "50"});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("sampled (50 %)"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("sound"), std::string::npos) << ran.out;

  ran = run_tool({"check", "-a", archive(), "--last"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(lines_of(ran.out).size(), 2U) << ran.out;
  EXPECT_NE(ran.out.find("  sampled  "), std::string::npos) << ran.out;

  const fs::path file = warc();
  fs::resize_file(file, fs::file_size(file) / 2);
  ran = run_tool({"check", "-a", archive(), "--json"});
  EXPECT_EQ(ran.code, 1) << ran.out;
  bool problem = false, affected = false;
  for (const std::string& line : lines_of(ran.out)) {
    const auto json = nlohmann::json::parse(line);
    problem = problem || (json["event"] == "problem" && json["id"] == "file_shorter" &&
                          json["file"] == "warc/" + file.filename().string());
    affected = affected || (json["event"] == "affected" && json["id"] == "file_shorter");
  }
  EXPECT_TRUE(problem && affected) << ran.out;
  EXPECT_EQ(nlohmann::json::parse(lines_of(ran.out).back())["result"], "damaged");
}

// What a crawl is writing is said, and is no damage; what is synced is looked at. The oldest post is answered
// after the looks only: the crawl is not over before.
TEST_F(CheckCommand, BesideACrawlAndAfterAKill) {
  const SampleBlog other("http://other.example", 40, 20);
  HttpServer server;
  serve(server, other);
  std::atomic<bool> held = true;
  const std::string oldest = other.post_path(0);
  server.on(oldest, [&](const SeenRequest&) {
    if (held) return Answer{Step::wait(std::chrono::minutes(10)), Step::close()};
    const SampleBlog::Answer answer = other.at(oldest);
    return simple_answer(answer.status, "Content-Type: " + answer.content_type + "\r\n", answer.body);
  });
  const auto crawl = crawl_arguments(archive(), server.port(), {"--json", "--per-host", "1", other.home()});
  int looks = 0;
  const Ran killed = run_tool_until(crawl, [&](const std::string& line) {
    if (looks == 4) return false;  // what was in the pipe when it was killed
    if (line.find("\"object\"") == std::string::npos) return true;
    for (const char* const how : {"--no-packages", "--read-data"}) {
      const Ran ran = run_tool({"check", "-a", archive(), how});
      EXPECT_NE(ran.code, 1) << ran.out << ran.err;
      EXPECT_NE(ran.out.find("not recorded"), std::string::npos) << ran.out;
    }
    return ++looks < 4;
  });
  EXPECT_EQ(killed.code, 128 + SIGKILL);
  EXPECT_EQ(looks, 4);
  const Ran after = run_tool({"check", "-a", archive()});
  EXPECT_EQ(after.code, 0) << after.out << after.err;
  held = false;
  ASSERT_EQ(run_tool(crawl).code, 0);
  const Ran whole = run_tool({"check", "-a", archive(), "--json"});
  EXPECT_EQ(whole.code, 0) << whole.out;
}

TEST_F(CheckCommand, APackageOnItsOwn) {
  ASSERT_EQ(run_tool({"pack", "-a", archive()}).code, 0);
  const std::string package = fs::directory_iterator(archive() + "/packages")->path().string();
  Ran ran = run_tool({"check", package});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  fs::resize_file(package + "/metadata/source.json", 10);
  ran = run_tool({"check", package});
  EXPECT_EQ(ran.code, 1) << ran.out;
  EXPECT_NE(ran.out.find("metadata/source.json"), std::string::npos) << ran.out;
}

TEST_F(CheckCommand, SeveralPackagesEndWithTheCodeOfTheWorst) {
  for (const char* name : {"one", "two"})
    ASSERT_EQ(run_tool({"pack", "-a", archive(), "-o", folder_ / name, blog_.home()}).code, 0);
  const auto package_in = [&](const char* name) {
    return fs::directory_iterator(folder_ / name)->path().string();
  };
  const std::string one = package_in("one"), two = package_in("two"), none = folder_ / "none";
  Ran ran = run_tool({"check", one, two});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find(one + ":\nsound"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(two + ":\nsound"), std::string::npos) << ran.out;
  EXPECT_EQ(run_tool({"check", one, none}).code, 3);
  EXPECT_EQ(run_tool({"check", none, one}).code, 3);

  fs::resize_file(one + "/metadata/source.json", 10);
  ran = run_tool({"check", "--json", one, two});
  EXPECT_EQ(ran.code, 1) << "the last one is sound, the first one is not";
  std::vector<std::pair<std::string, std::string>> done;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    if (json["event"] == "done") done.emplace_back(json.value("path", ""), json["result"]);
  }
  EXPECT_EQ(done, (std::vector<std::pair<std::string, std::string>>{{one, "damaged"}, {two, "sound"}}));
}

TEST(CheckCommandUsage, AbsurdValuesAndNoArchive) {
  TemporaryDirectory folder;
  const std::vector<std::vector<std::string>> rows = {
      {"--sample", "0"},    {"--sample", "-3"},   {"--sample", "101"}, {"--sample", "nan"},
      {"--sample", "many"}, {"--threads", "257"}, {"--threads", "-1"}, {"--threads", "99999999999999999999"},
  };
  for (const auto& row : rows) {
    std::vector<std::string> arguments = {"check", "-a", folder / "none"};
    arguments.insert(arguments.end(), row.begin(), row.end());
    EXPECT_EQ(run_tool(arguments).code, 2) << row[0] << " " << row[1];
  }
  EXPECT_EQ(run_tool({"check", "-a", folder / "none"}).code, 3);
  const Ran none = run_tool({"check", folder / "none"});
  EXPECT_EQ(none.code, 3);
  EXPECT_NE(none.err.find("there is no such file or folder"), std::string::npos) << none.err;
  const Ran empty = run_tool({"check", folder.path()});
  EXPECT_EQ(empty.code, 3);
  EXPECT_NE(empty.err.find("no package of a known form"), std::string::npos) << empty.err;
  EXPECT_EQ(run_tool({"check", "-a", folder / "none", folder / "none"}).code, 2);
}

}  // namespace
}  // namespace bfa
