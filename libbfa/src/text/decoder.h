// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace bfa {

struct Decoded {
  std::string text;          // valid UTF-8
  std::size_t replaced = 0;  // U+FFFD in `text`: of bytes that cannot be decoded
  // The byte offset of the first of them; npos without one, or if the position is not known.
  std::size_t first_replaced = std::string_view::npos;
};

// Decodes by a WHATWG name, or by "utf-32le", "utf-32be", "iso-2022-kr", "hz-gb-2312", or by whatever the C
// library converts ("euc-tw", "ibm855"). Nothing when the name is unknown. WHATWG's "replacement" gives one
// U+FFFD. No byte-order mark is removed.
std::optional<Decoded> decode_as(std::string_view bytes, std::string_view encoding);

// Sequences beyond ASCII that are well-formed UTF-8, and bytes or cut sequences that are not.
struct Utf8Census {
  std::size_t sequences = 0, broken = 0;
  std::size_t first_broken = std::string_view::npos;
};
Utf8Census count_utf8(std::string_view bytes) noexcept;

}  // namespace bfa
