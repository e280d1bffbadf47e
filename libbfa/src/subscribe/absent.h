// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/crawlmodel/step_result.h"
#include "bfa/store/archive.h"

namespace bfa {

// An address that answered 404 or 410 when it was asked for last: an answer, and no failure.
struct AbsentAddress {
  std::string blog;  // its home page; empty: of no blog
  Capture capture;
};

// All of an archive, by address. What may well be absent is left out: robots.txt, sitemaps, feeds, and the
// addresses that cannot exist. Cost: one scan of the captures; the absent ones are in memory. Thread-safe.
// Errors: those of Archive.
Result<std::vector<AbsentAddress>> absent_addresses(const Archive& archive);

}  // namespace bfa
