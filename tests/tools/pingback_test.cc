// SPDX-License-Identifier: Apache-2.0
// Pingbacks are comments in the archive, and a kind of their own in every list and filter.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

// A post with two comments, a pingback with an address of its own, and two without.
class PingbackTool : public testing::Test {
 protected:
  void SetUp() override {
    blog_.comments[1] = 2;
    const std::string path = blog_.post_path(1);
    std::string page = blog_.at(path).body;
    const std::size_t end = page.rfind("</ol>");
    ASSERT_NE(end, std::string::npos);
    page.insert(end,
                "<li class=\"pingback\" id=\"comment-190\">Pingback: <a "
                "href=\"http://other.example/\">What okapis say</a></li>"
                "<li class=\"pingback\">Pingback: <a href=\"http://third.example/a\">An okapi walks</a></li>"
                "<li class=\"pingback\">Pingback: <a href=\"http://third.example/b\">An okapi runs</a></li>");
    blog_.pages[path] = page;
    serve(server_, blog_);
    const Ran ran = run_tool(crawl_arguments(archive(), server_.port(), {blog_.home()}));
    ASSERT_EQ(ran.code, 0) << ran.err;
  }

  std::string archive() const { return folder_ / "a"; }
  Ran tool(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"-a", archive()});
    return run_tool(arguments);
  }
  // The types of the lines, in order; of a comment proper its kind.
  std::vector<std::string> types(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    std::vector<std::string> out;
    for (const std::string& line : lines_of(tool(std::move(arguments)).out)) {
      const Json json = Json::parse(line);
      out.push_back(json.value("type", json.value("kind", "")));
    }
    return out;
  }

  SampleBlog blog_{"http://blog.example", 6, 6};
  HttpServer server_;
  TemporaryDirectory folder_;
};

TEST_F(PingbackTool, IsAKindInEveryCommand) {
  const std::vector<std::string> pingbacks(3, "pingback"), comments(2, "comment");
  EXPECT_EQ(types({"ls", "--kind", "pingback"}), pingbacks);
  EXPECT_EQ(types({"ls", "--kind", "comment"}), comments);
  EXPECT_EQ(types({"changes", "--kind", "pingback"}), pingbacks);
  EXPECT_EQ(types({"changes", "--kind", "comment"}), comments);
  EXPECT_EQ(types({"search", "--kind", "pingback", "blog:blog.example"}), pingbacks);
  EXPECT_EQ(types({"search", "--kind", "comment", "blog:blog.example"}), comments);
}

TEST_F(PingbackTool, IsNamedForPeople) {
  const auto lines = lines_of(tool({"ls", "--kind", "pingback"}).out);
  ASSERT_EQ(lines.size(), 3U);
  for (const std::string& line : lines) {
    EXPECT_NE(line.find("  pingback  "), std::string::npos) << line;
    EXPECT_NE(line.find("Pingback from "), std::string::npos) << line;
  }
  // Those without an address of their own are told apart by their ids.
  EXPECT_EQ(
      std::ranges::count_if(lines, [](const std::string& line) { return line.find("  id ") != line.npos; }),
      2);
  EXPECT_NE(tool({"ls", "--kind", "post"}).out.find("(2 comments, 3 pingbacks)"), std::string::npos);
  EXPECT_NE(tool({"changes", "--kind", "pingback"}).out.find("  pingback  Pingback from "),
            std::string::npos);
  EXPECT_NE(tool({"search", "okapi"}).out.find("Pingback from "), std::string::npos);
  const std::string post = tool({"show", blog_.post_url(1)}).out;
  EXPECT_NE(post.find("\n2 comments\n"), std::string::npos) << post;
  EXPECT_NE(post.find("\n3 pingbacks\n"), std::string::npos) << post;
  const std::string one = tool({"show", "--kind", "pingback", blog_.post_url(1) + "#comment-190"}).out;
  EXPECT_NE(one.find("kind       pingback\nid         "), std::string::npos) << one;
  EXPECT_NE(tool({"status"}).out.find("2 comments, 3 pingbacks"), std::string::npos);
  EXPECT_NE(tool({"show", "--blog", blog_.home()}).out.find("2 comments, 3 pingbacks"), std::string::npos);
}

TEST_F(PingbackTool, IsNotShownForTheAddressOfAComment) {
  std::string comment;
  for (const std::string& line : lines_of(tool({"ls", "--kind", "comment", "--json"}).out))
    comment = Json::parse(line).value("url", "");
  ASSERT_NE(comment, "");
  EXPECT_EQ(tool({"show", "--kind", "comment", comment}).code, 0);
  const Ran ran = tool({"show", "--kind", "pingback", comment});
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_NE(ran.err.find("the archive has no pingback with this URL"), std::string::npos) << ran.err;
  EXPECT_NE(run_tool({"changes", "--help"}).out.find("post, comment, pingback, page"), std::string::npos);
}

// A number of comments means those that people wrote, everywhere.
TEST_F(PingbackTool, IsCountedApart) {
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--at", "2099-01-01"}}) {
    std::vector<std::string> arguments = {"ls", "--kind", "post", "--json", "--full"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    bool there = false;
    for (const std::string& line : lines_of(tool(arguments).out)) {
      const Json json = Json::parse(line);
      const bool pinged = json.value("url", "") == blog_.post_url(1);
      EXPECT_EQ(json.value("comment_count", -1), pinged ? 2 : 0) << line;
      EXPECT_EQ(json.contains("pingback_count"), pinged) << line;
      EXPECT_EQ(json.value("pingback_count", 0), pinged ? 3 : 0) << line;
      there = there || pinged;
    }
    EXPECT_TRUE(there);
    arguments = {"ls", "--kind", "post"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const std::string plain = tool(arguments).out;
    EXPECT_NE(plain.find("(2 comments, 3 pingbacks)"), std::string::npos) << plain;
  }
  const std::string pages = folder_ / "pages";
  ASSERT_EQ(tool({"export", "--to", "markdown", pages}).code, 0);
  std::size_t found = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(pages)) {
    std::ostringstream text;
    if (file.is_regular_file()) text << std::ifstream(file.path()).rdbuf();
    if (text.str().find("\ncomments: 2\npingbacks: 3\n") != std::string::npos) ++found;
  }
  EXPECT_EQ(found, 1U);
}

TEST_F(PingbackTool, IsNamedByACrawl) {
  const std::string other = folder_ / "b";
  const auto crawl = [&](const char* more) {
    return run_tool(crawl_arguments(other, server_.port(), {more, blog_.home()})).out;
  };
  const std::string json = crawl("--json");
  std::size_t typed = 0;
  for (const std::string& line : lines_of(json)) {
    const Json event = Json::parse(line);
    if (event.value("type", "") != "pingback") continue;
    EXPECT_EQ(event.value("kind", ""), "comment") << line;
    ++typed;
  }
  EXPECT_EQ(typed, 3U) << json;
  // Lists show the first new objects only: the pingbacks come with an edit of their page.
  const std::size_t end = blog_.pages[blog_.post_path(1)].rfind("</ol>");
  blog_.pages[blog_.post_path(1)].insert(
      end,
      "<li class=\"pingback\" id=\"comment-191\">Pingback: <a href=\"http://other.example/x\">And a "
      "tapir</a></li>");
  serve(server_, blog_);
  const std::string lines =
      run_tool(crawl_arguments(other, server_.port(), {"--recheck", "all", blog_.home()})).out;
  EXPECT_NE(lines.find("+ pingback"), std::string::npos) << lines;
  EXPECT_EQ(lines.find("+ comment"), std::string::npos) << lines;
}

TEST_F(PingbackTool, HasIdAndPostInTheListAsJson) {
  for (const std::string& line : lines_of(tool({"ls", "--kind", "pingback", "--json"}).out)) {
    const Json json = Json::parse(line);
    EXPECT_EQ(json.value("kind", ""), "comment") << line;
    EXPECT_EQ(json.value("post", ""), blog_.post_url(1)) << line;
    EXPECT_NE(json.value("id", ""), "") << line;
  }
  const Json status = Json::parse(tool({"status", "--json"}).out);
  EXPECT_EQ(status["comments"], 2);
  EXPECT_EQ(status["pingbacks"], 3);
}

}  // namespace
}  // namespace bfa
