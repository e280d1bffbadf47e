// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "bfa/base/export.h"
#include "bfa/base/result.h"
#include "bfa/base/time.h"
#include "bfa/serve/handler.h"

namespace bfa {

// The shortest token that a gate takes: it is all that stands between a reader and the archive.
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

// Stands in for a handler that is still being made: a server needs one when it starts, and the handler may
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

}  // namespace bfa
