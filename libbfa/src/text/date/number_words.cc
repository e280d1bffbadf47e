// SPDX-License-Identifier: Apache-2.0
#include "text/date/number_words.h"

namespace bfa {
namespace {

TokenNames make_index() {
  TokenNames index;
  for (std::size_t language = 0; language < kNumberWordsCount; ++language) {
    int value = 0;
    for_each_part(kNumberWords[language].words, ';', [&](std::string_view forms) {
      ++value;
      for_each_part(forms, '|', [&](std::string_view form) { index.add(form, value, language); });
    });
  }
  return index;
}

}  // namespace

NameMatch number_words_at(const DateTokens& tokens, std::size_t pos, std::string_view language) {
  static const TokenNames index = make_index();
  return index.find(tokens, pos, [&](const TokenNames::Entries& entries) {
    for (const auto& entry : entries)
      if (same_language(kNumberWords[entry.language].language, language)) return entry.value;
    return language.empty() ? entries.front().value : 0;
  });
}

}  // namespace bfa
