// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bfa {

// A naive Bayes classifier over the trigrams of code points, for languages that CLD2 lacks. It also knows
// the languages around them, so that it does not take a text in one of those for one of these. Source: the
// IJS NewsFeed paper, section 3.2. Training and errors: docs/languages.md.
struct TrigramVerdict {
  std::string_view language;  // the best, a BCP 47 tag; empty when the text has no known trigram
  bool answered = false;      // one of the languages that CLD2 lacks
  std::size_t trigrams = 0;   // of the text
  // In quarters of a bit. A trigram that is not among a language's most frequent ones has 0.
  std::size_t weight = 0;     // of the best
  std::size_t runner_up = 0;  // of the second
  std::size_t against = 0;    // of the language that was given
  double usual = 0;           // what a text of so many trigrams in the best one weighs on average
};

// `text`: UTF-8; the first 2,000 bytes count. `against`: a BCP 47 tag; one that the classifier does not know
// weighs 0. Thread-safe, deterministic. The first call sorts the table (5 ms). Throws std::bad_alloc.
TrigramVerdict classify_trigrams(std::string_view text, std::string_view against = {});

// The table, made by scripts/train_languages.py.
struct TrigramLanguage {
  const char* tag;
  bool answered;
  double usual;     // weight of a trigram of its own texts, on average
  std::size_t end;  // of its rows; they begin where those of the language before end
};
struct TrigramRow {
  std::uint8_t weight;
  const char* trigrams;  // UTF-8, three code points each
};
extern const TrigramLanguage kTrigramLanguages[];
extern const std::size_t kTrigramLanguageCount;
extern const TrigramRow kTrigramRows[];

}  // namespace bfa
