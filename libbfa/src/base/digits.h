// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>

namespace bfa {

// The digits of ASCII, whatever the locale.
constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

constexpr bool has_digit(std::string_view text) noexcept {
  return std::any_of(text.begin(), text.end(), is_digit);
}

}  // namespace bfa
