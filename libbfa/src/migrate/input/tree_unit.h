// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "migrate/input/tree_emitter.h"

namespace bfa {

// What of a tree other records hold.
struct TreeExclusions {
  std::set<std::string> files;      // locations of files that are units of their own
  std::set<std::string> addresses;  // twin keys of what the WARC files among them hold
};

}  // namespace bfa
