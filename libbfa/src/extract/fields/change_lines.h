// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "bfa/text/utf8.h"
#include "extract/page/page_index.h"
#include "extract/words/phrase_table.h"

namespace bfa {

// "Updated on May 5": whether the lines of nodes say when the post was changed. Nodes come in order: those of
// one line, which can be thousands, ask for it once.
class ChangeLines {
 public:
  explicit ChangeLines(const PageIndex& page) : page_(page) {}

  bool state_change(HtmlDocument::NodeId n) {
    const HtmlDocument::NodeId block = is_block(page_.tag(n)) ? n : page_.nearest_block(n);
    if (block == block_) return states_;
    constexpr std::size_t kLongestWord = 64;  // with room to spare
    const std::string line = fold_case(line_of(page_, block, kLongestWord));
    block_ = block;
    states_ =
        std::ranges::any_of(update_words(), [&](std::string_view word) { return line.starts_with(word); });
    return states_;
  }

 private:
  const PageIndex& page_;
  HtmlDocument::NodeId block_ = HtmlDocument::kNone;
  bool states_ = false;
};

}  // namespace bfa
