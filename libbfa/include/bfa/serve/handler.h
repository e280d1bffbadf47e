// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/result.h"

namespace bfa {

// What an HTTP server and the pages of an archive exchange. A program that has a server of its own gives its
// requests to a ServeHandler in these types.

// A request, as it was received. Values only.
struct BFA_EXPORT ServeRequest {
  std::string method = "GET";  // upper case
  std::string target = "/";    // the request-target in origin form (RFC 9112 section 3.2.1), not decoded
  std::vector<std::pair<std::string, std::string>> headers;  // names as received
  std::string body;
  // "http://127.0.0.1:8080": how the client reaches the server. The host is checked before the handler is
  // called.
  std::string origin;
  bool replay_origin = false;  // it came to the port that serves archived pages only
  // What stands before "/web/" in the addresses of archived pages that the answer has: empty, or what a gate
  // takes off again (make_token_gate), since browsers send no cookie with the parts of a sandboxed page.
  std::string mount;

  // `target` up to its first '?', and behind it; not decoded. They live as long as the request.
  std::string_view path() const noexcept;
  std::string_view query() const noexcept;
  // The first header of that name, in any case; empty when absent.
  std::string_view header(std::string_view name) const noexcept;
};

// A body that is made piece by piece: large answers, and streams that do not end.
class BFA_EXPORT ReplyStream {
 public:
  struct Piece {
    std::string bytes;  // empty: nothing yet, ask again after `wait`
    bool end = false;   // these bytes are the last
    std::chrono::milliseconds wait{0};
  };
  virtual ~ReplyStream() = default;
  // Called on threads of the server, one at a time. Pieces of 16 to 256 KiB are best. An error of the
  // first call is answered by a problem; a later one closes the connection without the end of the body, so
  // that the client sees that something is missing. Both are logged.
  virtual Result<Piece> next() = 0;
};

// An answer. `headers` have no Content-Length, Transfer-Encoding, Connection or Date: the server adds them.
struct BFA_EXPORT ServeReply {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;                     // when there is no stream; the server leaves it out of HEAD answers
  std::unique_ptr<ReplyStream> stream;  // in place of the body
  std::optional<std::uint64_t> length;  // of the stream, when it is known

  // Sets a header; one of that name, in any case, is replaced.
  void set(std::string_view name, std::string_view value);
};

// Answers requests. Thread-safe: a server calls it from several threads. It does not throw: an exception of
// any kind becomes an answer with status 500.
class BFA_EXPORT ServeHandler {
 public:
  virtual ~ServeHandler() = default;
  virtual ServeReply answer(const ServeRequest& request) = 0;
};

}  // namespace bfa
