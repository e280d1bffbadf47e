// SPDX-License-Identifier: Apache-2.0
#include "text/date/month_names.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <charconv>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "bfa/text/utf8.h"
#include "text/date/token_names.h"

namespace bfa {
namespace {

constexpr std::size_t kPrefixLetters = 3;
constexpr std::size_t kShortPeriodBytes = 5;
constexpr std::size_t kStemLetters = 4, kEndingLetters = 3;

// Languages whose month names take case endings beyond those that CLDR lists.
constexpr std::array<std::string_view, 23> kInflecting = {"ru", "uk", "be", "pl", "cs", "sk",      "sl", "hr",
                                                          "bs", "sr", "bg", "mk", "lt", "lv",      "fi", "et",
                                                          "hu", "el", "is", "hy", "ka", "sr-Latn", "eu"};

struct Period {
  int hours;
  std::size_t language;
};

constexpr std::size_t kBeginSlots = 1024;

std::size_t slot_of_begin(std::string_view name) {
  std::uint32_t first = 0;
  for (const char c : name.substr(0, kPrefixLetters)) first = first << 8 | static_cast<unsigned char>(c);
  return (first * 0x9E3779B1u >> 16) % kBeginSlots;
}

struct NameIndex {
  TokenNames months, weekdays;
  // By language: the first kPrefixLetters bytes of its months' forms, as numbers.
  std::vector<std::bitset<kBeginSlots>> month_begins;
  std::unordered_map<std::string, std::vector<Period>> periods;
  std::bitset<1u << 16> period_begins;  // by the first two bytes of those names
  std::size_t longest_period = 0;       // bytes

  static std::size_t begin_of(std::string_view name) {
    const auto first = static_cast<unsigned char>(name[0]);
    return first << 8 | (name.size() > 1 ? static_cast<unsigned char>(name[1]) : 0u);
  }

  NameIndex() {
    for (std::size_t language = 0; language < kMonthNamesCount; ++language) {
      const MonthNames& row = kMonthNames[language];
      add_all(months, row.months, language);
      std::bitset<kBeginSlots>& begins = month_begins.emplace_back();
      for_each_part(row.months, ';', [&](std::string_view forms) {
        for_each_part(forms, '|', [&](std::string_view form) {
          if (form.size() >= kPrefixLetters) begins.set(slot_of_begin(form));
        });
      });
      add_all(weekdays, row.weekdays, language);
      for_each_part(row.periods, '|', [&](std::string_view form) { add_period(form, language); });
    }
  }

  static void add_all(TokenNames& names, std::string_view lists, std::size_t language) {
    int value = 0;
    for_each_part(lists, ';', [&](std::string_view forms) {
      ++value;
      for_each_part(forms, '|', [&](std::string_view form) { names.add(form, value, language); });
    });
  }

  void add_period(std::string_view form, std::size_t language) {
    const auto equals = form.find('=');
    if (equals == std::string_view::npos) return;
    int hours = 0;
    std::from_chars(form.data() + equals + 1, form.data() + form.size(), hours, 16);
    std::string key;
    for (const auto& token : date_tokens(form.substr(0, equals))) key += token.word;
    if (key.empty() || hours == 0) return;
    periods[key].push_back({hours, language});
    period_begins.set(begin_of(key));
    longest_period = std::max(longest_period, key.size());
  }
};

const NameIndex& name_index() {
  static const NameIndex index;
  return index;
}

// Without a known language only the main ones count: in some language nearly every short word is a month.
bool is_main(std::size_t language) {
  return language < kDateStylesCount;
}

std::size_t common_letters(std::string_view a, std::string_view b) {
  std::size_t count = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size(); ++count)
    if (next_code_point(a, i) != next_code_point(b, j)) break;
  return count;
}

// "v studenome", "tammikuussa": the stem of a name with another ending.
bool is_inflected(std::string_view word, std::string_view form) {
  const std::size_t letters = count_code_points(form), common = common_letters(word, form);
  return common >= kStemLetters && common + kEndingLetters >= letters &&
         count_code_points(word) <= common + kEndingLetters;
}

// A cut or inflected name ("listop."): the one month whose names in `language` fit it.
int month_by_stem(std::string_view word, std::string_view language) {
  if (word.size() < kPrefixLetters) return 0;
  for (std::size_t i = 0; i < kMonthNamesCount; ++i) {
    const MonthNames& row = kMonthNames[i];
    if (!same_language(row.language, language)) continue;
    // A match has at least three letters of the form.
    if (!name_index().month_begins[i][slot_of_begin(word)] || count_code_points(word) < kPrefixLetters)
      return 0;
    const bool inflects =
        std::find(kInflecting.begin(), kInflecting.end(), row.language) != kInflecting.end();
    int begun = 0, inflected = 0, month = 0;
    for_each_part(row.months, ';', [&](std::string_view forms) {
      ++month;
      bool begins = false, fits = false;
      for_each_part(forms, '|', [&](std::string_view form) {
        begins = begins || form.starts_with(word);
        fits = fits || (inflects && is_inflected(word, form));
      });
      if (begins) begun = begun == 0 ? month : -1;
      if (fits) inflected = inflected == 0 ? month : -1;
    });
    return begun != 0 ? std::max(begun, 0) : std::max(inflected, 0);
  }
  return 0;
}

}  // namespace

MonthMatch month_at(const DateTokens& tokens, std::size_t pos, std::string_view language) {
  const auto own = [&](const TokenNames::Entries& entries) -> int {
    for (const auto& entry : entries)
      if (same_language(kMonthNames[entry.language].language, language)) return entry.value;
    return 0;
  };
  if (!language.empty() && pos < tokens.size() && tokens[pos].kind == DateToken::Kind::kWord) {
    const NameMatch found = name_index().months.find(tokens, pos, own);
    if (found.value != 0) return {found.value, found.length, 0};
    if (const int month = month_by_stem(tokens[pos].word, language); month != 0) return {month, 1, 0};
  }
  int other = 0;
  const NameMatch found =
      name_index().months.find(tokens, pos, [&](const TokenNames::Entries& entries) -> int {
        if (const int month = own(entries); month != 0) return month;
        if (!is_main(entries.front().language)) return 0;
        for (const auto& entry : entries)
          if (other == 0 && is_main(entry.language) && entry.value != entries.front().value)
            other = entry.value;
        return entries.front().value;
      });
  return {found.value, found.length, other};
}

NameMatch weekday_at(const DateTokens& tokens, std::size_t pos, std::string_view language) {
  return name_index().weekdays.find(tokens, pos, [&](const TokenNames::Entries& entries) {
    for (const auto& entry : entries)
      if (same_language(kMonthNames[entry.language].language, language)) return entry.value;
    return language.empty() && is_main(entries.front().language) ? entries.front().value : 0;
  });
}

bool may_begin_period(std::string_view name) noexcept {
  return !name.empty() && name.size() <= name_index().longest_period &&
         name_index().period_begins[NameIndex::begin_of(name)];
}

int period_hours(const std::string& name, std::string_view language) {
  const auto found = name_index().periods.find(name);
  if (found == name_index().periods.end()) return 0;
  for (const Period& period : found->second)
    if (same_language(kMonthNames[period.language].language, language)) return period.hours;
  if (kMonthNames[found->second.front().language].language == "en") return found->second.front().hours;
  // Short ones are words of other languages: "de" means "in the morning" in Hungarian.
  const bool telling = language.empty() || name.size() > kShortPeriodBytes;
  return telling && is_main(found->second.front().language) ? found->second.front().hours : 0;
}

}  // namespace bfa
