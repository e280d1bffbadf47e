// SPDX-License-Identifier: Apache-2.0
// A calendar in a side bar says no day of a post.
#include <gtest/gtest.h>

#include <string>

#include "extract/fields/bylines.h"

namespace bfa {
namespace {

const UtcTime kNow = *parse_rfc3339("2026-01-01T00:00:00Z");

bool states_day(const std::string& line) {
  return stated_day(line, "en", kNow).has_value();
}

TEST(CalendarDays, AMonthOfACalendarIsNoDay) {
  std::string month = "August 2021";
  for (int day = 1; day <= 31; ++day) month += " " + std::to_string(day);
  EXPECT_FALSE(states_day(month));
  EXPECT_FALSE(states_day("August 2021 M T W T F S S 1 2 3 4 5 6 7 8 9 10 11 12 13"));
}

TEST(CalendarDays, LinesWithADayAndOtherNumbersAreDays) {
  for (const char* const line :
       {"1 August 2021", "August 1, 2021 at 10:20:30", "Posted 2021-08-01 10:20 | 3 comments | 14 views",
        "Mon, 01 Aug 2021 10:20:30 +0200, part 2 of 7"})
    EXPECT_TRUE(states_day(line)) << line;
}

}  // namespace
}  // namespace bfa
