// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/prose_date.h"

#include <algorithm>
#include <new>

#include "base/ascii.h"
#include "base/guard.h"
#include "text/date/relative_date.h"
#include "text/date/token_names.h"

namespace bfa {
namespace {

// The date of a post is near its head or foot: text beyond this size is not searched.
constexpr std::size_t kMaxTextBytes = 64 * 1024;

// "2026-01-31T17:04:09Z" inside other text is one word to a reader, three tokens and a mark here.
bool is_t_of_iso(const DateTokens& tokens, std::size_t i) {
  return i > 0 && tokens[i].is_word("t") && !tokens[i].spaced;
}

// "lunar calendar" in front of a date: such a date is not converted, because the day is not known.
bool is_lunar(const DateTokens& tokens, std::size_t pos) {
  for (std::size_t i = pos - std::min<std::size_t>(pos, 5); i + 1 < pos; ++i) {
    const std::string two = tokens[i].word + tokens[i + 1].word;
    for (const std::string_view name : {"\u519C\u5386", "\u8FB2\u66C6", "\u9634\u5386", "\u9670\u66C6",
                                        "\u65E7\u66A6", "\u820A\u66C6", "\u00E2ml\u1ECBch"})
      if (two == name) return true;
  }
  return pos > 0 && tokens[pos - 1].is_word("\uC74C\uB825");
}

// A text that is nothing but a weekday, a time of day, or both: of the last week.
std::optional<ProseDate> label(const DateTokens& tokens, std::string_view language, UtcTime now) {
  std::size_t pos = 0;
  const NameMatch weekday = weekday_at(tokens, 0, language);
  if (weekday.value != 0) pos = weekday.length;
  while (pos < tokens.size() && (tokens[pos].is_mark(U',') || tokens[pos].is_mark(U'.'))) ++pos;
  std::optional<ClockTime> clock;
  if (pos < tokens.size()) {
    clock = clock_at(tokens, pos, language);
    if (!clock) return std::nullopt;
  }
  if (pos < tokens.size() || (weekday.value == 0 && !clock)) return std::nullopt;
  const auto today = std::chrono::floor<std::chrono::days>(now);
  const auto day_of = [&](UtcTime time) {
    const std::chrono::year_month_day ymd(std::chrono::floor<std::chrono::days>(time));
    return join_date({static_cast<int>(ymd.year()), static_cast<int>(static_cast<unsigned>(ymd.month())),
                      static_cast<int>(static_cast<unsigned>(ymd.day()))},
                     clock);
  };
  const auto time = day_of(weekday.value == 0 ? UtcTime(today) : last_weekday(now, weekday.value));
  if (!time) return std::nullopt;
  ProseDate date;
  date.time = *time;
  date.relative = true;
  if (weekday.value != 0 && UtcTime(today) - last_weekday(now, weekday.value) == std::chrono::days(7)) {
    date.ambiguous = true;  // today, or a week ago
    date.readings = {*time, *day_of(UtcTime(today))};
  }
  return date;
}

std::optional<ProseDate> find(std::string_view text, std::string_view language, UtcTime now) {
  std::string tag(language);
  for (char& c : tag) c = c == '_' ? '-' : ascii_lower(c);
  const DateTokens tokens = date_tokens(text.substr(0, kMaxTextBytes));
  const RelativeDates relatives(tokens, tag, now);
  std::optional<ProseDate> yearless;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == DateToken::Kind::kMark || is_t_of_iso(tokens, i)) continue;
    const auto found = read_date(tokens, i, tag, now);
    if (found && is_lunar(tokens, i)) return std::nullopt;
    if (found && is_unset(found->date.time)) {
      i = found->end - 1;
      continue;
    }
    if (found && found->year_written) return found->date;
    // "3 days ago" before a date without a year: "ago" is August in Spanish.
    if (const auto relative = relatives.at(i)) {
      ProseDate date;
      date.time = relative->time;
      date.approximate = relative->approximate;
      date.relative = true;
      return date;
    }
    if (found && !yearless) yearless = found->date;
  }
  if (yearless || tokens.empty()) return yearless;
  return label(tokens, tag, now);
}

}  // namespace

std::optional<ProseDate> find_prose_date(std::string_view text, std::string_view language, UtcTime now) {
  return guarded_or_empty([&] { return find(text, language, now); });
}

}  // namespace bfa
