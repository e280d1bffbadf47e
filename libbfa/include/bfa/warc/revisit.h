// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bfa/http/message.h"
#include "bfa/warc/record.h"

namespace bfa {

// What a revisit record says it is (WARC 1.1 section 6.7); profiles of WARC 1.0 and 0.18 and the short form
// of the standard's own example count too.
enum class RevisitKind : std::uint8_t { kIdenticalPayload, kServerNotModified, kUnknown };
BFA_EXPORT RevisitKind revisit_kind(const WarcHeader& header);

// The exchange that a revisit stands for, made of it and of its original:
// - the revisit's head, byte for byte, and the original's body as it was sent, when both frame it alike (both
//   chunked, or neither and the revisit's Content-Length is absent or the original's);
// - with other framing the revisit's head without Transfer-Encoding and Content-Length, but with the
//   Content-Length of the original's entity, and that entity, its content coding kept;
// - of a 304, or a revisit that kept no head: the original's head and body.
// URL, time, address, protocol and request are the revisit's. Large bodies go through spool files. Errors:
// kIo. Thread-safe. Source: WARC 1.1 section 6.7; facts warc.md rules 20 and 23.
BFA_EXPORT Result<Exchange> resolve_revisit(const Exchange& revisit, const Exchange& original);

}  // namespace bfa
