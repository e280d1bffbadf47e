// SPDX-License-Identifier: Apache-2.0
// ASCII characters and strings, independent of the locale. Bytes from 0x80 on are never letters, digits or
// space. Only ascii_lower_case() allocates.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bfa {

constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}
constexpr bool is_lower_letter(char c) noexcept {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_letter(char c) noexcept {
  return is_lower_letter(c) || (c >= 'A' && c <= 'Z');
}
constexpr bool is_letter_or_digit(char c) noexcept {
  return is_letter(c) || is_digit(c);
}

// 0 to 15, or -1 for a character that is not a hexadecimal digit.
constexpr int hex_value(char c) noexcept {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
constexpr bool is_hex_digit(char c) noexcept {
  return hex_value(c) >= 0;
}

constexpr bool has_digit(std::string_view text) noexcept {
  return std::any_of(text.begin(), text.end(), is_digit);
}
// False for an empty text.
constexpr bool is_all_digits(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}
// Digits only (no sign, not empty), and at most 64 bits.
inline std::optional<std::uint64_t> parse_number(std::string_view text, int base = 10) noexcept {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || stopped != end || text.empty()) return std::nullopt;
  return value;
}

constexpr char ascii_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
inline std::string ascii_lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

constexpr bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}
constexpr bool starts_ignoring_case(std::string_view text, std::string_view prefix) noexcept {
  return equals_ignoring_case(text.substr(0, prefix.size()), prefix);
}
constexpr bool ends_ignoring_case(std::string_view text, std::string_view suffix) noexcept {
  return text.size() >= suffix.size() &&
         equals_ignoring_case(text.substr(text.size() - suffix.size()), suffix);
}

// Four sets of white space, because the formats differ.
// Space and tab: RFC 9110 section 5.6.3 (OWS), WARC 1.1.
constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t';
}
// Also CR and LF: XML 1.0 section 2.3 (S).
constexpr bool is_line_space(char c) noexcept {
  return is_blank(c) || c == '\n' || c == '\r';
}
// Also form feed: WHATWG Infra, "ASCII whitespace".
constexpr bool is_html_space(char c) noexcept {
  return is_line_space(c) || c == '\f';
}
// Also vertical tab: isspace() of C.
constexpr bool is_c_space(char c) noexcept {
  return is_html_space(c) || c == '\v';
}

// The text without the characters of one set at both ends.
template <class IsSpace>
constexpr std::string_view trim_if(std::string_view text, const IsSpace& is_space) noexcept {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}
constexpr std::string_view trim_blanks(std::string_view text) noexcept {
  return trim_if(text, is_blank);
}
constexpr std::string_view trim_line_space(std::string_view text) noexcept {
  return trim_if(text, is_line_space);
}
constexpr std::string_view trim_html_space(std::string_view text) noexcept {
  return trim_if(text, is_html_space);
}
constexpr std::string_view trim_c_space(std::string_view text) noexcept {
  return trim_if(text, is_c_space);
}
// Without one LF or CRLF at the end.
constexpr std::string_view trim_line_end(std::string_view line) noexcept {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace bfa
