// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bfa {

// The sequences of three words of a text, as sorted hashes without repetitions. Single characters of scripts
// without spaces count as words.
class WordTriples {
 public:
  explicit WordTriples(std::string_view text);

  std::size_t size() const { return hashes_.size(); }
  // The part of this text that is in `other`, [0, 1]; 0 when it has no words.
  double part_in(const WordTriples& other) const;
  // Jaccard similarity, [0, 1].
  double likeness(const WordTriples& other) const;

 private:
  std::size_t shared(const WordTriples& other) const;

  std::vector<std::uint64_t> hashes_;
};

}  // namespace bfa
