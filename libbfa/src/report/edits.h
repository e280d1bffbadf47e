// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bfa/report/report.h"

namespace bfa {

// Why the date of a post tells nothing of when it was published ("none", "ancient", "future"); null when it
// may be right.
const char* why_unusable(const std::optional<Timestamp>& date, UtcTime first_seen);

// "2026-03".
std::string month_of(UtcTime time);

// Empty rows for each age, youngest first, and one for those that are not known.
std::vector<AgeFigures> empty_ages();

// Counts the later versions of a post by verdict, month, age and size of the change, and the captures that
// could have shown one. True when its content changed once.
Result<bool> count_edits(const Archive& archive, const std::string& key, const ObjectSummary& post,
                         ArchiveReport& report);

}  // namespace bfa
