// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "text/stemmer.h"

namespace bfa {

// A term of a text, folded, and where it stands.
struct SearchTerm {
  std::string exact;
  std::string stem;  // empty: as `exact`, or there are no rules for the language
  std::size_t begin = 0, end = 0;
  bool pair = false;    // two characters of a script that is written without spaces, or of Hangul
  bool single = false;  // the last character of a run of those
};

// Text as the index sees it: case, width, accents and vowel points are folded; a run of Han, kana, Hangul,
// Thai, ... gives its pairs of neighbours and its last character; other words are stemmed by a language. One
// for texts and queries. Not thread-safe.
class SearchAnalyser {
 public:
  std::vector<SearchTerm> terms(std::string_view text, std::string_view language);
  // The stem of a folded word in a language; empty without rules.
  std::string stem(std::string_view word, std::string_view language);

 private:
  Stemmer& stemmer(std::string_view language);

  struct Kept {
    Stemmer stemmer;
    std::size_t words = 0;  // a stemmer keeps each word: it is made anew after many
  };
  std::map<std::string, Kept, std::less<>> stemmers_;
};

// "en" of "en-GB", lower case.
std::string primary_language(std::string_view tag);

// Folds one word. Longer ones than 100 bytes are cut.
std::string folded_term(std::string_view word);

}  // namespace bfa
