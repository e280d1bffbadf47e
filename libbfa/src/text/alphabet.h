// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bfa {

// The language by the letters of a text alone: "ja" (Han with kana), "ko" (Hangul), "ru" (Cyrillic
// with the letters that Russian has and its neighbours have not, and none of theirs), "zh" (Han without kana,
// in either way of writing). Most of the text must be such letters, of a language that is `expected` a
// quarter as many; empty when they do not decide. Thread-safe.
std::string_view language_of_letters(std::string_view text, std::string_view expected = {}) noexcept;

}  // namespace bfa
