// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_set>
#include <vector>

#include "bfa/feed/feed.h"

namespace bfa {

// What was in a feed, state by state. An entry is known by its id or by its link: feeds exist that give a new
// id to each entry at each poll, and others whose links carry the number of the poll.
class WindowHistory {
 public:
  bool empty() const { return known_.empty(); }
  // Takes the next state. True when entries may have come and gone between it and the state before: it has
  // new entries, and none of the known ones shows that the two windows overlap. An entry shows it unless it
  // stays on top for ever: then most of the entries before that were newer are gone.
  bool take(const std::vector<FeedEntry>& entries);

 private:
  struct Past {
    std::size_t id = 0, link = 0;
    UtcTime published{};
  };

  bool overlaps(const std::vector<FeedEntry>& entries) const;
  bool knows(const FeedEntry& entry) const;

  std::unordered_set<std::size_t> known_;
  std::vector<Past> window_;  // of the state before: entries with a date, newest first
};

}  // namespace bfa
