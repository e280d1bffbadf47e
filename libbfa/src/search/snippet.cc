// SPDX-License-Identifier: Apache-2.0
#include "search/snippet.h"

#include <algorithm>
#include <set>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr std::size_t kMostRead = 256u << 10;  // bytes of the text
constexpr std::size_t kBefore = 60, kLength = 220;

using Range = std::pair<std::size_t, std::size_t>;

// The words of a query that count in a column.
class WantedWords {
 public:
  WantedWords(const ParsedQuery& query, std::string_view column) {
    for (const WordToMark& word : query.words) {
      if (!word.column.empty() && word.column.find(column) == std::string_view::npos) continue;
      if (word.prefix) {
        prefixes_.push_back(word.text);
      } else {
        terms_.insert(word.text);
      }
    }
  }

  // The word that a term fits; empty: none.
  std::string_view fitting(const SearchTerm& term) const {
    for (const std::string* form : {&term.exact, &term.stem}) {
      const auto at = terms_.find(*form);
      if (at != terms_.end() && !at->empty()) return *at;
    }
    for (const std::string_view prefix : prefixes_) {
      if (term.exact.starts_with(prefix)) return prefix;
    }
    return {};
  }

 private:
  std::set<std::string_view> terms_;
  std::vector<std::string_view> prefixes_;
};

using Hits = std::vector<std::pair<Range, std::string_view>>;

Hits hits_in(std::string_view line, std::string_view language, const ParsedQuery& query,
             SearchAnalyser& analyser, std::string_view column) {
  const WantedWords wanted(query, column);
  Hits hits;
  for (const SearchTerm& term : analyser.terms(line, language)) {
    const std::string_view which = wanted.fitting(term);
    if (!which.empty()) hits.push_back({{term.begin, term.end}, which});
  }
  return hits;
}

// Marks that touch or overlap become one: pairs of characters do.
void add_mark(SnippetMarks& marks, const Range& mark) {
  if (!marks.empty() && mark.first <= marks.back().second) {
    marks.back().second = std::max(marks.back().second, mark.second);
  } else {
    marks.push_back(mark);
  }
}

bool starts_character(std::string_view text, std::size_t at) {
  return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xc0U) != 0x80U;
}

// Towards the beginning of a word, but not far.
std::size_t word_start(std::string_view text, std::size_t at) {
  for (std::size_t back = 0; back < 20 && back < at; ++back) {
    if (text[at - back - 1] == ' ') return at - back;
  }
  while (!starts_character(text, at)) --at;
  return at;
}

// Where the window begins that has the most different words.
std::size_t best_start(const Hits& hits) {
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i < hits.size() && i < 1000; ++i) {
    std::set<std::string_view> words;
    for (std::size_t j = i; j < hits.size() && hits[j].first.second < hits[i].first.first + kLength - kBefore;
         ++j)
      words.insert(hits[j].second);
    if (words.size() > most) {
      most = words.size();
      best = hits[i].first.first;
    }
  }
  return best;
}

}  // namespace

SearchSnippet make_snippet(std::string_view text, std::string_view language, const ParsedQuery& query,
                           SearchAnalyser& analyser, std::string_view column) {
  if (text.size() > kMostRead) text = text.substr(0, kMostRead);
  const std::string line = collapse_space(text);
  const Hits hits = hits_in(line, language, query, analyser, column);
  std::size_t begin = best_start(hits);
  begin = begin > kBefore ? word_start(line, begin - kBefore) : 0;
  std::size_t end = std::min(line.size(), begin + kLength);
  if (end < line.size()) end = std::max(begin + kLength / 2, word_start(line, end));
  while (!starts_character(line, end)) ++end;
  SearchSnippet out;
  constexpr std::string_view kMore = "\xe2\x80\xa6";
  const std::size_t shift = begin > 0 ? kMore.size() : 0;
  out.text = (begin > 0 ? std::string(kMore) : "") + line.substr(begin, end - begin);
  if (end < line.size()) out.text += kMore;
  for (const auto& [range, word] : hits) {
    if (range.first < begin || range.second > end) continue;
    add_mark(out.marks, {range.first - begin + shift, range.second - begin + shift});
  }
  return out;
}

SnippetMarks marks_in(std::string_view text, const ParsedQuery& query, SearchAnalyser& analyser,
                      std::string_view column) {
  SnippetMarks marks;
  for (const auto& [range, word] : hits_in(text, {}, query, analyser, column)) add_mark(marks, range);
  return marks;
}

}  // namespace bfa
