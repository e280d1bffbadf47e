// SPDX-License-Identifier: Apache-2.0
#include "function_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace bfa {
namespace {

constexpr std::size_t kFewWords = 30;
constexpr std::size_t kOneIn = 8;  // words must be one of these; running text has twice as many
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

// Each language's own: words that neighbours share ("de", "que", "in") are left out.
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

std::span<const std::uint64_t> words_of(std::string_view language) {
  language = language.substr(0, language.find_first_of("-_"));
  if (language == "en") return kEnglish;
  if (language == "fr") return kFrench;
  if (language == "de") return kGerman;
  if (language == "es") return kSpanish;
  if (language == "it") return kItalian;
  if (language == "pt") return kPortuguese;
  if (language == "nl") return kDutch;
  return {};
}

// Small letters as they are, capitals made small, bytes of other characters as they are; 0 for all else.
constexpr std::array<char, 256> make_letters() {
  std::array<char, 256> letters{};
  for (std::size_t c = 0; c < letters.size(); ++c) {
    if (c >= 'A' && c <= 'Z') letters[c] = static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || c >= 0x80) letters[c] = static_cast<char>(c);
  }
  return letters;
}
constexpr std::array<char, 256> kLetters = make_letters();

char letter(char c) {
  return kLetters[static_cast<unsigned char>(c)];
}

}  // namespace

bool has_function_words(std::string_view text, std::string_view language) noexcept {
  const std::span<const std::uint64_t> known = words_of(language);
  if (known.empty()) return false;
  std::size_t words = 0;
  std::size_t found = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    std::uint64_t word = 0;
    for (char c = letter(text[at]); c != '\0'; c = at < text.size() ? letter(text[at]) : '\0') {
      word = word << 8 | static_cast<unsigned char>(c);
      ++at;
    }
    const std::size_t length = at - begin;
    if (length > 0) {
      ++words;
      if (length <= kLongest && std::find(known.begin(), known.end(), word) != known.end()) ++found;
    }
    while (at < text.size() && letter(text[at]) == '\0') ++at;
  }
  return words >= kFewWords && kOneIn * found >= words;
}

}  // namespace bfa
