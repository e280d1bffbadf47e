// SPDX-License-Identifier: Apache-2.0
// `bfa extract` on the pages of a small blog, with its feed, without it, and each page alone.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include <nlohmann/json.hpp>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

constexpr int kPosts = 5;

std::string story(int n) {
  return "The harbour was quiet on day " + std::to_string(n) + ", and nobody asked the ferryman number " +
         std::to_string(17 * n) + " why the boats stayed in.";
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

class Extract : public testing::Test {
 protected:
  void SetUp() override {
    std::string list, feed = "<rss version='2.0'><channel><title>Boats</title>";
    for (int n = 1; n <= kPosts; ++n) {
      const std::string url = "http://blog.example/post-" + std::to_string(n) + "/";
      const std::string file = folder_ / ("page" + std::to_string(n) + ".html");
      write(file, "<html><body><div class=menu><a href=/>Home</a></div><div class=story>" + story(n) +
                      "</div></body></html>");
      list += R"({"url": ")" + url + R"(", "file": ")" + file + "\"}\n";
      feed += "<item><title>Day " + std::to_string(n) + "</title><link>" + url + "</link><description>" +
              story(n) + "</description></item>";
    }
    write(folder_ / "list", list);
    write(folder_ / "feed", feed + "</channel></rss>");
  }

  Ran extract(const std::vector<std::string>& more) const {
    std::vector<std::string> words{"extract", "--base", "http://blog.example/", "--pages", folder_ / "list"};
    words.insert(words.end(), more.begin(), more.end());
    return run_tool(words);
  }
  // Text of each object by its URL, and the method that gave it.
  static std::map<std::string, std::pair<std::string, std::string>> objects(const Ran& ran) {
    std::map<std::string, std::pair<std::string, std::string>> out;
    for (const std::string& line : lines_of(ran.out)) {
      const auto json = nlohmann::json::parse(line);
      out[json["url"]] = {json.value("text", ""), json["provenance"].value("method", "")};
    }
    return out;
  }

  TemporaryDirectory folder_;
};

TEST_F(Extract, FeedTeachesRules) {
  const Ran ran = extract({"--feed", folder_ / "feed"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto got = objects(ran);
  ASSERT_EQ(got.size(), kPosts);
  EXPECT_EQ(got.at("http://blog.example/post-2/"), std::pair(story(2), std::string("ensemble")));
}

TEST_F(Extract, NoFeedLeavesTheFeedOut) {
  const Ran with = extract({"--feed", folder_ / "feed", "--no-feed"});
  ASSERT_EQ(with.code, 0) << with.err;
  EXPECT_EQ(with.out, extract({}).out);
  EXPECT_NE(objects(with).at("http://blog.example/post-2/").second, "ensemble");
}

TEST_F(Extract, AloneLearnsNothing) {
  const Ran ran = extract({"--feed", folder_ / "feed", "--alone"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto got = objects(ran);
  EXPECT_EQ(got.at("http://blog.example/post-2/"), std::pair(story(2), std::string("generic")));
  EXPECT_EQ(extract({"--alone", "--template", folder_ / "t"}).code, 2);
}

}  // namespace
}  // namespace bfa
