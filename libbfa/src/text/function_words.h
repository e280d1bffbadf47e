// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bfa {

// True when so many words of `text` (UTF-8) are function words of the language (BCP 47, of which the first
// part counts) that the text is in it: a look that costs little beside a detector. False says nothing: for
// most languages no words are known here. Thread-safe, linear.
bool has_function_words(std::string_view text, std::string_view language) noexcept;

}  // namespace bfa
