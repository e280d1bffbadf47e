// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bfa/search/search_index.h"
#include "subscribe/owners.h"

namespace bfa {

// The numbers of one of several blogs on a host, which the index has for the host only.
struct BlogNumbers {
  BlogCounts counts;
  std::vector<DayCounts> days;    // captures: of pages of HTML
  std::vector<DayCounts> months;  // their sums, as count_months()
  // The most frequent first, as SearchIndex::count_values.
  std::map<ValueField, std::vector<std::pair<std::string, std::uint64_t>>> values;
};

// Counts the blogs of a host apart, by `owners`. `new_since`: for BlogCounts::new_posts. Cost: by the
// objects, versions and captures of the host. Errors: those of SearchIndex.
Result<std::map<std::size_t, BlogNumbers>> count_shared_host(const SearchIndex& index,
                                                             const std::string& host,
                                                             const BlogOwners& owners, UtcTime new_since);

}  // namespace bfa
