// SPDX-License-Identifier: Apache-2.0
#include "websub/listener.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <list>
#include <thread>
#include <vector>

#include "raw_client.h"

namespace bfa::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Answers with what came.
struct Echo final : ListenerHandler {
  std::uint64_t max_body(const HttpHead& head) override { return head.target == "/no" ? 0 : 1000; }
  ListenerReply answer(const HttpHead& head, std::string_view body, bool too_large) override {
    ++answers;
    if (too_large) return {413};
    return {200, head.method + " " + head.target + " " + std::string(body)};
  }
  std::atomic<int> answers{0};
};

struct Fixture {
  explicit Fixture(const ListenerOptions& options = {})
      : listener(std::move(make_listener("127.0.0.1:0", echo, options)).value()), port(listener->port()) {}
  Echo echo;
  std::unique_ptr<Listener> listener;
  int port;
};

struct RequestCase {
  std::string what, bytes;
  int status;
  std::string body;
};

TEST(WebSubListener, AnswersAndRefuses) {
  Fixture fixture;
  const std::string host = " HTTP/1.1\r\nHost: x\r\n";
  const std::vector<RequestCase> cases = {
      {"GET", "GET /a?b" + host + "\r\n", 200, "GET /a?b "},
      {"HTTP/1.0", "GET /a HTTP/1.0\r\n\r\n", 200, "GET /a "},
      {"line feeds", "GET /a HTTP/1.1\nHost: x\n\n", 200, "GET /a "},
      {"POST", "POST /a" + host + "Content-Length: 3\r\n\r\nabc", 200, "POST /a abc"},
      {"no length", "POST /a" + host + "\r\n", 200, "POST /a "},
      {"chunks", "POST /a" + host + "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n", 200,
       "POST /a abc"},
      {"more than its length", "POST /a" + host + "Content-Length: 3\r\n\r\nabcdef", 200, "POST /a abc"},
      {"no chunks", "POST /a" + host + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400, ""},
      {"two lengths", "POST /a" + host + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400, ""},
      {"both", "POST /a" + host + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400,
       ""},
      {"a negative length", "POST /a" + host + "Content-Length: -3\r\n\r\nabc", 400, ""},
      {"a huge length", "POST /a" + host + "Content-Length: 99999999999999999999\r\n\r\n", 400, ""},
      {"a large length", "POST /a" + host + "Content-Length: 1001\r\n\r\n", 413, ""},
      {"large chunks",
       "POST /a" + host + "Transfer-Encoding: chunked\r\n\r\n7d0\r\n" + std::string(2000, 'x') +
           "\r\n0\r\n\r\n",
       413, ""},
      {"not wanted", "POST /no" + host + "Content-Length: 1\r\n\r\n", 413, ""},
      {"gzip framing", "POST /a" + host + "Transfer-Encoding: gzip, chunked\r\n\r\n", 400, ""},
      {"a long head", "GET /" + std::string(20'000, 'x') + host + "\r\n", 431, ""},
      {"an endless head", "GET / HTTP/1.1\r\n" + std::string(20'000, 'x'), 431, ""},
      {"a proxy's form", "GET http://x/ HTTP/1.1\r\n\r\n", 400, ""},
      {"no HTTP", "hello\r\n\r\n", 400, ""},
      {"TLS", std::string("\x16\x03\x01\x00\xA5\x01\x00\x00\xA1\x03\x03\n\n", 13), 400, ""},
      {"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, ""},
      {"HEAD", "HEAD /a" + host + "\r\n", 200, ""},
  };
  for (const RequestCase& one : cases) {
    const std::string answer = answer_to(fixture.port, one.bytes);
    EXPECT_EQ(status_of(answer), one.status) << one.what << ": " << answer;
    EXPECT_EQ(body_of(answer), one.body) << one.what;
  }
}

TEST(WebSubListener, ReadsByteByByte) {
  Fixture fixture;
  const RawClient client(fixture.port);
  for (const char c : std::string("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"))
    ASSERT_TRUE(client.send(std::string(1, c)));
  EXPECT_EQ(body_of(client.read_all()), "POST /a abc");
}

TEST(WebSubListener, TellsToContinue) {
  Fixture fixture;
  const RawClient client(fixture.port);
  ASSERT_TRUE(client.send("POST /a HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"));
  EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  ASSERT_TRUE(client.send("abc"));
  const std::string answer = client.read_all();
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
}

TEST(WebSubListener, ARequestThatEndsEarlyIsBad) {
  Fixture fixture;
  const RawClient client(fixture.port);
  ASSERT_TRUE(client.send("POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\na"));
  client.end();
  EXPECT_EQ(status_of(client.read_all()), 400);
  EXPECT_EQ(fixture.echo.answers.load(), 0);
}

// A client that sends a byte now and then is gone when its time is over, and others are served meanwhile.
TEST(WebSubListener, SlowClientsCannotHoldIt) {
  ListenerOptions options;
  options.time = milliseconds(400);
  options.max_connections = 8;
  Fixture fixture(options);
  std::list<RawClient> slow;
  for (int i = 0; i < 20; ++i) {
    slow.emplace_back(fixture.port);
    ASSERT_TRUE(slow.back().send("GET / HTTP/1.1\r\nX: "));
  }
  EXPECT_EQ(status_of(answer_to(fixture.port, "GET /a HTTP/1.1\r\n\r\n")), 200);
  const auto begin = steady_clock::now();
  bool open = true;
  while (open && steady_clock::now() - begin < std::chrono::seconds(5)) {
    std::this_thread::sleep_for(milliseconds(20));
    open = slow.back().send("x");
  }
  EXPECT_FALSE(open);
  EXPECT_LT(steady_clock::now() - begin, std::chrono::seconds(2));
}

TEST(WebSubListener, TheOldestConnectionGivesWay) {
  ListenerOptions options;
  options.time = std::chrono::seconds(60);
  options.max_connections = 4;
  Fixture fixture(options);
  std::list<RawClient> idle;
  for (int i = 0; i < 4; ++i) idle.emplace_back(fixture.port);
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(status_of(answer_to(fixture.port, "GET /a HTTP/1.1\r\n\r\n")), 200);
  const auto begin = steady_clock::now();
  EXPECT_EQ(idle.front().read_all(), "");  // closed
  EXPECT_LT(steady_clock::now() - begin, std::chrono::seconds(5));
  ASSERT_TRUE(idle.back().send("GET /b HTTP/1.1\r\n\r\n"));
  EXPECT_EQ(body_of(idle.back().read_all()), "GET /b ");
}

TEST(WebSubListener, ABodyWithoutRoomIsRefusedAtOnce) {
  ListenerOptions options;
  options.max_memory = 500;
  Fixture fixture(options);
  EXPECT_EQ(status_of(answer_to(fixture.port, "POST /a HTTP/1.1\r\nContent-Length: 900\r\n\r\n")), 503);
}

TEST(WebSubListener, MemoryOfAllRequestsIsBounded) {
  ListenerOptions options;
  options.max_memory = 1500;
  Fixture fixture(options);
  const std::string head = "POST /a HTTP/1.1\r\nContent-Length: 900\r\n\r\n";
  const RawClient first(fixture.port);
  ASSERT_TRUE(first.send(head + std::string(800, 'x')));
  std::this_thread::sleep_for(milliseconds(100));
  EXPECT_EQ(status_of(answer_to(fixture.port, head + std::string(900, 'x'))), 503);
  ASSERT_TRUE(first.send(std::string(100, 'x')));
  EXPECT_EQ(status_of(first.read_all()), 200);
}

TEST(WebSubListener, StopsWhileClientsWait) {
  Fixture fixture;
  const RawClient client(fixture.port);
  ASSERT_TRUE(client.send("GET / HTTP"));
  std::this_thread::sleep_for(milliseconds(50));
  const auto begin = steady_clock::now();
  fixture.listener->stop();
  fixture.listener->stop();
  EXPECT_LT(steady_clock::now() - begin, std::chrono::seconds(2));
  EXPECT_EQ(client.read_all(), "");
  // The port is free.
  const auto again = make_listener("127.0.0.1:" + std::to_string(fixture.port), fixture.echo);
  EXPECT_TRUE(again.has_value());
}

TEST(WebSubListener, BindsToItsAddressOnly) {
  Echo echo;
  const auto one = make_listener("127.0.0.2:0", echo);
  ASSERT_TRUE(one.has_value());
  EXPECT_EQ((*one)->address(), "127.0.0.2");
  EXPECT_EQ(answer_to((*one)->port(), "GET / HTTP/1.1\r\n\r\n"), "");  // 127.0.0.1 is another address
  const auto other = make_listener("0", echo);
  ASSERT_TRUE(other.has_value());
  EXPECT_EQ((*other)->address(), "127.0.0.1");
  const auto taken = make_listener("127.0.0.1:" + std::to_string((*other)->port()), echo);
  ASSERT_FALSE(taken.has_value());
  EXPECT_EQ(taken.error().code, Code::kUnavailable);
}

TEST(WebSubListener, ManyClientsAtOnceAreAllAnswered) {
  Fixture fixture;
  std::atomic<int> good{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 50; ++n)
        good += status_of(answer_to(fixture.port, "GET /a HTTP/1.1\r\n\r\n")) == 200 ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good.load(), 400);
}

}  // namespace
}  // namespace bfa::test
