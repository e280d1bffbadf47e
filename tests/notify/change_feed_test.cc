// SPDX-License-Identifier: Apache-2.0
// Changes as feeds: valid, stable, newest first.
#include "bfa/notify/change_feed.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bfa/feed/feed.h"
#include "crawl/archive_crawl.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

class ChangeFeed : public testing::Test {
 protected:
  ChangeFeed() {
    blog.comments[2] = 3;
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), quick_options());
    blog.extra_paragraph[2] = "A sentence that was added later.";
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  }

  SampleBlog blog{"http://blog.example", 8, 5};
  Bench bench;
};

TEST_F(ChangeFeed, IsReadBack) {
  const auto archive = bench.read();
  ChangeFeedOptions options;
  for (const bool atom : {true, false}) {
    const auto feed = atom ? changes_as_atom(*archive, options) : changes_as_json_feed(*archive, options);
    ASSERT_TRUE(feed) << to_string(feed.error());
    Findings findings;
    const auto read = parse_feed(*feed, "", "http://here.example/", findings);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_TRUE(findings.empty()) << *feed;
    ASSERT_EQ(read->entries.size(), 13U);
    EXPECT_EQ(read->entries[0].link, blog.post_url(2));
    EXPECT_NE(feed->find("edited: text ("), std::string::npos) << *feed;
    EXPECT_NE(feed->find("new comment on "), std::string::npos);
    EXPECT_NE(feed->find("Comment by Reader 1 on Note on shelf 2"), std::string::npos) << *feed;
    EXPECT_EQ(feed->find("no title"), std::string::npos);
    const auto again = atom ? changes_as_atom(*archive, options) : changes_as_json_feed(*archive, options);
    EXPECT_EQ(*again, *feed);
  }
}

TEST_F(ChangeFeed, HoldsTheNewest) {
  const auto archive = bench.read();
  ChangeFeedOptions options;
  options.entries = 2;
  const auto two = Json::parse(changes_as_json_feed(*archive, options).value());
  options.entries = 100;
  const auto all = Json::parse(changes_as_json_feed(*archive, options).value());
  ASSERT_EQ(two["items"].size(), 2U);
  EXPECT_EQ(two["items"][0], all["items"][0]);
  EXPECT_EQ(two["items"][1], all["items"][1]);
  options.query.blog_host = "other.example";
  const auto none = Json::parse(changes_as_json_feed(*archive, options).value());
  EXPECT_TRUE(none["items"].empty());
  EXPECT_EQ(none["title"], "Changes of other.example");
}

// The schema of RFC 4287 is no part of the project.
TEST_F(ChangeFeed, FitsTheSchemaOfAtom) {
  const std::string schema = "../shared/schemas/rng/atom.rng";
  std::string found;
  for (std::string up; up.size() < 30; up += "../") {
    if (std::filesystem::exists(up + schema)) found = up + schema;
  }
  if (found.empty() || std::system("xmllint --version 2>/dev/null") != 0)
    GTEST_SKIP() << "no " << schema << " or no xmllint";
  const auto archive = bench.read();
  const TemporaryDirectory folder;
  ChangeFeedOptions options;
  options.title = "a < b & \x01 \xff \xef\xbf\xbf";
  options.self_url = "https://a.example/changes?a=1&b=2";
  for (const char* const host : {"", "other.example"}) {
    options.query.blog_host = host;
    std::ofstream(folder / "feed.xml", std::ios::binary) << changes_as_atom(*archive, options).value();
    const std::string command = "xmllint --nonet --noout --relaxng " + found + " " +
                                std::string(folder / "feed.xml") + " >" + std::string(folder / "out") +
                                " 2>&1";
    std::string said;
    const int code = std::system(command.c_str());
    std::getline(std::ifstream(folder / "out"), said, '\0');
    EXPECT_EQ(code, 0) << said;
  }
}

}  // namespace
}  // namespace bfa
