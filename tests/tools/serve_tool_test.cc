// SPDX-License-Identifier: Apache-2.0
// bfa serve: it starts, answers, refuses, and ends.
#include <gtest/gtest.h>

#include <signal.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "run_tool.h"
#include "support/fixtures.h"
#include "support/peak_memory.h"
#include "support/wire_client.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

int port_of(const std::string& url) {
  return std::atoi(url.substr(url.rfind(':') + 1).c_str());
}

WireReply ask_as(int port, const std::string& host, const std::string& headers = {}) {
  return wire_ask(port, "GET / HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "\r\n");
}

class ServeTool : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryDirectory>();
    const SampleBlog blog("http://blog.example", 4, 3);
    HttpServer server;
    serve(server, blog);
    ASSERT_EQ(run_tool(crawl_arguments(archive(), server.port(), {blog.home()})).code, 0);
    std::ofstream(*folder_ / "token") << "0123456789abcdef0123\n";
    std::filesystem::permissions(*folder_ / "token", std::filesystem::perms::owner_read);
  }
  static void TearDownTestSuite() { folder_.reset(); }
  static std::string archive() { return *folder_ / "archive"; }
  static std::string token_file() { return *folder_ / "token"; }
  static std::vector<std::string> arguments(std::vector<std::string> more) {
    more.insert(more.begin(), {"serve", "-a", archive()});
    return more;
  }
  // A sanitizer looks for leaks when a program ends.
  static void expect_prompt(const Interrupted& ended) {
    EXPECT_EQ(ended.ran.code, 0) << ended.ran.err;
    EXPECT_LT(ended.took, std::chrono::milliseconds(is_sanitized() ? 5000 : 1000));
  }
  static std::unique_ptr<TemporaryDirectory> folder_;
};
std::unique_ptr<TemporaryDirectory> ServeTool::folder_;

TEST_F(ServeTool, StartsAnswersAndEnds) {
  for (const int signal : {SIGTERM, SIGINT}) {
    const Interrupted ended = run_tool_listening(
        arguments({"--json"}),
        [](const std::string& line) {
          const Json said = Json::parse(line);
          EXPECT_EQ(said["v"], 1);
          EXPECT_EQ(said["event"], "listening");
          const int port = port_of(said["url"]), replay = port_of(said["replay_url"]);
          ASSERT_GT(port, 0);
          ASSERT_GT(replay, 0);
          const WireReply reply = wire_ask(port, wire_get(port, "/no-such-page"));
          EXPECT_EQ(reply.status, 404);
          EXPECT_EQ(wire_ask(replay, wire_get(replay, "/search?q=a")).status, 404);
        },
        signal);
    expect_prompt(ended);
  }
}

// DNS rebinding: another name than its own gets no answer of the archive.
TEST_F(ServeTool, RefusesOtherHosts) {
  const Interrupted ended = run_tool_listening(
      arguments({"--host", "archive.example", "--no-replay-port"}),
      [](const std::string& line) {
        ASSERT_TRUE(line.starts_with("listening at http://127.0.0.1:")) << line;
        const int port = port_of(line);
        const std::string own = ":" + std::to_string(port);
        for (const std::string& host :
             {"evil.example" + own, std::string("evil.example"), "127.0.0.1.evil.example" + own,
              std::string("127.0.0.1:1"), std::string("localhost"), "[::1]" + own})
          EXPECT_EQ(ask_as(port, host).status, 421) << host;
        EXPECT_EQ(wire_ask(port, "GET / HTTP/1.1\r\n\r\n").status, 400);
        for (const std::string& host : {"127.0.0.1" + own, "localhost" + own, std::string("archive.example")})
          EXPECT_NE(ask_as(port, host).status, 421) << host;
      },
      SIGTERM);
  expect_prompt(ended);
}

TEST_F(ServeTool, EndsWhileClientsAreConnected) {
  std::vector<WireClient> clients;
  const Interrupted ended = run_tool_listening(
      arguments({}),
      [&](const std::string& line) {
        const int port = port_of(line);
        for (int i = 0; i < 30; ++i) {
          clients.emplace_back(port);
          if (i % 3 == 1) clients.back().send("GET / HTTP/1.1\r\nHost:");
          if (i % 3 == 2) clients.back().send(wire_get(port, "/events"));
        }
        EXPECT_NE(wire_ask(port, wire_get(port, "/")).status, 0);
      },
      SIGTERM);
  expect_prompt(ended);
}

TEST_F(ServeTool, NeedsATokenForOtherMachines) {
  for (const char* listen : {"0.0.0.0", "[::]:0", "192.0.2.1:8080"}) {
    const Ran refused = run_tool(arguments({"--listen", listen}));
    EXPECT_EQ(refused.code, 2) << listen;
    EXPECT_NE(refused.err.find("--token-file"), std::string::npos) << refused.err;
  }
  std::ofstream(*folder_ / "short") << "secret\n";
  const Ran weak = run_tool(arguments({"--listen", "0.0.0.0", "--token-file", *folder_ / "short"}));
  EXPECT_EQ(weak.code, 2);
  EXPECT_NE(weak.err.find("16"), std::string::npos) << weak.err;
  EXPECT_EQ(run_tool(arguments({"--token-file", *folder_ / "short"})).code, 2) << "for changes too";
  EXPECT_EQ(run_tool(arguments({"--token-file", *folder_ / "none"})).code, 2);
}

TEST_F(ServeTool, LetsNobodyReadWithoutTheToken) {
  const Interrupted ended = run_tool_listening(
      arguments({"--require-token", "--token-file", token_file()}),
      [](const std::string& line) {
        const int port = port_of(line);
        const std::string host = "127.0.0.1:" + std::to_string(port);
        EXPECT_EQ(ask_as(port, host).status, 401);
        EXPECT_EQ(ask_as(port, host, "Accept: text/html\r\n").status, 303);
        EXPECT_EQ(ask_as(port, host, "Authorization: Bearer 0123456789abcdef0124\r\n").status, 401);
        EXPECT_NE(ask_as(port, host, "Authorization: Bearer 0123456789abcdef0123\r\n").status, 401);
        EXPECT_EQ(ask_as(port, "evil.example").status, 421);
      },
      SIGTERM);
  expect_prompt(ended);
  EXPECT_EQ(ended.ran.err, "");
}

TEST_F(ServeTool, SaysWhatIsWrong) {
  const auto code = [](std::vector<std::string> more) { return run_tool(arguments(std::move(more))).code; };
  EXPECT_EQ(run_tool({"serve", "-a", *folder_ / "none"}).code, 3);
  EXPECT_EQ(code({"--listen", "localhost"}), 2);
  EXPECT_EQ(code({"--listen", "127.0.0.1:8080", "--port", "8081"}), 2);
  EXPECT_EQ(code({"--host", "a/b"}), 2);
  EXPECT_EQ(code({"--port", "65536"}), 2);
  EXPECT_EQ(code({"--require-token"}), 2);
  const Interrupted ended = run_tool_listening(
      arguments({}),
      [&](const std::string& line) { EXPECT_EQ(code({"--port", std::to_string(port_of(line))}), 4); },
      SIGTERM);
  expect_prompt(ended);
}

}  // namespace
}  // namespace bfa
