// SPDX-License-Identifier: Apache-2.0
// bfa add, status and changes, and a crawl of what is known: as a user runs them.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

class Watched : public testing::Test {
 protected:
  Watched() {
    serve(server, blog);
    std::ofstream(folder / "list.opml")
        << "<opml version=\"2.0\"><body><outline text=\"One\" type=\"rss\" xmlUrl=\"" << blog.origin()
        << "/feed.xml\" htmlUrl=\"" << blog.home()
        << "\"/><outline text=\"Bad\" type=\"rss\" htmlUrl=\"x:y\" "
        << "xmlUrl=\"x:z\"/></body></opml>";
  }
  Ran crawl(const std::vector<std::string>& more = {}) {
    return run_tool(crawl_arguments(archive, server.port(), more));
  }
  std::vector<Json> json_of(const std::vector<std::string>& arguments) {
    std::vector<Json> out;
    const Ran ran = run_tool(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    for (const auto& line : lines_of(ran.out)) out.push_back(Json::parse(line));
    return out;
  }

  SampleBlog blog{"http://blog.example", 6, 4};
  HttpServer server;
  TemporaryDirectory folder;
  const std::string archive = folder / "archive";
};

TEST_F(Watched, AListOfPagesIsAListOfBlogs) {
  const auto add = [&](const std::string& outlines) {
    std::ofstream(folder / "pages.opml") << "<opml version=\"2.0\"><body>" << outlines << "</body></opml>";
    return run_tool({"add", "-a", archive, folder / "pages.opml", "--json"});
  };
  const Ran added = add("<outline text=\"One\" htmlUrl=\"" + blog.home() + "\"/>");
  EXPECT_EQ(added.code, 0) << added.err;
  EXPECT_EQ(Json::parse(added.out)["added"], 1);
  const Ran missing = run_tool({"add", "-a", archive, "./missing.opml"});
  EXPECT_EQ(missing.code, 3) << "a list that is not there is no blog";
  std::ofstream(folder / "cut.opml") << "<opml version=\"2.0\"><body><outline htmlUrl=\"" << blog.home()
                                     << "\"/><outline xmlUrl=\"http://b.exam";
  const Ran cut = run_tool({"add", "-a", archive, folder / "cut.opml"});
  EXPECT_EQ(cut.code, 1);
  EXPECT_NE(cut.err.find("ends within"), std::string::npos) << cut.err;
  const Ran empty = add("<outline text=\"a folder\"/>");
  EXPECT_EQ(empty.code, 1) << "nothing was added, and the user thinks so";
  EXPECT_NE(empty.err.find("names no feed and no blog"), std::string::npos) << empty.err;
}

// Addresses that are none, and tags that are never closed, so that all that follows stands within them.
TEST_F(Watched, AListOfAHundredThousandLinesIsHalfRubbish) {
  {
    std::ofstream list(folder / "large.opml");
    list << "<opml version=\"2.0\"><body>\n";
    for (int i = 0; i < 50'000; ++i) {
      list << "<outline text=\"b\" type=\"rss\" xmlUrl=\"http://b" << i << ".example/feed\"/>\n";
      static const char* const kRubbish[] = {"<outline xmlUrl=\"no address\"/>", "<<<>>> & rubbish <outline",
                                             "<outline text=\"never closed\">",
                                             "<outline xmlUrl='mailto:a@b'/>", "\x01\xff\xfe ]]> --> text"};
      list << kRubbish[i % 5] << '\n';
    }
  }
  const Ran added = run_tool({"add", "-a", archive, folder / "large.opml", "--json"});
  EXPECT_EQ(added.code, 1) << added.err.substr(0, 1000);
  const Json report = Json::parse(added.out);
  EXPECT_EQ(report["added"], 50'000);
  EXPECT_EQ(report["refused"], 20'002) << "20,000 addresses, that the list is flat, and a limit of findings";
  EXPECT_LT(lines_of(added.err).size(), 30U) << "not a line for each";
  EXPECT_NE(added.err.find("and 19982 more"), std::string::npos) << added.err.substr(0, 5000);
  const Ran again = run_tool({"add", "-a", archive, folder / "large.opml", "--json"});
  EXPECT_EQ(Json::parse(again.out)["added"], 0) << "twice is once";
  EXPECT_EQ(Json::parse(again.out)["known"], 50'000);
}

TEST_F(Watched, TwoRunsOnOneArchiveEndWithEight) {
  ASSERT_EQ(run_tool({"add", "-a", archive, blog.home()}).code, 0);
  auto arguments = crawl_arguments(archive, server.port(), {});
  arguments[0] = "run";
  const Ran first = run_tool_beside(arguments, [&](pid_t) {
    for (int tries = 0; tries < 600 && server.requests().empty(); ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_FALSE(server.requests().empty());
    const Ran second = run_tool(arguments);
    EXPECT_EQ(second.code, 8);
    EXPECT_NE(second.err.find("locked"), std::string::npos) << second.err;
  });
  EXPECT_EQ(first.code, 0) << first.err;
}

// One set of options serves add, run and crawl.
TEST_F(Watched, AddTakesTheOptionsOfTheNetwork) {
  const std::vector<std::string> network{"--connect-to", "::127.0.0.1:9", "--allow-private", "--delay", "0",
                                         "--from",       "x@a.example"};
  std::vector<std::string> arguments{"add", "-a", archive, "--clock", "2026-01-02T03:04:05Z"};
  arguments.insert(arguments.end(), network.begin(), network.end());
  arguments.emplace_back("http://a.example/");
  EXPECT_EQ(run_tool(arguments).code, 0);
  EXPECT_EQ(json_of({"status", "-a", archive, "--json"}).size(), 1U);
  EXPECT_EQ(run_tool({"add", "-a", archive, "--clock", "noon", "http://a.example/"}).code, 2);
  EXPECT_EQ(run_tool({"add", "-a", archive, "--delay", "soon", "http://a.example/"}).code, 2);
}

TEST_F(Watched, FromASubscriptionToItsNews) {
  EXPECT_EQ(crawl().code, 2) << "nothing is known yet";
  const Ran added = run_tool({"add", "-a", archive, folder / "list.opml", "--json"});
  EXPECT_EQ(added.code, 1) << "addresses were refused";
  const Json report = Json::parse(added.out);
  EXPECT_EQ(report["added"], 1);
  EXPECT_EQ(report["refused"], 2) << "its page and its feed";
  EXPECT_NE(added.err.find("x:y"), std::string::npos) << added.err;
  const auto before = json_of({"status", "-a", archive, "--json"});
  ASSERT_EQ(before.size(), 1U);
  EXPECT_EQ(before[0]["subscribed"], true);
  EXPECT_FALSE(before[0].contains("last_crawl"));

  ASSERT_EQ(crawl().code, 0);
  const auto after = json_of({"status", "-a", archive, "--json"});
  ASSERT_EQ(after.size(), 1U);
  EXPECT_EQ(after[0]["posts"], 6);
  EXPECT_EQ(after[0]["crawls"], 1);

  const auto news = json_of({"changes", "-a", archive, "--json"});
  std::size_t posts = 0;
  for (const auto& line : news) {
    if (line["kind"] == "post") ++posts;
    EXPECT_EQ(line["verdict"], "new");
    EXPECT_EQ(line["arrived"], line["captured"]);
  }
  EXPECT_EQ(posts, 6U);
  const std::string cursor = std::to_string(news.back()["cursor"].get<std::uint64_t>());
  EXPECT_TRUE(json_of({"changes", "-a", archive, "--json", "--cursor", cursor}).empty());

  const Ran idle = crawl();
  EXPECT_EQ(idle.code, 0);
  EXPECT_NE(idle.err.find("no blog is due"), std::string::npos) << idle.err;
  blog.extra_paragraph[2] = "A sentence that was added later.";
  ASSERT_EQ(crawl({"--recheck", "all"}).code, 0);
  const auto later = json_of({"changes", "-a", archive, "--json", "--cursor", cursor});
  ASSERT_EQ(later.size(), 1U);
  EXPECT_EQ(later[0]["url"], blog.post_url(2));
  EXPECT_EQ(later[0]["verdict"], "content");
  EXPECT_EQ(later[0]["fields"], Json({"text"}));
  EXPECT_EQ(json_of({"changes", "-a", archive, "--json", "--verdict", "content"}), later);
  EXPECT_EQ(json_of({"changes", "-a", archive, "--json", "--verdict", "new"}), news);
  EXPECT_EQ(json_of({"changes", "-a", archive, "--json", "--verdict", "new", "--verdict", "content"}).size(),
            news.size() + 1);
  EXPECT_TRUE(json_of({"changes", "-a", archive, "--json", "--verdict", "gone"}).empty());
  EXPECT_EQ(run_tool({"changes", "-a", archive, "--verdict", "edited"}).code, 2);
  const Ran other = run_tool({"changes", "-a", archive, "--cursor", "471100"});
  EXPECT_EQ(other.code, 2) << "nothing would ever come";
  EXPECT_NE(other.err.find("of another archive"), std::string::npos) << other.err;
}

TEST_F(Watched, ARunOfOnceVisitsAndEnds) {
  ASSERT_EQ(run_tool({"add", "-a", archive, blog.home()}).code, 0);
  auto arguments = crawl_arguments(archive, server.port(), {"--once"});
  arguments[0] = "run";
  const Ran first = run_tool(arguments);
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.out.find("visits: 1 (0 failed), polls: 1 (1 with news): 6 new posts"), std::string::npos)
      << first.out;
  EXPECT_NE(run_tool(arguments).out.find("visits: 0 "), std::string::npos);
  arguments.back() = "--for";
  for (const char* const wrong : {"0", "soon", "-3h", "8"}) {
    auto bad = arguments;
    bad.push_back(wrong);
    EXPECT_EQ(run_tool(bad).code, 2) << wrong;
  }
}

TEST_F(Watched, ASubscriptionEndsAndItsPostsStay) {
  ASSERT_EQ(run_tool({"add", "-a", archive, blog.home()}).code, 0);
  ASSERT_EQ(crawl().code, 0);
  ASSERT_EQ(run_tool({"add", "-a", archive, blog.home(), "--end", "--reason", "closed"}).code, 0);
  EXPECT_EQ(run_tool({"add", "-a", archive, blog.home(), "--end"}).code, 3) << "no such subscription";
  const auto status = json_of({"status", "-a", archive, "--json"});
  ASSERT_EQ(status.size(), 1U);
  EXPECT_EQ(status[0]["subscribed"], false);
  EXPECT_EQ(status[0]["posts"], 6);
}

TEST_F(Watched, RefusesWhatIsNoTime) {
  ASSERT_EQ(run_tool({"add", "-a", archive, blog.home()}).code, 0);
  for (const char* const since : {"", "soon", "7", "-3d", "99999999999999999999d", "2026-13-01"}) {
    const Ran ran = run_tool({"changes", "-a", archive, "--since", since});
    EXPECT_EQ(ran.code, *since == '\0' ? 0 : 2) << since;
  }
  for (const char* const since :
       {"today", "yesterday", "24h", "7d", "90m", "2026", "2026-01-31", "2026-01-31T10:00:00Z"})
    EXPECT_EQ(run_tool({"changes", "-a", archive, "--since", since}).code, 0) << since;
}

}  // namespace
}  // namespace bfa
