// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "migrate/input/tree_emitter.h"

namespace bfa {

// The parts of a tree that other units contain already.
struct TreeExclusions {
  std::set<std::string> files;      // locations of files that are units of their own
  std::set<std::string> addresses;  // twin keys of the captures in the WARC files among them
};

}  // namespace bfa
