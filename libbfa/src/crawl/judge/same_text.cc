// SPDX-License-Identifier: Apache-2.0
#include "crawl/judge/same_text.h"

#include <algorithm>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr std::uint64_t kBasis = 14695981039346656037u;  // FNV-1a, 64 bits
constexpr std::uint64_t kPrime = 1099511628211u;
constexpr std::size_t kMaxBytes = 64u << 10;  // of a text: enough to tell whether it is there

// One hash a word.
std::vector<std::uint64_t> words_of(std::string_view text) {
  std::vector<std::uint64_t> words;
  std::uint64_t word = kBasis;
  bool inside = false;
  const auto end_word = [&] {
    if (inside) words.push_back(word);
    word = kBasis;
    inside = false;
  };
  for (std::size_t at = 0; at < text.size() && at < kMaxBytes;) {
    const char32_t c = next_code_point(text, at);
    const bool alone = is_cjk_char(c);
    if (alone || !is_word_char(c)) end_word();
    if (!alone && !is_word_char(c)) continue;
    word = (word ^ static_cast<std::uint64_t>(fold_case(c))) * kPrime;
    inside = true;
    if (alone) end_word();
  }
  end_word();
  return words;
}

}  // namespace

WordTriples::WordTriples(std::string_view text) {
  const std::vector<std::uint64_t> words = words_of(text);
  hashes_.reserve(words.size());
  for (std::size_t i = 2; i < words.size(); ++i)
    hashes_.push_back(((words[i - 2] * kPrime) ^ words[i - 1]) * kPrime ^ words[i]);
  std::sort(hashes_.begin(), hashes_.end());
  hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
}

std::size_t WordTriples::shared(const WordTriples& other) const {
  std::size_t count = 0;
  auto a = hashes_.begin();
  auto b = other.hashes_.begin();
  while (a != hashes_.end() && b != other.hashes_.end()) {
    if (*a == *b) ++count;
    const bool left = *a <= *b, right = *b <= *a;
    if (left) ++a;
    if (right) ++b;
  }
  return count;
}

double WordTriples::part_in(const WordTriples& other) const {
  return hashes_.empty() ? 0 : static_cast<double>(shared(other)) / static_cast<double>(hashes_.size());
}

double WordTriples::likeness(const WordTriples& other) const {
  const std::size_t both = shared(other);
  const std::size_t all = hashes_.size() + other.hashes_.size() - both;
  return all == 0 ? 0 : static_cast<double>(both) / static_cast<double>(all);
}

}  // namespace bfa
