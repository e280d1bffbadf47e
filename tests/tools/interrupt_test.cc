// SPDX-License-Identifier: Apache-2.0
// One Ctrl-C ends every command within two seconds; the next run of it works.
#include <gtest/gtest.h>

#include <signal.h>

#include <filesystem>
#include <fstream>

#include "bfa/store/archive.h"
#include "run_tool.h"
#include "support/fixtures.h"
#include "support/peak_memory.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::milliseconds;

constexpr milliseconds kAtMost{2000};

void expect_interrupted(const Interrupted& ended) {
  EXPECT_EQ(ended.ran.code, 130) << ended.ran.out << ended.ran.err;
  // A sanitizer looks for leaks when a program ends.
  EXPECT_LT(ended.took.count(), (is_sanitized() ? 5 : 1) * kAtMost.count());
}

struct Wait {
  const char* name;
  std::vector<std::pair<std::string, Answer>> answers;  // instead of the blog's, by path
  std::vector<std::string> arguments;
  int signal = SIGINT;
};

class InterruptedCrawl : public testing::TestWithParam<Wait> {};

TEST_P(InterruptedCrawl, EndsInTwoSecondsAndGoesOn) {
  const SampleBlog blog("http://blog.example", 12, 6);
  TemporaryDirectory folder;
  {
    HttpServer server;
    serve(server, blog);
    for (const auto& [path, answer] : GetParam().answers) server.on(path, answer);
    std::vector<std::string> arguments{"crawl",        "-a",
                                       folder / "a",   "--allow-private",
                                       "--connect-to", "::127.0.0.1:" + std::to_string(server.port())};
    arguments.insert(arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
    arguments.push_back(blog.home());
    expect_interrupted(run_tool_interrupted(arguments, milliseconds(700), GetParam().signal));
  }
  HttpServer server;
  serve(server, blog);
  const Ran next = run_tool(crawl_arguments(folder / "a", server.port(), {blog.home()}));
  EXPECT_EQ(next.code, 0) << next.err;
  const auto archive = Archive::open(folder / "a", ArchiveOptions());
  ASSERT_TRUE(archive) << to_string(archive.error());
  std::size_t posts = 0;
  EXPECT_TRUE((*archive)->for_each_object({}, [&](const std::string&, const ObjectSummary& summary) {
    if (summary.latest.kind == ObjectKind::kPost) ++posts;
    return true;
  }));
  EXPECT_EQ(posts, 12u);
}

const std::string kHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000000\r\n\r\n";
const Answer kDrip{Step::send(kHead), Step::forever("x", milliseconds(100))};
const Answer kHeadDrip{Step::forever("H", milliseconds(100))};
const Answer kSilence{Step::wait(std::chrono::seconds(5)), Step::close()};
const Answer kBusy = simple_answer(503, "Retry-After: 50\r\n", "");

INSTANTIATE_TEST_SUITE_P(
    House_Waits, InterruptedCrawl,
    testing::Values(Wait{"DripOfTheHomePage", {{"/", kDrip}}, {"--delay", "0"}},
                    Wait{"DripOfAPost", {{"/2026/03/note-on-shelf-l/", kDrip}}, {"--delay", "0"}},
                    Wait{"DripOfAHead", {{"/", kHeadDrip}}, {"--delay", "0"}},
                    Wait{"DripOfRobotsTxt", {{"/robots.txt", kDrip}}, {"--delay", "0"}},
                    Wait{"NoAnswer", {{"/feed.xml", kSilence}}, {"--delay", "0"}},
                    Wait{"CrawlDelay",
                         {{"/robots.txt", simple_answer(200, "Content-Type: text/plain\r\n",
                                                        "User-agent: *\nCrawl-delay: 100\n")}},
                         {}},
                    Wait{"Delay", {}, {"--delay", "30"}, SIGTERM},
                    Wait{"RetryAfter", {{"/feed.xml", kBusy}}, {"--delay", "0"}},
                    Wait{"RobotsTxtRetries", {{"/robots.txt", simple_answer(503, "", "")}}, {"--delay", "0"}},
                    Wait{"Ordered", {{"/feed.xml", kDrip}}, {"--delay", "0", "--seed", "s"}}),
    [](const auto& row) { return std::string(row.param.name); });

// A WARC file with one blog of so many pages.
void write_warc(const std::string& path, int pages, std::size_t page_bytes) {
  std::ofstream out(path, std::ios::binary);
  for (int i = 0; i < pages; ++i) {
    std::string text;
    for (int j = 0; text.size() < page_bytes; ++j)
      text += "<p>Paragraph " + std::to_string(j * 31 + i) + " of the page, which says little.</p>\n";
    const std::string body = "<html><head><title>Page " + std::to_string(i) +
                             "</title></head><body><h1>Page " + std::to_string(i) + "</h1>" + text +
                             "</body></html>";
    const std::string http =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " + std::to_string(body.size()) +
        "\r\n\r\n" + body;
    char id[64];
    std::snprintf(id, sizeof id, "<urn:uuid:00000000-0000-4000-8000-%012d>", i);
    out << "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: " << id
        << "\r\nWARC-Date: 2026-03-01T10:00:00Z\r\nWARC-Target-URI: http://blog.example/"
        << (i == 0 ? "" : "2026/03/page-" + std::to_string(i) + "/")
        << "\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: " << http.size()
        << "\r\n\r\n"
        << http << "\r\n\r\n";
  }
}

class InterruptedCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryDirectory>();
    write_warc(in("many.warc"), is_sanitized() ? 1500 : 6000, 6000);
    write_warc(in("page.warc"), 1, 30u << 20);
  }
  // Of all pages; made by the first test that asks for it.
  static std::string archive() {
    const std::string made = in("archive");
    if (std::filesystem::exists(made)) return made;
    EXPECT_EQ(run_tool({"import", "-q", "-a", made, in("many.warc")}).code, 0);
    return made;
  }
  static void TearDownTestSuite() { folder_.reset(); }
  static std::string in(const std::string& name) { return *folder_ / name; }

  // `again`: the code of the second run.
  static void check(const std::vector<std::string>& arguments, milliseconds after, int again = 0) {
    SCOPED_TRACE(arguments[0] + " " + arguments[1]);
    if (after > milliseconds(1)) expect_interrupted(run_tool_interrupted(arguments, after, SIGINT));
    const Ran next = run_tool(arguments);
    EXPECT_EQ(next.code, again) << next.out << next.err;
  }

  static std::unique_ptr<TemporaryDirectory> folder_;
};

std::unique_ptr<TemporaryDirectory> InterruptedCommand::folder_;

TEST_F(InterruptedCommand, Import) {
  check({"import", "-q", "-a", in("other"), in("many.warc")}, milliseconds(500));
}
TEST_F(InterruptedCommand, ImportOfAHugePage) {
  check({"import", "-q", "-a", in("huge"), in("page.warc")}, milliseconds(700));
}
TEST_F(InterruptedCommand, Rebuild) {
  check({"rebuild", "-a", archive()}, milliseconds(400));
}
TEST_F(InterruptedCommand, Pack) {
  check({"pack", "-a", archive()}, milliseconds(150));
}
TEST_F(InterruptedCommand, WarcCheck) {
  write_warc(in("more.warc"), is_sanitized() ? 20'000 : 60'000, 6000);
  check({"warc", "check", in("more.warc")}, milliseconds(50));
}
TEST_F(InterruptedCommand, Migrate) {
  check({"migrate", in("many.warc"), in("many.jsonl")}, milliseconds(150));
  // It may be complete by then.
  const std::vector<std::string> arguments{"migrate", in("many.warc"), in("many.wacz")};
  const Interrupted ended = run_tool_interrupted(arguments, milliseconds(50), SIGINT);
  EXPECT_LT(ended.took.count(), kAtMost.count());
  if (ended.ran.code != 0) check(arguments, milliseconds(1));
  EXPECT_EQ(run_tool({"wacz", "check", in("many.wacz")}).code, 0);
}
TEST_F(InterruptedCommand, WarcRecompress) {
  write_warc(in("long.warc"), 6000, 6000);
  check({"warc", "recompress", in("long.warc"), in("again.warc.gz")}, milliseconds(80));
}
TEST_F(InterruptedCommand, Wacz) {
  check({"wacz", "create", "-a", archive(), in("made.wacz")}, milliseconds(100));
}

// A reader keeps logs in a temporary folder: a killed one leaves them to the next, an interrupted one not.
TEST_F(InterruptedCommand, LeavesNoTemporaryFolder) {
  const std::string scratch = in("scratch");
  std::filesystem::create_directory(scratch);
  ::setenv("TMPDIR", scratch.c_str(), 1);
  for (const int signal : {SIGKILL, SIGINT}) {
    const Interrupted ended =
        run_tool_interrupted({"changes", "-a", archive(), "--follow"}, milliseconds(300), signal);
    // It follows until it is interrupted, which is its end: 0. Before that, as it opens the archive, 130.
    const int code = ended.ran.code;
    const bool is_right = signal == SIGINT ? code == 0 || code == 130 : code == 128 + SIGKILL;
    EXPECT_TRUE(is_right) << "signal " << signal << ", exit code " << code;
  }
  ::unsetenv("TMPDIR");
  EXPECT_TRUE(std::filesystem::is_empty(scratch));
}

}  // namespace
}  // namespace bfa
