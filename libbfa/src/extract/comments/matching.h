// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace bfa {

// The maximum weighted matching of a bipartite graph: `weights` has a row for each node of one side and a
// column for each of the other; a weight of 0 or less means no edge. Gives each row's column, -1 for none.
// Deterministic: of matchings of the same weight always the same. Cost: O(rows^2 * columns) with rows the
// smaller side. Source: BlogForever Crawler, "Variations for authors, dates and comments"; the method is
// Kuhn's, with Munkres' potentials.
std::vector<std::int32_t> max_weight_matching(const std::vector<std::vector<double>>& weights);

}  // namespace bfa
