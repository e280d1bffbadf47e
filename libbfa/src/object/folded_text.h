// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace bfa {

struct Decomposition {
  char32_t composed, first, second;  // second: 0 for singletons
};
extern const Decomposition kDecompositions[];
extern const std::size_t kDecompositionCount;

// The form of a text that objects are compared by, code point by code point: canonically decomposed, without
// white space, soft hyphens and zero-width characters, with one form for each kind of quote, dash and
// ellipsis. Two texts are the same when their folded forms are equal. Needs no memory. `text` must outlive
// it.
class FoldedText {
 public:
  explicit FoldedText(std::string_view text) : text_(text) {}

  // The next code point; 0 at the end.
  char32_t next();

 private:
  char32_t take();
  void expand(char32_t c);

  std::string_view text_;
  std::size_t pos_ = 0;
  std::array<char32_t, 8> pending_{};
  std::size_t pending_begin_ = 0, pending_end_ = 0;
  bool after_dash_ = false;
};

// Equal except for white space and typography.
bool same_text(std::string_view a, std::string_view b);

// The folded form, also without case: a key for sets of names and tags.
std::string folded_key(std::string_view text);

}  // namespace bfa
