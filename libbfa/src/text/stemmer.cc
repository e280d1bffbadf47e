// SPDX-License-Identifier: Apache-2.0
#include "text/stemmer.h"

#include <libstemmer.h>

#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.h"
#include "bfa/text/utf8.h"

namespace bfa {

struct Stemmer::Rules {
  explicit Rules(sb_stemmer* made) : stemmer(made) {}
  ~Rules() { sb_stemmer_delete(stemmer); }
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;
  sb_stemmer* stemmer;
};

namespace {

struct WordHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view word) const noexcept { return std::hash<std::string_view>()(word); }
};

}  // namespace

struct Stemmer::Known {
  std::unordered_map<std::string, const std::string*, WordHash, std::equal_to<>> words;
  std::unordered_set<std::string> stems;
};

Stemmer::Stemmer(std::string_view language) : known_(std::make_unique<Known>()) {
  std::string name = ascii_lower_case(language.substr(0, language.find_first_of("-_")));
  if (name == "nb" || name == "nn") name = "no";
  if (name.empty()) return;
  if (sb_stemmer* stemmer = sb_stemmer_new(name.c_str(), "UTF_8")) rules_ = std::make_unique<Rules>(stemmer);
}

Stemmer::~Stemmer() = default;
Stemmer::Stemmer(Stemmer&&) noexcept = default;
Stemmer& Stemmer::operator=(Stemmer&&) noexcept = default;

const std::string& Stemmer::stem(std::string_view word) const {
  if (const auto at = known_->words.find(word); at != known_->words.end()) return *at->second;
  const std::string& stem = *known_->stems.insert(make_stem(word)).first;
  known_->words.emplace(word, &stem);
  return stem;
}

std::string Stemmer::make_stem(std::string_view word) const {
  std::string folded = fold_case(word);
  if (rules_ == nullptr || folded.size() > 200) return folded;
  const auto* bytes = reinterpret_cast<const sb_symbol*>(folded.data());
  const sb_symbol* stem = sb_stemmer_stem(rules_->stemmer, bytes, static_cast<int>(folded.size()));
  if (stem == nullptr) return folded;  // no memory: the word itself will do
  return {reinterpret_cast<const char*>(stem), static_cast<std::size_t>(sb_stemmer_length(rules_->stemmer))};
}

}  // namespace bfa
