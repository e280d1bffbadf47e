// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/http/message.h"
#include "bfa/warc/reader.h"

namespace bfa {

// Reads a response, resource or revisit record as an Exchange, with its bytes unchanged. A revisit keeps its
// own bytes: see resolve_revisit(). Errors: kUnsupported (another record type), kCorrupt, kLimit when the
// block is larger than `max_bytes`, kIo.
BFA_EXPORT Result<Exchange> read_exchange(WarcRecord& record, std::uint64_t max_bytes);

// Facts about an exchange in addition to its bytes.
struct ExchangeContext {
  UtcTime started{};  // start of the request: the WARC-Date of its records
  std::chrono::microseconds duration{0};
  std::string ip_address{};  // of the server; empty: unknown; IPv6 unbracketed
  std::string protocol{};    // "http/1.1"; empty: unknown
  Truncation truncated = Truncation::kNone;
};

// Makes an Exchange of the raw bytes of a request and its response, for WarcWriter::write(). `url`: absolute;
// a fragment is removed. `request`: head and body as sent; empty: unknown. `response`: head and body as
// received, transfer coding kept; 1xx heads before the final one go to Exchange::interim. Survivable defects
// of the response head become findings. Errors: kInvalidArgument (the URL is not absolute), kCorrupt (no
// request line or status line), kTruncated (a head without its blank line), kIo (memory). Thread-safe.
// Source: RFC 9112, sections 2 to 5; RFC 9110, section 15.2.
BFA_EXPORT Result<Exchange> make_exchange(std::string_view url, std::string_view request,
                                          std::string_view response, const ExchangeContext& context);

// The profile of a revisit record (WARC 1.1, section 6.7). Profiles of WARC 1.0 and 0.18 and the short form
// in the standard's own example are recognised too.
enum class RevisitKind : std::uint8_t { kIdenticalPayload, kServerNotModified, kUnknown };
BFA_EXPORT RevisitKind revisit_kind(const WarcHeader& header);

// The full exchange of a revisit, made of it and of its original:
// - the revisit's head, byte for byte, and the original's body as it was sent, when both have the same
// framing
//   (both chunked, or neither, and the revisit's Content-Length is absent or equals the original's);
// - with different framing the revisit's head without Transfer-Encoding and Content-Length, plus the
//   Content-Length of the original's entity, and that entity with its content coding;
// - for a 304, or a revisit without a head: the original's head and body.
// URL, time, address, protocol and request are the revisit's. Large bodies go to spool files. Errors: kIo.
// Thread-safe. Source: WARC 1.1, section 6.7; RFC 9112, section 6.
BFA_EXPORT Result<Exchange> resolve_revisit(const Exchange& revisit, const Exchange& original);

}  // namespace bfa
