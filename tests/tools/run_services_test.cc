// SPDX-License-Identifier: Apache-2.0
// Where `bfa run` listens and whom it tells: a hub and a publisher on loopback, and changes at SIGHUP.
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "run_tool.h"
#include "support/fixtures.h"
#include "websub/hub.h"
#include "websub/raw_client.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

// Half a minute at most.
bool becomes(const std::function<bool()>& wanted) {
  for (int tries = 0; tries < 600 && !wanted(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return wanted();
}

// A publisher whose feed names a hub, and the settings of its reader in a user's file.
class RunServed : public testing::Test {
 protected:
  RunServed() {
    if (const char* const before = std::getenv("XDG_CONFIG_HOME"); before != nullptr) before_ = before;
    ::setenv("XDG_CONFIG_HOME", (folder / "user").c_str(), 1);
    serve_locked("/", "");
    for (const char* path : {"/robots.txt", "/tag/shelves/", "/page/2/", "/about/"}) serve_locked(path, "");
    for (int i = 0; i < 8; ++i) serve_locked(blog.post_path(i), "");
    serve_locked("/feed.xml", "Link: <" + hub.url() + ">; rel=\"hub\"\r\n");
    EXPECT_EQ(run_tool({"add", "-a", archive, blog.home()}).code, 0);
  }
  ~RunServed() override {
    before_.empty() ? ::unsetenv("XDG_CONFIG_HOME") : ::setenv("XDG_CONFIG_HOME", before_.c_str(), 1);
  }

  void serve_locked(const std::string& path, const std::string& more) {
    server.on(path, [this, path, more](const SeenRequest&) {
      const std::lock_guard lock(mutex);
      const SampleBlog::Answer answer = blog.at(path);
      return simple_answer(answer.status, "Content-Type: " + answer.content_type + "\r\n" + more,
                           answer.body);
    });
  }
  void publish_a_post() {
    const std::lock_guard lock(mutex);
    blog.in_feed = ++blog.posts;
  }
  void set(const std::string& key, const std::string& value) const {
    EXPECT_EQ(run_tool({"config", "set", "--user", key, value}).code, 0);
  }
  Ran run_beside(const std::function<void(pid_t)>& meanwhile, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{
        "run",          "-a",
        archive,        "--allow-private",
        "--delay",      "0",
        "--retry-wait", "1",
        "--connect-to", "blog.example:80:127.0.0.1:" + std::to_string(server.port())};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tool_beside(arguments, meanwhile);
  }
  std::size_t posts() const {
    return lines_of(run_tool({"ls", "-a", archive, "--kind", "post", "--json"}).out).size();
  }
  static std::string address(int port) { return "127.0.0.1:" + std::to_string(port); }
  // 0: nobody listens there.
  static int metrics(int port) {
    return status_of(answer_to(port, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"));
  }
  std::string told() const {
    std::ostringstream text;
    text << std::ifstream(folder / "told").rdbuf();
    return text.str();
  }
  static void expect_all(const std::string& text, const std::vector<std::string>& wanted) {
    for (const auto& each : wanted) EXPECT_NE(text.find(each), std::string::npos) << each << " in\n" << text;
  }

  TemporaryDirectory folder;
  const std::string archive = folder / "archive";
  std::mutex mutex;
  SampleBlog blog{"http://blog.example", 6, 6};
  Hub hub;
  HttpServer server;
  std::string before_;
};

// W3C WebSub, from discovery to the post that the hub told of, over sockets and with the program itself.
TEST_F(RunServed, APushOfAHubBringsThePostWithinSeconds) {
  const std::string feed = blog.origin() + "/feed.xml";
  const Ran ran = run_beside(
      [&](pid_t) {
        ASSERT_TRUE(becomes([&] { return hub.verified() == 1; })) << "the hub was not asked";
        ASSERT_TRUE(becomes([&] { return posts() == 6; }));
        EXPECT_EQ(hub.publish_signed(feed, "<rss/>", "not the secret"), 200);
        publish_a_post();
        EXPECT_EQ(hub.publish(feed, "<rss/>"), 200);
        EXPECT_TRUE(becomes([&] { return posts() == 7; })) << "the push caused no poll";
      },
      {"--listen", "127.0.0.1:0", "--budget", "0.1"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("bfa: hubs call http://127.0.0.1:"), std::string::npos) << ran.err;
}

TEST_F(RunServed, TheListenerForHubsMovesAtTheHangup) {
  const int first = closed_port(), second = closed_port();
  const Ran ran = run_beside([&](pid_t run) {
    ASSERT_TRUE(becomes([&] { return posts() == 6; }));
    EXPECT_EQ(hub.asked(), 0) << "nobody listens";
    set("listen", address(first));
    ::kill(run, SIGHUP);
    ASSERT_TRUE(
        becomes([&] { return status_of(answer_to(first, "GET /x HTTP/1.1\r\nHost: x\r\n\r\n")) == 404; }));
    set("listen", address(second));
    ::kill(run, SIGHUP);
    ASSERT_TRUE(
        becomes([&] { return status_of(answer_to(second, "GET /x HTTP/1.1\r\nHost: x\r\n\r\n")) == 404; }));
    EXPECT_EQ(status_of(answer_to(first, "GET /x HTTP/1.1\r\nHost: x\r\n\r\n")), 0)
        << "the port of before is open";
    set("listen", "no address");
    ::kill(run, SIGHUP);
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    EXPECT_EQ(status_of(answer_to(second, "GET /x HTTP/1.1\r\nHost: x\r\n\r\n")), 404) << "kept";
    EXPECT_EQ(run_tool({"config", "unset", "--user", "listen"}).code, 0);
    ::kill(run, SIGHUP);
    EXPECT_TRUE(
        becomes([&] { return status_of(answer_to(second, "GET /x HTTP/1.1\r\nHost: x\r\n\r\n")) == 0; }));
  });
  EXPECT_EQ(ran.code, 0) << ran.err;
  expect_all(ran.err, {"bfa: hubs call http://" + address(first), "bfa: hubs call http://" + address(second),
                       "not an address to listen at", "bfa: --listen: as before"});
}

// A subscription that is there is asked for again when the address that hubs call has changed.
TEST_F(RunServed, AHubIsAskedAgainAfterTheMove) {
  const std::string feed = blog.origin() + "/feed.xml";
  set("listen", address(closed_port()));
  const Ran ran = run_beside([&](pid_t run) {
    ASSERT_TRUE(becomes([&] { return hub.verified() == 1 && posts() == 6; }));
    set("listen", address(closed_port()));
    ::kill(run, SIGHUP);
    ASSERT_TRUE(becomes([&] { return hub.verified() == 2; })) << "the hub calls the address of before";
    publish_a_post();
    EXPECT_EQ(hub.publish(feed, "<rss/>"), 200);
    EXPECT_TRUE(becomes([&] { return posts() == 7; }));
  });
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(RunServed, CountersMoveAtTheHangup) {
  const int first = closed_port(), second = closed_port();
  const Ran ran = run_beside([&](pid_t run) {
    ASSERT_TRUE(becomes([&] { return posts() == 6; }));
    set("metrics", address(first));
    ::kill(run, SIGHUP);
    ASSERT_TRUE(becomes([&] { return metrics(first) == 200; }));
    EXPECT_NE(answer_to(first, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n").find("\nbfa_visits_total 1\n"),
              std::string::npos)
        << "the counts of before are lost";
    set("metrics", address(second));
    ::kill(run, SIGHUP);
    ASSERT_TRUE(becomes([&] { return metrics(second) == 200; }));
    EXPECT_EQ(metrics(first), 0);
    set("metrics", address(server.port()));  // is taken
    ::kill(run, SIGHUP);
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    EXPECT_EQ(metrics(second), 200) << "kept";
    EXPECT_EQ(run_tool({"config", "unset", "--user", "metrics"}).code, 0);
    ::kill(run, SIGHUP);
    EXPECT_TRUE(becomes([&] { return metrics(second) == 0; }));
  });
  EXPECT_EQ(ran.code, 0) << ran.err;
  expect_all(ran.err, {"cannot listen", "bfa: --metrics: as before"});
}

TEST_F(RunServed, WhoIsToldChangesAtTheHangup) {
  const Ran ran = run_beside([&](pid_t run) {
    ASSERT_TRUE(becomes([&] { return posts() == 6; }));
    set("on-change", "[name=first kind=post] cat >> " + (folder / "told"));
    set("notify-all", "true");
    ::kill(run, SIGHUP);
    ASSERT_TRUE(becomes([&] { return lines_of(told()).size() == 6; })) << told();
    set("on-change",
        "[name=first kind=post] cat >> " + (folder / "told") + "; echo again >> " + (folder / "told"));
    ::kill(run, SIGHUP);
    publish_a_post();
    EXPECT_EQ(run_tool({"crawl", "-a", archive, "--allow-private", "--delay", "0", "--connect-to",
                        "::127.0.0.1:" + std::to_string(server.port()), blog.home()})
                  .code,
              0);
    EXPECT_TRUE(becomes([&] { return told().find("again\n") != std::string::npos; })) << told();
    EXPECT_EQ(run_tool({"config", "unset", "--user", "on-change"}).code, 0);
    ::kill(run, SIGHUP);
  });
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(lines_of(told()).size(), 8U) << told();  // each thing once: the cursor of the name goes on
}

}  // namespace
}  // namespace bfa
