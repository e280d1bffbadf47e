// SPDX-License-Identifier: Apache-2.0
#include "remove/text_pieces.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"

namespace bfa {
namespace {

constexpr std::uint64_t kFactor = 1099511628211ULL;
constexpr std::size_t kMaxReference = 12;

std::uint64_t mixed(std::uint64_t hash) {
  hash ^= hash >> 33U;
  hash *= 0xff51afd7ed558ccdULL;
  return hash ^ (hash >> 33U);
}

// Calls `visit` with the end of each piece and its hash.
template <class Visit>
void each_piece(const std::u32string& letters, const Visit& visit) {
  std::uint64_t leaving = 1;
  for (std::size_t i = 1; i < TextPieces::kPiece; ++i) leaving *= kFactor;
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (i >= TextPieces::kPiece) hash -= leaving * (letters[i - TextPieces::kPiece] + 1);
    hash = hash * kFactor + (letters[i] + 1);
    if (i + 1 >= TextPieces::kPiece) visit(i + 1, mixed(hash));
  }
}

// Reads one code point; bytes that are not UTF-8 count as themselves.
char32_t next_code_point(std::string_view bytes, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char first = byte(at);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  if (length == 1 || at + length > bytes.size()) {
    ++at;
    return first;
  }
  char32_t point = first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) point = (point << 6U) | (byte(at + i) & 0x3fU);
  at += length;
  return point;
}

// Characters that texts write in several ways, and that do not count.
bool is_letter(char32_t c) {
  if (c < 0x80) return is_letter_or_digit(static_cast<char>(c));
  const bool space = c == 0xa0 || c == 0xad || c == 0xab || c == 0xbb || (c >= 0x80 && c < 0xa0);
  const bool punctuation = (c >= 0x2000 && c < 0x2070) || (c >= 0x3000 && c < 0x3003) || c == 0xfeff;
  return !space && !punctuation;
}

void add_letter(std::u32string& out, char32_t c) {
  if (!is_letter(c)) return;
  out += c >= U'A' && c <= U'Z' ? c + 32 : c;
}

// The character of "&...;" at `at`, which is then behind it; 0: none is there.
char32_t take_reference(std::string_view bytes, std::size_t& at) {
  const std::size_t end = bytes.substr(at, kMaxReference).find(';');
  if (end == std::string_view::npos || end < 2) return 0;
  std::string_view name = bytes.substr(at + 1, end - 1);
  char32_t result = U' ';
  if (name.front() == '#') {
    name.remove_prefix(1);
    const bool hex = !name.empty() && (name.front() == 'x' || name.front() == 'X');
    if (hex) name.remove_prefix(1);
    std::uint32_t value = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), value, hex ? 16 : 10);
    if (read.ec != std::errc() || read.ptr != name.data() + name.size()) return 0;
    result = value == 0 ? U' ' : static_cast<char32_t>(value);
  } else if (name == "lt") {
    result = U'<';
  } else if (name == "gt") {
    result = U'>';
  } else if (name == "amp") {
    result = U'&';
  } else if (!std::all_of(name.begin(), name.end(), [](char c) { return is_letter_or_digit(c); })) {
    return 0;
  }
  at += end + 1;
  return result;
}

// The character of a JSON escape at `at`, which is then behind it.
char32_t take_escape(std::string_view bytes, std::size_t& at) {
  const char kind = at + 1 < bytes.size() ? bytes[at + 1] : ' ';
  if (kind == 'u' && at + 6 <= bytes.size()) {
    std::uint32_t value = 0;
    const char* const begin = bytes.data() + at + 2;
    const auto read = std::from_chars(begin, begin + 4, value, 16);
    if (read.ec == std::errc() && read.ptr == begin + 4) {
      at += 6;
      return value == 0 ? U' ' : static_cast<char32_t>(value);
    }
  }
  const bool space = kind == 'n' || kind == 'r' || kind == 't';
  at += space ? 2 : 1;
  return U' ';
}

void append_utf8(std::string& out, char32_t c) {
  const auto byte = [&](std::uint32_t value) { out += static_cast<char>(static_cast<unsigned char>(value)); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xc0U | (c >> 6U));
    byte(0x80U | (c & 0x3fU));
  } else if (c < 0x10000) {
    byte(0xe0U | (c >> 12U));
    byte(0x80U | ((c >> 6U) & 0x3fU));
    byte(0x80U | (c & 0x3fU));
  } else {
    byte(0xf0U | ((c >> 18U) & 0x07U));
    byte(0x80U | ((c >> 12U) & 0x3fU));
    byte(0x80U | ((c >> 6U) & 0x3fU));
    byte(0x80U | (c & 0x3fU));
  }
}

// Without one level of references and escapes: a feed has pages in escaped form.
std::string unescaped(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const char c = bytes[at];
    if (c == '\\') {
      append_utf8(out, take_escape(bytes, at));
      continue;
    }
    const char32_t reference = c == '&' ? take_reference(bytes, at) : 0;
    if (reference != 0) {
      append_utf8(out, reference);
      continue;
    }
    out += c;
    ++at;
  }
  return out;
}

bool begins_tag(std::string_view bytes, std::size_t at) {
  if (at + 1 >= bytes.size()) return false;
  const char c = bytes[at + 1];
  return c == '/' || c == '!' || c == '?' || is_letter_or_digit(c);
}

}  // namespace

std::u32string letters_of(std::string_view bytes, bool skip_tags) {
  constexpr std::string_view kCdata = "<![CDATA[";
  std::u32string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const char c = bytes[at];
    if (skip_tags && c == '<' && bytes.substr(at, kCdata.size()) == kCdata) {
      at += kCdata.size();
      continue;
    }
    if (skip_tags && c == '<' && begins_tag(bytes, at)) {
      const std::size_t end = bytes.find('>', at);
      at = end == std::string_view::npos ? bytes.size() : end + 1;
      continue;
    }
    if (c == '\\') {
      add_letter(out, take_escape(bytes, at));
      continue;
    }
    const char32_t reference = c == '&' ? take_reference(bytes, at) : 0;
    if (reference != 0) {
      add_letter(out, reference);
      continue;
    }
    add_letter(out, next_code_point(bytes, at));
  }
  return out;
}

void TextPieces::add(std::string_view text) {
  // As a page or feed may write it, a text of an object has no markup: "<" is a character in it.
  add_letters(letters_of(text, false));
}

void TextPieces::add_letters(const std::u32string& letters) {
  each_piece(letters, [&](std::size_t, std::uint64_t hash) { hashes_.push_back(hash); });
}

void TextPieces::finish() {
  std::sort(hashes_.begin(), hashes_.end());
  hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
  hashes_.shrink_to_fit();
}

std::size_t TextPieces::longest_of(const std::u32string& letters) const {
  std::size_t longest = 0, run = 0, last = 0;
  each_piece(letters, [&](std::size_t end, std::uint64_t hash) {
    if (!std::binary_search(hashes_.begin(), hashes_.end(), hash)) return;
    run = last + 1 == end && run > 0 ? run + 1 : kPiece;
    last = end;
    longest = std::max(longest, run);
  });
  return longest;
}

std::size_t TextPieces::longest_in(std::string_view bytes) const {
  if (hashes_.empty()) return 0;
  const std::string plain = unescaped(bytes);
  return std::max({longest_of(letters_of(bytes, true)), longest_of(letters_of(bytes, false)),
                   longest_of(letters_of(plain, true))});
}

}  // namespace bfa
