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
struct BFA_EXPORT HttpHead {
  std::string version;         // "HTTP/1.1"; empty for HTTP/0.9
  int status = 0;              // of a response; 0 in a request
  std::string reason;          // of a response; may be empty
  std::string method, target;  // of a request
  std::vector<std::pair<std::string, std::string>> headers;
  std::size_t size = 0;  // bytes up to and with the blank line

  // The first header of that name, in any case; empty when absent. Lives as long as the head.
  std::string_view header(std::string_view name) const;
  // All values of that name joined by ", ", as RFC 9110 section 5.3 combines them; empty when absent,
  // or without memory.
  std::string combined(std::string_view name) const;
};

// Reads a response head: LF-only lines ("lf_only_head"), folded lines (joined by one space, "folded_header"),
// lines without a colon (skipped, "header_without_colon"), white space before the colon
// ("space_before_colon"), bytes above 0x7F ("non_ascii_head"), a status line in another form
// ("odd_status_line") and 1xx heads before the final one (skipped, "interim_response") are accepted and
// become findings, each at most once a head. `bytes` may continue after the head; `size` is where the body
// begins. Errors: kCorrupt when there is no status line, kTruncated when the blank line is missing.
// Cost: O(head). Thread-safe. Source: RFC 9112 sections 2 to 5.
BFA_EXPORT Result<HttpHead> parse_response_head(std::string_view bytes, Findings& findings);

// The same for a request head; the target keeps its bytes. Errors: kCorrupt when there is no request line,
// kTruncated.
BFA_EXPORT Result<HttpHead> parse_request_head(std::string_view bytes, Findings& findings);

// Why a body ends early: the values of WARC-Truncated (WARC 1.1 section 5.13).
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
  std::string interim;     // the 1xx heads that came before it, exact bytes; mostly empty
  HttpHead head;           // the response's, parsed
  Truncation truncated = Truncation::kNone;
  Findings findings;
};

// The response's entity: transfer coding removed, content coding kept; the payload of WARC. Wrong framing is
// a finding: a body that is declared as chunked and is not is returned unchanged ("not_chunked"); after a bad
// or missing chunk the rest is kept as it is ("bad_chunk", "chunked_cut"); a length that differs from
// Content-Length does not change the result ("content_length_mismatch"). Errors: kLimit when the entity is
// larger than `max_bytes`, kIo. Cost: O(response) time, one copy of the entity. Source: RFC 9112 sections
// 6, 7.
BFA_EXPORT Result<std::string> entity_body(const Exchange& exchange, std::uint64_t max_bytes,
                                           Findings& findings);

// The entity with content codings decoded (gzip, deflate as zlib or raw, br, zstd, and their "x-" names),
// for parsing. An unknown coding returns the coded bytes ("unknown_content_coding"); one that fails or is
// cut returns what was decoded until then, and text that is declared as coded and is not is returned
// unchanged ("bad_content_coding"). Errors: kLimit when a stage exceeds `max_bytes` (no stage keeps more
// than that in memory); kIo. Source: RFC 9110 section 8.4.
BFA_EXPORT Result<std::string> decoded_body(const Exchange& exchange, std::uint64_t max_bytes,
                                            Findings& findings);

// As decoded_body, for content that is useful in part, such as a page: bytes beyond `max_bytes` are left out
// and are a finding "body_over_limit" (kLimit), not an error. Errors: kIo.
BFA_EXPORT Result<std::string> decoded_prefix(const Exchange& exchange, std::uint64_t max_bytes,
                                              Findings& findings);

// "text/html" and "utf-8" of a Content-Type value; lower case; empty when absent,
// or without memory.
struct MediaType {
  std::string essence, charset;
};
BFA_EXPORT MediaType parse_media_type(std::string_view content_type);

// The wait of Retry-After: seconds from `now`, never negative; nothing when the header is absent or not
// valid. Source: RFC 9110 section 10.2.3, both forms.
BFA_EXPORT std::optional<std::chrono::seconds> parse_retry_after(const HttpHead& head, UtcTime now);

}  // namespace bfa
