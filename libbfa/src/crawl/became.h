// SPDX-License-Identifier: Apache-2.0
// A blog that became something else, as one run sees it: docs/crawl.md, "Something else is not a version".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/crawl/crawl.h"
#include "bfa/crawlmodel/step_result.h"

namespace bfa {

// What the steps of one blog in a run met.
struct SomethingElse {
  std::map<std::string, std::uint64_t> kinds;  // answers that were something else, by kind
  std::string home_kind, home_evidence;        // of the home page
  std::string example;                         // of the others: the first address and its evidence
  std::uint64_t pages = 0;                     // answers that were pages
  bool home_is_back = false;                   // the home page answered as one
  std::vector<std::uint64_t> suspects;         // captures of pages that wait for the end of the crawl
  std::optional<std::uint64_t> probe;          // capture of the address that cannot exist
  bool probed = false;
};

// The kind that a step met ("parked_domain"); empty: none.
std::string_view met_kind(const StepResult& result);
// Counts a step. To be called before the commit.
void count_something_else(const StepResult& result, SomethingElse& met);
// Says in the report what the blog became or that it is back. `state`: as stored before.
void tell_became(const SomethingElse& met, const BlogState& state, UtcTime now, CrawlReport& report);
// Writes into the state what the report says.
void take_became(const CrawlReport& report, BlogState& state);

// The address of a page that cannot exist: one for each blog and crawl.
CrawlTask probe_task(const BlogState& blog, std::uint64_t crawl);
bool is_soft_404_probe(const CrawlTask& task);
// Names the captures that a late task compares its page with. `by_number`: in the order of their numbers, not
// in that in which the steps met them.
void name_suspects(const SomethingElse& met, bool by_number, CrawlTask& task);

}  // namespace bfa
