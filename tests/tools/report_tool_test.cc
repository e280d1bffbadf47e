// SPDX-License-Identifier: Apache-2.0
// bfa stats, report and opml, as a user runs them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream out;
  out << file.rdbuf();
  return out.str();
}

class ReportTool : public testing::Test {
 protected:
  ReportTool() {
    serve(server, blog);
    blog.posts = 6;  // the others come later
    EXPECT_EQ(run_tool({"add", "-a", archive, blog.home(), "--feed", blog.origin() + "/feed.xml"}).code, 0);
  }
  void crawl() { EXPECT_EQ(run_tool(crawl_arguments(archive, server.port(), {"--recheck", "all"})).code, 0); }

  SampleBlog blog{"http://blog.example", 20, 4};
  HttpServer server;
  TemporaryDirectory folder;
  const std::string archive = folder / "archive";
};

TEST_F(ReportTool, StatsSayWhatIsNotKnown) {
  const Ran before = run_tool({"stats", "-a", archive});
  EXPECT_EQ(before.code, 0);
  EXPECT_NE(before.out.find("possible loss         not known"), std::string::npos) << before.out;
  EXPECT_NE(before.out.find("feeds                 not known"), std::string::npos) << before.out;
  crawl();
  EXPECT_NE(run_tool({"stats", "-a", archive}).out.find("possible loss         not known"), std::string::npos)
      << "a feed that was read once tells nothing of loss";
  crawl();
  EXPECT_NE(run_tool({"stats", "-a", archive}).out.find("possible loss         at 0 visits, of 1 blog\n"),
            std::string::npos);
  blog.posts = 20;
  crawl();
  const Ran lost = run_tool({"stats", "-a", archive});
  EXPECT_NE(lost.out.find("possible loss         at 1 visit, of 1 blog\n"), std::string::npos) << lost.out;
  const Json json = Json::parse(run_tool({"stats", "-a", archive, "--json"}).out);
  EXPECT_EQ(json["loss"]["possible"], 1);
  EXPECT_EQ(json["totals"]["posts"], 20);
  EXPECT_FALSE(json.contains("blogs"));
}

TEST_F(ReportTool, ThePageIsWrittenAtOnceOrNotAtAll) {
  crawl();
  const std::string file = folder / "report.html";
  const Ran ran = run_tool({"report", "-a", archive, "-o", file});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.out.empty());
  const std::string page = content_of(file);
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  EXPECT_NE(page.find("blog.example"), std::string::npos);
  EXPECT_TRUE(run_tool({"report", "-a", archive}).out.starts_with("<!DOCTYPE html>")) << "to standard output";
  EXPECT_EQ(run_tool({"report", "-a", archive, "-o", folder / "none/report.html"}).code, 9);
  EXPECT_EQ(run_tool_into("/dev/full", {"report", "-a", archive}).code, 9);
  // A limit of the shell ends the writing: the page of before stays.
  EXPECT_EQ(run_tool_limited("-f", 4, {"report", "-a", archive, "-o", file}).code, 9);
  EXPECT_EQ(content_of(file), page);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    files += entry.is_regular_file() ? 1 : 0;
  EXPECT_EQ(files, 1U) << "no temporary file stays";
}

TEST_F(ReportTool, RefusesWhatIsNoMonthAndNoArchive) {
  for (const char* const months : {"0", "-1", "1201", "year"})
    EXPECT_EQ(run_tool({"report", "-a", archive, "--silent-after", months}).code, 2) << months;
  for (const char* const command : {"report", "stats", "opml"})
    EXPECT_EQ(run_tool({command, "-a", folder / "none"}).code, 3) << command;
}

TEST_F(ReportTool, OpmlIsReadBackAsTheSameSubscriptions) {
  ASSERT_EQ(run_tool({"add", "-a", archive, "http://other.example/a&b/", "http://third.example/feed/"}).code,
            0);
  const std::string file = folder / "blogs.opml";
  ASSERT_EQ(run_tool({"opml", "-a", archive, "-o", file}).code, 0);
  const std::string copy = folder / "copy";
  const Ran added = run_tool({"add", "-a", copy, file, "--json"});
  EXPECT_EQ(added.code, 0) << added.err;
  EXPECT_EQ(Json::parse(added.out)["added"], 3);
  // The copy gives the same document, but for its date.
  const auto without_date = [](const std::string& text) {
    const std::size_t from = text.find("<dateCreated>"), to = text.find("</dateCreated>");
    EXPECT_NE(to, std::string::npos);
    return text.substr(0, from) + text.substr(to);
  };
  const Ran again = run_tool({"opml", "-a", copy});
  EXPECT_EQ(without_date(again.out), without_date(content_of(file)));
  EXPECT_NE(again.out.find("htmlUrl=\"" + blog.home() + "\""), std::string::npos) << again.out;
  EXPECT_NE(again.out.find("a&amp;b"), std::string::npos);
}

TEST_F(ReportTool, OpmlWithoutASubscription) {
  ASSERT_EQ(run_tool({"add", "-a", archive, "--end", blog.home()}).code, 0);
  const Ran none = run_tool({"opml", "-a", archive});
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("--all"), std::string::npos);
  auto arguments = crawl_arguments(archive, server.port(), {});
  arguments.push_back(blog.home());
  ASSERT_EQ(run_tool(arguments).code, 0);
  const Ran all = run_tool({"opml", "-a", archive, "--all"});
  EXPECT_EQ(all.code, 0);
  EXPECT_NE(all.out.find("xmlUrl=\"" + blog.origin() + "/feed.xml\""), std::string::npos) << all.out;
}

}  // namespace
}  // namespace bfa
