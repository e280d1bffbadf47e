// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <new>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/text/prose_date.h"
#include "text/date/month_names.h"

namespace bfa {
namespace {

struct Day {
  int year;
  unsigned month, day, weekday;
  int hour, minute;
};

Day day_of(UtcTime time) {
  const auto date = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day ymd(date);
  const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(time - date).count();
  return {static_cast<int>(ymd.year()),     static_cast<unsigned>(ymd.month()),
          static_cast<unsigned>(ymd.day()), std::chrono::weekday(date).c_encoding(),
          static_cast<int>(minutes / 60),   static_cast<int>(minutes % 60)};
}

std::string_view item(std::string_view list, std::size_t index, char divider) {
  for (; index > 0; --index) {
    const auto end = list.find(divider);
    if (end == std::string_view::npos) return {};
    list.remove_prefix(end + 1);
  }
  return list.substr(0, list.find(divider));
}

std::string padded(unsigned value, std::size_t width) {
  std::string digits = std::to_string(value);
  while (digits.size() < width) digits.insert(digits.begin(), '0');
  return digits;
}

std::string_view ordinal_ending(unsigned day) {
  if (day / 10 == 1) return "th";
  constexpr std::array<std::string_view, 4> kEndings = {"th", "st", "nd", "rd"};
  return kEndings[day % 10 < 4 ? day % 10 : 0];
}

// One field of a CLDR pattern: `letter` repeated `count` times. "o" is our addition: the English ordinal of
// the day.
std::string field(char letter, std::size_t count, const Day& day, const DateStyle& style) {
  switch (letter) {
    case 'y':
      return count == 2 ? padded(static_cast<unsigned>(day.year) % 100, 2) : std::to_string(day.year);
    case 'M':
    case 'L':
      if (count <= 2) return padded(day.month, count);
      if (count == 3) return std::string(item(style.short_months, day.month - 1, ';'));
      return std::string(item(letter == 'L' ? style.standalone_months : style.months, day.month - 1, ';'));
    case 'd':
      return padded(day.day, count);
    case 'o':
      return std::to_string(day.day) + std::string(ordinal_ending(day.day));
    case 'E':
    case 'c':
      return std::string(item(count <= 3 ? style.short_weekdays : style.weekdays, day.weekday, ';'));
    case 'H':
      return padded(static_cast<unsigned>(day.hour), count);
    case 'h':
      return padded(static_cast<unsigned>((day.hour + 11) % 12 + 1), count);
    case 'm':
      return padded(static_cast<unsigned>(day.minute), count);
    case 'a':
      return day.hour < 12 ? "am" : "pm";
    default:
      return {};
  }
}

// CLDR date patterns: letters are fields; text in apostrophes and all other characters are literal.
std::string rendered(std::string_view pattern, const Day& day, const DateStyle& style) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < pattern.size();) {
    const char c = pattern[i];
    const bool letter = is_letter(c);
    if (c == '\'') {
      quoted = !quoted;
      ++i;
    } else if (quoted || !letter) {
      out += c;
      ++i;
    } else {
      const auto end = std::min(pattern.find_first_not_of(c, i), pattern.size());
      out += field(c, end - i, day, style);
      i = end;
    }
  }
  return out;
}

const DateStyle& style_for(std::string_view language) {
  for (auto tag = language; !tag.empty(); tag = tag.substr(0, std::min(tag.rfind('-'), tag.size()))) {
    for (std::size_t i = 0; i < kDateStylesCount; ++i)
      if (kDateStyles[i].language == tag) return kDateStyles[i];
    if (tag == "no") return style_for("nb");
    if (tag.find('-') == std::string_view::npos) break;
  }
  return kDateStyles[0];
}

// Forms that blogs use in any language, the most distinctive first.
constexpr std::array<std::string_view, 8> kCommon = {"d MMMM y", "d. MMMM y", "MMMM d, y", "d MMM y",
                                                     "MMM d, y", "y-MM-dd",   "dd.MM.y",   "dd/MM/y"};
constexpr std::array<std::string_view, 8> kEnglish = {
    "EEEE, MMMM d, y", "MMMM o, y", "MMM o, y", "EEEE, d MMMM y", "MM/dd/y", "M/d/y", "MMMM d", "d MMMM"};
constexpr std::array<std::string_view, 8> kOther = {
    "EEEE d MMMM y", "EEEE, d. MMMM y", "d LLLL y", "d.M.y", "dd.MM.yy", "d/M/y", "d MMMM", "d. MMMM"};
constexpr std::array<std::string_view, 7> kEastAsian = {"y\u5E74M\u6708d\u65E5",
                                                        "y\u5E74MM\u6708dd\u65E5",
                                                        "y/MM/dd",
                                                        "y.MM.dd",
                                                        "y\uB144 M\uC6D4 d\uC77C",
                                                        "y/M/d",
                                                        "y-MM-dd"};
constexpr std::array<std::string_view, 3> kWithTime = {" HH:mm", ", H:mm", " h:mm a"};

std::vector<std::string> render_all(const Timestamp& time, std::string_view language) {
  const Day day = day_of(time.civil());
  const DateStyle& style = style_for(language);
  std::vector<std::string> out;
  const auto add = [&](std::string_view pattern) {
    std::string text = rendered(pattern, day, style);
    if (!text.empty() && std::find(out.begin(), out.end(), text) == out.end()) out.push_back(std::move(text));
  };
  if (time.precision == TimePrecision::kYear) return {std::to_string(day.year)};
  if (time.precision == TimePrecision::kMonth) {
    for (const std::string_view pattern : {"LLLL y", "MMMM y", "MMM y", "y-MM", "MM/y"}) add(pattern);
    return out;
  }
  const bool east_asian = style.language == "ja" || style.language == "zh" || style.language == "ko";
  for (std::size_t i = 0; i < 4; ++i) add(item(style.patterns, i, '|'));
  const std::string longest(item(style.patterns, 1, '|'));
  if (time.precision >= TimePrecision::kLocalTime)
    for (const auto suffix : kWithTime) add(longest + std::string(suffix));
  if (east_asian) {
    for (const auto pattern : kEastAsian) add(pattern);
    return out;
  }
  for (const auto pattern : kCommon) add(pattern);
  for (const auto pattern : style.language == "en" ? kEnglish : kOther) add(pattern);
  return out;
}

}  // namespace

std::vector<std::string> date_renderings(const Timestamp& time, std::string_view language) {
  return guarded_or_empty([&] { return render_all(time, language); });
}

}  // namespace bfa
