// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "bfa/serve/server.h"
#include "support/wire_client.h"

namespace bfa::test {

inline ServeReply text_answer(std::string body, std::string type = "text/plain") {
  ServeReply reply;
  reply.headers = {{"Content-Type", std::move(type)}};
  reply.body = std::move(body);
  return reply;
}

// A handler that answers as the test says, and keeps what it was asked.
class FakeHandler final : public ServeHandler {
 public:
  using Answer = std::function<ServeReply(const ServeRequest&)>;
  FakeHandler() : answer_([](const ServeRequest&) { return text_answer("hello\n"); }) {}
  explicit FakeHandler(Answer answer) : answer_(std::move(answer)) {}

  ServeReply answer(const ServeRequest& request) override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      seen_.push_back(request);
    }
    return answer_(request);
  }
  std::vector<ServeRequest> seen() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return seen_;
  }

 private:
  Answer answer_;
  mutable std::mutex mutex_;
  std::vector<ServeRequest> seen_;
};

// A stream that a function makes.
class FakeStream final : public ReplyStream {
 public:
  using Next = std::function<Result<Piece>()>;
  explicit FakeStream(Next next) : next_(std::move(next)) {}
  Result<Piece> next() override { return next_(); }

 private:
  Next next_;
};

inline std::unique_ptr<ReplyStream> stream_of(std::vector<std::string> pieces) {
  auto left = std::make_shared<std::vector<std::string>>(std::move(pieces));
  auto at = std::make_shared<std::size_t>(0);
  return std::make_unique<FakeStream>([left, at]() -> Result<ReplyStream::Piece> {
    ReplyStream::Piece piece;
    if (*at < left->size()) piece.bytes = (*left)[(*at)++];
    piece.end = *at == left->size();
    return piece;
  });
}

inline std::unique_ptr<HttpServer> started(ServeHandler& handler, const HttpServerOptions& options = {}) {
  auto server = HttpServer::start(handler, options);
  EXPECT_TRUE(server) << to_string(server.error());
  return server ? std::move(*server) : nullptr;
}

}  // namespace bfa::test
