// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/export.h"
#include "bfa/base/result.h"
#include "bfa/io/source.h"

namespace bfa {

// One gzip member (RFC 1952) of `bytes`, no name, time 0, so that equal bytes give equal members. `level` 1
// to 12.
BFA_EXPORT Result<std::string> gzip_member(std::string_view bytes, int level = 6);

// As gzip_member, appending to `out`.
BFA_EXPORT Status gzip_member_into(std::string_view bytes, int level, std::string& out);

enum class ContentCoding : std::uint8_t { kIdentity, kGzip, kDeflate, kBrotli, kZstd };

// Decodes one content coding (RFC 9110, section 8.4). kDeflate accepts zlib and raw streams, kGzip
// several members; trailing non-gzip bytes are ignored. Errors: kCorrupt, kTruncated, kLimit
// when the result passes `max_bytes` (a bomb).
BFA_EXPORT Result<std::string> decode_content(ContentCoding coding, std::string_view bytes,
                                              std::uint64_t max_bytes);

// As decode_content, into `out` (cleared first), which contains the bytes decoded before an error.
BFA_EXPORT Status decode_content_into(ContentCoding coding, std::string_view bytes, std::uint64_t max_bytes,
                                      std::string& out);

// Decodes one content coding of `inner`, which must outlive the source, while reading: constant memory,
// whatever the size. Errors of read, after the bytes that could be decoded: kCorrupt, kTruncated, those of
// `inner`. Errors of the call: kIo (memory).
BFA_EXPORT Result<std::unique_ptr<Source>> make_decoding_source(ContentCoding coding, Source& inner);

}  // namespace bfa
