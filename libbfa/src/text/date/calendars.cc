// SPDX-License-Identifier: Apache-2.0
// Calendars that neither C++20 nor the date library converts as they are used: date's solar_hijri follows the
// 2820-year cycle, which has been a day off since 2025, and its islamic is the tabular calendar.
#include "text/date/calendars.h"

#include <array>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

constexpr int floor_div(int a, int b) {
  return a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0);
}

bool is_persian_leap(int year) {
  return (((25 * year + 11) % 33) + 33) % 33 < 8;
}

std::optional<sys_days> persian_day(int year, int month, int day) {
  if (year < 1 || year > 3000) return std::nullopt;
  const int length = month <= 6 ? 31 : month <= 11 || is_persian_leap(year) ? 30 : 29;
  if (month < 1 || month > 12 || day < 1 || day > length) return std::nullopt;
  // Days since 1 Farvardin 1, which is 19 March 622 of the Julian calendar.
  constexpr int kEpoch = -492268;
  const int before = 365 * (year - 1) + floor_div(8 * year + 21, 33);
  const int of_year = (month <= 7 ? 31 * (month - 1) : 30 * (month - 1) + 6) + day - 1;
  return sys_days(days(kEpoch + before + of_year));
}

std::optional<sys_days> islamic_day(int year, int month, int day) {
  constexpr int kFirstYear = 1300;
  if (year < kFirstYear || year >= kFirstYear + kUmmAlQuraYears || month < 1 || month > 12 || day < 1)
    return std::nullopt;
  const auto length = [](int y, int m) {
    return 29 + ((kUmmAlQuraLongMonths[y - kFirstYear] >> (m - 1)) & 1);
  };
  // A month of 29 days here had 30 where the moon was seen later: its 30th is the day after.
  if (day > 30) return std::nullopt;
  int at = kUmmAlQuraFirstDay;
  for (int y = kFirstYear; y < year; ++y)
    for (int m = 1; m <= 12; ++m) at += length(y, m);
  for (int m = 1; m < month; ++m) at += length(year, m);
  return sys_days(days(at + day - 1));
}

// Days from the Hebrew calendar's epoch to the new year of `year`: the molad with its four postponements.
int hebrew_new_year(int year) {
  const int months = floor_div(235 * year - 234, 19);
  const std::int64_t parts = 12084 + std::int64_t{13753} * months;
  int day = 29 * months + static_cast<int>(parts / 25920);
  if ((3 * (day + 1)) % 7 < 3) ++day;
  return day;
}

int hebrew_start(int year) {
  const int before = hebrew_new_year(year - 1), now = hebrew_new_year(year),
            after = hebrew_new_year(year + 1);
  int delay = 0;
  if (after - now == 356) delay = 2;
  if (now - before == 382) delay = 1;
  return now + delay;
}

std::optional<sys_days> hebrew_day(int year, int month, int day) {
  if (year < 3762 || year > 7000 || month < 1 || month > 14 || day < 1) return std::nullopt;
  const bool leap = (7 * year + 1) % 19 < 7;
  const int length = hebrew_start(year + 1) - hebrew_start(year);
  // Adar of a common year is written as Adar, of a leap year as Adar I and Adar II (or plain Adar).
  if (month == 6 && !leap) return std::nullopt;
  if (leap && month == 7) return std::nullopt;  // it could be either of the two
  if (month == 14) month = leap ? 7 : 0;
  if (month == 0) return std::nullopt;
  std::array<int, 14> lengths = {0, 30, 29, 30, 29, 30, leap ? 30 : 0, 29, 30, 29, 30, 29, 30, 29};
  if (length % 10 == 5) lengths[2] = 30;
  if (length % 10 == 3) lengths[3] = 29;
  if (day > lengths[static_cast<std::size_t>(month)]) return std::nullopt;
  int at = hebrew_start(year);
  for (int m = 1; m < month; ++m) at += lengths[static_cast<std::size_t>(m)];
  constexpr int kEpoch = -2092590;  // of hebrew_start, in days since 1970
  return sys_days(days(kEpoch + at + day - 1));
}

TokenNames make_index() {
  TokenNames index;
  for (std::size_t row = 0; row < kCalendarMonthsCount; ++row) {
    int month = 0;
    for_each_part(kCalendarMonths[row].months, ';', [&](std::string_view forms) {
      ++month;
      for_each_part(forms, '|', [&](std::string_view form) {
        if (!form.empty()) index.add(form, kCalendarMonths[row].calendar * 16 + month, row);
      });
    });
  }
  return index;
}

int hebrew_letter(char32_t c) {
  // Alef to tav; the final forms are listed before their letters.
  constexpr std::array<int, 27> kValues = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10,  20,  20,  30, 40,
                                           40, 50, 50, 60, 70, 80, 80, 90, 90, 100, 200, 300, 400};
  return c >= 0x05D0 && c <= 0x05EA ? kValues[c - 0x05D0] : 0;
}

}  // namespace

NameMatch calendar_month_at(const DateTokens& tokens, std::size_t pos, std::string_view language) {
  static const TokenNames index = make_index();
  return index.find(tokens, pos, [&](const TokenNames::Entries& entries) {
    for (const auto& entry : entries)
      if (same_language(kCalendarMonths[entry.language].language, language)) return entry.value;
    return entries.front().value;
  });
}

std::optional<sys_days> civil_day(DateCalendar calendar, int year, int month, int day) {
  switch (calendar) {
    case DateCalendar::kPersian:
      return persian_day(year, month, day);
    case DateCalendar::kIslamic:
      return islamic_day(year, month, day);
    case DateCalendar::kHebrew:
      return hebrew_day(year, month, day);
    case DateCalendar::kGregorian:
    case DateCalendar::kBuddhist:
      break;
  }
  return std::nullopt;
}

NameMatch hebrew_number_at(const DateTokens& tokens, std::size_t pos) {
  NameMatch match;
  int total = 0, previous = 0, letters = 0;
  bool marked = false;
  for (std::size_t i = pos; i < tokens.size() && i < pos + 5; ++i) {
    const DateToken& token = tokens[i];
    if (token.is_mark(0x05F3) || token.is_mark(0x05F4) || token.is_mark(U'\'') || token.is_mark(U'"')) {
      if (i == pos || token.spaced) break;
      marked = true;
      match.length = i + 1 - pos;
      continue;
    }
    if (token.kind != DateToken::Kind::kWord || (i > pos && token.spaced)) break;
    for (std::size_t at = 0; at < token.word.size();) {
      const int value = hebrew_letter(next_code_point(token.word, at));
      if (value == 0) return {};
      // "he" in front of a year's letters is five thousand.
      if (letters == 1 && previous < value && total == previous && previous == 5) total = 0;
      total += value;
      previous = value;
      ++letters;
    }
    match.length = i + 1 - pos;
  }
  if (!marked || letters == 0 || letters > 6) return {};
  match.value = total;
  return match;
}

}  // namespace bfa
