// SPDX-License-Identifier: Apache-2.0
#include "text/function_words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/ascii.h"

namespace bfa {
namespace {

constexpr std::size_t kFewWords = 30;
constexpr std::size_t kOneIn = 8;  // words must be one of these; running text has twice as many
constexpr std::size_t kOneInBeforeOthers = 12;
constexpr std::size_t kTimesOthers = 3;
constexpr std::size_t kLongest = 6;

// A word of at most kLongest bytes as a number.
constexpr std::uint64_t packed(std::string_view word) {
  std::uint64_t out = 0;
  for (const char c : word) out = out << 8 | static_cast<unsigned char>(c);
  return out;
}

template <class... Words>
constexpr auto words(Words... all) {
  return std::array<std::uint64_t, sizeof...(Words)>{packed(all)...};
}

// Each language's own: words that neighbours share ("de", "que", "in") are left out, or are in kShared too.
constexpr auto kEnglish =
    words("an", "and", "are", "at", "be", "but", "by", "for", "from", "have", "is", "it", "not", "of", "on",
          "or", "that", "the", "they", "this", "to", "was", "we", "which", "with", "you");
constexpr auto kFrench =
    words("au", "avec", "ce", "cette", "dans", "des", "du", "est", "et", "il", "le", "les", "mais", "ne",
          "nous", "par", "pas", "plus", "pour", "qui", "sont", "sur", "une", "vous");
constexpr auto kGerman =
    words("als", "auch", "auf", "aus", "das", "dass", "dem", "den", "der", "des", "die", "ein", "eine", "ich",
          "im", "ist", "mit", "nicht", "sich", "sie", "und", "von", "zu");
constexpr auto kSpanish = words("con", "del", "el", "ella", "este", "hay", "las", "los", "muy", "m\xC3\xA1s",
                                "pero", "por", "sin", "su", "sus", "una", "y", "ya");
constexpr auto kItalian =
    words("alla", "anche", "che", "ci", "dal", "dei", "del", "della", "delle", "di", "ed", "gli", "ha", "ho",
          "il", "io", "lo", "ma", "mi", "nel", "non", "per", "pi\xC3\xB9", "sono");
constexpr auto kPortuguese =
    words("ao", "com", "da", "das", "do", "dos", "em", "foi", "mais", "mas", "na", "n\xC3\xA3o", "nas", "no",
          "nos", "os", "ou", "pela", "pelo", "s\xC3\xA3o", "um", "uma");
constexpr auto kDutch = words("aan", "bij", "dat", "deze", "dit", "een", "het", "hij", "ik", "met", "naar",
                              "niet", "nog", "om", "ook", "op", "te", "uit", "van", "voor", "wat", "zijn");

constexpr auto kShared = words("de", "el", "en", "la", "le", "les", "que", "se", "un", "una", "une");

constexpr std::array<std::string_view, FunctionWords::kLanguages> kCodes{"en", "fr", "de", "es",
                                                                         "it", "pt", "nl"};

// Its place among kCodes; the number of languages when it is not one of them.
std::size_t index_of(std::string_view language) {
  language = language.substr(0, language.find_first_of("-_"));
  return static_cast<std::size_t>(std::find(kCodes.begin(), kCodes.end(), language) - kCodes.begin());
}

// All words in one hash table, made by the compiler: a bit for each language that has the word.
struct Slot {
  std::uint64_t word = 0;
  std::uint8_t languages = 0;
};
constexpr std::size_t kSlotBits = 10;

constexpr std::size_t slot_of(std::uint64_t word) {
  return static_cast<std::size_t>(word * 0x9e3779b97f4a7c15ull >> (64 - kSlotBits));
}

constexpr std::array<Slot, std::size_t{1} << kSlotBits> make_slots() {
  std::array<Slot, std::size_t{1} << kSlotBits> slots{};
  std::size_t language = 0;
  const auto add = [&](const auto& list) {
    for (const std::uint64_t word : list) {
      std::size_t at = slot_of(word);
      while (slots[at].word != 0 && slots[at].word != word) at = (at + 1) % slots.size();
      slots[at].word = word;
      slots[at].languages = static_cast<std::uint8_t>(slots[at].languages | 1u << language);
    }
    ++language;
  };
  add(kEnglish);
  add(kFrench);
  add(kGerman);
  add(kSpanish);
  add(kItalian);
  add(kPortuguese);
  add(kDutch);
  add(kShared);
  return slots;
}
constexpr std::array<Slot, std::size_t{1} << kSlotBits> kSlots = make_slots();

std::uint8_t languages_of(std::uint64_t word) {
  for (std::size_t at = slot_of(word); kSlots[at].word != 0; at = (at + 1) % kSlots.size()) {
    if (kSlots[at].word == word) return kSlots[at].languages;
  }
  return 0;
}

// Small letters as they are, capitals made small, bytes of other characters as they are; 0 for all else.
constexpr std::array<char, 256> make_letters() {
  std::array<char, 256> letters{};
  for (std::size_t byte = 0; byte < letters.size(); ++byte) {
    const char c = static_cast<char>(byte);
    if (is_letter(c) || byte >= 0x80) letters[byte] = ascii_lower(c);
  }
  return letters;
}
constexpr std::array<char, 256> kLetters = make_letters();

char letter(char c) {
  return kLetters[static_cast<unsigned char>(c)];
}

}  // namespace

FunctionWords::FunctionWords(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    std::uint64_t word = 0;
    for (char c = letter(text[at]); c != '\0'; c = at < text.size() ? letter(text[at]) : '\0') {
      word = word << 8 | static_cast<unsigned char>(c);
      ++at;
    }
    const std::size_t length = at - begin;
    if (length > 0) {
      ++words_;
      unsigned languages = length <= kLongest ? languages_of(word) : 0u;
      for (; languages != 0; languages &= languages - 1)
        ++found_[static_cast<std::size_t>(std::countr_zero(languages))];
    }
    while (at < text.size() && letter(text[at]) == '\0') ++at;
  }
}

bool FunctionWords::tell(std::string_view language) const noexcept {
  const std::size_t index = index_of(language);
  return index < kLanguages && words_ >= kFewWords && kOneIn * found_[index] >= words_;
}

// A word that several languages share is evidence against the languages that do not have it.
std::size_t FunctionWords::most_of_others(std::size_t index) const noexcept {
  const bool shares = kCodes[index] != "en" && kCodes[index] != "de";
  std::size_t most = 0;
  for (std::size_t other = 0; other < kLanguages + (shares ? 0 : 1); ++other)
    if (other != index) most = std::max(most, found_[other]);
  return most;
}

bool FunctionWords::lean_to(std::string_view language) const noexcept {
  const std::size_t index = index_of(language);
  return index < kLanguages && found_[index] > 1 && most_of_others(index) < found_[index];
}

bool FunctionWords::tell_before_others(std::string_view language) const noexcept {
  const std::size_t index = index_of(language);
  return index < kLanguages && words_ >= kFewWords && kOneInBeforeOthers * found_[index] >= words_ &&
         kTimesOthers * most_of_others(index) <= found_[index];
}

}  // namespace bfa
