// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bfa {

// Properties of a text node, found in one pass when the page is parsed, that make copying it cheap: most
// texts are copied unchanged.
struct TextShape {
  static constexpr std::uint8_t kSingleSpaces = 1;  // no control characters, no two spaces side by side
  static constexpr std::uint8_t kOrdinary = 2;      // none of the characters of special_at()
  static constexpr std::uint8_t kUnescaped = 4;     // no '&', '<' or '>'
  static constexpr std::uint8_t kBlank = 8;         // not empty, and nothing but HTML's white space

  std::uint32_t graphic = 0;  // bytes above 0x20
  std::uint8_t bits = 0;
};

TextShape shape_of_text(std::string_view text) noexcept;

// Invisible characters and the spaces outside ASCII that break lines or have the meaning of a plain space.
struct SpecialCharacter {
  std::size_t length = 0;  // 0: an ordinary character
  bool is_space = false;   // else it is dropped
};

// The one that `text` begins with.
SpecialCharacter special_at(std::string_view text) noexcept;

}  // namespace bfa
