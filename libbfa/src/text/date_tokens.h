// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"

namespace bfa {

// A piece of text that may hold a date: a number in any script's decimal digits, a word in folded case
// (single characters for Han and kana), or one other character. White space is only remembered as `spaced`.
struct DateToken {
  enum class Kind : std::uint8_t { kNumber, kWord, kMark } kind = Kind::kMark;
  bool spaced = false;    // white space stands before it
  int digits = 0;         // of a number; numbers of more than 9 digits have value -1
  int value = 0;          // of a number
  char32_t mark = 0;      // of a mark
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
};

// The month that a name at `pos` is, in `language` first, else in the first language that has the name.
// Longest name first; in `language`, beginnings of at least three letters count as well.
MonthMatch month_at(const DateTokens& tokens, std::size_t pos, std::string_view language);

// Whether the folded word is "am" (0) or "pm" (12) in some language; -1 otherwise.
int day_half(std::string_view word);

// A named zone's or a numeric one's distance from UTC in minutes, at `pos`, which moves past it.
std::optional<int> zone_at(const DateTokens& tokens, std::size_t& pos);

// A time of day.
struct ClockTime {
  int hour = 0, minute = 0, second = 0;
  int microsecond = 0;
  std::optional<int> zone;  // minutes ahead of UTC
};

// The time of day that begins at `pos`, which moves past it: "17:04", "5:04:09 pm", "14h30", "9 Uhr".
std::optional<ClockTime> clock_at(const DateTokens& tokens, std::size_t& pos);

// A date found among tokens.
struct FoundDate {
  int year = 0, month = 0, day = 0;  // month, day: 0 when unknown
  bool ambiguous = false;
  bool year_written = true;
  std::size_t begin = 0, end = 0;  // tokens
};

// The date that begins at `pos` exactly. `now` gives the year where none is written.
std::optional<FoundDate> date_at(const DateTokens& tokens, std::size_t pos, std::string_view language,
                                 UtcTime now);

// "3 days ago", "yesterday at 5 pm", in the main languages, at `pos`, which moves past it.
std::optional<Timestamp> relative_at(const DateTokens& tokens, std::size_t& pos, UtcTime now);

// Date and time of day as one value; nothing when there is no such day.
std::optional<Timestamp> join_date(const FoundDate& date, const std::optional<ClockTime>& clock);

// A date with its time of day before or behind it.
struct FoundTime {
  Timestamp time;
  bool ambiguous = false, year_written = true;
  std::size_t begin = 0, end = 0;  // tokens
};

// What begins at `pos` exactly.
std::optional<FoundTime> read_date(const DateTokens& tokens, std::size_t pos, std::string_view language,
                                   UtcTime now);

}  // namespace bfa
