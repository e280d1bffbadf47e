// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bfa {

// What is needed of a text to compare it with others: the set of its pieces of eight code points, in the
// folded form in which objects are compared (white space and typography do not count), and a sketch of that
// set. A value. Source of the sketch: Broder, On the resemblance and containment of documents, with one
// permutation (Li, Owen and Zhang, One Permutation Hashing).
class TextPrint {
 public:
  static constexpr std::size_t kBins = 16;
  using Sketch = std::array<std::uint64_t, kBins>;

  explicit TextPrint(std::string_view text);

  std::size_t length() const noexcept { return length_; }  // code points of the folded text
  // The smallest hash in each bin; 0 for an empty bin. Two texts that share the part J of their pieces have
  // the same value in a bin with the probability J.
  const Sketch& sketch() const noexcept { return sketch_; }
  // The sketch alone, without the set. Linear, needs no memory.
  static Sketch sketch_of(std::string_view text);

  // Sorensen-Dice over the two sets, in [0, 1]. Two texts that are too short for a piece: 1 when equal.
  friend double similarity(const TextPrint& a, const TextPrint& b) noexcept;

 private:
  std::size_t length_ = 0;
  std::vector<std::uint64_t> pieces_;  // hashes, sorted, each once
  Sketch sketch_{};
};

double similarity(const TextPrint& a, const TextPrint& b) noexcept;

}  // namespace bfa
