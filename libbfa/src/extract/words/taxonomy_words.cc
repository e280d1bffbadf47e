// SPDX-License-Identifier: Apache-2.0
#include "extract/words/taxonomy_words.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "extract/words/phrase_table.h"

namespace bfa {
namespace {

bool is_one_of(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The same where a theme writes what it files into the word: "posttag", "entrycategory".
Taxonomy taxonomy_by_name(std::string_view word) {
  for (const std::string_view what : {"post", "entry", "article", "blog"}) {
    if (word.starts_with(what) && word.size() > what.size()) {
      word.remove_prefix(what.size());
      break;
    }
  }
  return taxonomy_by_word(word);
}

}  // namespace

Taxonomy taxonomy_by_word(std::string_view word) noexcept {
  if (is_one_of(tag_words(), word)) return Taxonomy::kTag;
  return is_one_of(category_words(), word) ? Taxonomy::kCategory : Taxonomy::kNone;
}

Taxonomy taxonomy_by_names(std::string_view names) noexcept {
  Taxonomy out = Taxonomy::kNone;
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
      if (key == "cloud" || key == "widget") return Taxonomy::kList;
      if (const Taxonomy taxonomy = taxonomy_by_name(key);
          taxonomy != Taxonomy::kNone && out == Taxonomy::kNone)
        out = taxonomy;
    }
    while (pos < names.size() && !is_letter(names[pos])) ++pos;
  }
  return out;
}

bool is_no_category(std::string_view word) {
  return is_one_of(no_category_names(), fold_case(word));
}

}  // namespace bfa
