// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace bfa {

// A word and its meaning for a part of a comment: CommentMark (comment_words.h).
struct MarkedWord {
  std::string_view word;
  std::uint32_t marks;
};

// A word of a class or id, in lower case; nullptr: not in the table.
const MarkedWord* find_comment_word(std::string_view word) noexcept;
// A property of schema.org or a class of microformats, as they are written; nullptr: not in the table.
const MarkedWord* find_comment_property(std::string_view property) noexcept;

}  // namespace bfa
