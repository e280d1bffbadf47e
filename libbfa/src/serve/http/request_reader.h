// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bfa::serve_http {

// Why a request is not answered by the handler: a status and a sentence.
struct Refusal {
  int status = 400;
  std::string_view title;  // of static storage
};

struct RequestHead {
  std::string method, target;
  int minor_version = 1;  // of HTTP/1
  std::vector<std::pair<std::string, std::string>> headers;
};

struct ReadLimits {
  std::size_t head_bytes = 32u << 10;
  std::uint64_t body_bytes = 1u << 20;
};

// Reads one request of HTTP/1.1 (RFC 9112) out of bytes as they come, by the parser of Boost.Beast. Not
// thread-safe.
class RequestReader {
 public:
  enum class State { kNeedsMore, kHead, kComplete, kRefused };

  explicit RequestReader(const ReadLimits& limits);
  ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  // Takes bytes from the front of `bytes` and says in `used` how many; the others are given again, with what
  // came since. kHead comes once, when the head is whole: look at it, then call again. kComplete: the request
  // is whole. What stands behind it belongs to the next one. kRefused: refusal() says why; the connection
  // cannot be read any further.
  State feed(std::string_view bytes, std::size_t& used);

  RequestHead& head();
  std::string& body();
  Refusal refusal() const;
  bool began() const;      // a byte of the request was there
  bool head_done() const;  // kHead was given

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa::serve_http
