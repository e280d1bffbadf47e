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

// Calls `take` with the hash of each piece, in the order of the text. The length of the folded text.
template <class Take>
std::size_t for_each_piece(std::string_view text, const Take& take) {
  constexpr std::uint64_t kBase = 0x9E3779B97F4A7C15U;
  std::uint64_t leaving = 1;  // kBase to the power of kPiece: takes the first code point out of the sum
  for (std::size_t i = 0; i < kPiece; ++i) leaving *= kBase;
  std::array<char32_t, kPiece> window{};
  std::uint64_t sum = 0;
  std::size_t length = 0;
  FoldedText folded(text);
  for (char32_t c = folded.next(); c != 0; c = folded.next()) {
    char32_t& slot = window[length % kPiece];
    sum = sum * kBase + c - leaving * slot;
    slot = c;
    ++length;
    if (length >= kPiece) take(mixed(sum));
  }
  // A text that is shorter than a piece is one piece.
  if (length > 0 && length < kPiece) take(mixed(sum));
  return length;
}

void put(TextPrint::Sketch& sketch, std::uint64_t hash) noexcept {
  std::uint64_t& least = sketch[hash % TextPrint::kBins];
  if (hash != 0 && (least == 0 || hash < least)) least = hash;
}

}  // namespace

TextPrint::TextPrint(std::string_view text) {
  length_ = for_each_piece(text, [this](std::uint64_t hash) { pieces_.push_back(hash); });
  std::sort(pieces_.begin(), pieces_.end());
  pieces_.erase(std::unique(pieces_.begin(), pieces_.end()), pieces_.end());
  for (const std::uint64_t hash : pieces_) put(sketch_, hash);
}

TextPrint::Sketch TextPrint::sketch_of(std::string_view text) {
  Sketch sketch{};
  for_each_piece(text, [&](std::uint64_t hash) { put(sketch, hash); });
  return sketch;
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
