// SPDX-License-Identifier: Apache-2.0
#include "terminal_text.h"

#include <array>
#include <cstdint>

namespace bfa::tool {
namespace {

// What coloured() writes. An input that brings these can make a line bold, and no more.
constexpr std::array<std::string_view, 5> kColours = {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m",
                                                      "\x1b[32m"};

std::size_t colour_at(std::string_view text) {
  for (const std::string_view colour : kColours) {
    if (text.starts_with(colour)) return colour.size();
  }
  return 0;
}

// A character that is shown by its number, and how many bytes it has; size 0: it is written as it is.
struct Control {
  std::uint32_t code = 0;
  std::size_t size = 0;
};

bool turns_direction(std::uint32_t code) {
  return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

Control control_at(std::string_view text, bool bidi) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    const bool control = (first < 0x20 && first != '\n' && first != '\t') || first == 0x7F;
    return control ? Control{first, 1} : Control{};
  }
  if (first == 0xC2 && text.size() > 1 && byte(1) >= 0x80 && byte(1) < 0xA0) return {byte(1), 2};
  if (!bidi || first != 0xE2 || text.size() < 3) return {};
  const std::uint32_t code = 0x2000U | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU);
  return turns_direction(code) ? Control{code, 3} : Control{};
}

void append_escape(std::string& out, std::uint32_t code) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\u";
  for (unsigned shift = 16; shift != 0;) {
    shift -= 4;
    out += kDigits[(code >> shift) & 0xFU];
  }
}

}  // namespace

std::string with_visible_controls(std::string_view text, bool bidi, bool colours) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (colours && text[i] == '\x1b') {
      if (const std::size_t size = colour_at(text.substr(i)); size != 0) {
        out += text.substr(i, size);
        i += size;
        continue;
      }
    }
    const Control control = control_at(text.substr(i), bidi);
    if (control.size == 0) {
      out += text[i++];
      continue;
    }
    append_escape(out, control.code);
    i += control.size;
  }
  return out;
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

}  // namespace bfa::tool
