// SPDX-License-Identifier: Apache-2.0
// `bfa crawl` killed (SIGKILL) right after some event was printed, and the content of its JSON Lines.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "bfa/store/archive.h"
#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

std::map<std::string, std::string> texts_of(const std::string& path) {
  std::map<std::string, std::string> texts;
  const auto archive = Archive::open(path, ArchiveOptions());
  EXPECT_TRUE(archive) << to_string(archive.error());
  if (!archive) return texts;
  EXPECT_TRUE((*archive)->for_each_object({}, [&](const std::string& key, const ObjectSummary& summary) {
    EXPECT_EQ(summary.versions, 1u) << summary.latest.url;
    texts[key] = summary.latest.text;
    return true;
  }));
  return texts;
}

// The WARC files with bytes that the store does not know.
std::vector<Reconciliation::File> unread(const std::string& path) {
  const auto archive = Archive::open(path, ArchiveOptions());
  EXPECT_TRUE(archive) << to_string(archive.error());
  return archive ? (*archive)->reconciliation().unread : std::vector<Reconciliation::File>();
}

class KilledCrawl : public testing::Test {
 protected:
  void SetUp() override { serve(server, blog); }
  std::vector<std::string> crawl(const std::string& archive) const {
    return crawl_arguments(archive, server.port(), {"--json", "--per-host", "4", blog.home()});
  }

  const SampleBlog blog{"http://blog.example", 12, 6};
  HttpServer server;
  TemporaryDirectory folder;
};

// What a killed crawl leaves: WARC files with whole steps that the store lacks.
TEST_F(KilledCrawl, LeavesAnArchiveThatEachWritingCommandOpens) {
  namespace fs = std::filesystem;
  const std::string path = folder / "killed", older = folder / "older";
  ASSERT_EQ(run_tool(crawl(path)).code, 0);
  fs::copy(path + "/store", older, fs::copy_options::recursive);
  auto again = crawl(path);
  again.insert(again.end(), {"--recheck", "all"});
  ASSERT_EQ(run_tool(again).code, 0);
  const std::string home = blog.home();
  const std::vector<std::vector<std::string>> commands = {{"became", "-a", path, "--overrule", home},
                                                          {"move", "-a", path, home, home}};
  for (const auto& command : commands) {
    SCOPED_TRACE(command.front());
    fs::remove_all(path + "/store");
    fs::copy(older, path + "/store", fs::copy_options::recursive);
    EXPECT_FALSE(unread(path).empty());
    const Ran ran = run_tool(command);
    EXPECT_NE(ran.code, 8) << ran.err;
    EXPECT_TRUE(unread(path).empty()) << ran.err;
  }
}

TEST_F(KilledCrawl, KeepsEachObjectThatWasPrintedAndGoesOn) {
  const Ran whole = run_tool(crawl(folder / "whole"));
  ASSERT_EQ(whole.code, 0) << whole.err;
  const auto expected = texts_of(folder / "whole");
  ASSERT_GT(expected.size(), 12u);
  int killed = 0;
  for (const std::size_t k : {1, 2, 3, 5, 7, 8, 9, 10, 12, 14}) {
    SCOPED_TRACE("killed after object " + std::to_string(k));
    const std::string path = folder / ("k" + std::to_string(k));
    std::set<std::string> printed;
    const Ran ran = run_tool_until(crawl(path), [&](const std::string& line) {
      const Json event = Json::parse(line, nullptr, false);
      if (!event.is_object() || event.value("event", "") != "object") return true;
      printed.insert(event.at("url").get<std::string>());
      return printed.size() < k;
    });
    if (ran.code == 128 + SIGKILL) ++killed;
    {
      const auto archive = Archive::open(path, ArchiveOptions());
      ASSERT_TRUE(archive) << to_string(archive.error());
      for (const auto& url : printed) {
        const auto key = (*archive)->find_object(url);
        ASSERT_TRUE(key) << url;
        EXPECT_EQ((*archive)->versions(*key)->size(), 1u) << url;
      }
    }
    const Ran next = run_tool(crawl(path));
    EXPECT_EQ(next.code, 0) << next.err;
    EXPECT_EQ(texts_of(path), expected);
    const Ran check = run_tool({"rebuild", "-a", path});
    EXPECT_EQ(check.code, 0) << check.err;
    EXPECT_EQ(texts_of(path), expected) << "the WARC files hold the same";
    if (HasFailure()) break;
  }
  EXPECT_GT(killed, 3) << "a crawl was over before it could be killed";
}

// Keys that every line of a kind must have: schemas/event.schema.json.
TEST_F(KilledCrawl, LinesOfJsonHaveTheirKeys) {
  const std::map<std::string, std::vector<std::string>> keys{
      {"fetched", {"v", "blog", "url", "task", "outcome", "bytes"}},
      {"object", {"v", "blog", "url", "kind", "what"}},
      {"change", {"v", "blog", "url", "kind", "from", "to", "verdict", "reasons", "similarity"}},
      {"error", {"v", "blog", "code", "message", "where"}},
      {"done",
       {"v", "blog", "requests", "bytes", "fetched", "posts", "new", "changed", "unchanged", "failed",
        "seconds", "warc"}}};
  SampleBlog changing("http://changing.example", 6, 3);
  HttpServer other;
  serve(other, changing);
  const auto arguments = [&](const std::vector<std::string>& more) {
    std::vector<std::string> list = crawl_arguments(folder / "a", other.port(), more);
    list.push_back(changing.home());
    return list;
  };
  std::string out = run_tool(arguments({"--json"})).out;
  changing.extra_paragraph[1] = "Corrected.";
  other.on(changing.post_url(2).substr(changing.origin().size()), simple_answer(404, "", ""));
  out += run_tool(arguments({"--json", "--recheck", "all"})).out;
  std::map<std::string, int> count;
  for (const auto& line : lines_of(out)) {
    const Json event = Json::parse(line, nullptr, false);
    ASSERT_TRUE(event.is_object()) << line;
    const std::string name = event.value("event", "");
    ASSERT_TRUE(keys.contains(name)) << line;
    ++count[name];
    for (const auto& key : keys.at(name)) EXPECT_TRUE(event.contains(key)) << key << " in " << line;
  }
  for (const auto& [name, list] : keys) EXPECT_GT(count[name], 0) << name;
  EXPECT_EQ(count["change"], 2);  // corrected, and gone
  EXPECT_EQ(count["done"], 2);
}

TEST_F(KilledCrawl, ObjectsAreListedAsJson) {
  ASSERT_EQ(run_tool(crawl(folder / "a")).code, 0);
  const Ran ran = run_tool({"ls", "-a", folder / "a", "--kind", "post", "--full", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto lines = lines_of(ran.out);
  EXPECT_EQ(lines.size(), 12u);
  for (const auto& line : lines) {
    const Json object = Json::parse(line, nullptr, false);
    ASSERT_TRUE(object.is_object()) << line;
    for (const char* key : {"v", "url", "kind", "title", "authors", "published", "text", "html", "status",
                            "versions", "first_seen", "last_seen", "provenance"})
      EXPECT_TRUE(object.contains(key)) << key << " in " << line;
    EXPECT_TRUE(object["provenance"].contains("method"));
    EXPECT_TRUE(object["provenance"].contains("warc"));
  }
}

}  // namespace
}  // namespace bfa
