// SPDX-License-Identifier: Apache-2.0
#include "extract/words/taxonomy_words.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

// Words of names and addresses, as publishing systems write them in several languages.
constexpr std::array<std::string_view, 14> kTagWords{
    "etiqueta",    "etiquetas", "keyword", "keywords", "label", "labels",    "schlagwort",
    "schlagworte", "tag",       "tagged",  "taglist",  "tags",  "mots-cles", "etiquettes"};
constexpr std::array<std::string_view, 16> kCategoryWords{
    "cat",       "categoria",  "categorias", "categorie",       "categories", "category",
    "cats",      "categoryid", "kategorie",  "kategorien",      "rubrica",    "rubrik",
    "rubriques", "rubrique",   "filed",      "archive-category"};

// What publishing systems file a post under whose author chose nothing, and its slugs.
constexpr std::array<std::string_view, 22> kNoCategory{
    "uncategorized",
    "uncategorised",
    "unkategorisiert",
    "nicht kategorisiert",
    "non class\u00e9",
    "non classe",
    "sin categor\u00eda",
    "sin categoria",
    "sem categoria",
    "senza categoria",
    "geen categorie",
    "bez kategorii",
    "ukategoriseret",
    "ukategorisert",
    "okategoriserade",
    "luokittelematon",
    "\u0431\u0435\u0437 \u0440\u0443\u0431\u0440\u0438\u043a\u0438",
    "\u672a\u5206\u7c7b",
    "\u672a\u5206\u985e",
    "\ubbf8\ubd84\ub958",
    "fara categorie",
    "kategorize edilmemi\u015f"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The same where a theme writes what it files into the word: "posttag", "entrycategory".
Filed filed_by_name(std::string_view word) {
  for (const std::string_view what : {"post", "entry", "article", "blog"}) {
    if (word.starts_with(what) && word.size() > what.size()) {
      word.remove_prefix(what.size());
      break;
    }
  }
  return filed_by_word(word);
}

}  // namespace

Filed filed_by_word(std::string_view word) noexcept {
  if (is_one_of(kTagWords, word)) return Filed::kTag;
  return is_one_of(kCategoryWords, word) ? Filed::kCategory : Filed::kNone;
}

Filed filed_by_names(std::string_view names) noexcept {
  Filed out = Filed::kNone;
  std::array<char, 16> word{};
  for (std::size_t pos = 0; pos < names.size();) {
    std::size_t length = 0;
    while (pos < names.size() && is_letter(names[pos])) {
      if (length > 0 && names[pos] <= 'Z' && names[pos - 1] >= 'a') break;
      if (length < word.size()) {
        word[length] = ascii_lower(names[pos]);
      }
      ++length;
      ++pos;
    }
    if (length > 0 && length < word.size()) {
      const std::string_view key(word.data(), length);
      if (key == "cloud" || key == "widget") return Filed::kList;
      if (const Filed filed = filed_by_name(key); filed != Filed::kNone && out == Filed::kNone) out = filed;
    }
    while (pos < names.size() && !is_letter(names[pos])) ++pos;
  }
  return out;
}

bool is_no_category(std::string_view word) {
  return is_one_of(kNoCategory, fold_case(word));
}

}  // namespace bfa
