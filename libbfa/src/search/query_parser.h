// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/search/search_index.h"
#include "search/analyser.h"

namespace bfa {

// A word of a query that is marked in what was found.
struct WordToMark {
  std::string text;         // an exact term, a stem, or the beginning of a term
  std::string_view column;  // of the index, in which it counts: "title", "body", "{tag category}"; empty: all
  bool prefix = false;
};

// A query as FTS5 reads it, and the words to mark in what was found.
struct ParsedQuery {
  std::string expression;
  // The first phrase of the expression is its only word or phrase: the others filter.
  bool one_phrase = false;
  std::vector<WordToMark> words;
  // Which objects are meant, all of these: SearchQuery::belongs, and each `blog:` that is a part of its host.
  std::vector<ObjectFilter> belongs;
  std::optional<std::int64_t> published_from, published_to;  // date_code()
};

// The words of the index with a stem in a language.
using WordsOfStem =
    std::function<Result<std::vector<std::string>>(const std::string& language, const std::string& stem)>;

// The words of the index that begin with this; nothing when they are too many to be looked for one by one.
using WordsOfBeginning =
    std::function<Result<std::optional<std::vector<std::string>>>(const std::string& beginning)>;

// `languages`: those of the archive; in these, words are also found by others with their stem. Nothing of the
// query reaches FTS5 but terms of the analyser. Errors: kInvalidArgument with a sentence (too long, no word,
// only excluded words, a prefix of one letter, an unknown field, a field without a word, a quotation mark
// that is not closed), those of SearchQuery::blog_of. Where a part of the text is wrong, `offset` is its
// place in bytes, and the sentence has it in characters.
Result<ParsedQuery> parse_search(const SearchQuery& query, const std::vector<std::string>& languages,
                                 SearchAnalyser& analyser, const WordsOfStem& words_of_stem,
                                 const WordsOfBeginning& words_of_beginning = {});

}  // namespace bfa
