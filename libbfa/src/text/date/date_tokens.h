// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/text/prose_date.h"

namespace bfa {

// A piece of text that may contain a date: a number in any script's decimal digits, a word in folded case
// (single characters for Han and kana), or one other character. White space is only remembered as `spaced`.
struct DateToken {
  enum class Kind : std::uint8_t { kNumber, kWord, kMark } kind = Kind::kMark;
  bool spaced = false;    // white space comes before it
  int digits = 0;         // of a number; numbers of more than 9 digits have value -1
  int value = 0;          // of a number
  char32_t mark = 0;      // of a mark
  char32_t zero = U'0';   // of a number: the zero of its script
  std::string word;       // of a word
  std::size_t begin = 0;  // byte offset in the text

  bool is_mark(char32_t c) const { return kind == Kind::kMark && mark == c; }
  bool is_word(std::string_view text) const { return kind == Kind::kWord && word == text; }
  bool is_number() const { return kind == Kind::kNumber; }
};
using DateTokens = std::vector<DateToken>;

// At most `max_tokens` tokens.
DateTokens date_tokens(std::string_view text, std::size_t max_tokens = 4096);

struct MonthMatch {
  int month = 0;           // 1 to 12, 0: none
  std::size_t length = 0;  // tokens
  int other =
      0;  // the month of the same name in another language, if the language is unknown; 0: no other month
};

// The month that a name at `pos` is, in `language` first, then in the first language that has the name.
// Longest name first; in `language`, beginnings of at least three letters and inflected forms count as well.
MonthMatch month_at(const DateTokens& tokens, std::size_t pos, std::string_view language);

// The weekday named at `pos`: `value` is 1 for Sunday to 7; in `language`, or in the main languages when it
// is empty.
struct NameMatch;
NameMatch weekday_at(const DateTokens& tokens, std::size_t pos, std::string_view language);

// The hours (bits, 0: midnight) at which a word for a part of the day is used ("pm", "in the morning"); 0
// when `name`, its words without spaces and marks, is not a name.
int period_hours(const std::string& name, std::string_view language);
// False when no such name is `name` or begins with it; a fast test.
bool may_begin_period(std::string_view name) noexcept;

// Numbers in Han signs before the signs of dates become numbers, years of Japanese eras and of the Republic
// of China those of the common era.
void merge_han_numbers(DateTokens& tokens);

// A named zone's or a numeric one's distance from UTC in minutes, at `pos`, which moves past it.
std::optional<int> zone_at(const DateTokens& tokens, std::size_t& pos);

// A time of day.
struct ClockTime {
  int hour = 0, minute = 0, second = 0;
  int microsecond = 0;
  std::optional<int> zone;  // minutes ahead of UTC
};

// The time of day that begins at `pos`, which moves past it: "17:04", "5:04:09 pm", "14h30", "9 Uhr".
std::optional<ClockTime> clock_at(const DateTokens& tokens, std::size_t& pos, std::string_view language);

struct CivilDate {
  int year = 0, month = 0, day = 0;  // Gregorian; month, day: 0 when unknown

  bool operator==(const CivilDate&) const = default;
};

// A date found among tokens.
struct FoundDate {
  CivilDate date;
  std::vector<CivilDate> others;  // other readings
  bool by_language = false;       // `date` is the language's custom among them
  bool year_written = true;
  bool confirmed = false;  // the weekday beside it is its weekday
  DateCalendar calendar = DateCalendar::kGregorian;
  std::size_t begin = 0, end = 0;  // tokens
};

// The date that begins at `pos` exactly. `now` gives the year where none is written.
std::optional<FoundDate> date_at(const DateTokens& tokens, std::size_t pos, std::string_view language,
                                 UtcTime now);

// In which order a language writes the parts of a date in figures ("dmy", "mdy", "ymd"); empty when unknown.
std::string_view date_order(std::string_view language);

// Date and time of day as one value; nothing when there is no such day.
std::optional<Timestamp> join_date(const CivilDate& date, const std::optional<ClockTime>& clock);

// A date with its time of day before or after it.
struct FoundTime {
  ProseDate date;
  bool year_written = true;
  std::size_t begin = 0, end = 0;  // tokens
};

// The date that begins exactly at `pos`.
std::optional<FoundTime> read_date(const DateTokens& tokens, std::size_t pos, std::string_view language,
                                   UtcTime now);

}  // namespace bfa
