// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "bfa/http/message.h"
#include "bfa/warc/reader.h"

namespace bfa {

// The HTTP message inside a record, as it goes by: head and body, in constant memory. A record that holds no
// HTTP has no head, and its block is its body. Not thread-safe.
class BFA_EXPORT RecordPayload {
 public:
  struct Options {
    bool decode_content = false;  // undo the content codings too
  };
  // Reads up to the end of the head; `record` must stay the reader's current one as long as this lives. Heads
  // of any age are read: HTTP/2 status lines, no reason, LF only, folded, Latin-1; bytes that are no head at
  // all count as body ("no_http_head"). Errors: kIo, and those of the record's block.
  static Result<std::unique_ptr<RecordPayload>> open(WarcRecord& record, Options options);
  static Result<std::unique_ptr<RecordPayload>> open(WarcRecord& record) { return open(record, Options()); }
  virtual ~RecordPayload() = default;

  virtual const std::optional<HttpHead>& head() const = 0;
  // The body without transfer coding; wrong framing is survived and noted: "not_chunked", "bad_chunk",
  // "chunked_cut", "bytes_after_body", "content_length_mismatch". With decode_content also without content
  // codings; one that is unknown or fails ends what is decoded ("unknown_content_coding",
  // "bad_content_coding"), and a head that names one which is not there is a "not_coded". Errors of read:
  // those of the record's block.
  virtual Source& body() = 0;
  // What was survived so far; complete when the body was read to its end.
  virtual const Findings& findings() const = 0;
};

// Which way of taking it makes a declared payload digest right.
enum class PayloadForm : std::uint8_t {
  kNone,            // no way that is known
  kEntity,          // transfer coding removed, content coding kept: as the standard says
  kRaw,             // the body as sent, with its chunk framing
  kDecoded,         // content codings removed as well
  kDeclaredLength,  // the first Content-Length bytes of the body
  kBlock            // the whole block, HTTP head included
};
BFA_EXPORT std::string_view payload_form_name(PayloadForm form);

// Takes the record's payload in every way that tools are known to have hashed and says which one the digest
// `declared` fits. Reads the block. Errors: kIo, kUnsupported (an algorithm that is not known).
BFA_EXPORT Result<PayloadForm> find_payload_form(WarcRecord& record, std::string_view declared);

}  // namespace bfa
