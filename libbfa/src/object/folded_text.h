// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "text/canonical_decomposition.h"

namespace bfa {

// The form of a text that objects are compared by, code point by code point: canonically decomposed and
// ordered, without white space, soft hyphens and zero-width characters, with one form for each kind of quote,
// dash and ellipsis. Two texts are the same when their folded forms are equal. Needs no memory: of more than
// 56 combining marks in a row those behind are ordered by themselves. `text` must outlive it. Source:
// Unicode, sections 3.7 and 3.11.
class FoldedText {
 public:
  explicit FoldedText(std::string_view text) : text_(text) {}

  // The next code point; 0 at the end. "--" and "---" are how plain text writes the longer dashes.
  char32_t next() {
    for (;;) {
      char32_t c = take_ascii();
      if (c == 0) c = take_other();
      const bool dash = c == U'-';
      if (dash && after_dash_) continue;
      after_dash_ = dash;
      return c;
    }
  }

 private:
  char32_t take_other();
  // The next byte that is not white space, if it is a printing ASCII character before another ASCII
  // character; else 0.
  char32_t take_ascii() {
    if (begin_ != end_) return 0;
    while (pos_ < text_.size() && static_cast<unsigned char>(text_[pos_]) <= 0x20) ++pos_;
    if (pos_ + 1 >= text_.size()) return 0;
    const auto byte = static_cast<unsigned char>(text_[pos_]),
               after = static_cast<unsigned char>(text_[pos_ + 1]);
    if (byte <= 0x20 || byte >= 0x7F || after >= 0x80) return 0;
    ++pos_;
    return byte == '`' ? U'\'' : byte;
  }
  char32_t take_ideograph();
  bool fill();
  void append(char32_t c);
  void order();

  std::string_view text_;
  std::size_t pos_ = 0;
  std::array<CombiningCodePoint, 64> pending_{};
  // What is ready to be taken, and what was read: the rest is the begin of the next sequence.
  std::size_t begin_ = 0, ready_ = 0, end_ = 0;
  bool after_dash_ = false;
};

// Equal except for white space and typography.
bool same_text(std::string_view a, std::string_view b);

// The folded form, also without case: a key for sets of names and tags.
std::string folded_key(std::string_view text);

}  // namespace bfa
