// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "text/date_tokens.h"
#include "text/relative_date.h"

namespace bfa {
namespace {

bool listed(std::string_view list, std::string_view word) {
  return !word.empty() && list.find("|" + std::string(word) + "|") != std::string_view::npos;
}

// `whole`: only the word itself, not what begins with it.
std::optional<RelativeUnit> unit_of(std::string_view word, bool whole) {
  std::optional<RelativeUnit> found;
  std::size_t longest = 0;
  for (const auto& [unit, words] : relative_unit_words()) {
    for (std::size_t begin = 0; begin <= words.size();) {
      const auto end = std::min(words.find('|', begin), words.size());
      const auto stem = words.substr(begin, end - begin);
      begin = end + 1;
      const bool exact = word == stem;
      const bool letters =
          !stem.empty() && static_cast<unsigned char>(stem[0]) < 0xE3;  // not Han, kana, Hangul
      const bool inflected =
          !whole && letters && stem.size() >= 3 && word.starts_with(stem) && word.size() <= stem.size() + 6;
      if ((exact || inflected) && stem.size() > longest) {
        longest = stem.size();
        found = unit;
      }
    }
  }
  return found;
}

Timestamp moved_back(UtcTime now, RelativeUnit unit, int count) {
  using std::chrono::days;
  const auto today = std::chrono::floor<days>(now);
  switch (unit) {
    case RelativeUnit::kSecond:
      return {now - std::chrono::seconds(count), TimePrecision::kInstant};
    case RelativeUnit::kMinute:
      return {now - std::chrono::minutes(count), TimePrecision::kInstant};
    case RelativeUnit::kHour:
      return {now - std::chrono::hours(count), TimePrecision::kInstant};
    case RelativeUnit::kDay:
      return {UtcTime(today - days(count)), TimePrecision::kDay};
    case RelativeUnit::kWeek:
      return {UtcTime(today - days(7 * count)), TimePrecision::kDay};
    case RelativeUnit::kMonth:
    case RelativeUnit::kYear:
      break;
  }
  const std::chrono::year_month_day day(today);
  const std::chrono::months months(unit == RelativeUnit::kMonth ? count : 12 * count);
  const std::chrono::year_month moved = std::chrono::year_month(day.year(), day.month()) - months;
  auto result = moved / day.day();
  if (!result.ok()) result = moved / std::chrono::last;
  return {UtcTime(std::chrono::sys_days(result)),
          unit == RelativeUnit::kYear ? TimePrecision::kYear : TimePrecision::kMonth};
}

// The words at `pos` joined up to `count`: Han words have several tokens.
std::string joined(const DateTokens& tokens, std::size_t pos, std::size_t count, bool spaces) {
  std::string out;
  for (std::size_t i = pos; i < pos + count && i < tokens.size(); ++i) {
    if (tokens[i].kind != DateToken::Kind::kWord) return {};
    if (spaces && !out.empty()) out += ' ';
    out += tokens[i].word;
  }
  return out;
}

bool listed_at(std::string_view list, const DateTokens& tokens, std::size_t pos, std::size_t& length) {
  for (length = 3; length > 0; --length)
    if (pos + length <= tokens.size() &&
        (listed(list, joined(tokens, pos, length, true)) || listed(list, joined(tokens, pos, length, false))))
      return true;
  return false;
}

// "yesterday", "gestern um 17 Uhr".
std::optional<Timestamp> named_day(const DateTokens& tokens, std::size_t& pos, UtcTime now) {
  std::size_t length = 0;
  const bool yesterday = listed_at(kWordsYesterday, tokens, pos, length);
  if (!yesterday && !listed_at(kWordsToday, tokens, pos, length)) return std::nullopt;
  const auto day = std::chrono::floor<std::chrono::days>(now) - std::chrono::days(yesterday ? 1 : 0);
  pos += length;
  return Timestamp{UtcTime(day), TimePrecision::kDay};
}

}  // namespace

std::optional<Timestamp> relative_at(const DateTokens& tokens, std::size_t& pos, UtcTime now) {
  if (auto day = named_day(tokens, pos, now)) return day;
  std::size_t at = pos, length = 0;
  const bool before = listed_at(kWordsBefore, tokens, at, length);
  if (before) at += length;
  if (at >= tokens.size()) return std::nullopt;
  const bool number = tokens[at].is_number() && tokens[at].digits <= 4;
  if (!number && !listed(kWordsOne, tokens[at].word)) return std::nullopt;
  const int count = number ? tokens[at].value : 1;
  ++at;
  std::optional<RelativeUnit> unit;
  for (std::size_t n = 2; n > 0 && !unit; --n) {
    if (at + n > tokens.size()) continue;
    unit = unit_of(joined(tokens, at, n, false), n > 1);
    if (unit) at += n;
  }
  if (!unit) return std::nullopt;
  const bool behind = listed_at(kWordsBehind, tokens, at, length);
  if (behind) at += length;
  if (!before && !behind) return std::nullopt;
  pos = at;
  return moved_back(now, *unit, count);
}

}  // namespace bfa
