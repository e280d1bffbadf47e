// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/http/message.h"
#include "http/chunked.h"
#include "websub/listener.h"

namespace bfa::websub {

// One request as it comes in, and the answer as it goes out: bytes without sockets and times.
class Incoming {
 public:
  Incoming(ListenerHandler& handler, const ListenerOptions& options) : handler_(handler), options_(options) {}

  // Takes what came. `room`: bytes that the body may still take of the memory of all requests. What it needs
  // to send, if anything, is in output().
  void take(std::string_view bytes, std::uint64_t room);
  // The other side sent all that it will.
  void end();

  bool answered() const noexcept { return answered_; }
  const std::string& output() const noexcept { return output_; }
  void sent(std::size_t bytes) { output_.erase(0, bytes); }
  std::uint64_t memory() const noexcept { return head_bytes_.size() + body_.size() + output_.size(); }

 private:
  void take_head();
  void begin_body(std::string_view first, std::uint64_t room);
  void take_body(std::string_view bytes, std::uint64_t room);
  // False: the head says two things about its body, or none that can be read.
  bool read_framing();
  void ask_handler(bool too_large);
  void reply(const ListenerReply& answer);
  void reply(int status) { reply(ListenerReply{status}); }

  ListenerHandler& handler_;
  const ListenerOptions& options_;
  std::string head_bytes_, body_, output_;
  HttpHead head_;
  bool has_head_ = false, answered_ = false;
  bool chunked_ = false;
  std::uint64_t length_ = 0;  // of a body that is not chunked
  std::uint64_t most_ = 0;    // of the body, as the handler says
  http::Dechunker chunks_;
};

}  // namespace bfa::websub
