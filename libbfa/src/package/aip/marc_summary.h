// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// What a text begins with, as the summary of a record: its first paragraphs after those that only head it
// (the title again, or a short line that is no sentence), at most 300 bytes. Where the text goes on it ends
// with the last whole sentence, or, when that would be less than 120 bytes, with a word and "...". `text`:
// UTF-8, with a pilcrow between paragraphs. Empty when the whole text is that short: then it needs no
// summary. Thread-safe.
std::string text_summary(std::string_view text, std::string_view title);

// The name of a Creative Commons licence by its address: "Creative Commons Attribution-ShareAlike 4.0". Empty
// for other addresses. Thread-safe.
std::string licence_name(std::string_view url);

}  // namespace bfa
