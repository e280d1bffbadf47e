// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "package/aip/marc_mapper.h"

namespace bfa {
namespace {

using ArticleRow = std::pair<std::string_view, std::string_view>;

// Initial articles with the languages in which they are articles. Those that are other words more often in
// their own language are left out ("die", "os" in English).
constexpr std::array<ArticleRow, 32> kArticles = {{{"a", "eng glg hun por"},
                                                   {"an", "eng"},
                                                   {"das", "ger"},
                                                   {"dem", "ger"},
                                                   {"der", "ger"},
                                                   {"ein", "ger"},
                                                   {"eine", "ger"},
                                                   {"einem", "ger"},
                                                   {"einen", "ger"},
                                                   {"einer", "ger"},
                                                   {"eines", "ger"},
                                                   {"el", "spa"},
                                                   {"gl", "ita"},
                                                   {"gli", "ita"},
                                                   {"il", "ita mlt"},
                                                   {"l", "cat fre ita mlt"},
                                                   {"la", "cat fre ita spa"},
                                                   {"las", "spa"},
                                                   {"le", "fre ita"},
                                                   {"les", "cat fre"},
                                                   {"lo", "ita spa"},
                                                   {"los", "spa"},
                                                   {"the", "eng"},
                                                   {"um", "por"},
                                                   {"uma", "por"},
                                                   {"un", "cat spa fre ita"},
                                                   {"una", "cat spa ita"},
                                                   {"une", "fre"},
                                                   {"uno", "ita"},
                                                   {"os", "por"},
                                                   {"en", "dan nor swe"},
                                                   {"", ""}}};

// Where the word is no article: "A to Z", "Los Angeles".
constexpr std::array<std::string_view, 20> kNoArticle = {
    "a & ",         "a-",        "a+",      "a is ",      "a isn't ",    "a l'",  "a la ",
    "a posteriori", "a priori",  "a to ",   "el nino",    "el salvador", "l is ", "l-",
    "la salle",     "las vegas", "lo cual", "los alamos", "los angeles", "lo que"};

constexpr std::string_view kOpening = "\"'[(*";
constexpr std::string_view kSeparators = " ()[]'\"-";

// Words that stand in by-lines and are no part of a person's name.
constexpr std::array<std::string_view, 22> kNoNames = {
    "admin",   "administrator", "anonymous", "author",  "blog", "blogger",  "by",    "contributor",
    "editor",  "guest",         "user",      "news",    "post", "posted",   "press", "staff",
    "support", "team",          "the",       "unknown", "web",  "webmaster"};

// Languages whose people write the family name last. Elsewhere nothing is sure.
constexpr std::string_view kFamilyNameLast = "eng ger fre ita spa por dut dan nor swe fin pol cze";

std::string lower(std::string_view text) {
  std::string out;
  for (const char c : text) out += ascii_lower(c);
  return out;
}

// A capitalised word of letters: "Jane", "O'Neill", "Mueller".
bool is_name_word(std::string_view word) {
  if (word.size() < 2 || word[0] < 'A' || word[0] > 'Z') return false;
  std::size_t letters = 0, capitals = 0;
  for (std::size_t at = 0; at < word.size();) {
    const char32_t c = next_code_point(word, at);
    const bool latin = (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= 0xC0 && c < 0x250);
    if (!latin && c != U'\'' && c != U'-' && c != 0x2019) return false;
    ++letters;
    if (c >= U'A' && c <= U'Z') ++capitals;
  }
  return letters >= 2 && capitals < letters;
}

}  // namespace

int nonfiling_characters(std::string_view title, std::string_view language) {
  int count = 0;
  while (!title.empty() && kOpening.find(title.front()) != std::string_view::npos) {
    ++count;
    title.remove_prefix(1);
  }
  const std::string whole = lower(title);
  if (std::ranges::any_of(kNoArticle, [&](std::string_view row) { return whole.starts_with(row); })) return 0;
  const std::size_t end = title.find_first_of(kSeparators);
  if (end == std::string_view::npos || end == 0) return 0;
  const std::string word = whole.substr(0, end);
  const auto article = std::ranges::find(kArticles, std::string_view(word), &ArticleRow::first);
  if (article == kArticles.end()) return 0;
  // An English title in a blog of another language is as usual as its article is sure.
  if (language != "und" && word != "the" && article->second.find(language) == std::string_view::npos)
    return 0;
  count += static_cast<int>(end) + 1;
  title.remove_prefix(end + 1);
  while (!title.empty() &&
         (kSeparators.find(title.front()) != std::string_view::npos || title.front() == '*')) {
    ++count;
    title.remove_prefix(1);
  }
  return title.empty() || count > 9 ? 0 : count;
}

std::string with_full_stop(std::string title) {
  while (!title.empty() && title.back() == ' ') title.pop_back();
  if (!title.empty() && title.back() != '.') title += '.';
  return title;
}

MarcName marc_name(const std::string& name, std::string_view language) {
  const std::size_t gap = name.find(' ');
  const bool two = gap != std::string::npos && name.find(' ', gap + 1) == std::string::npos;
  if (!two || kFamilyNameLast.find(language) == std::string_view::npos) return {name, '0'};
  const std::string_view first = std::string_view(name).substr(0, gap);
  const std::string_view last = std::string_view(name).substr(gap + 1);
  const auto is_no_name = [](std::string_view word) {
    return std::ranges::count(kNoNames, std::string_view(lower(word))) > 0;
  };
  if (!is_name_word(first) || !is_name_word(last) || is_no_name(first) || is_no_name(last))
    return {name, '0'};
  return {std::string(last) + ", " + std::string(first), '1'};
}

std::vector<std::string> attribute_lines(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

}  // namespace bfa
