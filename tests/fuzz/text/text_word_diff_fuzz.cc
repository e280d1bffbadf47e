// SPDX-License-Identifier: Apache-2.0
// Both texts come back from the edit script byte for byte, whatever the bound.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "bfa/text/word_diff.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(text_word_diff) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::size_t cut = text.size() * data[0] / 255;
  const auto before = text.substr(0, cut), after = text.substr(cut);
  std::string old_text, new_text;
  for (const auto& edit : bfa::word_diff(before, after, data[1])) {
    if (edit.op != bfa::TextEdit::Op::kInsert) old_text += edit.text;
    if (edit.op != bfa::TextEdit::Op::kDelete) new_text += edit.text;
  }
  if (old_text != before || new_text != after) std::abort();
  return 0;
}
