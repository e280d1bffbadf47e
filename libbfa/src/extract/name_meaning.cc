// SPDX-License-Identifier: Apache-2.0
#include "name_meaning.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>

#include "comment_words.h"
#include "vocabulary.h"
#include "word_list.h"

namespace bfa {
namespace {

// "post-author" names one, "author-box" or "about-author" what is about one.
bool names_author(std::string_view names) {
  const std::size_t at = names.find("author");
  if (at == std::string_view::npos) return false;
  for (const std::string_view other : {"bio", "box", "about", "avatar", "image", "img", "photo", "desc",
                                       "info", "social", "posts", "list", "widget", "title", "more"}) {
    if (names.find(other) != std::string_view::npos) return false;
  }
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const std::size_t end = at + 6;
  return (at == 0 || !is_letter(names[at - 1])) && (end == names.size() || !is_letter(names[end]));
}

bool has_any_word(std::string_view list, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return has_word(list, word); });
}

// A table in which each name has one place, where another one may stand.
struct Remembered {
  std::uint64_t hash = 0;
  std::uint8_t size = 0;
  std::array<char, 43> value{};
  NameMeaning meaning;
};
constexpr std::size_t kRemembered = 1024;

}  // namespace

NameMeaning meaning_of_name(std::string_view value) noexcept {
  NameMeaning out;
  out.flags = NameMeaning::kKnown;
  if (value.empty()) return out;
  const auto set = [&out](NameMeaning::Flag flag, bool holds) {
    if (holds) out.flags |= flag;
  };
  out.zones = zones_of_words(value);
  out.marks = marks_of_names(value);
  set(NameMeaning::kSaysComment, value.find("omment") != std::string_view::npos);
  set(NameMeaning::kMarksAuthor, has_any_word(value, {"p-author", "author", "fn"}));
  set(NameMeaning::kNamesAuthor, names_author(value));
  set(NameMeaning::kMarksDay, has_any_word(value, {"published", "dt-published"}));
  set(NameMeaning::kMarksChange, has_any_word(value, {"updated", "dt-updated"}));
  set(NameMeaning::kMarksBody, has_any_word(value, {"e-content", "entry-content"}));
  return out;
}

NameMeaning remembered_meaning(const FlatTree::Name& name) {
  thread_local const auto memory = std::make_unique<std::array<Remembered, kRemembered>>();
  Remembered& known = (*memory)[name.hash.hash % kRemembered];
  if (name.value.size() > known.value.size()) return meaning_of_name(name.value);
  if (known.hash == name.hash.hash && std::string_view(known.value.data(), known.size) == name.value &&
      known.meaning.flags != 0)
    return known.meaning;
  known.hash = name.hash.hash;
  known.size = static_cast<std::uint8_t>(name.value.size());
  std::copy(name.value.begin(), name.value.end(), known.value.begin());
  known.meaning = meaning_of_name(name.value);
  return known.meaning;
}

}  // namespace bfa
