// SPDX-License-Identifier: Apache-2.0
#include "text/bigram.h"

#include <algorithm>
#include <vector>

#include "bfa/text/utf8.h"
#include "text/unicode_table.h"

namespace bfa {
namespace {

// Multiplicative hashing to 12 bits: the constants are the golden ratio's and another odd one, which spread
// neighbouring code points over all words of the set.
constexpr std::uint32_t bit_of(char32_t first, char32_t second) noexcept {
  const std::uint32_t h =
      static_cast<std::uint32_t>(first) * 0x9E3779B1u + static_cast<std::uint32_t>(second) * 0x85EBCA6Bu;
  return (h ^ h >> 15) * 0x2C1B3C6Du >> 20;
}
static_assert(BigramSet::kBits == 4096, "bit_of gives 12 bits");

constexpr char32_t kNone = 0xFFFFFFFF;

// Calls `take(first, second)` for each pair of neighbouring code points, a run of white space is one space.
template <class Take>
void for_each_pair(std::string_view text, const Take& take) {
  char32_t last = kNone;
  for (std::size_t pos = 0; pos < text.size();) {
    char32_t c = static_cast<unsigned char>(text[pos]);
    if (c < 0x80) {
      ++pos;
      if (c == ' ' || (c >= 9 && c <= 13)) c = ' ';
    } else {
      c = next_code_point(text, pos);
      if ((unicode_flags(c) & kUnicodeSpace) != 0) c = ' ';
    }
    if (c == ' ' && last == ' ') continue;
    if (last != kNone) take(last, c);
    last = c;
  }
}

// Counts bits of words in four lanes of 16 bits. Compilers can vectorise it. std::popcount would be a call
// on processors as old as x86-64 allows.
class BitCount {
 public:
  void add(std::uint64_t x) noexcept {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    lanes_ += (x & 0x00FF00FF00FF00FFu) + (x >> 8 & 0x00FF00FF00FF00FFu);
  }
  std::size_t total() const noexcept {
    std::size_t sum = 0;
    for (int lane = 0; lane < 4; ++lane) sum += lanes_ >> 16 * lane & 0xFFFFu;
    return sum;
  }

 private:
  std::uint64_t lanes_ = 0;
};

std::vector<std::uint64_t> exact_pairs(std::string_view text) {
  std::vector<std::uint64_t> pairs;
  pairs.reserve(text.size());
  for_each_pair(text, [&](char32_t a, char32_t b) { pairs.push_back(std::uint64_t{a} << 32 | b); });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace

void BigramSet::add_text(std::string_view text) noexcept {
  for_each_pair(text, [this](char32_t a, char32_t b) { add_pair(a, b); });
}

void BigramSet::add_pair(char32_t first, char32_t second) noexcept {
  const std::uint32_t bit = bit_of(first, second);
  bits_[bit / 64] |= std::uint64_t{1} << bit % 64;
}

void BigramSet::add(const BigramSet& other) noexcept {
  for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
}

bool BigramSet::empty() const noexcept {
  std::uint64_t any = 0;
  for (const auto word : bits_) any |= word;
  return any == 0;
}

std::size_t BigramSet::size() const noexcept {
  BitCount count;
  for (const auto word : bits_) count.add(word);
  return count.total();
}

std::size_t BigramSet::intersection_size(const BigramSet& a, const BigramSet& b) noexcept {
  BitCount count;
  for (std::size_t i = 0; i < a.bits_.size(); ++i) count.add(a.bits_[i] & b.bits_[i]);
  return count.total();
}

BigramSet::Sparse::Sparse(const BigramSet& set) {
  for (std::size_t i = 0; i < set.bits_.size(); ++i) {
    if (set.bits_[i] != 0) words_.push_back({set.bits_[i], i});
  }
}

std::size_t BigramSet::Sparse::intersection_size(const BigramSet& other) const noexcept {
  BitCount count;
  for (const Word& word : words_) {
    if (const std::uint64_t both = word.bits & other.bits_[word.index]; both != 0) count.add(both);
  }
  return count.total();
}

double dice(const BigramSet& a, const BigramSet& b) noexcept {
  const std::size_t total = a.size() + b.size();
  if (total == 0) return 0;
  return 2.0 * static_cast<double>(BigramSet::intersection_size(a, b)) / static_cast<double>(total);
}

double bigram_similarity(std::string_view a, std::string_view b) {
  const auto pairs_a = exact_pairs(a);
  const auto pairs_b = exact_pairs(b);
  if (pairs_a.empty() && pairs_b.empty()) return 0;
  std::size_t common = 0;
  for (auto i = pairs_a.begin(), j = pairs_b.begin(); i != pairs_a.end() && j != pairs_b.end();) {
    if (*i == *j) {
      ++common;
      ++i;
      ++j;
    } else if (*i < *j) {
      ++i;
    } else {
      ++j;
    }
  }
  return 2.0 * static_cast<double>(common) / static_cast<double>(pairs_a.size() + pairs_b.size());
}

}  // namespace bfa
