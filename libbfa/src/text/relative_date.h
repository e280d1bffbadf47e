// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace bfa {

enum class RelativeUnit { kSecond, kMinute, kHour, kDay, kWeek, kMonth, kYear };

struct UnitWords {
  RelativeUnit unit;
  std::string_view
      words;  // divided by '|'; a word counts when it begins so and is at most three letters longer
};

// The words of relative dates in many languages (relative_date_table.cc). Lists stand between bars:
// "|vor|hace|".
std::span<const UnitWords> relative_unit_words();
extern const std::string_view kWordsBefore;  // "ago", where it stands before the number
extern const std::string_view kWordsBehind;  // ... and behind
extern const std::string_view kWordsToday;
extern const std::string_view kWordsYesterday;
extern const std::string_view kWordsOne;  // "a", "an"

}  // namespace bfa
