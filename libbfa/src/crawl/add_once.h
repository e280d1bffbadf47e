// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace bfa {

// Appends an address to a short list that does not have it.
inline void add_once(std::vector<std::string>& list, std::string address) {
  if (std::find(list.begin(), list.end(), address) == list.end()) list.push_back(std::move(address));
}

}  // namespace bfa
