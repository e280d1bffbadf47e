// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "bfa/http/message.h"
#include "bfa/warc/reader.h"

namespace bfa {

// The HTTP message of a record as a stream: head and body, in constant memory. A record without HTTP has no
// head, and its block is its body. Not thread-safe.
class RecordPayload {
 public:
  struct Options {
    bool decode_content = false;  // decode the content codings too
  };
  // Reads to the end of the head; `record` must remain the reader's current one while this is used. All kinds
  // of heads are accepted: HTTP/2 status lines, no reason, LF only, folded, Latin-1; without a head all bytes
  // are body ("no_http_head"). Errors: kIo, and those of the record's block.
  static Result<std::unique_ptr<RecordPayload>> open(WarcRecord& record, Options options);
  static Result<std::unique_ptr<RecordPayload>> open(WarcRecord& record) { return open(record, Options()); }
  virtual ~RecordPayload() = default;

  virtual const std::optional<HttpHead>& head() const = 0;
  // The body without transfer coding; wrong framing is a finding: "not_chunked", "bad_chunk", "chunked_cut",
  // "bytes_after_body", "content_length_mismatch". With decode_content also without content codings; decoding
  // stops at one that is unknown or fails ("unknown_content_coding", "bad_content_coding"); a coding that is
  // declared but absent is a finding "not_coded". Errors of read: those of the record's block.
  virtual Source& body() = 0;
  // Findings so far; complete when the body was read to its end.
  virtual const Findings& findings() const = 0;
};

// The bytes for which a declared payload digest is correct.
enum class PayloadForm : std::uint8_t {
  kNone,            // none of these
  kEntity,          // transfer coding removed, content coding kept: WARC 1.1, section 5.9
  kRaw,             // the body as sent, with its chunk framing
  kDecoded,         // content codings removed as well
  kDeclaredLength,  // the first Content-Length bytes of the body
  kBlock            // the whole block, HTTP head included
};
std::string_view payload_form_name(PayloadForm form);

// Hashes the record's payload in every way known from tools and returns the one that matches the digest
// `declared`. Reads the block. Errors: kIo, kUnsupported (an unknown algorithm).
Result<PayloadForm> find_payload_form(WarcRecord& record, std::string_view declared);

}  // namespace bfa
