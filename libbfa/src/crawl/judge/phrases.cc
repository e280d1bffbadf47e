// SPDX-License-Identifier: Apache-2.0
#include "crawl/judge/phrases.h"

#include <algorithm>

#include "bfa/text/utf8.h"
#include "extract/words/prefix_filter.h"

namespace bfa {
namespace {

constexpr char32_t kRightQuote = 0x2019;

// A phrase of the table as phrase_text() makes it. Its last word may go on, unless a space ends the phrase.
std::string stem_of(std::string_view phrase) {
  std::string stem = phrase_text(phrase).substr(1);
  if (!phrase.ends_with(' ')) stem.pop_back();
  return stem;
}

struct Phrases {
  std::vector<std::string> kind_stems, agreeing_stems;  // filled before the filters: these keep views
  PrefixFilter kinds, agreeing;

  Phrases() {
    for (const NotPagePhrase& phrase : not_page_phrases()) kind_stems.push_back(stem_of(phrase.words));
    for (const std::string_view phrase : agreeing_phrases()) agreeing_stems.push_back(stem_of(phrase));
    for (std::size_t i = 0; i < kind_stems.size(); ++i) {
      const std::string_view stem[] = {kind_stems[i]};
      kinds.add(stem, static_cast<int>(i));
    }
    for (const std::string& phrase : agreeing_stems) {
      const std::string_view stem[] = {phrase};
      agreeing.add(stem);
    }
  }
};

const Phrases& phrases() {
  static const Phrases all;
  return all;
}

// Words begin after a space, in scripts without spaces anywhere.
bool begins_word(std::string_view text, std::size_t at) {
  if (at == 0 || text[at - 1] == ' ') return true;
  return is_cjk_char(next_code_point(text, at));
}

}  // namespace

std::string phrase_text(std::string_view text) {
  std::string out = " ";
  out.reserve(text.size() + 2);
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (is_word_char(c)) {
      append_code_point(out, fold_case(c));
    } else if (out.back() != ' ' && c != U'\'' && c != kRightQuote) {
      out += ' ';
    }
  }
  if (out.back() != ' ') out += ' ';
  return out;
}

PhraseHits::PhraseHits(std::string_view text) {
  const std::vector<std::string>& stems = phrases().kind_stems;
  (void)phrases().kinds.any_of(text, [&](int group, std::size_t at) {
    const auto index = static_cast<std::size_t>(group);
    if (!begins_word(text, at)) return false;
    auto& list = hits_[static_cast<std::size_t>(not_page_phrases()[index].kind)];
    const std::string_view stem = stems[index];
    if (std::find(list.begin(), list.end(), stem) == list.end()) list.push_back(stem);
    return false;
  });
}

std::string_view PhraseHits::best(NotPageKind kind) const {
  std::string_view longest;
  for (const std::string_view phrase : hits_[static_cast<std::size_t>(kind)]) {
    if (phrase.size() > longest.size()) longest = phrase;
  }
  return longest;
}

bool PhraseHits::covers(NotPageKind kind, std::string_view text) const {
  constexpr double kMost = 0.4;
  return static_cast<double>(best(kind).size()) >= kMost * static_cast<double>(text.size()) &&
         count(kind) > 0;
}

bool agrees(std::string_view buttons) {
  return phrases().agreeing.any_of(buttons, [&](int, std::size_t at) { return begins_word(buttons, at); });
}

}  // namespace bfa
