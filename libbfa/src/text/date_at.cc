// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "text/date_tokens.h"

namespace bfa {
namespace {

constexpr int kFirstYear = 1000, kLastYear = 2999;
constexpr int kCenturyPivot = 69;  // RFC 2822 says 50; feeds and POSIX take 68 as 2068 and 69 as 1969

class DateReader {
 public:
  DateReader(const DateTokens& tokens, std::string_view language, UtcTime now)
      : tokens_(tokens), language_(language), now_(now) {}

  std::optional<FoundDate> at(std::size_t pos) const {
    if (pos >= tokens_.size() || tokens_[pos].kind == DateToken::Kind::kMark) return std::nullopt;
    FoundDate date;
    date.begin = pos;
    const bool found = tokens_[pos].is_number()
                           ? year_first(pos, date) || spaced_numbers(pos, date) || numeric(pos, date) ||
                                 month_day_cjk(pos, date) || day_month(pos, date) || month_first(pos, date)
                           : month_first(pos, date);
    if (!found) return std::nullopt;
    return date;
  }

 private:
  bool is_year(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].is_number() && tokens_[i].digits == 4 &&
           tokens_[i].value >= kFirstYear && tokens_[i].value <= kLastYear;
  }
  bool is_small(std::size_t i, int max) const {
    return i < tokens_.size() && tokens_[i].is_number() && tokens_[i].digits <= 2 && tokens_[i].value >= 1 &&
           tokens_[i].value <= max;
  }
  bool is_day(std::size_t i) const { return is_small(i, 31) && !is_clock(i); }
  // A number that begins a time: "10:17", "10h", "10 pm".
  bool is_clock(std::size_t i) const {
    if (i + 1 < tokens_.size() && tokens_[i + 1].is_mark(U':') && i + 2 < tokens_.size() &&
        tokens_[i + 2].is_number())
      return true;
    return i + 1 < tokens_.size() && (tokens_[i + 1].is_word("pm") || tokens_[i + 1].is_word("am") ||
                                      tokens_[i + 1].is_word("h") || tokens_[i + 1].is_word("uhr"));
  }
  // A year of two digits, where one is expected.
  bool is_short_year(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].is_number() && tokens_[i].digits == 2 && tokens_[i].value >= 0 &&
           !is_clock(i);
  }
  int year_of(std::size_t i) const {
    const int value = tokens_[i].value;
    if (tokens_[i].digits != 2) return value;
    return value + (value < kCenturyPivot ? 2000 : 1900);
  }
  bool is_any_word(std::size_t i, std::initializer_list<std::string_view> words) const {
    return i < tokens_.size() && tokens_[i].kind == DateToken::Kind::kWord &&
           std::find(words.begin(), words.end(), tokens_[i].word) != words.end();
  }
  bool is_separator(std::size_t i) const {
    return i < tokens_.size() &&
           (tokens_[i].is_mark(U'-') || tokens_[i].is_mark(U'/') || tokens_[i].is_mark(U'.') ||
            tokens_[i].is_mark(0x2010) || tokens_[i].is_mark(0x2011));
  }

  // Past what may stand between the parts of a date: ordinal endings, marks, a short word or two ("de",
  // "of").
  std::size_t skip_between(std::size_t i) const {
    int words = 0;
    std::size_t marks = 0;
    for (; i < tokens_.size(); ++i) {
      const DateToken& token = tokens_[i];
      if (token.is_number()) break;
      if (token.kind == DateToken::Kind::kMark) {
        constexpr std::u32string_view kAllowed = U".,/-[]'\u2019\u2013\u00BA\u00AA\u00B0\u060C\u3001";
        if (kAllowed.find(token.mark) == std::u32string_view::npos || ++marks > 4) break;
        continue;
      }
      if (month_at(tokens_, i, language_).month != 0) break;
      if (token.word.size() > 8 || ++words > 2) break;
    }
    return i;
  }

  // 2026-01-31, 2026/1/31, 2026. 1. 31., 2026 January 31, 2026-Jan-31; with the
  // signs for year, month and day behind the numbers (zh, ja, ko).
  bool year_first(std::size_t i, FoundDate& date) const {
    if (!is_year(i)) return false;
    const bool named = is_any_word(i + 1, {"\u5E74", "\uB144"});
    if ((named || is_separator(i + 1)) && is_small(i + 2, 12)) {
      const bool month_named = is_any_word(i + 3, {"\u6708", "\uC6D4"});
      const bool joined =
          month_named || (is_separator(i + 3) && (named || tokens_[i + 3].mark == tokens_[i + 1].mark));
      if (joined && is_small(i + 4, 31)) {
        const bool day_named = is_any_word(i + 5, {"\u65E5", "\uC77C", "\u53F7", "\u865F"});
        return set(date, tokens_[i].value, tokens_[i + 2].value, tokens_[i + 4].value,
                   i + 5 + (day_named ? 1 : 0));
      }
      if (named && month_named) return set(date, tokens_[i].value, tokens_[i + 2].value, 0, i + 4);
      return false;
    }
    const std::size_t at = skip_between(i + 1);
    const MonthMatch month = month_at(tokens_, at, language_);
    if (month.month == 0) return false;
    const std::size_t day = skip_between(at + month.length);
    if (!is_day(day)) return false;
    return set(date, tokens_[i].value, month.month, tokens_[day].value, day + 1);
  }

  // "11 04 2020", as some feeds write it.
  bool spaced_numbers(std::size_t i, FoundDate& date) const {
    if (!is_small(i, 31) || !is_small(i + 1, 12) || !is_year(i + 2)) return false;
    return set(date, tokens_[i + 2].value, tokens_[i + 1].value, tokens_[i].value, i + 3);
  }

  bool month_comes_first(char32_t separator) const {
    if (separator == U'.') return false;
    if (language_.empty()) return true;
    if (language_ == "en-gb" || language_ == "en-au" || language_ == "en-nz" || language_ == "en-ie" ||
        language_ == "en-in")
      return false;
    return language_.starts_with("en") || language_.starts_with("fil") || language_.starts_with("tl");
  }

  bool year_comes_first() const {
    return language_.starts_with("ko") || language_.starts_with("ja") || language_.starts_with("zh");
  }

  // 31/01/2026, 1/31/26, 31.1.2026, 31-01-2026.
  bool numeric(std::size_t i, FoundDate& date) const {
    if (!is_small(i, 31) || !is_separator(i + 1) || !is_small(i + 2, 31) || !is_separator(i + 3))
      return false;
    if (tokens_[i + 1].mark != tokens_[i + 3].mark || !(is_year(i + 4) || is_short_year(i + 4))) return false;
    // "10.20.30.40" is an address or a version.
    const bool goes_on =
        is_separator(i + 5) && i + 6 < tokens_.size() && tokens_[i + 6].is_number() && !tokens_[i + 6].spaced;
    const bool goes_before =
        i >= 2 && is_separator(i - 1) && !tokens_[i].spaced && tokens_[i - 2].is_number();
    if (goes_on || goes_before) return false;
    if (year_comes_first() && is_short_year(i) && is_small(i + 2, 12) && is_short_year(i + 4) &&
        is_small(i + 4, 31))
      return set(date, year_of(i), tokens_[i + 2].value, tokens_[i + 4].value, i + 5);
    const int first = tokens_[i].value, second = tokens_[i + 2].value;
    if (first > 12 && second > 12) return false;
    const char32_t separator = tokens_[i + 1].mark;
    const bool month_first = first <= 12 && (second > 12 || month_comes_first(separator));
    date.ambiguous = first <= 12 && second <= 12 && first != second && separator != U'.';
    return set(date, year_of(i + 4), month_first ? first : second, month_first ? second : first, i + 5);
  }

  // Month and day with their signs after them (zh, ja, ko).
  bool month_day_cjk(std::size_t i, FoundDate& date) const {
    if (!is_small(i, 12) || !is_any_word(i + 1, {"\u6708", "\uC6D4"}) || !is_small(i + 2, 31) ||
        !is_any_word(i + 3, {"\u65E5", "\uC77C", "\u53F7", "\u865F"}))
      return false;
    return set_yearless(date, tokens_[i].value, tokens_[i + 2].value, i + 4);
  }

  // 31 January 2026, 31. Jan. '26, 31 de enero de 2026, 31-Jan-2026, 31 January
  bool day_month(std::size_t i, FoundDate& date) const {
    if (!is_day(i)) return false;
    const std::size_t at = skip_between(i + 1);
    const MonthMatch month = month_at(tokens_, at, language_);
    if (month.month == 0) return false;
    const std::size_t end = at + month.length;
    const std::size_t year = skip_between(end);
    if (is_year(year)) return set(date, tokens_[year].value, month.month, tokens_[i].value, year + 1);
    if (is_short_year(year) && year <= end + 2)
      return set(date, year_of(year), month.month, tokens_[i].value, year + 1);
    return set_yearless(date, month.month, tokens_[i].value, end);
  }

  // January 31, 2026; Jan 31st 2026; January 2026; December 2019 1; Jan 31
  bool month_first(std::size_t i, FoundDate& date) const {
    const MonthMatch month = month_at(tokens_, i, language_);
    if (month.month == 0) return false;
    const std::size_t next = skip_between(i + month.length);
    if (is_day(next)) {
      const std::size_t year = skip_between(next + 1);
      if (is_year(year)) return set(date, tokens_[year].value, month.month, tokens_[next].value, year + 1);
      if (month_at(tokens_, year, language_).month != 0)
        return false;  // "mar. 01 dec.": a weekday, then the date
      const bool apostrophe = year > 0 && year < tokens_.size() &&
                              (tokens_[year - 1].is_mark(U'\'') || tokens_[year - 1].is_mark(0x2019));
      const bool near = year <= next + 2 && year > next &&
                        (apostrophe || tokens_[year - 1].is_mark(U',') || year == next + 1);
      if (is_short_year(year) && near)
        return set(date, year_of(year), month.month, tokens_[next].value, year + 1);
      return set_yearless(date, month.month, tokens_[next].value, next + 1);
    }
    if (!is_year(next)) return false;
    const std::size_t day = skip_between(next + 1);
    if (is_day(day) && day == next + 1)
      return set(date, tokens_[next].value, month.month, tokens_[day].value, day + 1);
    return set(date, tokens_[next].value, month.month, 0, next + 1);
  }

  bool set(FoundDate& date, int year, int month, int day, std::size_t end) const {
    date.year = year;
    date.month = month;
    date.day = day;
    date.end = end;
    return true;
  }

  // Blogs leave the year out when it is the current one, or of the last twelve months.
  bool set_yearless(FoundDate& date, int month, int day, std::size_t end) const {
    const std::chrono::year_month_day today(
        std::chrono::floor<std::chrono::days>(now_ + std::chrono::hours(24)));
    const auto m = static_cast<int>(static_cast<unsigned>(today.month()));
    const auto d = static_cast<int>(static_cast<unsigned>(today.day()));
    const bool later = month > m || (month == m && day > d);
    date.year_written = false;
    return set(date, static_cast<int>(today.year()) - (later ? 1 : 0), month, day, end);
  }

  const DateTokens& tokens_;
  const std::string_view language_;
  const UtcTime now_;
};

// Where a time of day behind a date stands: past marks and a few words ("at", "um", a weekday).
std::optional<ClockTime> clock_behind(const DateTokens& tokens, std::size_t& pos) {
  int words = 0;
  for (std::size_t i = pos; i < tokens.size() && i < pos + 7; ++i) {
    std::size_t end = i;
    if (auto clock = clock_at(tokens, end)) {
      pos = end;
      return clock;
    }
    if (tokens[i].is_number() || (tokens[i].kind == DateToken::Kind::kWord && ++words > 3)) break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<FoundDate> date_at(const DateTokens& tokens, std::size_t pos, std::string_view language,
                                 UtcTime now) {
  return DateReader(tokens, language, now).at(pos);
}

std::optional<Timestamp> join_date(const FoundDate& date, const std::optional<ClockTime>& clock) {
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
    time.utc -= std::chrono::minutes(*clock->zone);
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
  std::optional<ClockTime> clock = clock_at(tokens, after_clock);
  std::optional<FoundDate> date;
  for (std::size_t i = after_clock; clock && !date && i < tokens.size() && i < after_clock + 4; ++i)
    date = date_at(tokens, i, language, now);
  if (!date) {
    clock.reset();
    date = date_at(tokens, pos, language, now);
  }
  if (!date) return std::nullopt;
  found.end = date->end;
  if (!clock) clock = clock_behind(tokens, found.end);
  // "Nov 12 17:00:00 GMT 2020"
  if (!date->year_written && clock && found.end < tokens.size() && tokens[found.end].is_number() &&
      tokens[found.end].digits == 4 && tokens[found.end].value >= kFirstYear) {
    date->year = tokens[found.end++].value;
    date->year_written = true;
  }
  const auto time = join_date(*date, clock);
  if (!time) return std::nullopt;
  found.time = *time;
  found.ambiguous = date->ambiguous;
  found.year_written = date->year_written;
  return found;
}

}  // namespace bfa
