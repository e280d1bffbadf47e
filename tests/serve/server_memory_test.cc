// SPDX-License-Identifier: Apache-2.0
// Clients that take their answers slowly, and the memory of these answers.
#include <gtest/gtest.h>

#include <sys/socket.h>

#include <array>

#include "serve/http/write_pace.h"
#include "serve/http_fixture.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::milliseconds;

constexpr std::size_t kBody = 16u << 20;  // more than the kernel's buffers take

ServeReply page(const ServeRequest& request) {
  return text_answer(std::string(request.target == "/small" ? 1000 : kBody, 'x'), "image/png");
}

// A client that asked for a large page and took no more than its head.
WireClient slow_client(int port) {
  WireClient client(port);
  client.send(wire_get(port, "/large"));
  EXPECT_NE(client.read_until("\r\n\r\n").find("HTTP/1.1 200"), std::string::npos);
  return client;
}

TEST(HttpServerMemory, AnswersBy503WhenBodiesWaitForOthers) {
  FakeHandler handler(page);
  HttpServerOptions options;
  options.max_pending_bytes = 2 * kBody + kBody / 2;
  options.stall_time = std::chrono::hours(1);
  const auto server = started(handler, options);
  WireClient first = slow_client(server->port()), second = slow_client(server->port());
  WireClient third(server->port());
  third.send(wire_get(server->port(), "/large"));
  const WireReply refused = third.read_reply();
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.header("retry-after"), "5");
  EXPECT_EQ(refused.header("content-type"), "application/problem+json");
  // Small ones go on, also for that client.
  third.send(wire_get(server->port(), "/small"));
  EXPECT_EQ(third.read_reply().body.size(), 1000u);
  // Those that hold the memory get all of it, and give it back: at the next request or the end.
  for (WireClient* client : {&first, &second}) {
    client->read_until(std::string(kBody, 'x'));
    client->send(wire_get(server->port(), "/small"));
    EXPECT_EQ(client->read_reply().status, 200);
  }
  third.send(wire_get(server->port(), "/large"));
  const WireReply reply = third.read_reply();
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body.size(), kBody);
}

TEST(HttpServerMemory, DropsAStalledClientForANewOne) {
  FakeHandler handler(page);
  HttpServerOptions options;
  options.max_pending_bytes = 2 * kBody + kBody / 2;
  options.stall_time = milliseconds(0);
  const auto server = started(handler, options);
  WireClient first = slow_client(server->port()), second = slow_client(server->port());
  const WireReply reply = wire_ask(server->port(), wire_get(server->port(), "/large"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body.size(), kBody);
  // One was dropped, not both.
  int whole = 0;
  for (WireClient* client : {&first, &second}) {
    if (client->read_until(std::string(kBody, 'x')).size() == kBody) ++whole;
  }
  EXPECT_EQ(whole, 1);
}

TEST(HttpServerMemory, GivesOneBodyAloneHoweverLarge) {
  FakeHandler handler(page);
  HttpServerOptions options;
  options.max_pending_bytes = 1000;
  const auto server = started(handler, options);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(wire_ask(server->port(), wire_get(server->port(), "/large")).body.size(), kBody);
}

// It takes 4 KiB, then waits for another answer, and so on: never still for long, but below the rate.
TEST(HttpServerMemory, DropsAClientBelowTheLeastRate) {
  FakeHandler handler([](const ServeRequest& request) {
    return text_answer(std::string(request.target == "/small" ? 1000 : 4 * kBody, 'x'), "image/png");
  });
  HttpServerOptions options;
  options.write_time = milliseconds(200);
  options.least_rate = 1u << 30;
  const auto server = started(handler, options);
  WireClient slow = slow_client(server->port());
  std::size_t taken = 0;
  std::array<char, 4096> bytes{};
  for (ssize_t got = 1; got > 0 && taken < 4 * kBody;) {
    got = ::recv(slow.handle(), bytes.data(), bytes.size(), 0);
    if (got > 0) taken += static_cast<std::size_t>(got);
    EXPECT_EQ(wire_ask(server->port(), wire_get(server->port(), "/small")).status, 200);
  }
  EXPECT_LT(taken, 4 * kBody);
}

TEST(WritePace, GivesTimeForARateOfLargeAnswers) {
  struct Case {
    const char* what;
    std::uint64_t rate, sent, pending;
    std::vector<std::uint64_t> taken;
    std::vector<bool> time_again;
  };
  constexpr std::uint64_t kMiB = 1u << 20;
  const Case cases[] = {
      {"small: each byte is enough", 8192, 0, kMiB, {1, 1, 0}, {true, true, false}},
      {"large: a byte now and then is not", 8192, 0, kMiB + 1, {1, 1, 1}, {false, false, false}},
      {"large: 8 KiB/s over 30 s", 8192, 0, 16 * kMiB, {245759, 1, 245759, 2}, {false, true, false, true}},
      {"a piece of a long stream", 8192, 2 * kMiB, 65536, {1, 65535}, {false, false}},
      {"without a rate", 0, 0, 16 * kMiB, {1, 1}, {true, true}},
      {"more than numbers hold", ~0ull, 0, 16 * kMiB, {1u << 30}, {false}},
  };
  for (const Case& c : cases) {
    serve_http::WritePace pace(c.rate, std::chrono::seconds(30));
    pace.begin(c.sent, c.pending);
    for (std::size_t i = 0; i < c.taken.size(); ++i)
      EXPECT_EQ(pace.took(c.taken[i]), c.time_again[i]) << c.what << " " << i;
  }
}

}  // namespace
}  // namespace bfa
