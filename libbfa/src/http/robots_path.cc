// SPDX-License-Identifier: Apache-2.0
#include "http/robots_path.h"

#include <algorithm>

#include "base/ascii.h"

namespace bfa::http {
namespace {

bool is_unreserved(char c) {
  return is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

void append_encoded(std::string& out, char c) {
  constexpr char kHex[] = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kHex[byte >> 4];
  out += kHex[byte & 15];
}

bool must_encode(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x20 || byte >= 0x7F || std::string_view("\"<>\\^`{|}").find(c) != std::string_view::npos;
}

// `special`: further characters to encode, in addition to those that must always be encoded.
std::string normalise(std::string_view text, std::string_view special) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool escape =
        c == '%' && i + 2 < text.size() && is_hex_digit(text[i + 1]) && is_hex_digit(text[i + 2]);
    if (escape) {
      const char decoded = static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      if (is_unreserved(decoded))
        out += decoded;
      else
        append_encoded(out, decoded);
      i += 2;
    } else if (must_encode(c) || special.find(c) != std::string_view::npos) {
      append_encoded(out, c);
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string robots_path(std::string_view url) {
  url = url.substr(0, url.find('#'));
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos && scheme < url.find_first_of("/?;")) url.remove_prefix(scheme + 3);
  if (url.empty() || url.front() != '/') {
    const std::size_t begin = url.find_first_of("/?;");
    url = begin == std::string_view::npos ? std::string_view() : url.substr(begin);
  }
  std::string path = normalise(url, "*$");
  if (path.empty() || path.front() != '/') path.insert(0, 1, '/');
  return path;
}

std::string normalise_robots_pattern(std::string_view value) {
  const bool anchored = !value.empty() && value.back() == '$';
  if (anchored) value.remove_suffix(1);
  std::string pattern = normalise(value, "$");
  if (anchored) pattern += '$';
  return pattern;
}

bool robots_pattern_matches(std::string_view pattern, std::string_view path) {
  const bool anchored = !pattern.empty() && pattern.back() == '$';
  if (anchored) pattern.remove_suffix(1);
  const std::size_t star = std::min(pattern.find('*'), pattern.size());
  if (!path.starts_with(pattern.substr(0, star))) return false;
  path.remove_prefix(star);
  if (star == pattern.size()) return !anchored || path.empty();
  pattern.remove_prefix(star + 1);
  // Pieces between the stars, each at its first place after the one before; the last one of an anchored
  // pattern at the end.
  for (;;) {
    const std::size_t end = std::min(pattern.find('*'), pattern.size());
    const std::string_view piece = pattern.substr(0, end);
    if (end == pattern.size() && anchored) return path.ends_with(piece);
    const std::size_t found = path.find(piece);
    if (found == std::string_view::npos) return false;
    if (end == pattern.size()) return true;
    path.remove_prefix(found + piece.size());
    pattern.remove_prefix(end + 1);
  }
}

}  // namespace bfa::http
