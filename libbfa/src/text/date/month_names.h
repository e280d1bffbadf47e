// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace bfa {

// How one language names months, weekdays and parts of the day, in lower case. In the order in which
// languages are tried when none is known. The forms of one name are divided by '|'.
struct MonthNames {
  std::string_view language;  // BCP 47
  std::string_view months;    // twelve lists divided by ';'
  std::string_view weekdays;  // seven lists, Sunday first
  std::string_view periods;   // "pm=fff000": the hours of the day (bit 0: midnight) at which a form is used
};
extern const MonthNames kMonthNames[];
extern const std::size_t kMonthNamesCount;

// How one language writes dates. Lists are divided by ';', in the language's own case; weekdays begin with
// Sunday. These are the first languages of kMonthNames, the ones whose names count in text of no known
// language.
struct DateStyle {
  std::string_view language;
  std::string_view months, short_months, standalone_months, weekdays, short_weekdays;
  std::string_view patterns;  // CLDR's full, long, medium and short forms, divided by '|'
};
extern const DateStyle kDateStyles[];
extern const std::size_t kDateStylesCount;

}  // namespace bfa
