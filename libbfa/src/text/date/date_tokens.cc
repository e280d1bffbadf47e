// SPDX-License-Identifier: Apache-2.0
#include "text/date/date_tokens.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "text/unicode_table.h"

namespace bfa {
namespace {

// The zeros of the scripts whose digits dates are written in.
constexpr std::array<char32_t, 19> kZeros = {U'0',   0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66,
                                             0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0E50,
                                             0x0ED0, 0x0F20, 0x1040, 0x17E0, 0xFF10};

// The zero of the digit's script; 0 for other characters.
char32_t zero_of(char32_t c) {
  if (c < 0x80) return c >= U'0' && c <= U'9' ? U'0' : 0;
  for (const char32_t zero : kZeros)
    if (c >= zero && c <= zero + 9) return zero;
  return 0;
}

// Thai, Lao, Khmer and Burmese month names are words; Han and kana are separate tokens.
bool stands_alone(char32_t c, std::uint8_t flags) {
  return (flags & kUnicodeUnspaced) != 0 && (c >= 0x2E80 || c < 0x0E00);
}

// Characters that do not distinguish names: invisible signs, Arabic vowel points and the stroke that
// lengthens words.
bool is_left_out(char32_t c) {
  return c == 0x00AD || c == 0x200C || c == 0x200D || c == 0x0640 || (c >= 0x064B && c <= 0x0652);
}

// Letters that differ only by keyboard: Arabic yeh and kaf for the Persian ones, alef with and without hamza.
char32_t normal_letter(char32_t c) {
  if (c == 0x0622 || c == 0x0623 || c == 0x0625) return 0x0627;
  if (c == 0x064A) return 0x06CC;
  if (c == 0x0643) return 0x06A9;
  return fold_case(c);
}

// Indic letters with a dot below have two spellings; the one that normalisation gives is two code points.
void append_letter(std::string& word, char32_t c) {
  constexpr char32_t kNukta = 0x093C, kBengaliNukta = 0x09BC;
  constexpr std::array<char32_t, 8> kDotted = {0x0915, 0x0916, 0x0917, 0x091C,
                                               0x0921, 0x0922, 0x092B, 0x092F};
  if (c >= 0x0958 && c <= 0x095F) {
    append_code_point(word, kDotted[c - 0x0958]);
    append_code_point(word, kNukta);
  } else if (c == 0x09DC || c == 0x09DD || c == 0x09DF) {
    append_code_point(word, c == 0x09DC ? 0x09A1 : c == 0x09DD ? 0x09A2 : 0x09AF);
    append_code_point(word, kBengaliNukta);
  } else {
    append_code_point(word, normal_letter(c));
  }
}

}  // namespace

DateTokens date_tokens(std::string_view text, std::size_t max_tokens) {
  DateTokens tokens;
  tokens.reserve(std::min(max_tokens, text.size() / 4 + 4));
  bool spaced = false;
  bool open = false;  // the last token may continue
  for (std::size_t pos = 0; pos < text.size();) {
    const auto begin = pos;
    // Further letters of a word: most characters are such letters.
    if (open && tokens.back().kind == DateToken::Kind::kWord) {
      if (is_letter(text[pos])) {
        tokens.back().word += ascii_lower(text[pos]);
        ++pos;
        continue;
      }
    }
    const char32_t c = next_code_point(text, pos);
    const auto flags = unicode_flags(c);
    if ((flags & kUnicodeSpace) != 0) {
      spaced = true;
      open = false;
      continue;
    }
    const char32_t zero = zero_of(c);
    const int digit = static_cast<int>(c - zero);
    const auto kind = zero != 0                     ? DateToken::Kind::kNumber
                      : (flags & kUnicodeWord) != 0 ? DateToken::Kind::kWord
                                                    : DateToken::Kind::kMark;
    const bool alone = kind == DateToken::Kind::kMark || stands_alone(c, flags);
    if (!open || alone || tokens.back().kind != kind) {
      if (tokens.size() == max_tokens) break;
      tokens.push_back({});
      tokens.back().kind = kind;
      tokens.back().spaced = spaced;
      tokens.back().begin = begin;
      if (zero != 0) tokens.back().zero = zero;
      spaced = false;
    }
    open = !alone;
    DateToken& token = tokens.back();
    if (kind == DateToken::Kind::kNumber) {
      token.value = ++token.digits > 9 ? -1 : token.value * 10 + digit;
    } else if (kind == DateToken::Kind::kMark) {
      token.mark = c;
    } else if (!is_left_out(c)) {
      append_letter(token.word, c);
    }
  }
  merge_han_numbers(tokens);
  return tokens;
}

}  // namespace bfa
