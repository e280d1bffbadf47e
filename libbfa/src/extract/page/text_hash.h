// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bfa {

// A number for a text, added piece by piece: white space is left out, a run of digits within a piece counts
// as one zero, and the borders of pieces have no other effect. For comparing texts within one process.
class TextHash {
 public:
  // The number of bytes of `piece` that are not white space.
  std::uint32_t add(std::string_view piece) noexcept;
  std::uint64_t value() const noexcept;

 private:
  std::uint64_t state_ = 0x9E3779B97F4A7C15u;
  std::array<char, 8> rest_{};  // bytes that do not fill a word yet
  std::size_t held_ = 0;        // of these
};

// Spreads a hash over all of its bits, so that sums of several hashes still distinguish texts.
constexpr std::uint64_t scramble(std::uint64_t x) noexcept {
  x ^= x >> 31;
  x *= 0x9e3779b97f4a7c15ull;
  return x ^ (x >> 29);
}

}  // namespace bfa
