// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "crawl/moves/judge_move.h"

namespace bfa {

// Pairs objects that left their address with objects that appeared at another one. No object is compared with
// all others: two are candidates when they share a title, the name in their address, or a part of the sketch
// of their texts. What many share (a title such as "Untitled") says nothing and makes no candidates.
class MoveCandidates {
 public:
  // Adds an object that left its address.
  void add_left(MoveSide side);
  // Adds an object that stands at an address that another one may have moved to.
  void add_present(MoveSide side);

  struct Pair {
    std::string from, to;  // addresses
    std::string_view reason;
  };
  // The pairs that moved, in the order of `from`. An object that fits two others equally well has no pair:
  // which of the two it is, nobody can say.
  std::vector<Pair> match() const;

 private:
  using Index = std::unordered_map<std::string, std::vector<std::size_t>>;

  std::vector<MoveSide> left_, present_;
  Index index_;  // of `present_`
};

}  // namespace bfa
