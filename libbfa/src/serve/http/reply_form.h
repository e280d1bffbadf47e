// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "bfa/base/result.h"
#include "bfa/base/time.h"
#include "bfa/serve/handler.h"
#include "serve/http/request_reader.h"

namespace bfa::serve_http {

// An answer as its bytes go out.
struct FormedReply {
  int status = 500;
  std::string head;  // with the empty line
  std::string body;
  std::unique_ptr<ReplyStream> stream;
  std::optional<std::uint64_t>
      length;  // of the stream; none and not chunked: its end is that of the connection
  bool chunked = false;
  bool close = false;  // the connection ends with it
};

// How the client asked.
struct ReplyTerms {
  int minor_version = 1;
  bool keep_alive = true;
};

// The bytes of a handler's answer: head with Date and framing (RFC 9112 sections 6 and 9.3); one byte range
// of an answer 200 with a known length (RFC 9110 section 14); gzip for bodies of 1 kB and more, and streams
// of texts, where the client takes it, with a weak ETag then; no body for HEAD, 204 and 304. Headers that are
// not HTTP are left out, line ends in values become spaces.
FormedReply form_reply(const ServeRequest& request, const ReplyTerms& terms, ServeReply reply, UtcTime now);

// The answer to what did not reach the handler: problem+json, and the connection ends.
FormedReply form_refusal(const Refusal& refusal, bool without_body, UtcTime now);

// An answer of the server itself, as problem+json (RFC 9457).
ServeReply plain_problem(const Refusal& refusal);

// The same for a stream that failed before its first piece: 503 for kUnavailable, else 500, with the error's
// message.
ServeReply error_problem(const Error& error);

}  // namespace bfa::serve_http
