// SPDX-License-Identifier: Apache-2.0
#include "text/month_names.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "bfa/text/utf8.h"
#include "text/date_tokens.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxNameTokens = 6;
constexpr std::size_t kPrefixLetters = 3;

struct NameEntry {
  int month;
  std::size_t language;  // index into kMonthNames, which is the priority
};

template <class Take>
void for_each_part(std::string_view list, char divider, const Take& take) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const auto end = std::min(list.find(divider, begin), list.size());
    take(list.substr(begin, end - begin));
    begin = end + 1;
  }
}

// The words of `tokens` from `pos` on joined by spaces: marks inside names ("9-r sar", "tra.") do not count.
std::string joined(const DateTokens& tokens, std::size_t pos, std::size_t count) {
  std::string key;
  for (std::size_t i = pos; i < pos + count; ++i) {
    const DateToken& token = tokens[i];
    if (token.kind == DateToken::Kind::kMark) continue;
    if (!key.empty()) key += ' ';
    key += token.is_number() ? std::to_string(token.value) : token.word;
  }
  return key;
}

struct NameIndex {
  std::unordered_map<std::string, std::vector<NameEntry>> names;
  std::unordered_map<std::string, std::size_t> longest;  // first word: most tokens that a name with it has
  std::unordered_map<std::string, int> halves;

  NameIndex() {
    for (std::size_t language = 0; language < kMonthNamesCount; ++language) {
      int month = 0;
      for_each_part(kMonthNames[language].months, ';', [&](std::string_view forms) {
        ++month;
        for_each_part(forms, '|', [&](std::string_view form) { add_name(form, month, language); });
      });
    }
    for (std::size_t language = 0; language < kMonthNamesCount; ++language) {
      for_each_part(kMonthNames[language].am, '|', [&](std::string_view form) { add_half(form, 0); });
      for_each_part(kMonthNames[language].pm, '|', [&](std::string_view form) { add_half(form, 12); });
    }
  }

  void add_name(std::string_view form, int month, std::size_t language) {
    const DateTokens tokens = date_tokens(form);
    if (tokens.empty() || tokens.size() > kMaxNameTokens) return;
    // Digits with the sign for month are read as numbers.
    if (tokens[0].is_number() && tokens.size() < 3) return;
    const std::string key = joined(tokens, 0, tokens.size());
    auto& entries = names[key];
    entries.push_back({month, language});
    const std::string first = joined(tokens, 0, 1);
    longest[first] = std::max(longest[first], tokens.size());
  }

  void add_half(std::string_view form, int hours) {
    const DateTokens tokens = date_tokens(form);
    std::string key;
    for (const auto& token : tokens) key += token.word;
    if (!key.empty()) halves.try_emplace(key, hours);
  }
};

const NameIndex& name_index() {
  static const NameIndex index;
  return index;
}

bool same_language(std::string_view tag, std::string_view wanted) {
  return tag == wanted ||
         (wanted.size() > tag.size() && wanted.starts_with(tag) && wanted[tag.size()] == '-') ||
         (tag == "nb" && wanted == "no") || (tag == "fil" && wanted == "tl");
}

// Without a known language only the main ones count: in some language nearly every short word is a month.
int pick(const std::vector<NameEntry>& entries, std::string_view language) {
  for (const auto& entry : entries)
    if (same_language(kMonthNames[entry.language].language, language)) return entry.month;
  return entries.front().language < kDateStylesCount ? entries.front().month : 0;
}

// A cut name ("listop."): the one month whose names in `language` begin so.
int month_by_beginning(std::string_view word, std::string_view language) {
  if (count_code_points(word) < kPrefixLetters) return 0;
  for (std::size_t i = 0; i < kMonthNamesCount; ++i) {
    if (!same_language(kMonthNames[i].language, language)) continue;
    int found = 0, month = 0;
    for_each_part(kMonthNames[i].months, ';', [&](std::string_view forms) {
      ++month;
      bool fits = false;
      for_each_part(forms, '|', [&](std::string_view form) { fits = fits || form.starts_with(word); });
      if (fits) found = found == 0 ? month : -1;
    });
    return std::max(found, 0);
  }
  return 0;
}

}  // namespace

MonthMatch month_at(const DateTokens& tokens, std::size_t pos, std::string_view language) {
  const NameIndex& index = name_index();
  if (pos >= tokens.size() || tokens[pos].kind == DateToken::Kind::kMark) return {};
  const auto longest = index.longest.find(joined(tokens, pos, 1));
  if (longest != index.longest.end()) {
    for (auto length = std::min(longest->second, tokens.size() - pos); length > 0; --length) {
      if (tokens[pos + length - 1].kind == DateToken::Kind::kMark) continue;
      const auto found = index.names.find(joined(tokens, pos, length));
      if (found == index.names.end()) continue;
      if (const int month = pick(found->second, language); month != 0) return {month, length};
    }
  }
  if (language.empty() || tokens[pos].is_number()) return {};
  const int month = month_by_beginning(tokens[pos].word, language);
  return month != 0 ? MonthMatch{month, 1} : MonthMatch{};
}

int day_half(std::string_view word) {
  const auto& halves = name_index().halves;
  const auto found = halves.find(std::string(word));
  return found == halves.end() ? -1 : found->second;
}

}  // namespace bfa
