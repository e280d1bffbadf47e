// SPDX-License-Identifier: Apache-2.0
// bfa search and bfa rebuild --index.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bfa/search/search_index.h"
#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

TEST(SearchTool, FindsAndSaysWhatItDoesNot) {
  SampleBlog blog("http://blog.example", 4, 3);
  blog.extra_paragraph[2] = "A zebra walks.";
  HttpServer server;
  serve(server, blog);
  const TemporaryDirectory folder;
  const std::string archive = folder / "archive";
  ASSERT_EQ(run_tool(crawl_arguments(archive, server.port(), {blog.home()})).code, 0);

  const Ran found = run_tool({"search", "-a", archive, "--json", "--kind", "post", "zebra"});
  EXPECT_EQ(found.code, 0) << found.err;
  const auto lines = lines_of(found.out);
  ASSERT_EQ(lines.size(), 1U) << found.out;
  const Json line = Json::parse(lines[0]);
  EXPECT_EQ(line["url"], blog.post_url(2));
  EXPECT_EQ(line["version"], 1);
  EXPECT_NE(line["snippet"].get<std::string>().find("zebra"), std::string::npos);
  ASSERT_EQ(line["marks"].size(), 1U);

  EXPECT_EQ(run_tool({"search", "-a", archive, "nosuchword"}).code, 1);
  // An empty value is not the next argument.
  EXPECT_EQ(run_tool({"search", "-a", archive, "--author=", "zebra"}).code, 0);
  EXPECT_EQ(run_tool({"search", "-a", archive, "--since", "2020", "zebra"}).code, 0);
  EXPECT_EQ(run_tool({"search", "-a", archive, "--until", "2020", "zebra"}).code, 1);
  EXPECT_EQ(run_tool({"search", "-a", archive, "--deleted", "zebra"}).code, 1);
  EXPECT_EQ(run_tool({"search", "-a", archive, "--until", "lately", "zebra"}).code, 2);
  EXPECT_EQ(run_tool({"search", "-a", archive, "--published-since", "lately", "zebra"}).code, 2);
  const Ran first = run_tool({"search", "-a", archive, "--json", "--limit", "1", "blog:blog.example"});
  const std::size_t mark = first.err.find("--after ");
  ASSERT_NE(mark, std::string::npos) << first.err;
  const Ran second = run_tool({"search", "-a", archive, "--json", "--limit", "1", "blog:blog.example",
                               "--after", first.err.substr(mark + 8, first.err.find('\n', mark) - mark - 8)});
  EXPECT_EQ(lines_of(second.out).size(), 1U);
  EXPECT_NE(second.out, first.out);
  EXPECT_EQ(run_tool({"search", "-a", archive, "zebra", "--after", "x"}).code, 2);
  const Ran refused = run_tool({"search", "-a", archive, "a*"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("two letters"), std::string::npos) << refused.err;
  const Ran unclosed = run_tool({"search", "-a", archive, "zebra \"walks"});
  EXPECT_EQ(unclosed.code, 2);
  EXPECT_NE(unclosed.err.find("bfa: the quotation mark at character 7 is not closed"), std::string::npos)
      << unclosed.err;
  EXPECT_EQ(run_tool({"search", "-a", archive, "titel:zebra"}).code, 2);
  EXPECT_EQ(run_tool({"search", "-a", archive, "zebra blog:" + blog.home()}).code, 0);
  EXPECT_EQ(run_tool({"search", "-a", archive, "zebra blog:nope.example"}).code, 3);
  EXPECT_EQ(run_tool({"search", "-a", archive, "--kind", "cat", "zebra"}).code, 2);
  EXPECT_EQ(run_tool({"search", "-a", folder / "none", "zebra"}).code, 3);

  const std::string file = archive + "/index/search.sqlite";
  for (const char* end : {"-wal", "-shm"}) std::filesystem::remove(file + end);
  std::ofstream(file, std::ios::trunc) << std::string(8192, 'x');
  EXPECT_EQ(run_tool({"search", "-a", archive, "zebra"}).code, 3);
  EXPECT_EQ(run_tool({"rebuild", "--index", "-a", archive}).code, 0);
  EXPECT_EQ(run_tool({"search", "-a", archive, "zebra"}).code, 0);
}

TEST(SearchTool, TakesTheLastDateWhole) {
  SampleBlog blog("http://blog.example", 4, 3);
  blog.extra_paragraph[2] = "A zebra walks.";
  HttpServer server;
  serve(server, blog);
  const TemporaryDirectory folder;
  const std::string archive = folder / "archive";
  ASSERT_EQ(run_tool(crawl_arguments(archive, server.port(), {blog.home()})).code, 0);
  const Ran found = run_tool({"search", "-a", archive, "--json", "zebra"});
  ASSERT_EQ(lines_of(found.out).size(), 1U) << found.err;
  const Json line = Json::parse(found.out);
  const std::string day = line["published"].get<std::string>().substr(0, 10), month = day.substr(0, 7);
  for (const std::string& last : {month, day}) {
    EXPECT_EQ(
        run_tool({"search", "-a", archive, "--published-since", last, "--published-until", last, "zebra"})
            .code,
        0)
        << last;
  }
  const std::string captured = line["captured"].get<std::string>().substr(0, 10);
  EXPECT_EQ(run_tool({"search", "-a", archive, "--since", captured, "--until", captured, "zebra"}).code, 0);
  // What is said of the index counts the blog, too.
  const Ran nothing = run_tool({"search", "-a", archive, "nosuchword"});
  EXPECT_EQ(nothing.code, 1);
  EXPECT_NE(nothing.err.find(" blogs, posts, pages and comments"), std::string::npos) << nothing.err;
}

// What commands write is in the index when they end, where there is one.
TEST(SearchTool, FollowsCommandsThatWrite) {
  SampleBlog blog("http://blog.example", 4, 3);
  HttpServer server;
  serve(server, blog);
  const TemporaryDirectory folder;
  const std::string archive = folder / "archive";
  ASSERT_EQ(run_tool(crawl_arguments(archive, server.port(), {blog.home()})).code, 0);
  EXPECT_FALSE(SearchIndex::exists(archive));
  ASSERT_EQ(run_tool({"search", "-a", archive, "blog:blog.example"}).code, 0);
  const auto before = SearchIndex::check(archive);
  ASSERT_TRUE(before);
  ASSERT_EQ(run_tool(crawl_arguments(archive, server.port(), {"--recheck", "all", blog.home()})).code, 0);
  const auto after = SearchIndex::check(archive);
  ASSERT_TRUE(after);
  EXPECT_GT(after->reach, before->reach);
  EXPECT_EQ(after->damage, "");
  const Ran sound = run_tool({"check", "-a", archive, "--json"});
  EXPECT_EQ(sound.out.find("index_"), std::string::npos) << sound.out;

  ASSERT_EQ(run_tool({"rebuild", "-a", archive}).code, 0);
  const auto rebuilt = SearchIndex::check(archive);
  ASSERT_TRUE(rebuilt);
  EXPECT_TRUE(rebuilt->same_store);
  EXPECT_GT(rebuilt->reach, 0U);

  // Damage changes no exit code of a command that writes, and is found by a check.
  for (const char* end : {"-wal", "-shm"}) std::filesystem::remove(rebuilt->file + end);
  std::ofstream(rebuilt->file, std::ios::trunc) << std::string(8192, 'x');
  const Ran crawled = run_tool(crawl_arguments(archive, server.port(), {"--recheck", "all", blog.home()}));
  EXPECT_EQ(crawled.code, 0);
  EXPECT_NE(crawled.err.find("the index of bfa search"), std::string::npos) << crawled.err;
  const Ran checked = run_tool({"check", "-a", archive, "--json"});
  EXPECT_NE(checked.out.find("index_damaged"), std::string::npos) << checked.out;
}

}  // namespace
}  // namespace bfa
