// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace bfa {

// A quick look for words in texts that mostly hold none of them: by the first three bytes of each word, in
// capitals as well.
class StemBegins {
 public:
  // The words must be case folded, and of three bytes or more.
  void add(std::span<const std::string_view> stems);
  // False when none of them stands in the text. Linear.
  bool may_stand_in(std::string_view text) const noexcept {
    std::uint32_t last = 0;
    for (const char c : text) {
      last = (last << 8 | lower(c)) & 0xFFFFFFu;
      if (begins_[slot_of(last)]) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kSlotBits = 12;
  static std::size_t slot_of(std::uint32_t three) noexcept { return three * 2654435761u >> (32 - kSlotBits); }
  static std::uint32_t lower(char c) noexcept {
    return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
  }

  std::bitset<std::size_t{1} << kSlotBits> begins_;
};

}  // namespace bfa
