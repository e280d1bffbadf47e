// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bfa {

// The letters of ASCII, whatever the locale.
constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace bfa
