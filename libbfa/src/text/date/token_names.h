// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "text/date/date_tokens.h"

namespace bfa {

struct NameMatch {
  int value = 0;           // from `pick`; 0: no name
  std::size_t length = 0;  // tokens
};

// Names of several words, found at a place among tokens, the longest first. Marks inside names are ignored.
// With `any_number` a number in a name matches every number.
class TokenNames {
 public:
  explicit TokenNames(bool any_number = false) : any_number_(any_number) {}

  struct Entry {
    int value;
    std::size_t language;  // chosen by the caller
  };
  using Entries = std::vector<Entry>;

  void add(std::string_view form, int value, std::size_t language);

  // `pick`: from the entries of a name to a value, 0 when no entry is used.
  template <class Pick>
  NameMatch find(const DateTokens& tokens, std::size_t pos, const Pick& pick) const {
    if (pos >= tokens.size() || tokens[pos].kind == DateToken::Kind::kMark) return {};
    if (!may_begin_[slot_of(tokens[pos])]) return {};
    const bool goes_on = may_go_on(tokens, pos);
    if (!goes_on && !may_be_alone_[slot_of(tokens[pos])]) return {};
    const auto longest = longest_.find(name_of(tokens, pos, 1));
    if (longest == longest_.end()) return {};
    const std::size_t most = goes_on ? std::min(longest->second, tokens.size() - pos) : 1;
    for (auto length = most; length > 0; --length) {
      if (tokens[pos + length - 1].kind == DateToken::Kind::kMark) continue;
      const auto found = names_.find(name_of(tokens, pos, length));
      if (found == names_.end()) continue;
      if (const int value = pick(found->second); value != 0) return {value, length};
    }
    return {};
  }

 private:
  static constexpr std::size_t kSlots = 1u << 14;  // a few for each first word of a large table
  static constexpr std::size_t kPairSlots = 1u << 16;

  std::string name_of(const DateTokens& tokens, std::size_t pos, std::size_t count) const;
  static std::size_t slot_of(const DateToken& token) noexcept;
  static std::size_t slot_of(const DateToken& first, const DateToken& second) noexcept;
  bool may_go_on(const DateTokens& tokens, std::size_t pos) const noexcept;

  bool any_number_;
  std::bitset<kSlots> may_begin_;      // by slot_of() of first words: most words begin no name
  std::bitset<kSlots> may_be_alone_;   // the same of names of one word
  std::bitset<kPairSlots> may_go_on_;  // by slot_of() of first and second words
  std::unordered_map<std::string, Entries> names_;
  std::unordered_map<std::string, std::size_t> longest_;  // first word: most tokens of a name with it
};

// Calls `take` with each part of `list` between `divider`s.
template <class Take>
void for_each_part(std::string_view list, char divider, const Take& take) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const auto end = std::min(list.find(divider, begin), list.size());
    take(list.substr(begin, end - begin));
    begin = end + 1;
  }
}

// Whether a text in `wanted` (BCP 47, lower case) is in the language of a table's row.
bool same_language(std::string_view row, std::string_view wanted);

}  // namespace bfa
