// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bfa/text/prose_date.h"
#include "text/date/token_names.h"

namespace bfa {

// How one language names the months of another calendar: 12 lists divided by ';' (Hebrew: 14, ICU's order:
// Tishri ... Shevat, Adar I, Adar, Nisan ... Elul, Adar II), the forms of one month by '|'.
struct CalendarMonths {
  enum Calendar : std::uint8_t { kPersian = 1, kIslamic = 2, kHebrew = 3 } calendar;
  std::string_view language;
  std::string_view months;
};
extern const CalendarMonths kCalendarMonths[];
extern const std::size_t kCalendarMonthsCount;

// The Umm al-Qura calendar from 1 Muharram 1300 on: days since 1970, and for each year the months of 30 days
// as bits.
extern const int kUmmAlQuraFirstDay;
extern const std::uint16_t kUmmAlQuraLongMonths[];
extern const int kUmmAlQuraYears;

// A month of another calendar, as calendar * 16 + month in `value`.
NameMatch calendar_month_at(const DateTokens& tokens, std::size_t pos, std::string_view language);

// The Gregorian day; nothing when the calendar has no such day. The Persian calendar by the 33-year cycle
// (the same as the astronomical rule for 1178 to 1633), the Islamic one by Umm al-Qura (1300 to 1600), the
// Hebrew one by its arithmetic; months as in kCalendarMonths, from 1.
std::optional<std::chrono::sys_days> civil_day(DateCalendar calendar, int year, int month, int day);

// A number in Hebrew letters at `pos` ("kaf-gimel" is 23), with or without its marks; years leave their
// thousands out. Source: the usual rules of gematria: the letters' values add up.
NameMatch hebrew_number_at(const DateTokens& tokens, std::size_t pos);

}  // namespace bfa
