// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace bfa {

// True when `word` is one of the words of `list`, which are separated by white space: as in a class, a rel,
// an itemprop.
inline bool has_word(std::string_view list, std::string_view word) noexcept {
  for (std::size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    const bool starts = at == 0 || static_cast<unsigned char>(list[at - 1]) <= 0x20;
    const std::size_t after = at + word.size();
    if (starts && (after == list.size() || static_cast<unsigned char>(list[after]) <= 0x20)) return true;
  }
  return false;
}

}  // namespace bfa
