// SPDX-License-Identifier: Apache-2.0
#include "migrate/base64.h"

#include <cstdint>

namespace bfa {
namespace {

int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

}  // namespace

std::optional<std::string> base64_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  unsigned held = 0;
  bool padded = false;
  for (const char c : text) {
    if (c == '\r' || c == '\n' || c == ' ') continue;
    if (c == '=') {
      padded = true;
      continue;
    }
    const int value = value_of(c);
    if (value < 0 || padded) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out.push_back(static_cast<char>((bits >> held) & 0xffU));
  }
  if (held >= 6) return std::nullopt;  // one character alone is no byte
  return out;
}

}  // namespace bfa
