// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bfa {

// Pieces of texts: all sequences of kPiece letters and digits, without what stands between them. Finds them
// again in pages, feeds and JSON, whatever marks up the text there. Memory: 8 bytes a letter.
class TextPieces {
 public:
  static constexpr std::size_t kPiece = 40;

  void add(std::string_view text);
  void add_letters(const std::u32string& letters);  // of letters_of()
  // Call it once, after the last add().
  void finish();
  bool empty() const { return hashes_.empty(); }
  // The length of the longest sequence of letters and digits in `bytes` (UTF-8) that is in a text, or 0. Text
  // between tags is read, and so is text in attributes and in escaped markup.
  std::size_t longest_in(std::string_view bytes) const;

 private:
  std::size_t longest_of(const std::u32string& letters) const;

  std::vector<std::uint64_t> hashes_;  // sorted, each once
};

// The letters and digits of a text, ASCII in lower case. `skip_tags`: what is between < and > is left out.
// Character references and JSON escapes are read.
std::u32string letters_of(std::string_view bytes, bool skip_tags);

}  // namespace bfa
