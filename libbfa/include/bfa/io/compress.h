// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/base/export.h"
#include "bfa/base/result.h"

namespace bfa {

// One gzip member (RFC 1952) of `bytes`, no name, time 0, so that equal bytes give equal members. `level` 1
// to 12.
BFA_EXPORT Result<std::string> gzip_member(std::string_view bytes, int level = 6);

enum class ContentCoding : std::uint8_t { kIdentity, kGzip, kDeflate, kBrotli, kZstd };

// Undoes one content coding (RFC 9110 section 8.4) for parsing. kDeflate takes zlib and raw streams, kGzip
// several members. Errors: kCorrupt, kTruncated, kLimit when the result passes `max_bytes` (a bomb).
BFA_EXPORT Result<std::string> decode_content(ContentCoding coding, std::string_view bytes,
                                              std::uint64_t max_bytes);

}  // namespace bfa
