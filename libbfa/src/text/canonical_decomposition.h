// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace bfa {

// A code point with its canonical combining class (Unicode, section 3.11): 0 for a starter.
struct CombiningCodePoint {
  char32_t value = 0;
  std::uint8_t combining_class = 0;
};

// The full canonical decomposition of a code point, in canonical order: itself when it has none. Hangul
// syllables are computed. At most four code points (Unicode, section 3.7).
struct CanonicalDecomposition {
  static constexpr std::size_t kMost = 4;
  std::array<CombiningCodePoint, kMost> points{};
  std::size_t size = 0;
};

// Thread-safe. Source: Unicode, section 3.7 (D68) and 3.12 (Hangul).
CanonicalDecomposition canonical_decomposition(char32_t code_point) noexcept;

// True for most starters that are their own decomposition, and for nothing else. Faster than
// canonical_decomposition(). Thread-safe.
bool is_plain_starter(char32_t code_point) noexcept;

}  // namespace bfa
