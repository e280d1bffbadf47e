// SPDX-License-Identifier: Apache-2.0
// bfa changes as feeds, and what it tells commands: as a user runs it.
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

class ToldByTool : public testing::Test {
 protected:
  ToldByTool() {
    serve(server, blog);
    EXPECT_EQ(run_tool(crawl_arguments(archive, server.port(), {blog.home()})).code, 0);
  }

  TemporaryDirectory folder;
  const std::string archive = folder / "archive";
  SampleBlog blog{"http://blog.example", 6, 5};
  HttpServer server;
};

TEST_F(ToldByTool, FeedsAreReadByTheTool) {
  const std::string file = folder / "changes.xml";
  ASSERT_EQ(run_tool({"changes", "-a", archive, "--atom", "-o", file}).code, 0);
  const Ran lines = run_tool({"changes", "-a", archive, "--json"});
  for (const std::string format : {"--atom", "--json-feed"}) {
    ASSERT_EQ(run_tool({"changes", "-a", archive, format, "-o", file}).code, 0);
    const Ran read = run_tool({"feed", "--json", file});
    ASSERT_EQ(read.code, 0) << read.err;
    for (const auto& line : lines_of(lines.out)) {
      const auto id = Json::parse(line)["id"].get<std::string>();
      EXPECT_NE(read.out.find(id), std::string::npos) << format << " lacks " << line;
    }
    const Ran out = run_tool({"changes", "-a", archive, format});
    EXPECT_EQ(out.out, read_text(file));
  }
}

TEST_F(ToldByTool, RefusesOptionsThatContradict) {
  const std::vector<std::vector<std::string>> wrong = {
      {"--atom", "--json-feed"},
      {"--atom", "--follow"},
      {"--atom", "--json"},
      {"-o", folder / "out"},
      {"--atom", "--entries", "0"},
      {"--on-change", "true"},
      {"--follow", "--webhook", "ftp://a.example/"},
      {"--follow", "--on-change", "true", "--notify-kind", "x"},
      {"--follow", "--webhook", "http://127.0.0.1:1/", "--webhook-secret", folder / "none"},
      {"--follow", "--on-change", "[kind=x] true"},
      {"--follow", "--on-change", "[kind=] true"},
      {"--follow", "--on-change", "[least=2] true"},
      {"--follow", "--on-change", "[kind=post true"},
      {"--follow", "--on-change", "[kind=post]"},
      {"--follow", "--on-change", "[kind=post sort=title] true"},
      {"--follow", "--on-change", "[kind=post] true", "--on-change", "[kind=comment] true"},
      {"--follow", "--webhook", "[name=../x] http://127.0.0.1:1/"},
      {"--kind", "x"},
      {"--least", "2"}};
  for (auto arguments : wrong) {
    arguments.insert(arguments.begin(), {"changes", "-a", archive});
    const Ran ran = run_tool(arguments);
    EXPECT_EQ(ran.code, 2) << arguments[3] << ran.err;
    EXPECT_FALSE(ran.err.empty());
  }
  EXPECT_EQ(run_tool({"changes", "-a", archive, "--atom", "-o", folder / "no/such/folder"}).code, 9);
}

TEST_F(ToldByTool, ACommandIsToldUntilTheInterrupt) {
  const std::string told = folder / "told";
  for (int round = 0; round < 2; ++round) {
    const auto ended =
        run_tool_interrupted({"changes", "-a", archive, "--follow", "--notify-all", "--on-change",
                              "cat >> " + told, "--notify-lines", "3", "--notify-kind", "post"},
                             std::chrono::milliseconds(2500), SIGTERM);
    EXPECT_LT(ended.took, std::chrono::seconds(2));
  }
  std::multiset<std::string> ids;
  for (const auto& line : lines_of(read_text(told))) ids.insert(Json::parse(line)["id"].get<std::string>());
  EXPECT_EQ(ids.size(), 6U) << "each post, and not again in the second round";
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), 6U);
}

TEST_F(ToldByTool, EachCommandHasItsOwnFilter) {
  blog.extra_paragraph[2] = "A sentence that was added later.";
  ASSERT_EQ(run_tool(crawl_arguments(archive, server.port(), {blog.home(), "--recheck", "all"})).code, 0);
  const auto file = [&](const std::string& name) { return folder / name; };
  const auto to = [&](const std::string& name) { return "cat >> " + file(name); };
  (void)run_tool_interrupted(
      {"changes", "-a", archive, "--follow", "--notify-all", "--notify-kind", "page", "--notify-blog",
       "none.example", "--on-change", to("general"), "--on-change", "[] " + to("all"), "--on-change",
       "[kind=post,comment blog=http://blog.example/ least=1]" + to("posts"), "--on-change",
       "[name=second kind=post  blog=other.example] " + to("other"), "--on-change",
       "[ -n x ] && " + to("shell")},
      std::chrono::milliseconds(2500), SIGTERM);
  const auto lines = [&](const std::string& name) { return lines_of(read_text(file(name))).size(); };
  EXPECT_EQ(lines("all"), 8U) << "the blog, six posts and an edit";
  EXPECT_EQ(lines("posts"), 6U) << "the edit is small";
  EXPECT_EQ(lines("other") + lines("general") + lines("shell"), 0U);
  EXPECT_TRUE(std::filesystem::exists(archive + "/notify/second.cursor"));
  std::size_t cursors = 0;
  for (const auto& each : std::filesystem::directory_iterator(archive + "/notify"))
    cursors += each.path().extension() == ".cursor" ? 1U : 0U;
  EXPECT_EQ(cursors, 5U) << "one of them a command of the shell that begins with a bracket";
}

TEST_F(ToldByTool, ListsAndFeedsHaveFilters) {
  blog.extra_paragraph[2] = "A sentence that was added later.";
  ASSERT_EQ(run_tool(crawl_arguments(archive, server.port(), {blog.home(), "--recheck", "all"})).code, 0);
  const auto lines = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"changes", "-a", archive, "--json"});
    return lines_of(run_tool(more).out).size();
  };
  EXPECT_EQ(lines({}), 8U) << "the blog, six posts and an edit";
  EXPECT_EQ(lines({"--least", "1"}), 7U);
  EXPECT_EQ(lines({"--kind", "comment"}), 0U);
  EXPECT_EQ(lines({"--kind", "comment", "--kind", "post"}), 7U);
  EXPECT_GT(lines({"--kind", "page"}), 0U);
  const auto feed = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"changes", "-a", archive, "--json-feed"});
    return Json::parse(run_tool(more).out);
  };
  EXPECT_EQ(feed({"--least", "1"})["items"].size(), 7U);
  EXPECT_EQ(feed({"--kind", "comment"})["items"].size(), 0U);
  const auto id = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"changes", "-a", archive, "--atom"});
    const std::string text = run_tool(more).out;
    const std::size_t at = text.find("<id>");
    return text.substr(at, text.find("</id>") - at);
  };
  EXPECT_NE(id({}), id({"--least", "1"}));
  EXPECT_NE(id({}), id({"--kind", "post"}));
}

// Killed between the delivery and the acknowledgement: the same lines come again, with the same ids.
TEST_F(ToldByTool, AKillBeforeTheAcknowledgementTellsAgain) {
  const std::string told = folder / "told";
  const std::vector<std::string> slow = {
      "changes",
      "-a",
      archive,
      "--follow",
      "--notify-all",
      "--on-change",
      "cat >> " + told + "; test -e " + told + ".flag || { touch " + told + ".flag; sleep 8; }"};
  (void)run_tool_interrupted(slow, std::chrono::milliseconds(2000), SIGKILL);
  const auto first = lines_of(read_text(told));
  ASSERT_FALSE(first.empty());
  (void)run_tool_interrupted(slow, std::chrono::milliseconds(2500), SIGTERM);
  const auto both = lines_of(read_text(told));
  ASSERT_EQ(both.size(), 2 * first.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(both[first.size() + i], first[i]);
}

TEST_F(ToldByTool, ADamagedCursorIsSaid) {
  const std::vector<std::string> arguments = {"changes", "-a", archive, "--follow", "--on-change", "true"};
  (void)run_tool_interrupted(arguments, std::chrono::milliseconds(1500), SIGTERM);
  std::string cursor;
  for (const auto& file : std::filesystem::directory_iterator(archive + "/notify"))
    if (file.path().extension() == ".cursor") cursor = file.path();
  ASSERT_FALSE(cursor.empty());
  std::ofstream(cursor) << "{";
  const Ran ran = run_tool(arguments);
  EXPECT_NE(ran.code, 0);
  EXPECT_NE(ran.err.find(cursor), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace bfa
