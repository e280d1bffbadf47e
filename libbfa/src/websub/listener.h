// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/result.h"
#include "bfa/http/message.h"

namespace bfa {

struct ListenerOptions {
  std::size_t max_connections = 64;        // when a further one comes, the oldest gives way
  std::chrono::milliseconds time{10'000};  // of one connection, from its start to the last byte of the answer
  std::size_t max_head_bytes = 16u << 10;  // more gets 431
  std::uint64_t max_memory = 32u << 20;    // of all requests together; a body that has no room gets 503
};

struct ListenerReply {
  int status = 404;
  std::string body{};  // sent unless the method is HEAD
  std::string content_type = "text/plain; charset=utf-8";
};

// Answers the requests of a listener. Both functions are called on the listener's thread, one at a time;
// while they run nobody else is answered. They may not throw.
class ListenerHandler {
 public:
  virtual ~ListenerHandler() = default;
  // How many bytes of the request's body are worth reading; called when the head is there.
  virtual std::uint64_t max_body(const HttpHead& head) = 0;
  // `too_large`: the body is larger than that, and `body` is empty. It is read no further.
  virtual ListenerReply answer(const HttpHead& head, std::string_view body, bool too_large) = 0;
};

// A server for small HTTP/1.1 requests: one request a connection, no TLS (a reverse proxy does that), nothing
// but the handler's answers. It is the seam behind which another server can stand. Destroying it stops it.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual int port() const = 0;             // that it listens at
  virtual std::string address() const = 0;  // "127.0.0.1", "[::1]"
  // Ends all connections and the thread; within a second when the handler returns. Thread-safe.
  virtual void stop() = 0;
};

// Listens at "ADDRESS:PORT", "[IPV6]:PORT", ":PORT" or "PORT"; without an address at 127.0.0.1, and at no
// other address than the one named. Port 0 takes a free one. `handler` must outlive it. Errors:
// kInvalidArgument (not an address: names are not resolved), kUnavailable (the address or port cannot be had:
// in use, not of this machine, no permission), kIo.
Result<std::unique_ptr<Listener>> make_listener(std::string_view address, ListenerHandler& handler,
                                                ListenerOptions options = {});

}  // namespace bfa
