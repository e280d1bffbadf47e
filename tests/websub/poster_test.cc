// SPDX-License-Identifier: Apache-2.0
// POST requests of the fetcher, and what a poster makes of the answers.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "bfa/websub/websub.h"
#include "fixtures.h"
#include "hub.h"
#include "support/http_server.h"
#include "websub/listener.h"

namespace bfa::test {
namespace {

std::unique_ptr<Fetcher> loopback_fetcher() {
  NetworkOptions options;
  options.allow_private = true;
  options.delay = std::chrono::milliseconds(0);
  return std::move(make_network_fetcher(options)).value();
}

// Keeps what came.
struct Sink final : ListenerHandler {
  std::uint64_t max_body(const HttpHead&) override { return 1u << 20; }
  ListenerReply answer(const HttpHead& head, std::string_view body, bool) override {
    const std::lock_guard lock(mutex);
    heads.push_back(head);
    bodies.emplace_back(body);
    return {202, "taken"};
  }
  std::mutex mutex;
  std::vector<HttpHead> heads;
  std::vector<std::string> bodies;
};

TEST(WebSubPost, SendsTheBodyAsItIs) {
  Sink sink;
  const auto listener = std::move(make_listener("0", sink)).value();
  const auto fetcher = loopback_fetcher();
  std::string large(100'000, 'x');
  const std::vector<std::string> bodies = {"a=b", "", std::string("\0\r\n\xFF", 4), large};
  for (const std::string& body : bodies) {
    FetchRequest request;
    request.url = "http://127.0.0.1:" + std::to_string(listener->port()) + "/hub";
    request.headers = {{"Content-Type", "text/x-test"}};
    request.post_body = body;
    ASSERT_TRUE(fetcher->submit(request).ok());
    const auto answer = fetcher->next(std::chrono::seconds(10));
    ASSERT_TRUE(answer.has_value());
    EXPECT_FALSE(answer->error.has_value());
    ASSERT_EQ(answer->hops.size(), 1U);
    EXPECT_EQ(answer->hops[0].head.status, 202);
    const std::string sent = answer->hops[0].request.read(1u << 20).value_or("");
    EXPECT_TRUE(sent.starts_with("POST /hub HTTP/1.1\r\n"));
    EXPECT_TRUE(sent.ends_with("\r\n\r\n"));  // the head alone
  }
  ASSERT_EQ(sink.bodies, bodies);
  for (const HttpHead& head : sink.heads) {
    EXPECT_EQ(head.method, "POST");
    EXPECT_EQ(head.combined("Content-Type"), "text/x-test");
  }
}

TEST(WebSubPost, IsNotSentToWhereARedirectLeads) {
  HttpServer server;
  server.on("/hub", simple_answer(307, "Location: /other\r\n", ""));
  const auto fetcher = loopback_fetcher();
  FetchRequest request;
  request.url = server.url("/hub");
  request.post_body = "";
  request.max_redirects = 10;
  ASSERT_TRUE(fetcher->submit(request).ok());
  const auto answer = fetcher->next(std::chrono::seconds(10));
  ASSERT_TRUE(answer.has_value());
  ASSERT_EQ(answer->hops.size(), 1U);
  EXPECT_EQ(answer->hops[0].head.status, 307);
  EXPECT_EQ(server.requests().size(), 1U);
}

struct AnswerCase {
  std::string path;
  int status;
  std::string location;
  std::int64_t retry_after;
};

TEST(WebSubPost, ReadsAnswers) {
  HttpServer server;
  server.on("/good", simple_answer(202, "", ""));
  server.on("/busy", simple_answer(429, "Retry-After: 120\r\n", ""));
  server.on("/moved", simple_answer(308, "Location: ../new#x\r\n", ""));
  server.on("/odd", simple_answer(307, "Location: javascript:1\r\n", ""));
  server.on("/gone", {Step::close()});
  const std::vector<AnswerCase> cases = {{"/good", 202, "", 0},
                                         {"/moved", 308, server.url("/new"), 0},
                                         {"/odd", 307, "", 0},
                                         {"/gone", 0, "", 0},
                                         {"/busy", 429, "", 120}};  // then the host has to be left alone
  auto poster = std::move(make_fetch_poster(loopback_fetcher())).value();
  std::uint64_t id = 0;
  for (const AnswerCase& one : cases) {
    ASSERT_TRUE(poster->send({++id, server.url(one.path), ""}).ok());
    std::optional<HubAnswer> answer;
    for (int i = 0; i < 500 && !answer; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      answer = poster->next();
    }
    ASSERT_TRUE(answer.has_value()) << one.path;
    EXPECT_EQ(answer->id, id);
    EXPECT_EQ(answer->status, one.status) << one.path;
    EXPECT_EQ(answer->location, one.location) << one.path;
    EXPECT_EQ(answer->retry_after.count(), one.retry_after) << one.path;
    EXPECT_EQ(answer->error.empty(), one.status != 0) << one.path;
  }
  EXPECT_FALSE(poster->send({++id, "not an address", ""}).ok());
  EXPECT_FALSE(make_fetch_poster(nullptr).has_value());
}

// Polls, ticks, reports and pushes at the same time.
TEST(WebSubPost, ThreadsDoNotDisturbEachOther) {
  std::atomic<int> told{0};
  WebSubOptions options;
  options.on_news = [&](const std::string&) { ++told; };
  auto made = WebSub::make(std::move(options), std::move(make_fetch_poster(loopback_fetcher())).value());
  ASSERT_TRUE(made.has_value());
  WebSub& websub = **made;
  ASSERT_TRUE(websub.start("0").ok());
  Hub hub;
  std::vector<std::string> feeds;
  for (int i = 0; i < 20; ++i) feeds.push_back("http://127.0.0.1:9/" + std::to_string(i));
  std::atomic<bool> done{false};
  std::thread ticks([&] {
    while (!done) {
      EXPECT_TRUE(websub.tick(system_clock().now()).ok());
      EXPECT_TRUE(websub.take_changes().has_value());
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  std::thread reports([&] {
    while (!done) {
      (void)websub.reports(system_clock().now());
      (void)websub.is_pushed(feeds[0], system_clock().now());
      (void)websub.port();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  for (const std::string& feed : feeds)
    EXPECT_TRUE(websub.note_feed(notice_of(feed, true, {hub.url()}), system_clock().now()).ok());
  for (int i = 0; i < 1000 && hub.verified() < 20; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(hub.verified(), 20);
  for (const std::string& feed : feeds) {
    EXPECT_EQ(hub.publish(feed, "<rss/>"), 200);
    EXPECT_TRUE(websub.note_feed(notice_of(feed, true, {hub.url()}), system_clock().now()).ok());
    EXPECT_TRUE(websub.is_pushed(feed, system_clock().now()));
  }
  EXPECT_EQ(told.load(), 20);
  websub.stop();
  done = true;
  ticks.join();
  reports.join();
}

}  // namespace
}  // namespace bfa::test
