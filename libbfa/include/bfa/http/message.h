// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"
#include "bfa/io/blob.h"

namespace bfa {

// The head of an HTTP response or request as found on the wire. Header order and spelling are kept.
struct HttpHead {
  std::string version;         // "HTTP/1.1"; empty for HTTP/0.9
  int status = 0;              // of a response; 0 in a request
  std::string reason;          // of a response; may be empty
  std::string method, target;  // of a request
  std::vector<std::pair<std::string, std::string>> headers;
  std::size_t size = 0;  // bytes up to and with the blank line

  // The first header of that name, in any case; empty when absent.
  std::string_view header(std::string_view name) const;
};

// Reads a response head: LF-only, folded lines, missing reason, HTTP/2 status lines and Latin-1 are survived
// and become findings. Errors: kCorrupt when there is no status line, kTruncated when the blank line is
// missing.
BFA_EXPORT Result<HttpHead> parse_response_head(std::string_view bytes, Findings& findings);
BFA_EXPORT Result<HttpHead> parse_request_head(std::string_view bytes, Findings& findings);

// Why a body ends early, as WARC-Truncated says it.
enum class Truncation : std::uint8_t { kNone, kLength, kTime, kDisconnect, kUnspecified };

// One request and its response, bytes as on the wire.
struct Exchange {
  std::string url;    // as requested, no fragment
  UtcTime started{};  // start of the request: the WARC-Date of all its records
  std::chrono::microseconds duration{0};
  std::string ip_address;  // of the server; empty when unknown; IPv6 unbracketed
  std::string protocol;    // "http/1.1", "h2"
  Blob request;            // exact bytes sent; empty when unknown (an import)
  Blob response;           // exact bytes received, head and body, transfer coding kept; 1xx heads apart
  HttpHead head;           // the response's, parsed
  Truncation truncated = Truncation::kNone;
  Findings findings;
};

// The response's entity: transfer coding removed, content coding kept; what WARC calls payload. Wrong framing
// is survived and noted. Errors: kLimit, kIo.
BFA_EXPORT Result<std::string> entity_body(const Exchange& exchange, std::uint64_t max_bytes,
                                           Findings& findings);

// The entity with content codings undone, for parsing. A coding that fails gives what was decoded before and
// a finding. Errors: kLimit, kIo.
BFA_EXPORT Result<std::string> decoded_body(const Exchange& exchange, std::uint64_t max_bytes,
                                            Findings& findings);

// "text/html" and "utf-8" of a Content-Type value; lower case; empty when absent.
struct MediaType {
  std::string essence, charset;
};
BFA_EXPORT MediaType parse_media_type(std::string_view content_type);

}  // namespace bfa
