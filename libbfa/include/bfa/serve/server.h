// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/log.h"
#include "bfa/base/time.h"
#include "bfa/serve/handler.h"

namespace bfa {

struct HttpServerOptions {
  // Where to listen: "ADDRESS:PORT", "[IPV6]:PORT", ":PORT" or "PORT"; without an address at 127.0.0.1. Port
  // 0 takes a free one. Names are not resolved.
  std::string listen = "127.0.0.1:0";
  bool replay_port = true;  // a second port, free, as an origin of its own for archived pages
  // Hosts under which clients may ask, beside the address and "localhost" with the server's port. Any other
  // Host gets 421 (DNS rebinding). "NAME": with any port; "NAME:PORT": with that one; behind "https://":
  // where a reverse proxy adds TLS, so that ServeRequest::origin says so.
  std::vector<std::string> hosts;
  std::size_t threads = 4;                       // that run handlers
  std::size_t max_connections = 2048;            // when a further one comes, the longest idle one is closed
  std::size_t max_head_bytes = 32u << 10;        // more gets 431
  std::uint64_t max_body_bytes = 1u << 20;       // more gets 413
  std::chrono::milliseconds head_time{10'000};   // from the first byte of a head to its end, else 408
  std::chrono::milliseconds body_time{20'000};   // the same for a body
  std::chrono::milliseconds idle_time{60'000};   // between two requests of a connection
  std::chrono::milliseconds write_time{30'000};  // a client that takes no byte so long is dropped
  // Of an answer of more than 1 MiB it takes so many bytes in a second, averaged over write_time, else it is
  // dropped. 0: each byte is enough.
  std::uint64_t least_rate = 8u << 10;
  // Bytes of all bodies that wait for their clients; pieces of streams are not among them. Where a body of
  // more than 64 KiB would pass it, clients that took nothing of such a body for stall_time are dropped, the
  // longest stalled first; when that is not enough, the answer is 503 with Retry-After. One body goes out
  // alone, however large.
  std::uint64_t max_pending_bytes = 256u << 20;
  std::chrono::milliseconds stall_time{1000};
  LogHook log;
};

// A server for HTTP/1.1 without TLS, which a reverse proxy adds. Destroying it stops it. Handlers may be
// slow: idle connections and open streams hold no thread.
class BFA_EXPORT HttpServer {
 public:
  // Starts to listen and to answer. `handler` must outlive the server. Errors: kInvalidArgument (not an
  // address), kUnavailable (the address or port cannot be had), kIo.
  static Result<std::unique_ptr<HttpServer>> start(ServeHandler& handler, const HttpServerOptions& options);
  virtual ~HttpServer() = default;
  virtual std::string address() const = 0;  // "127.0.0.1", "[::1]"
  virtual int port() const = 0;
  virtual int replay_port() const = 0;  // 0: there is none
  virtual std::size_t connections() const = 0;
  // Ends all connections and threads: within a second, when no handler is slower. Thread-safe.
  virtual void stop() = 0;
};

// The shortest token that a gate takes: nothing else protects the archive.
inline constexpr std::size_t kLeastTokenBytes = 16;

// A handler in front of another one, which lets pass only who knows `token`: programs by "Authorization:
// Bearer TOKEN" (RFC 6750 section 2.1), browsers by a cookie, which a form at /login sets (HttpOnly,
// SameSite=Strict; Secure behind TLS). Pages are led to that form, other requests get 401. A change that only
// a cookie vouches for needs the Origin of this server. /logout takes the cookie away.
//
// Browsers send no cookie with the parts of a sandboxed page. Who has the cookie gets archived pages whose
// addresses begin with "/~CODE" (ServeRequest::mount), which lets pass to /web/ and /rebuilt/, until the end
// of the next day. Styles of our own pages (/static/, /view.css) need no token.
//
// `inner` must outlive the gate; `clock`, system_clock() when null, too. Thread-safe. Errors:
// kInvalidArgument: a token that is too short, or has spaces or control characters.
BFA_EXPORT Result<std::unique_ptr<ServeHandler>> make_token_gate(ServeHandler& inner, std::string token,
                                                                 Clock* clock = nullptr);

// A placeholder for a handler that is not ready yet: a server needs one when it starts, and the handler may
// need the server's ports. Requests wait until `patience` after the start at most, then they get 503 with
// Retry-After and `sentence`. Thread-safe.
class BFA_EXPORT LateHandler final : public ServeHandler {
 public:
  explicit LateHandler(std::chrono::milliseconds patience, std::string sentence);
  ~LateHandler() override;
  // Once. All further requests go to `handler`.
  void set(std::unique_ptr<ServeHandler> handler);
  // Nobody waits any more: the handler will not come.
  void give_up();
  ServeReply answer(const ServeRequest& request) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Whether only this machine reaches a server with HttpServerOptions::listen of that value. Errors:
// kInvalidArgument. Thread-safe.
BFA_EXPORT Result<bool> listens_on_loopback(std::string_view listen);

}  // namespace bfa
