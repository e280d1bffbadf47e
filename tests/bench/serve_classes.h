// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bfa::bench {

// A class of answers: what is asked, with a number for each request, and what the index alone would be asked.
struct PageClass {
  std::string name;
  double goal_ms = 0;  // 95 of 100 answers take no longer; 0: no goal was set
  bool first_byte = false;
  std::function<std::string(std::size_t)> target;
  std::function<void(std::size_t)> raw;  // may be empty
};

// Those of the archive made_archive(folder, posts). With `raw` the archive and its index are opened for it.
std::vector<PageClass> page_classes(const std::string& folder, std::size_t posts, bool raw);

}  // namespace bfa::bench
