// SPDX-License-Identifier: Apache-2.0
#include "text/alphabet.h"

#include <cstddef>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

// Letters of a text by kind.
struct Letters {
  std::size_t han = 0, kana = 0, hangul = 0;
  std::size_t russian = 0;       // Cyrillic letters of the Russian alphabet
  std::size_t only_russian = 0;  // of these: yery and e, which Ukrainian, Bulgarian and Serbian do not have
  std::size_t other = 0;         // of other alphabets, Cyrillic ones of other languages among them
  std::size_t latin = 0;
};

void count(char32_t c, Letters& out) {
  constexpr char32_t kYery = 0x44B, kE = 0x44D;
  if (c < 0x80) {
    out.latin += ((c | 0x20) >= U'a' && (c | 0x20) <= U'z') ? 1 : 0;
  } else if ((c >= 0x410 && c <= 0x44F) || c == 0x401 || c == 0x451) {
    ++out.russian;
    if (c == kYery || c == kYery - 0x20 || c == kE || c == kE - 0x20) ++out.only_russian;
  } else if (c >= 0x4E00 && c <= 0x9FFF) {
    ++out.han;
  } else if (c >= 0x3041 && c <= 0x30FF) {
    ++out.kana;
  } else if (c >= 0xAC00 && c <= 0xD7A3) {
    ++out.hangul;
  } else if (is_word_char(c)) {
    ++out.other;
  }
}

std::string_view eastern_language(const Letters& letters) {
  if (50 * (letters.kana + letters.hangul) <= letters.han) return "zh";
  if (4 * letters.kana >= letters.han && 20 * letters.hangul <= letters.kana) return "ja";
  return 10 * (letters.han + letters.kana) <= letters.hangul ? "ko" : std::string_view();
}

}  // namespace

std::string_view language_of_letters(std::string_view text, std::string_view expected) noexcept {
  Letters letters;
  for (std::size_t at = 0; at < text.size();) count(next_code_point(text, at), letters);
  const std::size_t eastern = letters.han + letters.kana + letters.hangul;
  if (eastern != 0 && letters.russian != 0) return {};
  if (letters.russian != 0) {
    const bool own = letters.other == 0 && 100 * letters.only_russian >= letters.russian;
    return own && letters.russian >= 4 * letters.latin ? "ru" : std::string_view();
  }
  if (eastern == 0 || 50 * letters.other > eastern) return {};
  const std::string_view found = eastern_language(letters);
  // A Latin letter is about a fifth of a word, a Han character half of one.
  const std::size_t most = found == expected ? 8 : 2;
  return most * eastern < letters.latin ? std::string_view() : found;
}

}  // namespace bfa
