// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bfa/base/export.h"

namespace bfa {

// The set of pairs of neighbouring code points of a text, as a fixed-width bit set over hashed pairs: union
// and intersection cost the same for any text, so Algorithm 2 is linear. Collisions: docs/extraction.md. A
// value type of 512 bytes. A run of white space counts as one space; case is significant. Source: Blanvillain
// et al., BlogForever Crawler, "Extraction rules and string similarity" and Algorithm 2.
class BFA_EXPORT BigramSet {
 public:
  static constexpr std::size_t kBits = 4096;

  // Adds the pairs inside `text` (UTF-8).
  void add_text(std::string_view text) noexcept;
  // Adds one pair, for text that continues over the border of a node.
  void add_pair(char32_t first, char32_t second) noexcept;
  void add(const BigramSet& other) noexcept;  // union
  bool empty() const noexcept;
  bool operator==(const BigramSet&) const = default;
  std::size_t size() const noexcept;  // bits set; at most the number of distinct pairs
  static std::size_t intersection_size(const BigramSet& a, const BigramSet& b) noexcept;

  // A set of few pairs as a list of its words that are not zero: a short text has about one for each pair.
  class Sparse {
   public:
    Sparse() = default;
    explicit Sparse(const BigramSet& set);
    // As BigramSet::intersection_size. Cost: of the list.
    std::size_t intersection_size(const BigramSet& other) const noexcept;

   private:
    struct Word {
      std::uint64_t bits;
      std::size_t index;
    };
    std::vector<Word> words_;
  };

 private:
  std::array<std::uint64_t, kBits / 64> bits_{};
};

// Sorensen-Dice, 2|A n B| / (|A| + |B|), in [0, 1]; 0 when both are empty (the paper does not define 0/0).
BFA_EXPORT double dice(const BigramSet& a, const BigramSet& b) noexcept;

// The same over exact pair sets of two texts. O(|a| + |b|). Thread-safe.
BFA_EXPORT double bigram_similarity(std::string_view a, std::string_view b);

}  // namespace bfa
