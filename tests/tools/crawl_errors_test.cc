// SPDX-License-Identifier: Apache-2.0
// What `bfa crawl` says, and exits with, when a blog cannot be had.
#include <gtest/gtest.h>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

constexpr const char* kHome = "http://blog.example/";
constexpr const char* kHtml = "Content-Type: text/html\r\n";
constexpr const char* kPlainRobots = "User-agent: *\nDisallow:\n";
constexpr const char* kPage =
    "<!DOCTYPE html><html lang=en><head><title>Shelf</title>%HEAD%</head><body><h1>Shelf</h1><p>The reading "
    "room holds a map of the harbour, two rolls of film and the index of 1931.</p></body></html>";

std::string page(const std::string& head) {
  std::string html = kPage;
  return html.replace(html.find("%HEAD%"), 6, head);
}

struct Row {
  const char* name;
  void (*prepare)(HttpServer& server);
  int code;
  std::vector<std::string> says;  // on stderr or stdout, all of it
};

void robots(HttpServer& server) {
  server.on("/robots.txt", simple_answer(200, "Content-Type: text/plain\r\n", kPlainRobots));
}

template <int kStatus>
void home_answers(HttpServer& server) {
  robots(server);
  server.on("/", simple_answer(kStatus, kHtml, page("")));
}

class CrawlError : public testing::TestWithParam<Row> {};

TEST_P(CrawlError, NamesTheThingAndExitsAsDocumented) {
  const Row& row = GetParam();
  HttpServer server;
  row.prepare(server);
  TemporaryDirectory folder;
  const Ran ran = run_tool(crawl_arguments(folder / "archive", server.port(), {kHome}));
  EXPECT_EQ(ran.code, row.code) << ran.out << ran.err;
  for (const auto& part : row.says)
    EXPECT_NE((ran.out + ran.err).find(part), std::string::npos) << part << "\n" << ran.out << ran.err;
  // The same as JSON: one event that ends the run, with the error when there is one.
  const Ran json = run_tool(crawl_arguments(folder / "other", server.port(), {kHome, "--json"}));
  EXPECT_EQ(json.code, row.code) << json.out << json.err;
  const auto lines = lines_of(json.out);
  ASSERT_FALSE(lines.empty());
  EXPECT_NE(lines.back().find("\"event\":\"done\""), std::string::npos) << lines.back();
  EXPECT_EQ(lines.back().find("\"error\"") != std::string::npos, row.code != 0) << lines.back();
}

const Row kRows[] = {
    {"RobotsForbids",
     [](HttpServer& server) {
       server.on("/robots.txt",
                 simple_answer(200, "Content-Type: text/plain\r\n", "User-agent: *\nDisallow: /\n"));
       server.on("/", simple_answer(200, kHtml, page("")));
     },
     1,
     {kHome, "robots.txt", "forbids", "Disallow: /", "--ignore-robots"}},
    {"RobotsAnswers503",
     [](HttpServer& server) {
       server.on("/robots.txt", simple_answer(503, "", ""));
       server.on("/", simple_answer(200, kHtml, page("")));
     },
     4,
     {"http://blog.example/robots.txt", "503", "due again"}},
    {"HomeAnswers404", home_answers<404>, 4, {kHome, "answered 404", "check the address"}},
    {"HomeAnswers410", home_answers<410>, 4, {kHome, "answered 410", "check the address"}},
    {"HomeAnswers403", home_answers<403>, 1, {kHome, "answered 403"}},
    {"HomeAnswers429", home_answers<429>, 4, {kHome, "answered 429", "the next run tries again"}},
    {"HomeAnswers503", home_answers<503>, 4, {kHome, "answered 503", "the next run tries again"}},
    {"RedirectLoop",
     [](HttpServer& server) {
       robots(server);
       server.on("/", simple_answer(302, "Location: /a\r\n", ""));
       server.on("/a", simple_answer(302, "Location: /\r\n", ""));
     },
     4,
     {kHome, "redirect loop", "http://blog.example/a"}},
    {"EmptyHomePage",
     [](HttpServer& server) {
       robots(server);
       server.on("/", simple_answer(200, kHtml, ""));
     },
     0,
     {kHome, "no feed", "empty"}},
    {"NoFeed",
     [](HttpServer& server) {
       robots(server);
       server.on("/", simple_answer(200, kHtml, page("")));
     },
     0,
     {kHome, "no feed"}},
    {"FeedThatIsHtml",
     [](HttpServer& server) {
       robots(server);
       server.on("/", simple_answer(200, kHtml,
                                    page("<link rel=alternate type=application/rss+xml href=/feed.xml>")));
       server.on("/feed.xml", simple_answer(200, kHtml, page("")));
     },
     0,
     {"http://blog.example/feed.xml", "HTML", "no feed"}},
};
INSTANTIATE_TEST_SUITE_P(House_Crawl, CrawlError, testing::ValuesIn(kRows),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
