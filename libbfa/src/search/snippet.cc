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

bool fits(const SearchTerm& term, const std::set<std::string_view>& wanted, const ParsedQuery& query,
          std::string_view& which) {
  for (const std::string* form : {&term.exact, &term.stem}) {
    const auto at = wanted.find(*form);
    if (at != wanted.end()) return which = *at, true;
  }
  for (const auto& prefix : query.prefixes) {
    if (term.exact.starts_with(prefix)) return which = prefix, true;
  }
  return false;
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
std::size_t best_start(const std::vector<std::pair<Range, std::string_view>>& hits) {
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
                           SearchAnalyser& analyser) {
  if (text.size() > kMostRead) text = text.substr(0, kMostRead);
  const std::string line = collapse_space(text);
  const std::set<std::string_view> wanted(query.terms.begin(), query.terms.end());
  std::vector<std::pair<Range, std::string_view>> hits;
  for (const SearchTerm& term : analyser.terms(line, language)) {
    std::string_view which;
    if (fits(term, wanted, query, which)) hits.push_back({{term.begin, term.end}, which});
  }
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
    const Range mark{range.first - begin + shift, range.second - begin + shift};
    if (!out.marks.empty() && mark.first <= out.marks.back().second) {
      out.marks.back().second = std::max(out.marks.back().second, mark.second);
    } else {
      out.marks.push_back(mark);
    }
  }
  return out;
}

}  // namespace bfa
