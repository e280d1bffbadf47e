// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/export.h"

namespace bfa {

// All functions: UTF-8 in and out, thread-safe, cannot fail but for memory; a byte that is not UTF-8 counts
// as U+FFFD. Without memory a result is empty, and append_code_point() leaves `out` as it is.

// The code point at `pos`, which moves past it. `pos` must be below text.size().
BFA_EXPORT char32_t next_code_point(std::string_view text, std::size_t& pos) noexcept;
BFA_EXPORT void append_code_point(std::string& out, char32_t code_point);
BFA_EXPORT bool is_valid_utf8(std::string_view text) noexcept;
BFA_EXPORT std::string repair_utf8(std::string_view text);
BFA_EXPORT std::size_t count_code_points(std::string_view text) noexcept;

// Unicode properties, by table: letters and digits of any script; white space incl. U+00A0, U+3000,
// zero-width space.
BFA_EXPORT bool is_word_char(char32_t c) noexcept;
BFA_EXPORT bool is_space_char(char32_t c) noexcept;
BFA_EXPORT bool is_cjk_char(char32_t c) noexcept;    // scripts written without spaces: Han, kana, Thai, ...
BFA_EXPORT char32_t fold_case(char32_t c) noexcept;  // simple case folding
BFA_EXPORT std::string fold_case(std::string_view text);

// Each run of white space becomes one space; none is left at the ends.
BFA_EXPORT std::string collapse_space(std::string_view text);

// The words of a text: runs of word characters; in scripts without spaces each character is a word. The
// results are views into `text`.
BFA_EXPORT std::vector<std::string_view> split_words(std::string_view text);

}  // namespace bfa
