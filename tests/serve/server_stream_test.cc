// SPDX-License-Identifier: Apache-2.0
// Streams that fail: what the client gets, and what the log says.
#include <gtest/gtest.h>

#include <mutex>

#include "serve/http_fixture.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

// What a server logs at kWarn and above.
class Warnings {
 public:
  LogHook hook() {
    return [this](LogLevel level, std::string_view line) {
      if (level < LogLevel::kWarn) return;
      const std::lock_guard<std::mutex> lock(mutex_);
      lines_.emplace_back(line);
    };
  }
  std::vector<std::string> lines() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return lines_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

// Gives `pieces`, then fails.
ServeReply failing(std::vector<std::string> pieces, const Error& error) {
  ServeReply reply = text_answer("", "application/warc");
  auto at = std::make_shared<std::size_t>(0);
  reply.stream = std::make_unique<FakeStream>([pieces = std::move(pieces), at, error]() {
    if (*at == pieces.size()) return Result<ReplyStream::Piece>(error);
    return Result<ReplyStream::Piece>(ReplyStream::Piece{pieces[(*at)++], false, {}});
  });
  return reply;
}

TEST(HttpServerStream, AnswersAFailureBeforeTheFirstPieceByAProblem) {
  struct Case {
    Code code;
    int status;
    const char* retry_after;
  };
  for (const Case& c :
       {Case{Code::kCorrupt, 500, ""}, Case{Code::kIo, 500, ""}, Case{Code::kUnavailable, 503, "5"}}) {
    FakeHandler handler([&](const ServeRequest&) {
      ServeReply reply = failing({}, Error{c.code, "a \"record\" is\nbroken", "/srv/secret", 7});
      reply.length = 100;
      return reply;
    });
    Warnings warnings;
    HttpServerOptions options;
    options.log = warnings.hook();
    const auto server = started(handler, options);
    WireClient client(server->port());
    client.send(wire_get(server->port(), "/warc/7", "Range: bytes=3-5\r\n"));
    const WireReply reply = client.read_reply();
    EXPECT_EQ(reply.status, c.status);
    EXPECT_TRUE(reply.whole);
    EXPECT_EQ(reply.header("content-type"), "application/problem+json");
    EXPECT_EQ(reply.header("content-range"), "");
    EXPECT_EQ(reply.header("retry-after"), c.retry_after);
    EXPECT_NE(reply.body.find(R"("detail":"a \"record\" is\nbroken")"), std::string::npos) << reply.body;
    EXPECT_EQ(reply.body.find("secret"), std::string::npos);
    ASSERT_EQ(warnings.lines().size(), 1u);
    const std::string line = warnings.lines()[0];
    EXPECT_NE(line.find("/warc/7"), std::string::npos) << line;
    EXPECT_NE(line.find("/srv/secret:7"), std::string::npos) << line;
    EXPECT_NE(line.find("is\\x0abroken"), std::string::npos) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    // The connection serves on.
    client.send(wire_get(server->port(), "/warc/8"));
    EXPECT_EQ(client.read_reply().status, c.status);
  }
}

TEST(HttpServerStream, EndsTheConnectionWhenItFailsLater) {
  // The second begins by having nothing yet: its head goes out at once.
  for (const auto& pieces : {std::vector<std::string>{"0123"}, std::vector<std::string>{"", "0123"}}) {
    FakeHandler handler(
        [&](const ServeRequest&) { return failing(pieces, Error{Code::kIo, "it broke", "f", -1}); });
    Warnings warnings;
    HttpServerOptions options;
    options.log = warnings.hook();
    const auto server = started(handler, options);
    const WireReply reply = wire_ask(server->port(), wire_get(server->port(), "/later"));
    EXPECT_EQ(reply.status, 200);
    EXPECT_FALSE(reply.whole);
    ASSERT_EQ(warnings.lines().size(), 1u);
    EXPECT_EQ(warnings.lines()[0],
              "serve: the stream of /later failed: " + to_string(Error{Code::kIo, "it broke", "f", -1}));
  }
}

// The head does not wait for a stream that has nothing to say yet.
TEST(HttpServerStream, SendsTheHeadOfAStreamThatWaits) {
  FakeHandler handler([](const ServeRequest&) {
    ServeReply reply = text_answer("", "text/event-stream");
    reply.stream = std::make_unique<FakeStream>(
        []() -> Result<ReplyStream::Piece> { return ReplyStream::Piece{"", false, std::chrono::hours(1)}; });
    return reply;
  });
  const auto server = started(handler);
  WireClient client(server->port());
  client.send(wire_get(server->port(), "/events"));
  EXPECT_NE(client.read_until("\r\n\r\n").find("HTTP/1.1 200"), std::string::npos);
}

}  // namespace
}  // namespace bfa
