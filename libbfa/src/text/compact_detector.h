// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// CLD2's answer about a text: the language as a BCP 47 tag, and whether CLD2 is sure of it. `score`: how much
// the text is like the language, per 1,024 bytes; of a related language that CLD2 lacks it is low.
struct CompactAnswer {
  std::string language;
  bool reliable = false;
  double score = 0;
};

// `text`: valid UTF-8, at most 1 GiB. Thread-safe; throws std::bad_alloc.
CompactAnswer detect_compact(std::string_view text);

}  // namespace bfa
