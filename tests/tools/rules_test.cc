// SPDX-License-Identifier: Apache-2.0
// `bfa rules` and `bfa rebuild --extract` on an archive of the example blog.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class Rules : public testing::Test {
 protected:
  void SetUp() override {
    HttpServer server;
    serve(server, blog_);
    archive_ = folder_ / "a";
    const Ran ran = run_tool(crawl_arguments(archive_, server.port(), {blog_.home()}));
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Ran listed = run_tool({"ls", "-a", archive_, "--json", "--kind", "post"});
    const auto lines = lines_of(listed.out);
    ASSERT_FALSE(lines.empty()) << listed.err;
    post_ = nlohmann::json::parse(lines.front())["url"].get<std::string>();
  }

  Ran tool(std::vector<std::string> arguments, const std::vector<std::string>& more = {}) const {
    arguments.insert(arguments.end(), {"-a", archive_});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tool(arguments);
  }
  std::string title() const {
    return nlohmann::json::parse(tool({"show", "--json"}, {post_}).out)["title"].get<std::string>();
  }
  // The pinned rules of the current template.
  nlohmann::json pins() const {
    nlohmann::json out = nlohmann::json::array();
    const auto rules = nlohmann::json::parse(tool({"rules", "export"}, {blog_.home()}).out);
    for (const auto& rule : rules["rules"]) {
      if (rule.contains("pinned")) out.push_back(rule);
    }
    return out;
  }

  TemporaryDirectory folder_;
  SampleBlog blog_{"http://blog.example", 6, 6};
  std::string archive_, post_;
};

TEST(List, TellsPingbacksFromComments) {
  SampleBlog blog("http://blog.example", 6, 6);
  blog.comments[1] = 2;
  const std::string path = blog.post_path(1);
  blog.pages[path] = blog.at(path).body;
  const std::size_t end = blog.pages[path].rfind("</ol>");
  ASSERT_NE(end, std::string::npos);
  blog.pages[path].insert(end,
                          "<li class=\"pingback\" id=\"comment-190\">Pingback: <a "
                          "href=\"http://other.example/\">What others say</a></li>");
  TemporaryDirectory folder;
  HttpServer server;
  serve(server, blog);
  const std::string archive = folder / "a";
  const Ran ran = run_tool(crawl_arguments(archive, server.port(), {blog.home()}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto urls = [&](const char* kind) {
    std::vector<std::string> out;
    for (const std::string& line : lines_of(run_tool({"ls", "-a", archive, "--json", "--kind", kind}).out))
      out.push_back(nlohmann::json::parse(line)["url"].get<std::string>());
    return out;
  };
  EXPECT_EQ(urls("comment"),
            (std::vector<std::string>{blog.post_url(1) + "#comment-101", blog.post_url(1) + "#comment-102"}));
  EXPECT_EQ(urls("pingback"), (std::vector<std::string>{blog.post_url(1) + "#comment-190"}));
}

TEST_F(Rules, ExplainSaysWhichRuleGaveWhichField) {
  const Ran text = tool({"rules", "explain"}, {post_});
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("* article"), std::string::npos) << text.out;
  const auto json = nlohmann::json::parse(tool({"rules", "explain", "--json"}, {post_}).out);
  EXPECT_EQ(json["layout"], 0);
  EXPECT_EQ(json["object"]["kind"], "post");
  EXPECT_FALSE(json["evidence"].empty());
  bool gave = false;
  for (const auto& rule : json["rules"]) gave = gave || rule["gave_field"] == true;
  EXPECT_TRUE(gave);
  EXPECT_EQ(tool({"rules", "explain"}, {"http://blog.example/no-such-page"}).code, 3);
  const std::string typed =
      "HTTP://Blog.example:80" + post_.substr(std::string("http://blog.example").size());
  EXPECT_EQ(tool({"rules", "explain"}, {typed}).code, 0) << "as it may be typed";
}

TEST_F(Rules, TestTriesARuleAndChangesNothing) {
  EXPECT_EQ(tool({"rules", "test"}, {blog_.home(), "title", "//div[@class='meta']"}).code, 0);
  EXPECT_EQ(tool({"rules", "test"}, {blog_.home(), "title", "//marquee"}).code, 1);
  EXPECT_EQ(tool({"rules", "test"}, {blog_.home(), "title", "not an xpath"}).code, 2);
  EXPECT_TRUE(pins().empty());
}

TEST_F(Rules, PinRefusesFieldsThatDoNotExistAndRulesThatFindNothing) {
  const Ran field = tool({"rules", "pin"}, {blog_.home(), "headline", "//h1"});
  EXPECT_EQ(field.code, 2);
  EXPECT_NE(field.err.find("article, title, author"), std::string::npos) << field.err;
  EXPECT_EQ(tool({"rules", "test"}, {blog_.home(), "headline", "//h1"}).code, 2);
  const Ran nothing = tool({"rules", "pin"}, {blog_.home(), "title", "//marquee"});
  EXPECT_EQ(nothing.code, 2);
  EXPECT_NE(nothing.err.find("--force"), std::string::npos) << nothing.err;
  EXPECT_TRUE(pins().empty());
  EXPECT_EQ(tool({"rules", "pin"}, {blog_.home(), "title", "//marquee", "--force"}).code, 0);
  EXPECT_EQ(pins().size(), 1u);
}

TEST_F(Rules, PinIsShownFirstThenWrittenAndSurvivesRebuilds) {
  const std::string before = title();
  ASSERT_EQ(tool({"rebuild", "--extract", "--exit-code"}).code, 0) << "nothing differs yet";
  ASSERT_EQ(tool({"rules", "pin"}, {blog_.home(), "title", "//div[@class='meta']"}).code, 0);
  ASSERT_EQ(pins().size(), 1u);

  const Ran dry = tool({"rebuild", "--extract", "--exit-code"});
  EXPECT_EQ(dry.code, 1) << dry.err;
  EXPECT_NE(dry.out.find("title"), std::string::npos) << dry.out;
  EXPECT_NE(dry.out.find("nothing was written"), std::string::npos) << dry.out;
  EXPECT_EQ(title(), before);

  EXPECT_EQ(tool({"rebuild", "--extract", "--write"}).code, 0);
  const std::string after = title();
  EXPECT_NE(after, before);
  EXPECT_EQ(tool({"rebuild", "--extract", "--exit-code"}).code, 0) << "all is written";

  ASSERT_EQ(tool({"rebuild"}).code, 0);
  EXPECT_EQ(pins().size(), 1u);
  EXPECT_EQ(title(), after);

  EXPECT_EQ(tool({"rebuild", "--extract", "--relearn", "--write"}).code, 0);
  EXPECT_EQ(pins().size(), 1u) << "learning again keeps it";
  EXPECT_EQ(tool({"rules", "pin", "--remove"}, {blog_.home(), "title"}).code, 0);
  EXPECT_TRUE(pins().empty());
}

TEST_F(Rules, UsageErrors) {
  EXPECT_EQ(run_tool({"rules", "no-such"}).code, 2);
  EXPECT_EQ(tool({"rules", "pin"}, {blog_.home(), "title"}).code, 2);
  EXPECT_EQ(tool({"rebuild", "--write"}).code, 2);
}

}  // namespace
}  // namespace bfa
