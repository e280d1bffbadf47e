// SPDX-License-Identifier: Apache-2.0
#include "measure.h"

#include <unordered_map>

#include "bfa/html/content.h"
#include "bfa/text/utf8.h"

namespace bfa::conformance {
namespace {

using Bag = std::unordered_map<std::string, std::size_t>;

// Runs of word characters, as \w+ of a regular expression gives them: no splitting of scripts without spaces.
Bag words_of(std::string_view text, std::size_t& count) {
  Bag bag;
  std::string word;
  const auto flush = [&] {
    if (word.empty()) return;
    ++bag[word];
    ++count;
    word.clear();
  };
  for (std::size_t pos = 0; pos < text.size();) {
    const char32_t c = next_code_point(text, pos);
    if (is_word_char(c) || c == U'_') {
      append_code_point(word, fold_case(c));
    } else {
      flush();
    }
  }
  flush();
  return bag;
}

}  // namespace

double word_f1(std::string_view got, std::string_view wanted) {
  std::size_t got_count = 0, wanted_count = 0, common = 0;
  const Bag a = words_of(got, got_count);
  const Bag b = words_of(wanted, wanted_count);
  if (got_count == 0 && wanted_count == 0) return 1;
  for (const auto& [word, count] : a) {
    if (const auto found = b.find(word); found != b.end()) common += std::min(count, found->second);
  }
  return 2.0 * static_cast<double>(common) / static_cast<double>(got_count + wanted_count);
}

std::string html_text(std::string_view html) {
  return collapse_space(html_to_text(html));
}

std::set<std::string> html_links(std::string_view html) {
  std::set<std::string> out;
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  if (!doc) return out;
  for (HtmlDocument::NodeId n = 0; n < doc->size(); ++n) {
    if (!doc->is_element(n)) continue;
    for (const std::string_view name : {"href", "src"}) {
      const std::string_view value = doc->attribute(n, name);
      if (!value.empty()) out.emplace(value);
    }
  }
  return out;
}

std::string without_space(std::string_view text) {
  std::string out;
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t begin = pos;
    if (!is_space_char(next_code_point(text, pos))) out += text.substr(begin, pos - begin);
  }
  return out;
}

}  // namespace bfa::conformance
