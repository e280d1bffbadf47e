// SPDX-License-Identifier: Apache-2.0
#include "search/analyser.h"

#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <algorithm>

#include "base/ascii.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr std::size_t kLongestTerm = 100;       // bytes
constexpr std::size_t kMostKeptWords = 50'000;  // of a stemmer

struct MarkRange {
  char32_t first, last;
};
// Marks that readers leave out when they search: accents, points of Hebrew and Arabic, the tatweel. Those of
// Indic scripts, Thai and kana are letters to their readers.
constexpr MarkRange kDropped[] = {{0x300, 0x36f},   {0x591, 0x5c7},   {0x610, 0x61a},   {0x640, 0x640},
                                  {0x64b, 0x65f},   {0x670, 0x670},   {0x6d6, 0x6dc},   {0x6df, 0x6e4},
                                  {0x6e7, 0x6e8},   {0x6ea, 0x6ed},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
                                  {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};

bool is_dropped(char32_t c) {
  return std::any_of(std::begin(kDropped), std::end(kDropped),
                     [&](const MarkRange& range) { return range.first <= c && c <= range.last; });
}

bool is_hangul(char32_t c) {
  return c >= 0xac00 && c <= 0xd7a3;
}

// Continues the character before it: voicing marks of kana (also half-width), marks of Thai and others.
bool continues(char32_t c) {
  return c == 0x3099 || c == 0x309a || c == 0xff9e || c == 0xff9f || c == 0x0e31 ||
         (c >= 0x0e34 && c <= 0x0e3a) || (c >= 0x0e47 && c <= 0x0e4e) || is_dropped(c);
}

bool makes_pairs(char32_t c) {
  return is_cjk_char(c) || is_hangul(c) || (c >= 0xff66 && c <= 0xff9f);
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::u16string utf16(std::string_view text) {
  std::u16string out(text.size() + 1, u'\0');
  int32_t length = 0;
  UErrorCode error = U_ZERO_ERROR;
  u_strFromUTF8WithSub(out.data(), static_cast<int32_t>(out.size()), &length, text.data(),
                       static_cast<int32_t>(text.size()), 0xfffd, nullptr, &error);
  out.resize(U_SUCCESS(error) != 0 ? static_cast<std::size_t>(length) : 0);
  return out;
}

std::string utf8(const std::u16string& text) {
  std::string out(text.size() * 3 + 1, '\0');
  int32_t length = 0;
  UErrorCode error = U_ZERO_ERROR;
  u_strToUTF8WithSub(out.data(), static_cast<int32_t>(out.size()), &length, text.data(),
                     static_cast<int32_t>(text.size()), 0xfffd, nullptr, &error);
  out.resize(U_SUCCESS(error) != 0 ? static_cast<std::size_t>(length) : 0);
  return out;
}

std::u16string normalised(const UNormalizer2* form, const std::u16string& text) {
  std::u16string out(text.size() * 4 + 32, u'\0');
  for (;;) {
    UErrorCode error = U_ZERO_ERROR;
    const int32_t length = unorm2_normalize(form, text.data(), static_cast<int32_t>(text.size()), out.data(),
                                            static_cast<int32_t>(out.size()), &error);
    if (error == U_BUFFER_OVERFLOW_ERROR) {
      out.resize(static_cast<std::size_t>(length) + 1);
      continue;
    }
    if (U_FAILURE(error) != 0) return text;
    out.resize(static_cast<std::size_t>(length));
    return out;
  }
}

std::u16string without_marks(const std::u16string& text) {
  std::u16string out;
  for (const char16_t c : text) {
    if (!is_dropped(c)) out += c;
  }
  return out;
}

void cut(std::string& term) {
  if (term.size() <= kLongestTerm) return;
  std::size_t end = kLongestTerm;
  while (end > 0 && (static_cast<unsigned char>(term[end]) & 0xc0U) == 0x80U) --end;
  term.resize(end);
}

// Case and width; marks stay, as the rules of stemmers need them.
std::string case_folded(std::string_view word) {
  if (is_ascii(word)) return ascii_lower_case(word);
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2* form = unorm2_getNFKCCasefoldInstance(&error);
  return U_FAILURE(error) != 0 ? fold_case(word) : utf8(normalised(form, utf16(word)));
}

std::string mark_folded(std::string word) {
  if (!is_ascii(word)) {
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2* split = unorm2_getNFDInstance(&error);
    const UNormalizer2* joined = unorm2_getNFCInstance(&error);
    if (U_FAILURE(error) == 0) word = utf8(normalised(joined, without_marks(normalised(split, utf16(word)))));
  }
  cut(word);
  return word;
}

struct Unit {
  std::size_t begin = 0, end = 0;
  std::string folded;
};

// Pairs of neighbours in a run, and its last character.
void append_pairs(const std::vector<Unit>& units, std::vector<SearchTerm>& out) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    SearchTerm term;
    const bool last = i + 1 == units.size();
    term.exact = last ? units[i].folded : units[i].folded + units[i + 1].folded;
    term.begin = units[i].begin;
    term.end = last ? units[i].end : units[i + 1].end;
    term.pair = !last;
    term.single = last;
    if (!term.exact.empty()) out.push_back(std::move(term));
  }
}

}  // namespace

std::string primary_language(std::string_view tag) {
  return ascii_lower_case(tag.substr(0, tag.find_first_of("-_")));
}

std::string folded_term(std::string_view word) {
  return mark_folded(case_folded(word));
}

Stemmer& SearchAnalyser::stemmer(std::string_view language) {
  const std::string name = primary_language(language);
  auto at = stemmers_.find(name);
  if (at != stemmers_.end() && at->second.words > kMostKeptWords) {
    stemmers_.erase(at);
    at = stemmers_.end();
  }
  if (at == stemmers_.end()) at = stemmers_.emplace(name, Kept{Stemmer(name), 0}).first;
  ++at->second.words;
  return at->second.stemmer;
}

std::string SearchAnalyser::stem(std::string_view word, std::string_view language) {
  if (word.size() > kLongestTerm) return {};
  const Stemmer& rules = stemmer(language);
  return rules.has_rules() ? mark_folded(rules.stem(case_folded(word))) : std::string();
}

std::vector<SearchTerm> SearchAnalyser::terms(std::string_view text, std::string_view language) {
  std::vector<SearchTerm> out;
  std::vector<Unit> run;
  std::size_t word = std::string_view::npos;  // where the word began
  const auto end_word = [&](std::size_t end) {
    if (word == std::string_view::npos) return;
    const std::string_view bytes = text.substr(word, end - word);
    SearchTerm term{folded_term(bytes), stem(bytes, language), word, end};
    if (term.stem == term.exact) term.stem.clear();
    if (!term.exact.empty()) out.push_back(std::move(term));
    word = std::string_view::npos;
  };
  const auto end_run = [&] {
    for (Unit& unit : run) unit.folded = folded_term(text.substr(unit.begin, unit.end - unit.begin));
    append_pairs(run, out);
    run.clear();
  };
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    const char32_t c = next_code_point(text, at);
    if (!run.empty() && continues(c)) {
      run.back().end = at;
    } else if (makes_pairs(c)) {
      end_word(begin);
      run.push_back({begin, at, {}});
    } else if (c > 0x20 && (is_word_char(c) || (word != std::string_view::npos && is_dropped(c)))) {
      end_run();
      if (word == std::string_view::npos) word = begin;
    } else {
      end_word(begin);
      end_run();
    }
  }
  end_word(text.size());
  end_run();
  return out;
}

}  // namespace bfa
