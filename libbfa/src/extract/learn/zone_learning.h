// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/base/time.h"

namespace bfa {

// One post's date twice: the civil time on its page, and the instant in the feed.
struct TimePair {
  Timestamp local;  // kLocalTime
  UtcTime utc;
};

// The zones in which the pages write times: Template::zones. Pairs whose difference is no offset of a zone
// are edits and count against the result. Empty when the pairs are few, when they do not agree, when no time
// is after 12:59 (a clock of 12 hours may have been read), and when the system has no zones.
std::vector<std::string> learn_zones(const std::vector<TimePair>& pairs);

}  // namespace bfa
