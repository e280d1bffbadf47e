// SPDX-License-Identifier: Apache-2.0
#include "io/base64.h"

#include <cstddef>

namespace bfa {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64_encode(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view part = bytes.substr(at, 3);
    unsigned bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      bits = bits << 8U | (i < part.size() ? static_cast<unsigned char>(part[i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i)
      out.push_back(i <= part.size() ? kDigits[bits >> (18 - 6 * i) & 63U] : '=');
  }
  return out;
}

std::optional<std::string> base64_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size() / 4 * 3);
  unsigned bits = 0;
  unsigned held = 0;
  bool padded = false;
  for (const char c : text) {
    if (c == '\r' || c == '\n' || c == ' ') continue;
    if (c == '=') {
      padded = true;
      continue;
    }
    const std::size_t digit = kDigits.find(c == '-' ? '+' : c == '_' ? '/' : c);
    if (digit == std::string_view::npos || padded) return std::nullopt;
    bits = (bits << 6U | static_cast<unsigned>(digit)) & 0xffffffU;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out.push_back(static_cast<char>(bits >> held & 0xffU));
  }
  if (held >= 6) return std::nullopt;  // one remaining character is not a byte
  return out;
}

}  // namespace bfa
