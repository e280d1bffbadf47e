// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bfa {

// The language by the letters of a text alone: "ja" (Han with kana), "ko" (Hangul), "ru" (Cyrillic with the
// letters that only Russian has, and without those that only its neighbours have), "zh" (Han without kana,
// in either way of writing). Most of the text must be such letters, for the `expected` language a quarter is
// enough; empty when the letters do not decide. Thread-safe.
std::string_view language_of_letters(std::string_view text, std::string_view expected = {}) noexcept;

}  // namespace bfa
