// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/feed/feed.h"
#include "suite_file.h"

namespace bfa::conformance {

// What a case gave: `feed` is null when parsing failed.
struct ParsedFeed {
  const Feed* feed = nullptr;
  const Findings* findings = nullptr;
};

// One assertion {path, op, value} in feedparser's names on `view`, which is feed_view() of the feed. Markup
// compares as parsed documents. Empty when the check passes, otherwise the reason.
std::string run_check(const ParsedFeed& parsed, const Json& view, const Json& check);

// What could run in the HTML that the feed gives; empty when nothing can.
std::string unsafe_part(const Feed& feed);

// The feed against what feedparser made of it: ids, links, titles, dates, content. Only what feedparser gave
// is compared.
std::string compare_with_oracle(const ParsedFeed& parsed, const Json& item);

}  // namespace bfa::conformance
