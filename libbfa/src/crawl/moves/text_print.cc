// SPDX-License-Identifier: Apache-2.0
#include "crawl/moves/text_print.h"

#include <algorithm>

#include "object/folded_text.h"

namespace bfa {
namespace {

constexpr std::size_t kPiece = 8;  // code points

// Spreads the bits of a piece over the hash. Source: Stafford's mix 13 of splitmix64.
constexpr std::uint64_t mixed(std::uint64_t x) noexcept {
  x ^= x >> 30U;
  x *= 0xBF58476D1CE4E5B9U;
  x ^= x >> 27U;
  x *= 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

}  // namespace

TextPrint::TextPrint(std::string_view text) {
  constexpr std::uint64_t kBase = 0x9E3779B97F4A7C15U;
  std::uint64_t leaving = 1;  // kBase to the power of kPiece: takes the first code point out of the sum
  for (std::size_t i = 0; i < kPiece; ++i) leaving *= kBase;
  std::array<char32_t, kPiece> window{};
  std::uint64_t sum = 0;
  FoldedText folded(text);
  for (char32_t c = folded.next(); c != 0; c = folded.next()) {
    char32_t& slot = window[length_ % kPiece];
    sum = sum * kBase + c - leaving * slot;
    slot = c;
    ++length_;
    if (length_ >= kPiece) pieces_.push_back(mixed(sum));
  }
  // A text that is shorter than a piece is one piece.
  if (length_ > 0 && length_ < kPiece) pieces_.push_back(mixed(sum));
  std::sort(pieces_.begin(), pieces_.end());
  pieces_.erase(std::unique(pieces_.begin(), pieces_.end()), pieces_.end());
  for (const std::uint64_t hash : pieces_) {
    std::uint64_t& least = sketch_[hash % kBins];
    if (least == 0) least = hash;  // in ascending order: the first one is the smallest
  }
}

double similarity(const TextPrint& a, const TextPrint& b) noexcept {
  const std::size_t all = a.pieces_.size() + b.pieces_.size();
  if (all == 0) return 1;
  std::size_t shared = 0;
  for (auto x = a.pieces_.begin(), y = b.pieces_.begin(); x != a.pieces_.end() && y != b.pieces_.end();) {
    if (*x == *y) ++shared;
    const bool first = *x <= *y, second = *y <= *x;
    if (first) ++x;
    if (second) ++y;
  }
  return 2.0 * static_cast<double>(shared) / static_cast<double>(all);
}

}  // namespace bfa
