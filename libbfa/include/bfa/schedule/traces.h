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

// The snapshots of a post, and between which of them it was edited: what a simulation of re-checks plays.
struct EditHistory {
  struct Edit {
    std::int64_t after = 0, before = 0;  // the times of two snapshots
  };
  std::string blog;
  std::int64_t published = 0, first = 0, last = 0;  // `first`, `last`: snapshots; all in seconds since 1970
  std::vector<Edit> edits;                          // ascending
};

// Reads one post a line, as scripts/edit_history.py writes them: blog, published, first, last, and the edits
// as AFTER-BEFORE with commas between them; separated by tabs or spaces. `name` is for errors. Errors:
// kCorrupt with the line as `where` ("FILE:LINE"): fields are missing or no numbers, a time before another
// one that it is to follow, or outside of the years 1970 to 2200; no line.
BFA_EXPORT Result<std::vector<EditHistory>> parse_edit_histories(std::string_view text,
                                                                 const std::string& name);

}  // namespace bfa
