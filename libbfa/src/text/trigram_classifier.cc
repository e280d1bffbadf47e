// SPDX-License-Identifier: Apache-2.0
#include "text/trigram_classifier.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr std::size_t kEnoughBytes = 2000;
constexpr std::size_t kMostLanguages = 192;

// Three code points of 21 bits.
constexpr std::uint64_t kKeyMask = (std::uint64_t{1} << 63) - 1;
std::uint64_t shifted(std::uint64_t key, char32_t c) noexcept {
  return ((key << 21) | c) & kKeyMask;
}

// Which languages have a trigram, and its weight in each.
class TrigramIndex {
 public:
  struct Posting {
    std::uint8_t language, weight;
  };

  TrigramIndex() : slots_(kSlots, 0) {
    struct Entry {
      std::uint64_t key;
      Posting posting;
    };
    std::vector<Entry> entries;
    std::size_t row = 0;
    for (std::size_t i = 0; i < kTrigramLanguageCount; ++i) {
      for (; row < kTrigramLanguages[i].end; ++row) {
        const std::string_view trigrams = kTrigramRows[row].trigrams;
        for (std::size_t at = 0; at < trigrams.size();) {
          std::uint64_t key = 0;
          for (int k = 0; k < 3 && at < trigrams.size(); ++k)
            key = shifted(key, next_code_point(trigrams, at));
          entries.push_back({key, {static_cast<std::uint8_t>(i), kTrigramRows[row].weight}});
        }
      }
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.key < b.key; });
    for (const Entry& entry : entries) {
      if (keys_.empty() || keys_.back() != entry.key) {
        keys_.push_back(entry.key);
        begins_.push_back(static_cast<std::uint32_t>(postings_.size()));
      }
      postings_.push_back(entry.posting);
    }
    begins_.push_back(static_cast<std::uint32_t>(postings_.size()));
    for (std::size_t i = 0; i < keys_.size(); ++i)
      slots_[slot_of(keys_[i])] = static_cast<std::uint32_t>(i + 1);
  }

  std::span<const Posting> find(std::uint64_t key) const noexcept {
    const std::uint32_t place = slots_[slot_of(key)];
    if (place == 0) return {};
    return {postings_.data() + begins_[place - 1], postings_.data() + begins_[place]};
  }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 17;  // three times as many as trigrams

  // The slot of the key, or the empty one where it would be.
  std::size_t slot_of(std::uint64_t key) const noexcept {
    std::size_t slot = (key * 0x9E3779B97F4A7C15ull) >> 47;
    while (slots_[slot] != 0 && keys_[slots_[slot] - 1] != key) slot = (slot + 1) % kSlots;
    return slot;
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> begins_;
  std::vector<Posting> postings_;
  std::vector<std::uint32_t> slots_;  // the place in keys_ and 1; 0: empty
};

bool is_letter(char32_t c) noexcept {
  return c != 0xFFFD && !(c >= U'0' && c <= U'9') && is_word_char(c);
}

// Goes through the trigrams of a text: words, case folded, with a space before and after.
template <class Visit>
void each_trigram(std::string_view text, Visit&& visit) {
  std::uint64_t key = U' ';
  std::size_t letters = 0;  // of the word
  const auto add = [&](char32_t c) {
    key = shifted(key, c);
    if (++letters >= 2) visit(key);
  };
  const auto end_word = [&] {
    if (letters != 0) add(U' ');
    key = U' ';
    letters = 0;
  };
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (c == U'\'' || c == 0x2019 || c == 0x2BC) {
      std::size_t next = at;
      if (letters != 0 && at < text.size() && is_letter(next_code_point(text, next)))
        add(U'\'');
      else
        end_word();
    } else if (is_letter(c)) {
      add(fold_case(c));
    } else {
      end_word();
    }
  }
  end_word();
}

}  // namespace

TrigramVerdict classify_trigrams(std::string_view text, std::string_view against) {
  static const TrigramIndex index;
  std::array<std::size_t, kMostLanguages> weights{};
  TrigramVerdict verdict;
  each_trigram(text.substr(0, kEnoughBytes), [&](std::uint64_t key) {
    ++verdict.trigrams;
    for (const auto& posting : index.find(key)) weights[posting.language] += posting.weight;
  });
  for (std::size_t i = 0; i < kTrigramLanguageCount; ++i) {
    const TrigramLanguage& language = kTrigramLanguages[i];
    if (weights[i] > verdict.weight) {
      verdict.runner_up = verdict.weight;
      verdict.weight = weights[i];
      verdict.language = language.tag;
      verdict.answered = language.answered;
      verdict.usual = language.usual * static_cast<double>(verdict.trigrams);
    } else {
      verdict.runner_up = std::max(verdict.runner_up, weights[i]);
    }
    if (against == language.tag) verdict.against = weights[i];
  }
  return verdict;
}

}  // namespace bfa
