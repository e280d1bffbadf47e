// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace bfa {

// Two-stage table of code point properties, made by scripts/make_unicode_table.py.
constexpr char32_t kUnicodeTableLimit = 0x32400;
constexpr char32_t kUnicodeBlockSize = 128;
enum UnicodeFlag : std::uint8_t {
  kUnicodeWord = 1,
  kUnicodeSpace = 2,
  kUnicodeUnspaced = 4,  // of a script written without spaces
  kUnicodeMark = 8,
};
extern const std::uint8_t kUnicodeBlockIndex[kUnicodeTableLimit / kUnicodeBlockSize];
extern const std::uint8_t kUnicodeBlocks[][kUnicodeBlockSize];

// Code points first, first + step, ... last fold by adding delta. Sorted.
struct FoldRun {
  char32_t first, last;
  std::uint32_t step;
  std::int32_t delta;
};
extern const FoldRun kFoldRuns[];
extern const std::size_t kFoldRunCount;

inline std::uint8_t unicode_flags(char32_t c) noexcept {
  if (c < kUnicodeTableLimit)
    return kUnicodeBlocks[kUnicodeBlockIndex[c / kUnicodeBlockSize]][c % kUnicodeBlockSize];
  // Above the table there are only the variation selectors of plane 14.
  return c >= 0xE0100 && c <= 0xE01EF ? kUnicodeWord | kUnicodeMark : 0;
}

}  // namespace bfa
