// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/ascii.h"

namespace bfa {

// A cheap search for words in texts that mostly have none of them: by the first three bytes of each word, in
// capitals as well.
class PrefixFilter {
 public:
  // The words must be case folded, of three bytes or more, and outlive this. `group` is the caller's.
  void add(std::span<const std::string_view> stems, int group = 0);
  // False when the text has none of them. Linear.
  bool may_stand_in(std::string_view text) const noexcept {
    std::uint32_t last = 0;
    for (const char c : text) {
      last = (last << 8 | lower(c)) & 0xFFFFFFu;
      if (begins_[slot_of(last)]) return true;
    }
    return false;
  }
  // False when the text does not begin with one of them.
  bool may_begin(std::string_view text) const noexcept {
    return text.size() >= kBytes && may_stand_in(text.substr(0, kBytes));
  }
  // True when `is_wanted(group, place)` is for some word that is in the text, which must be case folded.
  template <class IsWanted>
  bool any_of(std::string_view folded, const IsWanted& is_wanted) const {
    std::uint32_t last = 0;
    for (std::size_t at = 0; at < folded.size(); ++at) {
      last = (last << 8 | static_cast<unsigned char>(folded[at])) & 0xFFFFFFu;
      if (!begins_[slot_of(last)] || at + 1 < kBytes) continue;
      const std::string_view rest = folded.substr(at + 1 - kBytes);
      for (std::size_t i = first_[slot_of(last)]; i != 0; i = stems_[i - 1].next) {
        const Stem& stem = stems_[i - 1];
        if (rest.starts_with(stem.text) && is_wanted(stem.group, at + 1 - kBytes)) return true;
      }
    }
    return false;
  }

 private:
  struct Stem {
    std::string_view text;
    int group = 0;
    std::size_t next = 0;  // with the same slot: index + 1; 0: none
  };
  static constexpr std::size_t kBytes = 3;
  static constexpr std::size_t kSlotBits = 12;
  static std::size_t slot_of(std::uint32_t three) noexcept { return three * 2654435761u >> (32 - kSlotBits); }
  static std::uint32_t lower(char c) noexcept { return static_cast<unsigned char>(ascii_lower(c)); }

  std::bitset<std::size_t{1} << kSlotBits> begins_;
  std::array<std::uint16_t, std::size_t{1} << kSlotBits> first_{};  // index of a stem + 1; 0: none
  std::vector<Stem> stems_;
};

}  // namespace bfa
