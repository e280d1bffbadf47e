// SPDX-License-Identifier: Apache-2.0
// What commands print for people: the end of a crawl, quiet runs, arguments that are something else, versions
// by number, the object of a blog.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count_lines_with(const std::string& text, const std::string& part) {
  const auto lines = lines_of(text);
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(), [&](const std::string& line) { return has(line, part); }));
}

class CrawlOutput : public testing::Test {
 protected:
  CrawlOutput() {
    const std::string home = blog_.at("/").body;
    std::string links;
    for (int i = 0; i < 4; ++i) links += "<a href=\"/gone/" + std::to_string(i) + "/\">gone</a>";
    blog_.pages["/"] = home;
    blog_.pages["/"].insert(home.find("</body>"), links);
    serve(server_, blog_);
  }
  Ran crawl(const std::vector<std::string>& more) {
    return run_tool(crawl_arguments(folder_ / std::to_string(++runs_), server_.port(), more));
  }

  SampleBlog blog_{"http://blog.example", 14, 6};
  HttpServer server_;
  TemporaryDirectory folder_;
  int runs_ = 0;
};

TEST_F(CrawlOutput, EndsWithItsFailuresGroupedByReason) {
  const Ran ran = crawl({blog_.home()});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "failed: 4 addresses answered 404, such as http://blog.example/gone/")) << ran.out;
  EXPECT_EQ(count_lines_with(ran.out, "/gone/"), 1u) << ran.out;
  EXPECT_TRUE(has(ran.out, "more new objects")) << ran.out;
  EXPECT_LE(lines_of(ran.out).size(), 16u) << ran.out;
  EXPECT_FALSE(has(ran.out, "total of")) << ran.out;
}

TEST_F(CrawlOutput, SendsNoControlCharactersToTheTerminal) {
  const std::string archive = folder_ / "a", path = blog_.post_path(0);
  ASSERT_EQ(run_tool(crawl_arguments(archive, server_.port(), {blog_.home(), "-q"})).code, 0);
  std::string page = blog_.at(path).body;
  const std::size_t heading = page.find("</h1>");
  ASSERT_NE(heading, std::string::npos);
  blog_.pages[path] = page.insert(heading, " in \u009b31mred");
  const Ran ran =
      run_tool(crawl_arguments(archive, server_.port(), {blog_.home(), "--recheck", "all", "--failures"}));
  EXPECT_TRUE(has(ran.out, "title changed")) << ran.out;
  EXPECT_FALSE(has(ran.out, "\u009b")) << ran.out;
}

// Every header value and address of a WARC file may carry what a terminal obeys.
TEST(TerminalOutput, ControlsOfAnInputStayVisibleText) {
  const TemporaryDirectory folder;
  const std::string evil =
      "x\x1b]0;owned\x07\x1b[2J\x7f\xc2\x9b"
      "31m\xe2\x80\xae"
      "\xe2\x81\xa6"
      "y";
  const std::string block = "HTTP/1.1 200 " + evil + "\r\nContent-Type: text/html\r\n\r\n<title>" + evil +
                            "</title><p>" + evil + "</p>";
  std::string warc;
  for (const std::string& type : {std::string("response"), evil}) {
    warc += "WARC/1.1\r\nWARC-Type: " + type + "\r\nWARC-Record-ID: <urn:uuid:" + evil +
            ">\r\nWARC-Date: 2026-03-01T10:00:00Z\r\nWARC-Target-URI: http://a.example/" + evil +
            "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
            std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
  }
  std::ofstream(folder / "in.warc", std::ios::binary) << warc;
  const std::string file = folder / "in.warc";
  const std::vector<std::vector<std::string>> commands = {{"warc", "ls", file},
                                                          {"warc", "ls", "--json", file},
                                                          {"warc", "check", file},
                                                          {"warc", "check", "--json", file},
                                                          {"warc", "index", file},
                                                          {"import", file, "-a", folder / "a"},
                                                          {"warc", "cat", file, "--url", evil},
                                                          {"show", evil, "-a", folder / "a"},
                                                          {"url", evil},
                                                          {"extract", evil}};
  for (const auto& command : commands) {
    const Ran ran = run_tool(command);
    for (const std::string& text : {ran.out, ran.err}) {
      for (const char* const raw : {"\x1b", "\x07", "\x7f", "\xc2\x9b"})
        EXPECT_FALSE(has(text, raw)) << command[0] << " " << command[1] << ": " << text;
    }
    EXPECT_FALSE(has(ran.err, "\xe2\x80\xae")) << command[0] << ": " << ran.err;
  }
  EXPECT_TRUE(has(run_tool({"warc", "ls", file}).out, "\\u001b"));
}

TEST_F(CrawlOutput, ListsEachFailureWhenAsked) {
  const Ran ran = crawl({blog_.home(), "--failures"});
  EXPECT_EQ(count_lines_with(ran.out, "/gone/"), 4u) << ran.out;
}

TEST_F(CrawlOutput, HasATotalOverSeveralBlogs) {
  const Ran ran = crawl({blog_.home(), "http://other.example/"});
  EXPECT_TRUE(has(ran.out, "total of 2 blogs: ")) << ran.out;
  EXPECT_TRUE(has(ran.out, "8 addresses failed")) << ran.out;
}

TEST_F(CrawlOutput, IsEmptyWhenQuietAndNothingIsWrong) {
  const Ran good = crawl({blog_.home(), "-q"});
  EXPECT_EQ(good.code, 0);
  EXPECT_EQ(good.out + good.err, "");
  HttpServer closed;
  const Ran bad = run_tool(crawl_arguments(folder_ / "bad", closed.port(), {blog_.home(), "-q"}));
  EXPECT_NE(bad.code, 0);
  EXPECT_EQ(bad.out, "");
  EXPECT_TRUE(has(bad.err, blog_.home())) << bad.err;
}

TEST_F(CrawlOutput, OpmlGivesThePageAndItsFeed) {
  const std::string opml = folder_ / "list.opml";
  std::ofstream(opml) << "<opml version='2.0'><body><outline type='rss' text='Shelf' xmlUrl='"
                      << blog_.origin() << "/odd/n.xml' htmlUrl='" << blog_.home() << "'/></body></opml>";
  server_.on("/odd/n.xml", simple_answer(200, "Content-Type: text/xml\r\n", blog_.at("/feed.xml").body));
  const Ran ran = crawl({"--opml", opml, "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_GT(count_lines_with(ran.out, "/odd/n.xml"), 0u);
  EXPECT_EQ(count_lines_with(ran.out, "\"event\":\"done\",\"blog\":\"http://blog.example/\""), 1u);
}

TEST_F(CrawlOutput, AFeedIsForOneBlog) {
  EXPECT_EQ(crawl({blog_.home(), "http://other.example/", "--feed", blog_.origin() + "/n.xml"}).code, 2);
  EXPECT_EQ(crawl({"--feed", blog_.origin() + "/n.xml"}).code, 2);
}

TEST_F(CrawlOutput, AFileIsNoAddress) {
  const std::string list = folder_ / "list.txt";
  std::ofstream(list) << "http://blog.example/\n";
  const Ran ran = crawl({list});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(has(ran.err, list) && has(ran.err, "--opml") && has(ran.err, "xargs")) << ran.err;
}

TEST_F(CrawlOutput, AFolderIsNoAddress) {
  const std::string folder = folder_.path();
  for (const std::string& path : {folder, folder + "/", std::string(".")}) {
    const Ran ran = crawl({path});
    EXPECT_EQ(ran.code, 2) << path;
    EXPECT_TRUE(has(ran.err, "folder")) << ran.err;
  }
  EXPECT_EQ(crawl({blog_.home(), "--feed", folder + "/"}).code, 2);
}

TEST_F(CrawlOutput, SaysWhatIsLeftAtALimit) {
  EXPECT_TRUE(has(crawl({blog_.home(), "--max-pages", "2"}).out, "ended at the limit of --max-pages with "));
  EXPECT_FALSE(has(crawl({blog_.home()}).out, "ended at the limit"));
}

TEST_F(CrawlOutput, PacksTheBlogsThatItCrawled) {
  const auto packages_of = [](const std::string& archive) {
    std::vector<std::string> found;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(archive + "/packages", none))
      found.push_back(entry.path());
    return found;
  };
  const auto crawl_into = [&](const std::string& archive, const std::vector<std::string>& more) {
    return run_tool(crawl_arguments(archive, server_.port(), more));
  };
  const std::string packed = folder_ / "packed", plain = folder_ / "plain", failed = folder_ / "failed";
  const Ran ran = crawl_into(packed, {blog_.home(), "--pack", "bag"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto packages = packages_of(packed);
  ASSERT_EQ(packages.size(), 1u);
  EXPECT_TRUE(has(ran.out, packages[0])) << ran.out;
  EXPECT_EQ(run_tool({"check", packages[0]}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(packages[0] + "/bagit.txt"));

  EXPECT_EQ(crawl_into(plain, {blog_.home(), "--pack", "off"}).code, 0);
  EXPECT_TRUE(packages_of(plain).empty());
  EXPECT_EQ(crawl_into(plain, {blog_.home(), "--pack", "box"}).code, 2);
  // The code of the crawl stays, and what failed is not packed.
  EXPECT_EQ(crawl_into(packed, {blog_.home(), "--pack", "bag", "--strict", "--recheck", "all"}).code, 4);
  const Ran refused = run_tool({"crawl", "-a", failed, "--allow-private", "--delay", "0", "--retry-wait", "1",
                                "--pack", "bag", "http://127.0.0.1:1/"});  // nothing listens there
  EXPECT_EQ(refused.code, 4) << refused.err;
  EXPECT_TRUE(packages_of(failed).empty());
}

TEST_F(CrawlOutput, SaysQuietlyWhyStrictFails) {
  const Ran ran = crawl({blog_.home(), "-q", "--strict"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(has(ran.err, "4 addresses failed")) << ran.err;
  EXPECT_EQ(count_lines_with(crawl({blog_.home(), "-q", "--failures"}).out, "/gone/"), 4u);
}

TEST(WarcArguments, AFolderIsAnsweredWithWhatToDo) {
  const TemporaryDirectory folder;
  for (const char* command : {"ls", "check", "index"}) {
    const Ran ran = run_tool({"warc", command, folder.path()});
    EXPECT_EQ(ran.code, 2) << command << ran.err;
    EXPECT_TRUE(has(ran.err, folder.path() + "/*")) << command << ran.err;
  }
}

class Versions : public testing::Test {
 protected:
  void SetUp() override {
    HttpServer server;
    serve(server, blog_);
    for (const char* text :
         {"", "The second text of this post.", "The third text is longer than the second was."}) {
      if (*text != '\0') blog_.extra_paragraph[0] = text;
      const Ran ran =
          run_tool(crawl_arguments(folder_ / "a", server.port(), {blog_.home(), "--recheck", "all", "-q"}));
      ASSERT_EQ(ran.code, 0) << ran.err;
    }
  }
  Ran tool(const std::string& command, const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{command, "-a", folder_ / "a"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tool(arguments);
  }

  SampleBlog blog_{"http://blog.example", 6, 6};
  TemporaryDirectory folder_;
};

TEST_F(Versions, AreNamedByNumber) {
  const std::string post = blog_.post_url(0);
  const Ran first = tool("diff", {post, "1", "2"});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(has(first.out, "second text") && !has(first.out, "third text")) << first.out;
  EXPECT_EQ(tool("diff", {post, "2"}).out, tool("diff", {post, "2", "3"}).out);
  const Ran none = tool("diff", {post, "1", "4"});
  EXPECT_EQ(none.code, 3);
  EXPECT_TRUE(has(none.err, "no version 4") && has(none.err, "has 3")) << none.err;
  EXPECT_EQ(tool("diff", {post, "0"}).code, 2);
  EXPECT_EQ(tool("diff", {post, "1", "2", "3"}).code, 2);
  // Four digits are a year, in which the post was not seen yet.
  EXPECT_TRUE(has(tool("diff", {post, "2001"}).err, "not yet in the archive"));
}

TEST_F(Versions, TheAddressOfABlogShowsTheBlog) {
  const auto kind = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{blog_.home(), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return nlohmann::json::parse(tool("show", arguments).out)["kind"].get<std::string>();
  };
  EXPECT_EQ(kind({}), "blog");
  EXPECT_EQ(kind({"--kind", "page"}), "page");
  EXPECT_EQ(tool("show", {blog_.home(), "--kind", "post"}).code, 3);
  EXPECT_EQ(tool("show", {blog_.home(), "--kind", "essay"}).code, 2);
}

TEST_F(CrawlOutput, NeverGoesIntoAFileOfTheArchive) {
  const std::string archive = folder_ / "a";
  EXPECT_EQ(run_tool_into("-", crawl_arguments(archive, server_.port(), {blog_.home()})).code, 9);
  std::ifstream lock(archive + "/lock");
  const std::string held{std::istreambuf_iterator<char>(lock), {}};
  EXPECT_FALSE(has(held, "blog.example")) << held;
  EXPECT_EQ(run_tool(crawl_arguments(archive, server_.port(), {blog_.home(), "-q"})).code, 0);
}

TEST_F(CrawlOutput, SuggestsAddressesThatAreSimilar) {
  const std::string archive = folder_ / "a";
  ASSERT_EQ(run_tool(crawl_arguments(archive, server_.port(), {blog_.home(), "-q"})).code, 0);
  const std::string right = "http://blog.example" + blog_.post_path(0);
  std::string wrong = right;
  wrong.erase(wrong.size() - 3, 1);
  for (const char* command : {"show", "log", "diff"}) {
    const Ran ran = run_tool({command, "-a", archive, wrong});
    EXPECT_EQ(ran.code, 3) << ran.err;
    EXPECT_TRUE(has(ran.err, "similar: " + right + "\n")) << command << ": " << ran.err;
  }
  const Ran far = run_tool({"show", "-a", archive, "http://blog.example/something/else/entirely"});
  EXPECT_EQ(far.code, 3);
  EXPECT_FALSE(has(far.err, "similar")) << far.err;
  EXPECT_FALSE(has(run_tool({"show", "-a", archive, "http://other.example/"}).err, "similar"));
}

TEST_F(CrawlOutput, ThatCannotBeWrittenIsAFailure) {
  const std::string archive = folder_ / "a";
  ASSERT_EQ(run_tool(crawl_arguments(archive, server_.port(), {blog_.home(), "-q"})).code, 0);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"ls", "-a", archive},
        {"ls", "-a", archive, "--json"},
        {"log", "-a", archive, blog_.home()},
        {"show", "-a", archive, "http://blog.example" + blog_.post_path(0)},
        {"--help"},
        {"completion", "bash"},
        {"url", "canon", "http://a.example/"}}) {
    const Ran ran = run_tool_into("/dev/full", arguments);
    EXPECT_EQ(ran.code, 9) << arguments.front();
    EXPECT_TRUE(has(ran.err, "cannot write to standard output")) << arguments.front() << ": " << ran.err;
  }
}

}  // namespace
}  // namespace bfa
