// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace bfa::serve_http {

// What a Range header asks of `length` bytes (RFC 9110 section 14).
struct ByteRange {
  enum class Kind {
    kWhole,          // none, not readable, of another unit, or several: all bytes are given, with 200
    kPart,           // 206
    kUnsatisfiable,  // 416
  } kind = Kind::kWhole;
  std::uint64_t first = 0, count = 0;
};
ByteRange parse_byte_range(std::string_view header, std::uint64_t length);

}  // namespace bfa::serve_http
