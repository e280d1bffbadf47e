// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/result.h"

namespace bfa {

// When a real feed published: what a simulation of the schedule plays.
struct FeedTrace {
  std::string name;
  std::string kind;                 // "news", "blog", ...: results are given with and without "news"
  std::string half;                 // which part of the feeds a measurement may use; not interpreted
  std::size_t window = 0;           // items that the feed's document holds
  std::vector<std::int64_t> times;  // ascending, seconds since a Monday 00:00 UTC; negative: before it
};

// Reads one trace a line: name, kind, half, window, number of times, the times; separated by spaces. `name`
// is for errors. Errors: kCorrupt with the line as `where` ("FILE:LINE"): fields are missing or no numbers,
// the number of times differs, times descend or lie more than 100 years away; no line.
BFA_EXPORT Result<std::vector<FeedTrace>> parse_traces(std::string_view text, const std::string& name);

}  // namespace bfa
