// SPDX-License-Identifier: Apache-2.0
#include "text/date/relative_date.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "text/date/month_names.h"
#include "text/date/number_words.h"

namespace bfa {
namespace {

using std::chrono::days;

// Texts of at most so many words are dates rather than prose.
constexpr std::ptrdiff_t kLineWords = 12, kLabelWords = 5;
constexpr std::size_t kWindow = 10, kLineTokens = 40;
constexpr int kWritten = 999;  // the count is in the text
constexpr std::string_view kUnits = "ymwdhns0123456";
constexpr std::size_t kSecondUnit = 6, kDayUnit = 3, kFirstWeekday = 7;

struct Form {
  std::size_t unit;
  int count;
};

// A form as one number, not 0.
int packed(const Form& form) {
  return 1 + static_cast<int>(form.unit) * 1000 + form.count;
}
Form unpacked(int value) {
  return {static_cast<std::size_t>((value - 1) / 1000), (value - 1) % 1000};
}

struct RelativeIndex {
  TokenNames forms{true};
  TokenNames units;  // the words after the number

  RelativeIndex() {
    for (std::size_t language = 0; language < kRelativeFormsCount; ++language)
      for_each_part(kRelativeForms[language].forms, '|',
                    [&](std::string_view entry) { add(entry, language); });
  }

  void add(std::string_view entry, std::size_t language) {
    if (entry.size() < 4) return;
    const auto unit = kUnits.find(entry[0]);
    const auto colon = entry.find(':');
    if (unit == std::string_view::npos || colon == std::string_view::npos) return;
    const auto count = entry.substr(1, colon - 1);
    int value = kWritten;
    if (count != "#") {
      value = 0;
      for (const char digit : count) value = value * 10 + (digit - '0');
    }
    std::string form(entry.substr(colon + 1));
    std::replace(form.begin(), form.end(), '#', '0');
    forms.add(form, packed({unit, value}), language);
    if (value != kWritten) return;
    const DateTokens tokens = date_tokens(form);
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
      if (tokens[i].is_number() && tokens[i + 1].kind == DateToken::Kind::kWord)
        units.add(tokens[i + 1].word, packed({unit, 0}), language);
  }
};

const RelativeIndex& relative_index() {
  static const RelativeIndex index;
  return index;
}

bool is_in(std::size_t row, std::string_view language) {
  return same_language(kRelativeForms[row].language, language);
}

// Forms without a number count in the text's own language and in English, which is on pages of all languages.
int pick_form(const TokenNames::Entries& entries, std::string_view language, bool words_count) {
  const auto counts = [&](const TokenNames::Entry& entry) {
    return words_count || unpacked(entry.value).count == kWritten;
  };
  for (const auto& entry : entries)
    if (is_in(entry.language, language)) return counts(entry) ? entry.value : 0;
  for (const auto& entry : entries) {
    const bool english = entry.language == 0;
    const bool main = entry.language < kDateStylesCount;
    const bool written = unpacked(entry.value).count == kWritten;
    if (counts(entry) && (english || (main && (written || language.empty())))) return entry.value;
  }
  return 0;
}

std::optional<Timestamp> moved_back(UtcTime now, std::size_t unit, std::int64_t count) {
  const auto today = std::chrono::floor<days>(now);
  switch (kUnits[unit]) {
    case 's':
      return Timestamp{now - std::chrono::seconds(count), TimePrecision::kInstant};
    case 'n':
      return Timestamp{now - std::chrono::minutes(count), TimePrecision::kInstant};
    case 'h':
      return Timestamp{now - std::chrono::hours(count), TimePrecision::kInstant};
    case 'd':
      return Timestamp{UtcTime(today - days(count)), TimePrecision::kDay};
    case 'w':
      return Timestamp{UtcTime(today - days(7 * count)), TimePrecision::kDay};
    default:
      break;
  }
  if (unit >= kFirstWeekday)
    return Timestamp{last_weekday(now, static_cast<int>(unit - kFirstWeekday) + 1), TimePrecision::kDay};
  const bool years = kUnits[unit] == 'y';
  const std::chrono::year_month_day day(today);
  const std::chrono::months months(years ? 12 * count : count);
  const auto moved = std::chrono::year_month(day.year(), day.month()) - months;
  if (static_cast<int>(moved.year()) < 1) return std::nullopt;
  return Timestamp{UtcTime(std::chrono::sys_days(moved / 1)),
                   years ? TimePrecision::kYear : TimePrecision::kMonth};
}

bool is_about(const DateToken& token) {
  static constexpr std::array<std::string_view, 24> kWords = {
      "about",
      "approximately",
      "almost",
      "over",
      "around",
      "etwa",
      "rund",
      "ca",
      "circa",
      "ungef\u00E4hr",
      "knapp",
      "environ",
      "presque",
      "aproximadamente",
      "casi",
      "unos",
      "cerca",
      "quase",
      "\u043E\u043A\u043E\u043B\u043E",
      "\u043F\u0440\u0438\u043C\u0435\u0440\u043D\u043E",
      "ongeveer",
      "ungef\u00E4r",
      "omkring",
      "oko\u0142o"};
  static constexpr std::array<bool, 256> kBegins = [] {
    std::array<bool, 256> begins{};
    for (const std::string_view word : kWords) begins[static_cast<unsigned char>(word.front())] = true;
    return begins;
  }();
  return token.kind == DateToken::Kind::kWord && !token.word.empty() &&
         kBegins[static_cast<unsigned char>(token.word.front())] &&
         std::find(kWords.begin(), kWords.end(), token.word) != kWords.end();
}

// Some tokens from `pos` on with numbers in words as numbers, and without "about"; `lengths`: how many tokens
// of the text each one is.
DateTokens plain_window(const DateTokens& tokens, std::size_t pos, std::string_view language,
                        std::vector<std::size_t>& lengths) {
  DateTokens out;
  bool has_number = false;
  std::size_t left_out = 0;
  for (std::size_t i = pos; i < tokens.size() && i < pos + kWindow;) {
    if (i > pos && is_about(tokens[i])) {
      ++left_out;
      ++i;
      continue;
    }
    const NameMatch number = has_number ? NameMatch{} : number_words_at(tokens, i, language);
    out.push_back(tokens[i]);
    if (number.value != 0) {
      out.back().kind = DateToken::Kind::kNumber;
      out.back().value = number.value;
      out.back().digits = 2;
    }
    has_number = has_number || out.back().is_number();
    lengths.push_back(std::max<std::size_t>(number.length, 1) + left_out);
    left_out = 0;
    i += std::max<std::size_t>(number.length, 1);
  }
  return out;
}

int written_count(const DateTokens& tokens, std::size_t begin, std::size_t length) {
  for (std::size_t i = begin; i < begin + length; ++i)
    if (tokens[i].is_number()) return tokens[i].digits <= 4 ? tokens[i].value : -1;
  return -1;
}

struct Span {
  Form form;
  std::size_t length = 0;
};

// A number and its unit at `pos`: a part of "1 year, 2 months ago".
std::optional<Span> span_at(const DateTokens& tokens, std::size_t pos, std::string_view language) {
  if (pos + 1 >= tokens.size() || !tokens[pos].is_number() || tokens[pos].digits > 3) return std::nullopt;
  const NameMatch unit =
      relative_index().units.find(tokens, pos + 1, [&](const TokenNames::Entries& entries) -> int {
        for (const auto& entry : entries)
          if (is_in(entry.language, language)) return entry.value;
        return entries.front().language < kDateStylesCount ? entries.front().value : 0;
      });
  if (unit.value == 0) return std::nullopt;
  return Span{{unpacked(unit.value).unit, tokens[pos].value}, 1 + unit.length};
}

// Moves after a comma or a joining word.
std::size_t skip_join(const DateTokens& tokens, std::size_t pos) {
  while (pos < tokens.size() && (tokens[pos].is_mark(U',') || tokens[pos].is_mark(0x060C))) ++pos;
  constexpr std::array<std::string_view, 12> kAnd = {"and", "und", "et", "y",      "e",  "en",
                                                     "i",   "och", "og", "\u0438", "ve", "\u0648"};
  const bool joins = pos + 1 < tokens.size() && tokens[pos + 1].is_number() &&
                     std::find(kAnd.begin(), kAnd.end(), tokens[pos].word) != kAnd.end();
  return joins ? pos + 1 : pos;
}

bool is_finer(std::size_t unit, std::size_t than) {
  return unit < kFirstWeekday && unit > than;
}

// Smaller units leave the day as it is only when nothing coarser than hours is counted.
Timestamp combined(const Timestamp& coarse, std::size_t unit, std::int64_t count, UtcTime now) {
  if (coarse.precision == TimePrecision::kYear || coarse.precision == TimePrecision::kMonth) {
    const auto moved = moved_back(coarse.utc, unit, count);
    const bool months = kUnits[unit] == 'm';
    if (!moved || !months) return coarse;
    // "1 year, 2 months": counted from this month.
    const std::chrono::year_month_day then(std::chrono::floor<days>(coarse.utc)),
        today(std::chrono::floor<days>(now));
    const auto month = std::chrono::year_month(then.year(), today.month()) - std::chrono::months(count);
    return {UtcTime(std::chrono::sys_days(month / 1)), TimePrecision::kMonth};
  }
  const auto moved = moved_back(coarse.utc, unit, count);
  if (!moved) return coarse;
  return {moved->utc, coarse.precision == TimePrecision::kDay ? TimePrecision::kDay : moved->precision};
}

void add_clock(FoundRelative& found, const DateTokens& tokens, std::string_view language) {
  int words = 0;
  for (std::size_t i = found.end; i < tokens.size() && i < found.end + 4; ++i) {
    std::size_t end = i;
    if (const auto clock = clock_at(tokens, end, language)) {
      const std::chrono::year_month_day ymd(std::chrono::floor<days>(found.time.utc));
      const CivilDate day{static_cast<int>(ymd.year()), static_cast<int>(static_cast<unsigned>(ymd.month())),
                          static_cast<int>(static_cast<unsigned>(ymd.day()))};
      if (const auto time = join_date(day, clock)) found.time = *time;
      found.end = end;
      return;
    }
    if (tokens[i].is_number() || (tokens[i].kind == DateToken::Kind::kWord && ++words > 2)) return;
  }
}

}  // namespace

UtcTime last_weekday(UtcTime now, int weekday) {
  const auto today = std::chrono::floor<days>(now);
  const auto current = static_cast<int>(std::chrono::weekday(today).c_encoding()) + 1;
  const int back = (current - weekday + 7) % 7;
  return UtcTime(today - days(back == 0 ? 7 : back));
}

struct RelativeDates::Match : Span {};

RelativeDates::RelativeDates(const DateTokens& tokens, std::string_view language, UtcTime now)
    : tokens_(tokens), language_(language), now_(now) {
  words_ = std::count_if(tokens.begin(), tokens.end(),
                         [](const DateToken& token) { return token.kind != DateToken::Kind::kMark; });
  if (tokens.size() > kLineTokens) return;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != DateToken::Kind::kWord) continue;
    if (is_about(tokens[i])) abouts_ |= std::uint64_t{1} << i;
    if (number_words_at(tokens, i, language).value != 0) numbers_ |= std::uint64_t{1} << i;
  }
}

// Whether plain_window() changes the tokens at all. Numbers in words are looked for in lines only: in
// running text that costs more than all the rest.
bool RelativeDates::has_plainer_window(std::size_t pos) const {
  static_assert(kLineTokens <= 64 - kWindow);
  if (tokens_.size() > kLineTokens) return false;
  const std::uint64_t window = ((std::uint64_t{1} << kWindow) - 1) << pos;
  return (window & (numbers_ | (abouts_ & ~(std::uint64_t{1} << pos)))) != 0;
}

std::optional<RelativeDates::Match> RelativeDates::form_at(std::size_t pos, bool words_count) const {
  const auto find = [&](const DateTokens& in, std::size_t at) -> std::optional<Match> {
    const NameMatch found = relative_index().forms.find(in, at, [&](const TokenNames::Entries& entries) {
      return pick_form(entries, language_, words_count);
    });
    if (found.value == 0) return std::nullopt;
    Form form = unpacked(found.value);
    if (form.count == kWritten) form.count = written_count(in, at, found.length);
    if (form.count < 0) return std::nullopt;
    return Match{{form, found.length}};
  };
  if (auto match = find(tokens_, pos)) return match;
  if (pos >= tokens_.size() || !has_plainer_window(pos)) return std::nullopt;
  std::vector<std::size_t> lengths;
  const DateTokens window = plain_window(tokens_, pos, language_, lengths);
  auto match = find(window, 0);
  if (!match) return std::nullopt;
  std::size_t length = 0;
  for (std::size_t i = 0; i < match->length; ++i) length += lengths[i];
  match->length = length;
  return match;
}

std::optional<FoundRelative> RelativeDates::at(std::size_t pos) const {
  FoundRelative found;
  std::size_t at = pos;
  const auto leading = span_at(tokens_, pos, language_);
  std::optional<Match> match;
  if (leading) {
    at = skip_join(tokens_, pos + leading->length);
    const std::optional<Match> second = form_at(at, false);
    if (second && is_finer(second->form.unit, leading->form.unit)) match = second;
  }
  const bool compound = match.has_value();
  if (!compound) {
    at = pos;
    match = form_at(at, words_ <= kLineWords);
  }
  if (!match) return std::nullopt;
  const bool is_now = match->form.unit == kSecondUnit && match->form.count == 0;
  if (is_now && words_ > kLabelWords) return std::nullopt;
  found.end = at + match->length;
  const Form first = compound ? leading->form : match->form;
  const auto time = moved_back(now_, first.unit, first.count);
  if (!time) return std::nullopt;
  found.time = *time;
  found.approximate = first.unit < kDayUnit;
  if (compound) found.time = combined(found.time, match->form.unit, match->form.count, now_);
  const auto trailing = span_at(tokens_, skip_join(tokens_, found.end), language_);
  if (!compound && trailing && is_finer(trailing->form.unit, first.unit)) {
    found.time = combined(found.time, trailing->form.unit, trailing->form.count, now_);
    found.end = skip_join(tokens_, found.end) + trailing->length;
  }
  if (found.time.precision == TimePrecision::kDay && !found.approximate) add_clock(found, tokens_, language_);
  return found;
}

}  // namespace bfa
