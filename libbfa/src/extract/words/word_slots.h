// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

namespace bfa {

// A hash table over the words of a table, made by the compiler: most words that are looked up are in no
// table, and an empty slot shows that without a comparison.
using WordSlots = std::array<std::uint8_t, 512>;  // index of an entry + 1; 0: empty

// From a word's length and three of its letters.
constexpr std::size_t slot_of_word(std::string_view word) noexcept {
  const auto letter = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(word[i]));
  };
  const std::size_t mixed =
      word.size() * 61 + letter(0) * 7 + letter(word.size() / 2) * 37 + letter(word.size() - 1) * 173;
  return (mixed ^ (mixed >> 7)) % std::tuple_size_v<WordSlots>;
}

template <class Entry, std::size_t N>
constexpr WordSlots word_slots(const std::array<Entry, N>& table) {
  static_assert(N < 255);
  WordSlots slots{};
  for (std::size_t i = 0; i < N; ++i) {
    std::size_t slot = slot_of_word(table[i].word);
    while (slots[slot] != 0) slot = (slot + 1) % slots.size();
    slots[slot] = static_cast<std::uint8_t>(i + 1);
  }
  return slots;
}

// The entry of `word`; nullptr when absent.
template <class Entry, std::size_t N>
const Entry* find_word(const std::array<Entry, N>& table, const WordSlots& slots,
                       std::string_view word) noexcept {
  if (word.empty()) return nullptr;
  for (std::size_t slot = slot_of_word(word);; slot = (slot + 1) % slots.size()) {
    const std::size_t place = slots[slot];
    if (place == 0 || place > N) return nullptr;
    if (table[place - 1].word == word) return &table[place - 1];
  }
}

}  // namespace bfa
