// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "text/date/token_names.h"

namespace bfa {

// How one language writes 1 to 31 in words: 31 lists divided by ';', the forms of one number by '|'.
struct NumberWords {
  std::string_view language;
  std::string_view words;
};
extern const NumberWords kNumberWords[];
extern const std::size_t kNumberWordsCount;

// The number from 1 to 31 that is written in words at `pos`: in `language`, or in any of the table when it is
// empty.
NameMatch number_words_at(const DateTokens& tokens, std::size_t pos, std::string_view language);

}  // namespace bfa
