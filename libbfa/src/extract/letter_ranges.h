// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bfa {

// Where the words of each letter begin in a sorted table of words in small letters: most words that are
// looked up are in no table, and most of those are told by their first letter.
using LetterRanges = std::array<std::uint8_t, 27>;

template <class Entry, std::size_t N>
constexpr LetterRanges letter_ranges(const std::array<Entry, N>& table) {
  static_assert(N < 256);
  LetterRanges begins{};
  for (std::size_t letter = 0; letter < begins.size(); ++letter) {
    const auto first = static_cast<unsigned char>('a' + letter);
    begins[letter] =
        static_cast<std::uint8_t>(std::count_if(table.begin(), table.end(), [&](const Entry& entry) {
          return static_cast<unsigned char>(entry.word.front()) < first;
        }));
  }
  return begins;
}

// The entry of `word`, nullptr when there is none.
template <class Entry, std::size_t N>
const Entry* find_word(const std::array<Entry, N>& table, const LetterRanges& ranges,
                       std::string_view word) noexcept {
  if (word.empty() || word.front() < 'a' || word.front() > 'z') return nullptr;
  const auto letter = static_cast<std::size_t>(word.front() - 'a');
  const Entry* end = table.data() + ranges[letter + 1];
  const Entry* found =
      std::lower_bound(table.data() + ranges[letter], end, word,
                       [](const Entry& entry, std::string_view wanted) { return entry.word < wanted; });
  return found != end && found->word == word ? found : nullptr;
}

}  // namespace bfa
