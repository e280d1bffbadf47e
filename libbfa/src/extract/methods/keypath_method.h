// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "extract/methods/method.h"
#include "extract/rules/key_path.h"

namespace bfa {

// Paths to the values of a feed's entries on the pages, merged to one path per layout; a page is a post when
// the path of its content matches. Source: Berger, Hennig, Petrick, Pursche, Meinel, Adaptive Post
// Recognition.
const ExtractionMethod& keypath_method();

// One path for each group of paths that can be made one, the largest group first.
struct MergedPath {
  KeyPath path;
  std::uint32_t support = 0;  // paths in the group
};
std::vector<MergedPath> merge_paths(const std::vector<KeyPath>& paths);

}  // namespace bfa
