// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bfa/text/word_diff.h"
#include "serve/pages/markup.h"

namespace bfa::pages {

// A stretch of the text of two versions: kept, or changed. Changes that only white space parts are one.
struct DiffPart {
  std::string before, after;  // equal when it was kept
  std::size_t change = 0;     // the number of the change, from 1; 0: kept
};
std::vector<DiffPart> diff_parts(const std::vector<TextEdit>& edits);

struct DiffTextOptions {
  std::size_t context = 0;  // characters of kept text around a change; 0: all
  std::string language;
};

struct DiffText {
  Markup markup;
  std::size_t changes = 0;
  std::uint64_t words_added = 0, words_removed = 0;
};

// One text with <ins> and <del>, or two columns, paragraph by paragraph. Each change has the id "c" and its
// number, and links to the change before and after it.
DiffText inline_diff(const std::vector<TextEdit>& edits, const DiffTextOptions& options);
DiffText side_diff(const std::vector<TextEdit>& edits, const DiffTextOptions& options);

// Control characters and those that turn the direction of text, as "[U+202E]": in a comparison they count.
std::string text_with_marks(const std::string& text);

}  // namespace bfa::pages
