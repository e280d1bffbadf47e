// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace bfa {

// How one language names months, in lower case. In the order in which languages are tried when none is known.
struct MonthNames {
  std::string_view language;  // BCP 47
  std::string_view months;    // twelve lists divided by ';', the forms of one month by '|'
  std::string_view am, pm;    // forms divided by '|'
};
extern const MonthNames kMonthNames[];
extern const std::size_t kMonthNamesCount;

// How one language writes dates. Lists are divided by ';', in the language's own case; weekdays begin with
// Sunday.
struct DateStyle {
  std::string_view language;
  std::string_view months, short_months, standalone_months, weekdays, short_weekdays;
  std::string_view patterns;  // CLDR's full, long, medium and short forms, divided by '|'
};
extern const DateStyle kDateStyles[];
extern const std::size_t kDateStylesCount;

}  // namespace bfa
