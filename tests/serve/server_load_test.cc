// SPDX-License-Identifier: Apache-2.0
// Many clients at once, slow ones, and the end of the server.
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>

#include "serve/http_fixture.h"
#include "support/peak_memory.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A server that waits for a client would take its idle time. Sanitizers and other tests slow the machine
// down.
milliseconds soon() {
  return is_sanitized() ? milliseconds(10'000) : milliseconds(3'000);
}

// Both ends of each connection are in this process.
bool have_handles(rlim_t count) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
  if (limit.rlim_cur < count) limit.rlim_cur = std::min(count, limit.rlim_max);
  return ::setrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= count;
}

milliseconds since(steady_clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
}

// How long one request takes, on a new connection.
milliseconds one_answer(const HttpServer& server) {
  const auto start = steady_clock::now();
  EXPECT_EQ(wire_ask(server.port(), wire_get(server.port(), "/")).status, 200);
  return since(start);
}

constexpr milliseconds kPrompt{
    2000};  // far below every deadline of the server, far above a busy machine's delays

TEST(HttpServerLoad, AnswersBesideAThousandIdleConnections) {
  if (!have_handles(2300)) GTEST_SKIP() << "this system gives too few handles";
  FakeHandler handler;
  HttpServerOptions options;
  options.threads = 2;
  const auto server = started(handler, options);
  std::vector<WireClient> idle;
  for (int i = 0; i < 1000; ++i) {
    idle.emplace_back(server->port());
    ASSERT_TRUE(idle.back().connected()) << i;
    // A third has asked before, a third is in the middle of a head.
    if (i % 3 == 1) idle.back().send(wire_get(server->port(), "/"));
    if (i % 3 == 2) idle.back().send("GET / HTTP/1.1\r\nHo");
  }
  EXPECT_LT(one_answer(*server), kPrompt);
  for (int i = 1; i < 1000; i += 3)
    ASSERT_EQ(idle[static_cast<std::size_t>(i)].read_reply().status, 200) << i;
  EXPECT_LT(one_answer(*server), kPrompt);
  EXPECT_GE(server->connections(), 1000u);
  const auto start = steady_clock::now();
  server->stop();
  EXPECT_LT(since(start), soon());
}

TEST(HttpServerLoad, ClosesTheLongestIdleOneForANewOne) {
  FakeHandler handler;
  HttpServerOptions options;
  options.max_connections = 3;
  const auto server = started(handler, options);
  WireClient first(server->port()), second(server->port()), third(server->port());
  // They come in this order, and the first was used last.
  for (WireClient* client : {&first, &second, &third, &first}) {
    client->send(wire_get(server->port(), "/"));
    ASSERT_EQ(client->read_reply().status, 200);
  }
  WireClient fourth(server->port());
  fourth.send(wire_get(server->port(), "/"));
  EXPECT_EQ(fourth.read_reply().status, 200);
  EXPECT_EQ(second.read_to_end(), "");
  EXPECT_TRUE(second.ended());
  for (WireClient* client : {&first, &third, &fourth}) {
    client->send(wire_get(server->port(), "/"));
    EXPECT_EQ(client->read_reply().status, 200);
  }
  EXPECT_EQ(server->connections(), 3u);
}

// Answers of a live stream: a line, then nothing.
ServeReply live_reply() {
  ServeReply reply = text_answer("", "text/event-stream");
  const auto said = std::make_shared<bool>(false);
  reply.stream = std::make_unique<FakeStream>([said]() -> Result<ReplyStream::Piece> {
    if (std::exchange(*said, true)) return ReplyStream::Piece{"", false, milliseconds(50)};
    return ReplyStream::Piece{"data: 1\n\n", false, {}};
  });
  return reply;
}

TEST(HttpServerLoad, AnswersBesideTwentyOpenStreams) {
  FakeHandler handler([](const ServeRequest& request) {
    return request.target == "/events" ? live_reply() : text_answer("hello\n");
  });
  HttpServerOptions options;
  options.threads = 2;
  options.write_time = milliseconds(300);  // a stream that says nothing is not a client that reads nothing
  const auto server = started(handler, options);
  std::vector<WireClient> streams;
  for (int i = 0; i < 20; ++i) {
    streams.emplace_back(server->port());
    streams.back().send(wire_get(server->port(), "/events", "Accept-Encoding: gzip\r\n"));
  }
  for (auto& stream : streams) EXPECT_NE(stream.read_until("data: 1\n\n").find("data: 1"), std::string::npos);
  for (int i = 0; i < 20; ++i) EXPECT_LT(one_answer(*server), kPrompt);
  EXPECT_EQ(server->connections() >= 20, true);
  // A client that goes is noticed while there is nothing to send.
  streams.clear();
  const auto start = steady_clock::now();
  while (server->connections() > 0 && since(start) < std::chrono::seconds(10)) one_answer(*server);
  EXPECT_LT(since(start), std::chrono::seconds(10));
}

TEST(HttpServerLoad, TurnsClientsAwayWhenAllConnectionsAreBusy) {
  FakeHandler handler([](const ServeRequest&) { return live_reply(); });
  HttpServerOptions options;
  options.max_connections = 2;
  const auto server = started(handler, options);
  WireClient first(server->port()), second(server->port());
  for (WireClient* client : {&first, &second}) {
    client->send(wire_get(server->port(), "/events"));
    client->read_until("data: 1\n\n");
  }
  WireClient third(server->port());
  third.send(wire_get(server->port(), "/"));
  EXPECT_EQ(third.read_reply().status, 503);
}

TEST(HttpServerLoad, IsNotHeldByHalfSentHeads) {
  FakeHandler handler;
  HttpServerOptions options;
  options.threads = 1;
  const auto server = started(handler, options);
  std::vector<WireClient> half;
  for (int i = 0; i < 64; ++i) {
    half.emplace_back(server->port());
    half.back().send("GET / HTTP/1.1\r\nHost: 127.0.0.1");
  }
  EXPECT_LT(one_answer(*server), kPrompt);
}

// 200 overlapping ranges of 4 MB, many times: each answer is one body.
TEST(HttpServerLoad, AnswersRangeFloodsWithOneBody) {
  const std::string body(4u << 20, 'x');
  FakeHandler handler([&](const ServeRequest&) { return text_answer(body, "image/png"); });
  const auto server = started(handler);
  std::string ranges = "Range: bytes=0-";
  for (int i = 1; i < 200; ++i) ranges += "," + std::to_string(i) + "-";
  for (int i = 0; i < 10; ++i) {
    const WireReply reply = wire_ask(server->port(), wire_get(server->port(), "/", ranges + "\r\n"));
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body.size(), body.size());
  }
}

TEST(HttpServerStop, EndsStreamsAndSlowClientsWithinASecond) {
  FakeHandler handler([](const ServeRequest& request) {
    if (request.target == "/events") return live_reply();
    ServeReply reply = text_answer("", "application/warc");
    reply.stream = std::make_unique<FakeStream>([]() -> Result<ReplyStream::Piece> {
      return ReplyStream::Piece{std::string(65536, 'x'), false, {}};
    });
    return reply;
  });
  const auto server = started(handler);
  std::vector<WireClient> clients;
  for (int i = 0; i < 20; ++i) {
    clients.emplace_back(server->port());
    clients.back().send(i % 2 == 0 ? wire_get(server->port(), "/events")
                                   : wire_get(server->port(), "/endless"));
    clients.back().read_until("\r\n\r\n");
  }
  WireClient half(server->port());
  half.send("GET /");
  const auto start = steady_clock::now();
  server->stop();
  EXPECT_LT(since(start), soon());
  EXPECT_EQ(server->connections(), 0u);
  server->stop();  // again: nothing
  for (auto& client : clients) {
    client.read_to_end();
    EXPECT_TRUE(client.ended());
  }
}

// What is being answered is answered.
TEST(HttpServerStop, LetsAHandlerEnd) {
  std::promise<void> entered, go;
  FakeHandler handler([&](const ServeRequest&) {
    entered.set_value();
    go.get_future().wait();
    return text_answer("the end\n");
  });
  const auto server = started(handler);
  WireClient client(server->port());
  client.send(wire_get(server->port(), "/"));
  entered.get_future().wait();
  auto stopped = std::async(std::launch::async, [&] { server->stop(); });
  // The listener is closed by the stop; then the handler may go on. Another test may listen at the port by
  // then.
  for (int i = 0; i < 200 && WireClient(server->port()).connected(); ++i) {
  }
  go.set_value();
  EXPECT_EQ(client.read_reply().body, "the end\n");
  stopped.wait();
}

TEST(HttpServerStop, IsPartOfTheEnd) {
  FakeHandler handler;
  auto server = started(handler);
  WireClient client(server->port());
  client.send(wire_get(server->port(), "/"));
  client.read_reply();
  server.reset();
  EXPECT_EQ(client.read_to_end(), "");
  EXPECT_TRUE(client.ended());
}

}  // namespace
}  // namespace bfa
