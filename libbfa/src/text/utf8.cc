// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/ascii.h"
#include "base/guard.h"
#include "text/unicode_table.h"

namespace bfa {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr std::uint64_t kHighBits = 0x8080808080808080u;

// Makes capitals small among eight bytes, those of other characters as they are.
std::uint64_t with_small_letters(std::uint64_t bytes) noexcept {
  constexpr std::uint64_t kEach = 0x0101010101010101ull, kHigh = 0x80 * kEach;
  const std::uint64_t low = bytes & ~kHigh;
  const std::uint64_t from_a = low + (0x80 - 'A') * kEach, past_z = low + (0x7f - 'Z') * kEach;
  return bytes | ((from_a ^ past_z) & ~bytes & kHigh) >> 2;
}

// The end of the run of ASCII bytes that begins at `pos`.
std::size_t skip_ascii(const char* data, std::size_t size, std::size_t pos) noexcept {
  while (pos + 8 <= size) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + pos, 8);
    if ((word & kHighBits) != 0) break;
    pos += 8;
  }
  while (pos < size && static_cast<unsigned char>(data[pos]) < 0x80) ++pos;
  return pos;
}

// The length of the sequence by its lead byte; 0 when it is not a lead byte.
int sequence_length(unsigned char lead) noexcept {
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

bool second_byte_fits(unsigned char lead, unsigned char second) noexcept {
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  return second >= low && second <= high;
}

// The length of a well-formed sequence of two or three bytes at `at`: letters of nearly all scripts; 0 for
// what needs a closer look. E0 and ED limit the byte that follows.
std::size_t common_sequence(const char* at, std::size_t left) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(at[i]); };
  if (left < 3) return 0;
  const unsigned char lead = byte(0);
  if ((byte(1) & 0xC0u) != 0x80) return 0;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  return lead > 0xE0 && lead < 0xF0 && lead != 0xED && (byte(2) & 0xC0u) == 0x80 ? 3 : 0;
}

// The code point of a sequence that begins with a byte above 0x7F. A bad sequence gives U+FFFD and counts as
// its maximal well-formed beginning, at least one byte (Unicode 3.9, "substitution of maximal subparts").
char32_t multi_byte(const char* data, std::size_t size, std::size_t& pos, bool& valid) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(data[i]); };
  const unsigned char lead = byte(pos++);
  const int length = sequence_length(lead);
  valid = false;
  if (length == 0 || pos >= size || !second_byte_fits(lead, byte(pos))) return kReplacement;
  char32_t c = lead & (0x7Fu >> length);
  c = c << 6 | (byte(pos++) & 0x3Fu);
  for (int i = 2; i < length; ++i) {
    if (pos >= size || (byte(pos) & 0xC0) != 0x80) return kReplacement;
    c = c << 6 | (byte(pos++) & 0x3Fu);
  }
  valid = true;
  return c;
}

void put_code_point(std::string& out, char32_t c) {
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = kReplacement;
  const auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6);
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3F));
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  }
}

}  // namespace

char32_t next_code_point(std::string_view text, std::size_t& pos) noexcept {
  const auto byte = static_cast<unsigned char>(text[pos]);
  if (byte < 0x80) {
    ++pos;
    return byte;
  }
  const char* const at = text.data() + pos;
  const auto low_bits = [at](std::size_t i) { return static_cast<char32_t>(at[i] & 0x3F); };
  switch (common_sequence(at, text.size() - pos)) {
    case 2:
      pos += 2;
      return (byte & 0x1FU) << 6 | low_bits(1);
    case 3:
      pos += 3;
      return (byte & 0x0FU) << 12 | low_bits(1) << 6 | low_bits(2);
    default:
      bool valid = false;
      return multi_byte(text.data(), text.size(), pos, valid);
  }
}

void append_code_point(std::string& out, char32_t c) {
  const std::size_t size = out.size();
  guarded_or([&] { put_code_point(out, c); }, [&] { out.resize(size); });
}

bool is_valid_utf8(std::string_view text) noexcept {
  bool valid = true;
  for (std::size_t pos = skip_ascii(text.data(), text.size(), 0); pos < text.size();) {
    if (const std::size_t length = common_sequence(text.data() + pos, text.size() - pos); length != 0) {
      pos += length;
    } else {
      multi_byte(text.data(), text.size(), pos, valid);
      if (!valid) return false;
    }
    if (pos < text.size() && static_cast<unsigned char>(text[pos]) < 0x80)
      pos = skip_ascii(text.data(), text.size(), pos);
  }
  return true;
}

std::string repair_utf8(std::string_view text) {
  return guarded_or_empty([&]() -> std::string {
    std::string out;
    out.reserve(text.size());
    for (std::size_t pos = 0; pos < text.size();) {
      const auto begin = pos;
      pos = skip_ascii(text.data(), text.size(), pos);
      out.append(text, begin, pos - begin);
      if (pos == text.size()) break;
      put_code_point(out, next_code_point(text, pos));
    }
    return out;
  });
}

std::size_t count_code_points(std::string_view text) noexcept {
  std::size_t count = 0;
  for (std::size_t pos = 0; pos < text.size(); ++count) next_code_point(text, pos);
  return count;
}

bool is_word_char(char32_t c) noexcept {
  return (unicode_flags(c) & kUnicodeWord) != 0;
}

bool is_space_char(char32_t c) noexcept {
  return (unicode_flags(c) & kUnicodeSpace) != 0;
}

bool is_cjk_char(char32_t c) noexcept {
  return (unicode_flags(c) & kUnicodeUnspaced) != 0;
}

char32_t fold_case(char32_t c) noexcept {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  const FoldRun* end = kFoldRuns + kFoldRunCount;
  const FoldRun* run =
      std::lower_bound(kFoldRuns, end, c, [](const FoldRun& r, char32_t value) { return r.last < value; });
  if (run == end || c < run->first || (c - run->first) % run->step != 0) return c;
  return static_cast<char32_t>(static_cast<std::int32_t>(c) + run->delta);
}

std::string fold_case(std::string_view text) {
  return guarded_or_empty([&]() -> std::string {
    std::string out(text);
    const std::size_t ascii = skip_ascii(out.data(), out.size(), 0);
    std::size_t pos = 0;
    for (; pos + sizeof(std::uint64_t) <= ascii; pos += sizeof(std::uint64_t)) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, out.data() + pos, sizeof bytes);
      bytes = with_small_letters(bytes);
      std::memcpy(out.data() + pos, &bytes, sizeof bytes);
    }
    for (; pos < out.size() && static_cast<unsigned char>(out[pos]) < 0x80; ++pos)
      out[pos] = ascii_lower(out[pos]);
    out.resize(pos);
    while (pos < text.size()) {
      if (static_cast<unsigned char>(text[pos]) < 0x80) {
        out += ascii_lower(text[pos++]);
      } else {
        put_code_point(out, fold_case(next_code_point(text, pos)));
      }
    }
    return out;
  });
}

std::string collapse_space(std::string_view text) {
  return guarded_or_empty([&]() -> std::string {
    const auto is_plain = [](char c) { return c > 0x20 && c < 0x7F; };
    std::string out;
    out.reserve(text.size());
    bool pending = false;
    for (std::size_t pos = 0; pos < text.size();) {
      // Words with one space between them are copied at once.
      std::size_t end = pos;
      while (end < text.size() && (is_plain(text[end]) || (text[end] == ' ' && end > pos &&
                                                           end + 1 < text.size() && is_plain(text[end + 1]))))
        ++end;
      if (end > pos) {
        if (pending) out += ' ';
        pending = false;
        out.append(text, pos, end - pos);
        pos = end;
        continue;
      }
      if (text[pos] == ' ') {
        pending = !out.empty();
        ++pos;
        continue;
      }
      const char32_t c = next_code_point(text, pos);
      if (is_space_char(c)) {
        pending = !out.empty();
        continue;
      }
      if (pending) out += ' ';
      pending = false;
      put_code_point(out, c);
    }
    return out;
  });
}

std::vector<std::string_view> split_words(std::string_view text) {
  return guarded_or_empty([&]() -> std::vector<std::string_view> {
    std::vector<std::string_view> words;
    std::size_t begin = 0;
    bool inside = false;    // a word has begun at `begin`
    bool unspaced = false;  // and it is one character of a script without spaces, with its marks
    const auto close = [&](std::size_t end) {
      constexpr std::size_t kMeanWord = 6;  // bytes, with what is between two of them
      if (inside && words.empty()) words.reserve(text.size() / kMeanWord + 1);
      if (inside) words.push_back(text.substr(begin, end - begin));
      inside = false;
    };
    for (std::size_t pos = 0; pos < text.size();) {
      const auto at = pos;
      const auto byte = static_cast<unsigned char>(text[pos]);
      const auto flags = unicode_flags(byte < 0x80 ? text[pos++] : next_code_point(text, pos));
      if ((flags & kUnicodeWord) == 0) {
        close(at);
        continue;
      }
      const bool alone = (flags & kUnicodeUnspaced) != 0;
      if (inside && (alone || unspaced) && (flags & kUnicodeMark) == 0) close(at);
      if (!inside) {
        begin = at;
        unspaced = alone;
        inside = true;
      }
    }
    close(text.size());
    return words;
  });
}

}  // namespace bfa
