// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "bfa/io/digest.h"
#include "bfa/url/url.h"

namespace bfa {

// Bounds how many addresses of one path that differ by their query only are followed: calendars and filters
// are endless. Counts in a table of fixed size; two paths that share a cell share the limit.
class QueryGuard {
 public:
  // True when `url` may be followed; counts it.
  bool admit(const Url& url, std::uint32_t limit) {
    if (!url.has_query()) return true;
    auto& count = counts_[fast_hash(url.origin() + std::string(url.path())) % counts_.size()];
    if (count >= limit) return false;
    ++count;
    return true;
  }

  void clear() { counts_.fill(0); }

 private:
  std::array<std::uint32_t, 65536> counts_{};
};

}  // namespace bfa
