// SPDX-License-Identifier: Apache-2.0
#include "extract/page/class_name_hints.h"

#include <algorithm>
#include <array>
#include <memory>

#include "base/ascii.h"
#include "extract/words/comment_words.h"
#include "extract/words/vocabulary.h"
#include "extract/words/word_slots.h"
#include "html/path_key.h"

namespace bfa {
namespace {

// "post-author" is a name for an author, "author-box" or "about-author" a name for a box about one.
bool names_author(std::string_view names) {
  const std::size_t at = names.find("author");
  if (at == std::string_view::npos) return false;
  for (const std::string_view other : {"bio", "box", "about", "avatar", "image", "img", "photo", "desc",
                                       "info", "social", "posts", "list", "widget", "title", "more"}) {
    if (names.find(other) != std::string_view::npos) return false;
  }
  const std::size_t end = at + 6;
  return (at == 0 || !is_letter(names[at - 1])) && (end == names.size() || !is_letter(names[end]));
}

struct MarkingWord {
  std::string_view word;
  ClassNameHints::Flag flag;
};
constexpr std::array<MarkingWord, 9> kMarkingWords{{
    {"p-author", ClassNameHints::kMarksAuthor},
    {"author", ClassNameHints::kMarksAuthor},
    {"fn", ClassNameHints::kMarksAuthor},
    {"published", ClassNameHints::kMarksDay},
    {"dt-published", ClassNameHints::kMarksDay},
    {"updated", ClassNameHints::kMarksChange},
    {"dt-updated", ClassNameHints::kMarksChange},
    {"e-content", ClassNameHints::kMarksBody},
    {"entry-content", ClassNameHints::kMarksBody},
}};
constexpr WordSlots kMarkingSlots = word_slots(kMarkingWords);

// The marks of the words between white space.
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

// Sets kTells by the rest.
void set_telling(ClassNameHints& out) {
  constexpr std::uint8_t kTelling = ClassNameHints::kMarksAuthor | ClassNameHints::kNamesAuthor |
                                    ClassNameHints::kMarksDay | ClassNameHints::kMarksChange |
                                    ClassNameHints::kMarksBody;
  const bool tells = (out.flags & kTelling) != 0 || (out.marks & (kMarkComment | kMarkPing)) != 0;
  out.flags =
      static_cast<std::uint8_t>((out.flags & ~ClassNameHints::kTells) | (tells ? ClassNameHints::kTells : 0));
}

constexpr std::size_t kMostBytes = 43;  // of a value that is remembered

// The values that a thread read last: a table in which each value has one slot, shared with other values.
template <std::size_t kEntries>
class Memory {
 public:
  // The result of `read` for the value, from the cache if possible. `hash` is the value's.
  template <class Read>
  ClassNameHints of(std::string_view value, std::uint64_t hash, const Read& read) {
    if (value.size() > kMostBytes) return read(value);
    Entry& entry = entries_[hash % entries_.size()];
    const bool known = entry.hash == hash && entry.meaning.flags != 0 &&
                       std::string_view(entry.value.data(), entry.size) == value;
    if (known) return entry.meaning;
    const ClassNameHints meaning = read(value);
    entry.hash = hash;
    entry.size = static_cast<std::uint8_t>(value.size());
    std::copy(value.begin(), value.end(), entry.value.begin());
    entry.meaning = meaning;
    return meaning;
  }

 private:
  struct Entry {
    std::uint64_t hash = 0;
    std::uint8_t size = 0;
    std::array<char, kMostBytes> value{};
    ClassNameHints meaning;
  };
  std::array<Entry, kEntries> entries_;
};

// A word with "0" for each number: words with a meaning have no digits, and numbers differ from page to page
// ("comment-4711").
class PlainWord {
 public:
  explicit PlainWord(std::string_view word) noexcept {
    if (word.size() > text_.size()) {
      plain_ = word;
      return;
    }
    std::size_t size = 0;
    for (const char c : word) {
      const bool digit = is_digit(c);
      if (digit && size > 0 && text_[size - 1] == '0') continue;
      text_[size++] = digit ? '0' : c;
    }
    plain_ = std::string_view(text_.data(), size);
  }
  PlainWord(const PlainWord&) = delete;
  PlainWord& operator=(const PlainWord&) = delete;

  std::string_view get() const noexcept { return plain_; }

 private:
  std::array<char, kMostBytes> text_{};
  std::string_view plain_;
};

void add_meaning(const ClassNameHints& of_word, ClassNameHints& out) {
  out.zones |= of_word.zones;
  out.marks |= of_word.marks;
  out.flags |= of_word.flags;
  if (out.taxonomy == Taxonomy::kNone || of_word.taxonomy == Taxonomy::kList) out.taxonomy = of_word.taxonomy;
}

// Most new classes of a page are the known words in another order.
ClassNameHints meaning_by_words(std::string_view list) {
  thread_local const auto memory = std::make_unique<Memory<1024>>();
  ClassNameHints out;
  out.flags = ClassNameHints::kKnown;
  std::size_t words = 0;
  for (std::size_t at = 0; at < list.size();) {
    std::size_t end = at;
    while (end < list.size() && static_cast<unsigned char>(list[end]) > 0x20) ++end;
    if (end > at) {
      const PlainWord word(list.substr(at, end - at));
      add_meaning(memory->of(word.get(), hash_of_name(word.get()).hash, hints_of_name), out);
      ++words;
    }
    at = end + 1;
  }
  // All words of a name decide which person it means.
  if (words > 1 && (out.flags & ClassNameHints::kNamesAuthor) && !names_author(list)) {
    out.flags &= static_cast<std::uint8_t>(~ClassNameHints::kNamesAuthor);
    set_telling(out);
  }
  return out;
}

}  // namespace

ClassNameHints hints_of_name(std::string_view value) noexcept {
  ClassNameHints out;
  out.flags = ClassNameHints::kKnown;
  if (value.empty()) return out;
  const auto set = [&out](ClassNameHints::Flag flag, bool holds) {
    if (holds) out.flags |= flag;
  };
  out.zones = zones_of_words(value);
  out.marks = marks_of_names(value);
  out.taxonomy = taxonomy_by_names(value);
  set(ClassNameHints::kSaysComment, value.find("omment") != std::string_view::npos);
  set(ClassNameHints::kNamesAuthor, names_author(value));
  out.flags |= flags_of_words(value);
  set_telling(out);
  return out;
}

ClassNameHints cached_hints(const FlatTree::Name& name) {
  thread_local const auto memory = std::make_unique<Memory<4096>>();
  return memory->of(name.value, name.hash.hash, meaning_by_words);
}

}  // namespace bfa
