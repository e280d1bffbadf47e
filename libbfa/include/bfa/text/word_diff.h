// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/export.h"

namespace bfa {

// One step of an edit script over words. kKeep, kDelete: `text` is from the old text; kInsert: from the new.
struct TextEdit {
  enum class Op : std::uint8_t { kKeep, kDelete, kInsert } op = Op::kKeep;
  std::string text;

  bool operator==(const TextEdit&) const = default;
};

// The word diff from `before` to `after` (words, white space and punctuation are tokens): the texts of kKeep
// and kDelete in order give `before`, those of kKeep and kInsert give `after`, byte for byte. Beyond
// `max_edits` differences, the part between the common start and the common end becomes one delete and one
// insert. Empty when memory runs out. Thread-safe. Source: Myers, "An O(ND) Difference Algorithm and Its
// Variations".
BFA_EXPORT std::vector<TextEdit> word_diff(std::string_view before, std::string_view after,
                                           int max_edits = 4000);

}  // namespace bfa
