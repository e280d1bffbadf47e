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

// One assertion {path, op, value} in feedparser's names on our feed. Texts are compared as text and links,
// not byte by byte. Empty when it holds, else why not; a path that a Feed has no field for does not hold.
std::string run_check(const ParsedFeed& parsed, const Json& check);

// The feed against what feedparser made of it: ids, links, titles, dates, content. Only what feedparser gave
// is compared.
std::string compare_with_oracle(const ParsedFeed& parsed, const Json& item);

// True when two texts, either of which may be HTML, say and link the same.
bool same_markup(const std::string& got, const std::string& wanted);

}  // namespace bfa::conformance
