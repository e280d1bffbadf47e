// SPDX-License-Identifier: Apache-2.0
#include "bfa/serve/server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <stdexcept>

#include "serve/http_fixture.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::milliseconds;
using std::chrono::steady_clock;

milliseconds since(steady_clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
}

TEST(HttpServer, AnswersAndKeepsTheConnection) {
  FakeHandler handler;
  const auto server = started(handler);
  EXPECT_EQ(server->address(), "127.0.0.1");
  WireClient client(server->port());
  for (int i = 0; i < 3; ++i) {
    client.send(wire_get(server->port(), "/a?b=%20", "X-Custom: 1\r\n"));
    const WireReply reply = client.read_reply();
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, "hello\n");
    EXPECT_FALSE(reply.header("date").empty());
  }
  EXPECT_EQ(server->connections(), 1u);
  const auto seen = handler.seen();
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0].method, "GET");
  EXPECT_EQ(seen[0].target, "/a?b=%20");
  EXPECT_EQ(seen[0].header("x-custom"), "1");
  EXPECT_EQ(seen[0].origin, "http://127.0.0.1:" + std::to_string(server->port()));
  EXPECT_FALSE(seen[0].replay_origin);
}

TEST(HttpServer, HasASecondOriginForArchivedPages) {
  FakeHandler handler;
  const auto server = started(handler);
  ASSERT_NE(server->replay_port(), 0);
  EXPECT_EQ(wire_ask(server->replay_port(), wire_get(server->replay_port(), "/")).status, 200);
  EXPECT_TRUE(handler.seen().at(0).replay_origin);
  // Each port answers for itself only.
  EXPECT_EQ(wire_ask(server->replay_port(), wire_get(server->port(), "/")).status, 421);
  EXPECT_EQ(wire_ask(server->port(), wire_get(server->replay_port(), "/")).status, 421);
  HttpServerOptions options;
  options.replay_port = false;
  EXPECT_EQ(started(handler, options)->replay_port(), 0);
}

TEST(HttpServer, AnswersPipelinedRequestsInTheirOrder) {
  FakeHandler handler([](const ServeRequest& request) { return text_answer(request.target); });
  const auto server = started(handler);
  WireClient client(server->port());
  std::string requests;
  for (int i = 0; i < 50; ++i) requests += wire_get(server->port(), "/" + std::to_string(i));
  client.send(requests);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(client.read_reply().body, "/" + std::to_string(i));
}

TEST(HttpServer, TakesBodiesAndSaysThatItWaitsForThem) {
  FakeHandler handler([](const ServeRequest& request) { return text_answer(request.body); });
  const auto server = started(handler);
  WireClient client(server->port());
  const std::string host = "Host: 127.0.0.1:" + std::to_string(server->port()) + "\r\n";
  client.send("POST / HTTP/1.1\r\n" + host + "Content-Length: 4\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.read_reply().status, 100);
  client.send("body");
  EXPECT_EQ(client.read_reply().body, "body");
  client.send("POST / HTTP/1.1\r\n" + host +
              "Transfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n");
  EXPECT_EQ(client.read_reply().body, "body");
  const std::string large(900'000, 'x');
  client.send("POST / HTTP/1.1\r\n" + host + "Content-Length: 900000\r\n\r\n");
  client.send(large);
  EXPECT_EQ(client.read_reply().body, large);
}

TEST(HttpServer, LeavesTheBodyOfHeadOut) {
  FakeHandler handler;
  const auto server = started(handler);
  WireClient client(server->port());
  std::string request = wire_get(server->port(), "/");
  request.replace(0, 3, "HEAD");
  client.send(request + wire_get(server->port(), "/"));
  const WireReply head = client.read_reply(true);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("content-length"), "6");
  EXPECT_EQ(client.read_reply().body, "hello\n");
}

struct Refused {
  const char* name;
  std::string request;
  int status;
};

class RefusedRequests : public testing::TestWithParam<Refused> {};

// The client is told what is wrong, and the connection ends: what follows cannot be read.
TEST_P(RefusedRequests, AreAnsweredAndTheConnectionEnds) {
  FakeHandler handler;
  const auto server = started(handler);
  WireClient client(server->port());
  std::string request = GetParam().request;
  const std::string host = "Host: 127.0.0.1:" + std::to_string(server->port());
  if (const auto at = request.find("{host}"); at != std::string::npos) request.replace(at, 6, host);
  client.send(request);
  const WireReply reply = client.read_reply();
  EXPECT_EQ(reply.status, GetParam().status);
  EXPECT_TRUE(reply.whole);
  EXPECT_EQ(reply.header("content-type"), "application/problem+json");
  EXPECT_NE(reply.body.find("\"title\":\""), std::string::npos);
  EXPECT_EQ(reply.header("connection"), "close");
  client.end_sending();
  EXPECT_EQ(client.read_to_end(), "");
  EXPECT_TRUE(client.ended());
  EXPECT_FALSE(client.reset());
  EXPECT_TRUE(handler.seen().empty());
}

INSTANTIATE_TEST_SUITE_P(
    Sockets, RefusedRequests,
    testing::Values(
        Refused{"OtherHost", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421},
        Refused{"NoHost", "GET / HTTP/1.1\r\n\r\n", 400},
        Refused{"TwoHosts", "GET / HTTP/1.1\r\n{host}\r\nHost: evil.example\r\n\r\n", 400},
        Refused{
            "TwoLengths",
            "POST / HTTP/1.1\r\n{host}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400},
        Refused{"LongHead", "GET / HTTP/1.1\r\n{host}\r\nX: " + std::string(40'000, 'x') + "\r\n\r\n", 431},
        Refused{"LongTarget", "GET /" + std::string(40'000, 'x') + " HTTP/1.1\r\n{host}\r\n\r\n", 414},
        Refused{"LongBody", "POST / HTTP/1.1\r\n{host}\r\nContent-Length: 1048577\r\n\r\nabc", 413},
        Refused{"LongBodyExpected",
                "POST / HTTP/1.1\r\n{host}\r\nContent-Length: 1048577\r\nExpect: 100-continue\r\n\r\n", 413},
        Refused{"LongChunk", "POST / HTTP/1.1\r\n{host}\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n",
                413},
        Refused{"Http2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
        Refused{"Tls", std::string("\x16\x03\x01\x02\x00\x01\x00", 7), 400}),
    [](const auto& row) { return std::string(row.param.name); });

// The answer is not lost when the client goes on sending what nobody reads.
TEST(HttpServer, TellsAClientThatSendsTooMuch) {
  FakeHandler handler;
  const auto server = started(handler);
  WireClient client(server->port());
  client.send("POST / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server->port()) +
              "\r\nContent-Length: 2000000\r\n\r\n");
  client.send(std::string(2'000'000, 'x'));
  EXPECT_EQ(client.read_reply().status, 413);
  std::string heads = wire_get(server->port(), "/");
  heads.resize(heads.size() - 2);
  for (int i = 0; i < 100'000; ++i) heads += "A: b\r\n";
  WireClient second(server->port());
  second.send(heads);
  EXPECT_EQ(second.read_reply().status, 431);
}

TEST(HttpServer, TellsAClientThatEndsHalfWay) {
  FakeHandler handler;
  const auto server = started(handler);
  WireClient client(server->port());
  client.send("GET / HTTP/1.1\r\nHo");
  client.end_sending();
  EXPECT_EQ(client.read_reply().status, 400);
  // One that only ends its side after a whole request gets the answer.
  WireClient whole(server->port());
  whole.send(wire_get(server->port(), "/"));
  whole.end_sending();
  EXPECT_EQ(whole.read_reply().body, "hello\n");
  EXPECT_EQ(whole.read_to_end(), "");
  EXPECT_TRUE(whole.ended());
}

TEST(HttpServer, EndsWhatTakesTooLong) {
  FakeHandler handler;
  HttpServerOptions options;
  options.head_time = options.body_time = milliseconds(150);
  options.idle_time = milliseconds(300);
  const auto server = started(handler, options);
  WireClient half(server->port()), body(server->port()), idle(server->port()), used(server->port());
  half.send("GET / HTTP/1.1\r\nHost");
  body.send("POST / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server->port()) +
            "\r\nContent-Length: 9\r\n\r\nx");
  used.send(wire_get(server->port(), "/"));
  EXPECT_EQ(used.read_reply().status, 200);
  EXPECT_EQ(half.read_reply().status, 408);
  EXPECT_EQ(body.read_reply().status, 408);
  EXPECT_EQ(idle.read_to_end(), "");
  EXPECT_TRUE(idle.ended());
  EXPECT_EQ(used.read_to_end(), "");
  EXPECT_TRUE(used.ended());
}

// The time of a head counts from its first byte: one more byte gives no more time.
TEST(HttpServer, IsNotHeldByADripOfBytes) {
  FakeHandler handler;
  HttpServerOptions options;
  options.head_time = milliseconds(200);
  const auto server = started(handler, options);
  WireClient client(server->port(), "127.0.0.1", milliseconds(10));  // the pause between two bytes
  const auto start = steady_clock::now();
  WireReply reply;
  client.send("GET / HTTP/1.1\r\nX: ");
  while (reply.status == 0 && since(start) < std::chrono::seconds(10)) {
    if (!client.send("x")) break;
    reply = client.read_reply();
  }
  EXPECT_EQ(reply.status, 408);
  EXPECT_GE(since(start).count(), 200);
}

TEST(HttpServer, DropsAClientThatDoesNotRead) {
  std::atomic<std::size_t> made{0};
  std::promise<void> gone;
  FakeHandler handler([&](const ServeRequest&) {
    ServeReply reply = text_answer("", "application/warc");
    const std::shared_ptr<void> alive(
        &gone, [](void* promise) { static_cast<std::promise<void>*>(promise)->set_value(); });
    reply.stream = std::make_unique<FakeStream>([&made, alive]() -> Result<ReplyStream::Piece> {
      made += 65536;
      return ReplyStream::Piece{std::string(65536, 'x'), false, {}};
    });
    return reply;
  });
  HttpServerOptions options;
  options.write_time = milliseconds(200);
  const auto server = started(handler, options);
  WireClient client(server->port());
  client.send(wire_get(server->port(), "/"));
  EXPECT_EQ(gone.get_future().wait_for(std::chrono::seconds(20)), std::future_status::ready);
  // One piece was in flight: the rest is what the kernel's buffers hold.
  EXPECT_LT(made.load(), 64u << 20);
}

TEST(HttpServer, SaysNothingOfWhatAHandlerThrew) {
  FakeHandler handler([](const ServeRequest& request) -> ServeReply {
    if (request.target == "/throws") throw std::runtime_error("secret");
    if (request.target == "/number") throw 1;
    ServeReply reply = text_answer("");
    reply.stream =
        std::make_unique<FakeStream>([]() -> Result<ReplyStream::Piece> { throw std::bad_alloc(); });
    return reply;
  });
  const auto server = started(handler);
  for (const char* target : {"/throws", "/number"}) {
    const WireReply reply = wire_ask(server->port(), wire_get(server->port(), target));
    EXPECT_EQ(reply.status, 500);
    EXPECT_EQ((reply.head + reply.body).find("secret"), std::string::npos);
  }
  const WireReply stream = wire_ask(server->port(), wire_get(server->port(), "/stream"));
  EXPECT_EQ(stream.status, 500);
  EXPECT_TRUE(stream.whole);
}

TEST(HttpServer, SendsStreams) {
  FakeHandler handler([](const ServeRequest& request) {
    ServeReply reply = text_answer("", "application/warc");
    reply.stream = stream_of({"0123", "", "4567", "89"});
    if (request.target == "/known") reply.length = 10;
    if (request.target == "/short") reply.length = 11;
    if (request.target == "/long") reply.length = 5;
    return reply;
  });
  const auto server = started(handler);
  WireClient client(server->port());
  client.send(wire_get(server->port(), "/chunked") + wire_get(server->port(), "/known") +
              wire_get(server->port(), "/known", "Range: bytes=3-5\r\n"));
  const WireReply chunked = client.read_reply();
  EXPECT_EQ(chunked.header("transfer-encoding"), "chunked");
  EXPECT_EQ(chunked.body, "0123456789");
  EXPECT_TRUE(chunked.whole);
  const WireReply known = client.read_reply();
  EXPECT_EQ(known.header("content-length"), "10");
  EXPECT_EQ(known.body, "0123456789");
  const WireReply part = client.read_reply();
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.body, "345");
  for (const char* wrong : {"/short", "/long"})
    EXPECT_FALSE(wire_ask(server->port(), wire_get(server->port(), wrong)).whole) << wrong;
  WireClient old(server->port());
  old.send("GET /chunked HTTP/1.0\r\nHost: 127.0.0.1:" + std::to_string(server->port()) + "\r\n\r\n");
  const WireReply reply = old.read_reply();
  EXPECT_EQ(reply.body, "0123456789");
  EXPECT_EQ(reply.header("transfer-encoding"), "");
  EXPECT_TRUE(reply.whole);
}

TEST(HttpServer, NeedsAnAddressThatItCanHave) {
  FakeHandler handler;
  const auto first = started(handler);
  HttpServerOptions options;
  options.listen = "127.0.0.1:" + std::to_string(first->port());
  const auto second = HttpServer::start(handler, options);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Code::kUnavailable);
  for (const char* bad : {"localhost:0", "x", "127.0.0.1:x"}) {
    options.listen = bad;
    const auto refused = HttpServer::start(handler, options);
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().code, Code::kInvalidArgument) << bad;
  }
  options.listen = "127.0.0.1:0";
  options.hosts = {"a/b"};
  EXPECT_FALSE(HttpServer::start(handler, options));
  EXPECT_TRUE(*listens_on_loopback("[::1]:0"));
  EXPECT_FALSE(*listens_on_loopback("0.0.0.0:0"));
  EXPECT_FALSE(listens_on_loopback("x"));
}

TEST(HttpServer, TakesThePortAgainAtOnce) {
  FakeHandler handler;
  HttpServerOptions options;
  for (int i = 0; i < 3; ++i) {
    const auto server = started(handler, options);
    ASSERT_NE(server, nullptr);
    options.listen = "127.0.0.1:" + std::to_string(server->port());
    EXPECT_EQ(wire_ask(server->port(), wire_get(server->port(), "/")).status, 200);
  }
}

TEST(HttpServer, AnswersAtIpv6) {
  FakeHandler handler;
  HttpServerOptions options;
  options.listen = "[::1]:0";
  const auto server = HttpServer::start(handler, options);
  if (!server) GTEST_SKIP() << "no IPv6 here: " << to_string(server.error());
  EXPECT_EQ((*server)->address(), "[::1]");
  WireClient client((*server)->port(), "::1");
  client.send("GET / HTTP/1.1\r\nHost: [::1]:" + std::to_string((*server)->port()) + "\r\n\r\n");
  EXPECT_EQ(client.read_reply().status, 200);
  EXPECT_EQ(handler.seen().at(0).origin, "http://[::1]:" + std::to_string((*server)->port()));
}

TEST(HttpServer, WritesALineForEachAnswer) {
  std::mutex mutex;
  std::string lines;
  FakeHandler handler;
  HttpServerOptions options;
  options.log = [&](LogLevel level, std::string_view line) {
    const std::lock_guard<std::mutex> lock(mutex);
    if (level == LogLevel::kDebug) lines.append(line) += "\n";
  };
  {
    const auto server = started(handler, options);
    wire_ask(server->port(), wire_get(server->port(), "/page"));
    wire_ask(server->port(), "GET / HTTP/1.1\r\n\r\n");
  }
  EXPECT_NE(lines.find("GET /page 200"), std::string::npos) << lines;
  EXPECT_NE(lines.find(" 400 "), std::string::npos) << lines;
}

}  // namespace
}  // namespace bfa
