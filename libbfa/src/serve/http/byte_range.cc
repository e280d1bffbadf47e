// SPDX-License-Identifier: Apache-2.0
#include "serve/http/byte_range.h"

#include <algorithm>

#include "base/ascii.h"

namespace bfa::serve_http {

ByteRange parse_byte_range(std::string_view header, std::uint64_t length) {
  constexpr std::string_view kUnit = "bytes=";
  header = trim_blanks(header);
  if (length == 0 || !starts_ignoring_case(header, kUnit)) return {};
  const std::string_view range = trim_blanks(header.substr(kUnit.size()));
  const std::size_t dash = range.find('-');
  if (dash == std::string_view::npos) return {};
  const std::string_view from = trim_blanks(range.substr(0, dash)), to = trim_blanks(range.substr(dash + 1));
  const auto first = parse_number(from), last = parse_number(to);
  // Digits that do not fit into 64 bits lie behind the end.
  if (!from.empty() && !is_all_digits(from)) return {};
  if (!to.empty() && !is_all_digits(to)) return {};
  if (from.empty() && to.empty()) return {};
  if (from.empty()) {
    const std::uint64_t count = last ? std::min(*last, length) : length;
    if (count == 0) return {ByteRange::Kind::kUnsatisfiable, 0, 0};
    return {ByteRange::Kind::kPart, length - count, count};
  }
  if (first && last && *last < *first) return {};
  if (!first || *first >= length) return {ByteRange::Kind::kUnsatisfiable, 0, 0};
  const std::uint64_t end = to.empty() || !last ? length - 1 : std::min(*last, length - 1);
  return {ByteRange::Kind::kPart, *first, end - *first + 1};
}

}  // namespace bfa::serve_http
