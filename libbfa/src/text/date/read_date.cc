// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "text/date/date_tokens.h"
#include "text/date/token_names.h"

namespace bfa {
namespace {

constexpr int kFirstYear = 1000;

// The place of the time of day after a date: past marks and a few words ("at", "um", a weekday).
std::optional<ClockTime> clock_behind(const DateTokens& tokens, std::size_t& pos, std::string_view language) {
  int words = 0;
  for (std::size_t i = pos; i < tokens.size() && i < pos + 8; ++i) {
    std::size_t end = i;
    if (auto clock = clock_at(tokens, end, language)) {
      pos = end;
      return clock;
    }
    if (tokens[i].is_number() || (tokens[i].kind == DateToken::Kind::kWord && ++words > 4)) break;
  }
  return std::nullopt;
}

// The weekday that is written beside a date, 1 for Sunday; 0 without a weekday.
int weekday_beside(const DateTokens& tokens, std::size_t begin, std::size_t end, std::string_view language) {
  for (std::size_t i = begin - std::min<std::size_t>(begin, 3); i < begin; ++i)
    if (const NameMatch found = weekday_at(tokens, i, language); found.value != 0) return found.value;
  for (std::size_t i = end; i < tokens.size() && i < end + 2; ++i)
    if (const NameMatch found = weekday_at(tokens, i, language); found.value != 0) return found.value;
  return 0;
}

int weekday_of(const CivilDate& date) {
  const auto time = join_date(date, {});
  if (!time || date.day == 0) return 0;
  return static_cast<int>(
             std::chrono::weekday(std::chrono::floor<std::chrono::days>(time->utc)).c_encoding()) +
         1;
}

// Uses the weekday to decide which of several readings is right, and when an Islamic month began: in many
// countries it begins a day earlier or later.
void use_weekday(FoundDate& date, int weekday) {
  if (weekday == 0) return;
  date.confirmed = weekday_of(date.date) == weekday;
  if (date.calendar == DateCalendar::kIslamic && weekday_of(date.date) != weekday) {
    for (const int shift : {-1, 1}) {
      const auto time = join_date(date.date, {});
      if (!time) return;
      const std::chrono::year_month_day day(
          std::chrono::floor<std::chrono::days>(time->utc + std::chrono::hours(24 * shift)));
      const CivilDate moved{static_cast<int>(day.year()),
                            static_cast<int>(static_cast<unsigned>(day.month())),
                            static_cast<int>(static_cast<unsigned>(day.day()))};
      if (weekday_of(moved) != weekday) continue;
      date.date = moved;
      date.confirmed = true;
    }
    return;
  }
  if (date.others.empty()) return;
  std::vector<CivilDate> all = {date.date};
  all.insert(all.end(), date.others.begin(), date.others.end());
  std::erase_if(all, [&](const CivilDate& day) { return weekday_of(day) != weekday; });
  if (all.size() != 1) return;
  date.date = all.front();
  date.others.clear();
  date.by_language = false;
}

}  // namespace

std::optional<Timestamp> join_date(const CivilDate& date, const std::optional<ClockTime>& clock) {
  if (date.month < 1 || date.day < 0) return std::nullopt;
  const std::chrono::year_month_day day{
      std::chrono::year(date.year), std::chrono::month(static_cast<unsigned>(date.month)),
      std::chrono::day(static_cast<unsigned>(date.day == 0 ? 1 : date.day))};
  if (!day.ok()) return std::nullopt;
  Timestamp time{UtcTime(std::chrono::sys_days(day)),
                 date.day == 0 ? TimePrecision::kMonth : TimePrecision::kDay};
  if (!clock || date.day == 0) return time;
  time.utc += std::chrono::hours(clock->hour) + std::chrono::minutes(clock->minute) +
              std::chrono::seconds(clock->second) + std::chrono::microseconds(clock->microsecond);
  time.precision = TimePrecision::kLocalTime;
  if (clock->zone) {
    time.offset = std::chrono::minutes(*clock->zone);
    time.utc -= time.offset;
    time.precision = TimePrecision::kInstant;
  }
  return time;
}

std::optional<FoundTime> read_date(const DateTokens& tokens, std::size_t pos, std::string_view language,
                                   UtcTime now) {
  FoundTime found;
  found.begin = pos;
  // "10:17 pm, 25 Nov 2014"
  std::size_t after_clock = pos;
  std::optional<ClockTime> clock = clock_at(tokens, after_clock, language);
  std::optional<FoundDate> date;
  for (std::size_t i = after_clock; clock && !date && i < tokens.size() && i < after_clock + 4; ++i)
    date = date_at(tokens, i, language, now);
  if (!date) {
    clock.reset();
    date = date_at(tokens, pos, language, now);
  }
  if (!date) return std::nullopt;
  found.end = date->end;
  if (!clock) clock = clock_behind(tokens, found.end, language);
  // "Nov 12 17:00:00 GMT 2020"
  if (!date->year_written && clock && found.end < tokens.size() && tokens[found.end].is_number() &&
      tokens[found.end].digits == 4 && tokens[found.end].value >= kFirstYear) {
    const int year = tokens[found.end++].value;
    date->date.year = year;
    for (CivilDate& other : date->others) other.year = year;
    date->year_written = true;
  }
  use_weekday(*date, weekday_beside(tokens, date->begin, date->end, language));
  const auto time = join_date(date->date, clock);
  if (!time) return std::nullopt;
  found.date.time = *time;
  found.date.calendar = date->calendar;
  found.date.approximate =
      !date->year_written || (date->calendar == DateCalendar::kIslamic && !date->confirmed);
  found.year_written = date->year_written;
  for (const CivilDate& other : date->others) {
    if (const auto reading = join_date(other, clock)) {
      if (found.date.readings.empty()) found.date.readings.push_back(*time);
      found.date.readings.push_back(*reading);
    }
  }
  found.date.ambiguous = !found.date.readings.empty();
  found.date.by_language = found.date.ambiguous && date->by_language;
  return found;
}

}  // namespace bfa
