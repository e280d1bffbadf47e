// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "text/date/date_tokens.h"

namespace bfa {
namespace {

using Words = std::initializer_list<std::string_view>;

bool word_in(const DateTokens& tokens, std::size_t i, Words words) {
  return i < tokens.size() && tokens[i].kind == DateToken::Kind::kWord &&
         std::find(words.begin(), words.end(), tokens[i].word) != words.end();
}

// Of one sign: 0 to 9, 10, 20, 30, 100; -1 for others.
int sign_value(std::string_view word) {
  struct Sign {
    std::string_view word;
    int value;
  };
  constexpr std::array<Sign, 18> kSigns = {{{"\u3007", 0},
                                            {"\u96F6", 0},
                                            {"\u25CB", 0},
                                            {"\u4E00", 1},
                                            {"\u4E8C", 2},
                                            {"\u4E24", 2},
                                            {"\u5169", 2},
                                            {"\u4E09", 3},
                                            {"\u56DB", 4},
                                            {"\u4E94", 5},
                                            {"\u516D", 6},
                                            {"\u4E03", 7},
                                            {"\u516B", 8},
                                            {"\u4E5D", 9},
                                            {"\u5341", 10},
                                            {"\u5EFF", 20},
                                            {"\u5345", 30},
                                            {"\u767E", 100}}};
  for (const Sign& sign : kSigns)
    if (sign.word == word) return sign.value;
  return -1;
}

int value_at(const DateToken& token) {
  if (token.kind == DateToken::Kind::kMark) return token.mark == 0x25CB || token.mark == 0x3007 ? 0 : -1;
  return token.kind == DateToken::Kind::kWord ? sign_value(token.word) : -1;
}

// The signs from `begin` to `end` as one number: "two zero two six" or "thirty-one".
DateToken number_of(const DateTokens& tokens, std::size_t begin, std::size_t end) {
  DateToken out;
  out.kind = DateToken::Kind::kNumber;
  out.spaced = tokens[begin].spaced;
  out.begin = tokens[begin].begin;
  const bool figures = std::all_of(tokens.begin() + static_cast<std::ptrdiff_t>(begin),
                                   tokens.begin() + static_cast<std::ptrdiff_t>(end),
                                   [](const DateToken& token) { return value_at(token) < 10; });
  int pending = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const int value = value_at(tokens[i]);
    if (figures) {
      out.value = out.value * 10 + value;
    } else if (value >= 10) {
      out.value += value == 10 || value == 100 ? std::max(pending, 1) * value : value;
      pending = 0;
    } else {
      pending = value;
    }
  }
  out.value += pending;
  out.digits = figures ? static_cast<int>(end - begin) : out.value < 100 ? 2 : 3;
  return out;
}

// Signs that make a number before them a part of a date, a time or a span.
bool is_counted(const DateTokens& tokens, std::size_t i) {
  return word_in(tokens, i,
                 {"\u5E74", "\u6708", "\u65E5", "\u53F7", "\u865F", "\u6642", "\u65F6", "\u70B9", "\u9EDE",
                  "\u5206", "\u79D2", "\u5929", "\u5468", "\u9031", "\u4E2A", "\u500B", "\u5C0F", "\u661F"});
}

// The year before the first one of an era named by the two signs at `i`; 0 when they are not an era.
int era_at(const DateTokens& tokens, std::size_t i) {
  struct Era {
    std::string_view first, second;
    int before;
  };
  constexpr std::array<Era, 7> kEras = {{{"\u4EE4", "\u548C", 2018},
                                         {"\u5E73", "\u6210", 1988},
                                         {"\u662D", "\u548C", 1925},
                                         {"\u5927", "\u6B63", 1911},
                                         {"\u660E", "\u6CBB", 1867},
                                         {"\u6C11", "\u56FD", 1911},
                                         {"\u6C11", "\u570B", 1911}}};
  if (i + 2 >= tokens.size()) return 0;
  for (const Era& era : kEras)
    if (tokens[i].is_word(era.first) && tokens[i + 1].is_word(era.second)) return era.before;
  return 0;
}

void merge_numbers(DateTokens& tokens) {
  DateTokens out;
  out.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size();) {
    std::size_t end = i;
    while (end < tokens.size() && end < i + 8 && value_at(tokens[end]) >= 0 &&
           (end == i || !tokens[end].spaced))
      ++end;
    // "Monday" is "day one of the week".
    const bool of_weekday =
        i > 0 && word_in(tokens, i - 1, {"\u671F", "\u62DC"}) && !word_in(tokens, end, {"\u5E74"});
    if (end > i && is_counted(tokens, end) && !of_weekday) {
      out.push_back(number_of(tokens, i, end));
      i = end;
    } else {
      out.push_back(std::move(tokens[i++]));
    }
  }
  tokens = std::move(out);
}

void merge_eras(DateTokens& tokens) {
  DateTokens out;
  out.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size();) {
    const int before = era_at(tokens, i);
    const bool first_year = before != 0 && tokens[i + 2].is_word("\u5143");
    if (before == 0 || !(first_year || (tokens[i + 2].is_number() && tokens[i + 2].value >= 1 &&
                                        tokens[i + 2].value <= 200))) {
      out.push_back(std::move(tokens[i++]));
      continue;
    }
    DateToken year;
    year.kind = DateToken::Kind::kNumber;
    year.spaced = tokens[i].spaced;
    year.begin = tokens[i].begin;
    year.digits = 4;
    year.value = before + (first_year ? 1 : tokens[i + 2].value);
    out.push_back(std::move(year));
    i += 3;
  }
  tokens = std::move(out);
}

}  // namespace

void merge_han_numbers(DateTokens& tokens) {
  const bool has_han = std::any_of(tokens.begin(), tokens.end(), [](const DateToken& token) {
    return token.kind == DateToken::Kind::kWord && !token.word.empty() &&
           static_cast<unsigned char>(token.word[0]) >= 0xE3;
  });
  if (!has_han) return;
  merge_numbers(tokens);
  merge_eras(tokens);
}

}  // namespace bfa
