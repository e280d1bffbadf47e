// SPDX-License-Identifier: Apache-2.0
#include "name_meaning.h"

#include <algorithm>
#include <array>
#include <memory>

#include "comment_words.h"
#include "vocabulary.h"
#include "word_slots.h"

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

struct MarkingWord {
  std::string_view word;
  NameMeaning::Flag flag;
};
constexpr std::array<MarkingWord, 9> kMarkingWords{{
    {"p-author", NameMeaning::kMarksAuthor},
    {"author", NameMeaning::kMarksAuthor},
    {"fn", NameMeaning::kMarksAuthor},
    {"published", NameMeaning::kMarksDay},
    {"dt-published", NameMeaning::kMarksDay},
    {"updated", NameMeaning::kMarksChange},
    {"dt-updated", NameMeaning::kMarksChange},
    {"e-content", NameMeaning::kMarksBody},
    {"entry-content", NameMeaning::kMarksBody},
}};
constexpr WordSlots kMarkingSlots = word_slots(kMarkingWords);

// What the words that white space parts mark.
std::uint8_t flags_of_words(std::string_view list) {
  std::uint8_t flags = 0;
  for (std::size_t at = 0; at < list.size();) {
    std::size_t end = at;
    while (end < list.size() && static_cast<unsigned char>(list[end]) > 0x20) ++end;
    if (const MarkingWord* found = find_word(kMarkingWords, kMarkingSlots, list.substr(at, end - at)))
      flags |= found->flag;
    at = end + 1;
  }
  return flags;
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
  set(NameMeaning::kNamesAuthor, names_author(value));
  out.flags |= flags_of_words(value);
  constexpr std::uint8_t kTelling = NameMeaning::kMarksAuthor | NameMeaning::kNamesAuthor |
                                    NameMeaning::kMarksDay | NameMeaning::kMarksChange |
                                    NameMeaning::kMarksBody;
  set(NameMeaning::kTells, (out.flags & kTelling) != 0 || (out.marks & (kMarkComment | kMarkPing)) != 0);
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
