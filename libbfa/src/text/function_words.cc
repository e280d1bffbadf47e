// SPDX-License-Identifier: Apache-2.0
#include "function_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace bfa {
namespace {

constexpr std::size_t kFewWords = 30;
constexpr std::size_t kOneIn = 8;  // words must be one of these; running text has twice as many
constexpr std::size_t kLongest = 6;

// Each language's own: words that neighbours share ("de", "que", "in") are left out.
constexpr auto kEnglish = std::to_array<std::string_view>(
    {"an", "and", "are", "at",   "be",  "but",  "by",   "for", "from", "have", "is",    "it",   "not",
     "of", "on",  "or",  "that", "the", "they", "this", "to",  "was",  "we",   "which", "with", "you"});
constexpr auto kFrench = std::to_array<std::string_view>(
    {"au",   "avec", "ce",   "cette", "dans", "des",  "du",   "est", "et",   "il",  "le",  "les",
     "mais", "ne",   "nous", "par",   "pas",  "plus", "pour", "qui", "sont", "sur", "une", "vous"});
constexpr auto kGerman = std::to_array<std::string_view>(
    {"als",  "auch", "auf", "aus", "das", "dass",  "dem",  "den", "der", "des", "die", "ein",
     "eine", "ich",  "im",  "ist", "mit", "nicht", "sich", "sie", "und", "von", "zu"});
constexpr auto kSpanish =
    std::to_array<std::string_view>({"con", "del", "el", "ella", "este", "hay", "las", "los", "muy",
                                     "m\xC3\xA1s", "pero", "por", "sin", "su", "sus", "una", "y", "ya"});
constexpr auto kItalian = std::to_array<std::string_view>(
    {"alla", "anche", "che", "ci", "dal", "dei", "del", "della", "delle", "di",  "ed",         "gli",
     "ha",   "ho",    "il",  "io", "lo",  "ma",  "mi",  "nel",   "non",   "per", "pi\xC3\xB9", "sono"});

std::span<const std::string_view> words_of(std::string_view language) {
  language = language.substr(0, language.find_first_of("-_"));
  if (language == "en") return kEnglish;
  if (language == "fr") return kFrench;
  if (language == "de") return kGerman;
  if (language == "es") return kSpanish;
  if (language == "it") return kItalian;
  return {};
}

// Small letters as they are, capitals made small, bytes of other characters as they are; 0 for all else.
char letter(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80 ? c : '\0';
}

}  // namespace

bool has_function_words(std::string_view text, std::string_view language) noexcept {
  const std::span<const std::string_view> known = words_of(language);
  if (known.empty()) return false;
  std::size_t words = 0;
  std::size_t found = 0;
  std::array<char, kLongest> word{};
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = 0;
    for (; at < text.size() && letter(text[at]) != '\0'; ++at, ++length) {
      if (length < kLongest) word[length] = letter(text[at]);
    }
    if (length > 0) ++words;
    const std::string_view whole(word.data(), std::min(length, kLongest));
    if (length > 0 && length <= kLongest && std::find(known.begin(), known.end(), whole) != known.end())
      ++found;
    while (at < text.size() && letter(text[at]) == '\0') ++at;
  }
  return words >= kFewWords && kOneIn * found >= words;
}

}  // namespace bfa
