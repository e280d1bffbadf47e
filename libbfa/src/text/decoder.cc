// SPDX-License-Identifier: Apache-2.0
#include "text/decoder.h"

#include <iconv.h>
#include <lexbor/encoding/encoding.h>
#include <lexbor/encoding/multi.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <vector>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr lxb_codepoint_t kReplacementPoint = 0xFFFD;
constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";

void append(Decoded& out, char32_t c, std::size_t at = std::string_view::npos) {
  if (c == kReplacement && out.replaced++ == 0) out.first_replaced = at;
  append_code_point(out.text, c);
}

// Shift_JIS by the standard's steps over lexbor's index: its own decoder (3.0.1) loses the second half of the
// lead bytes. Source: WHATWG Encoding, "Shift_JIS decoder".
char32_t shift_jis_pair(unsigned lead, unsigned trail) {
  if (!((trail >= 0x40 && trail <= 0x7E) || (trail >= 0x80 && trail <= 0xFC))) return kReplacement;
  const unsigned pointer =
      (lead - (lead < 0xA0 ? 0x81u : 0xC1u)) * 188 + trail - (trail < 0x7F ? 0x40u : 0x41u);
  if (pointer >= 8836 && pointer <= 10715) return 0xE000 - 8836 + pointer;
  if (pointer >= std::size(lxb_encoding_multi_jis0208_map)) return kReplacement;
  const char32_t c = lxb_encoding_multi_jis0208_map[pointer];
  return c == 0 || c > LXB_ENCODING_MAX_CODEPOINT ? kReplacement : c;
}

Decoded decode_shift_jis(std::string_view bytes) {
  Decoded out;
  out.text.reserve(bytes.size() + bytes.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t begin = i;
    const unsigned byte = static_cast<unsigned char>(bytes[i]);
    if (byte <= 0x80) {
      append(out, byte);
    } else if (byte >= 0xA1 && byte <= 0xDF) {
      append(out, 0xFF61 - 0xA1 + byte);
    } else if ((byte >= 0x81 && byte <= 0x9F) || (byte >= 0xE0 && byte <= 0xFC)) {
      const unsigned trail = i + 1 < bytes.size() ? static_cast<unsigned char>(bytes[i + 1]) : 0x100;
      const char32_t c = shift_jis_pair(byte, trail);
      if (c != kReplacement || (trail >= 0x80 && trail < 0x100)) ++i;  // an ASCII byte is never lost
      append(out, c, begin);
    } else {
      append(out, kReplacement, begin);
    }
  }
  return out;
}

constexpr std::size_t kPieceBytes = 16 * 1024;

// The end of a piece of input: after a byte that is never the second one of a character, if one is near.
std::size_t piece_end(std::string_view bytes, std::size_t begin, bool utf16) {
  const std::size_t limit = begin + kPieceBytes;
  if (limit >= bytes.size()) return bytes.size();
  if (utf16) {
    // Not between the halves of a surrogate pair, in either byte order.
    const auto half = [&](std::size_t i) { return (static_cast<unsigned char>(bytes[i]) & 0xFC) == 0xD8; };
    return half(limit - 2) || half(limit - 1) ? limit - 2 : limit;
  }
  const auto end = bytes.substr(begin, kPieceBytes).find_last_of("\n <>");
  return end == std::string_view::npos ? limit : begin + end + 1;
}

// The byte of `piece` at which its first U+FFFD shows, decoded from the state `before`. Prefixes are tried,
// twice as good each time.
std::size_t place_of_first(std::string_view piece, const lxb_encoding_data_t* encoding,
                           const lxb_encoding_decode_t& before) {
  const auto* data = reinterpret_cast<const lxb_char_t*>(piece.data());
  std::vector<lxb_codepoint_t> buffer(2 * piece.size() + 8);
  const auto shows = [&](std::size_t size) {
    lxb_encoding_decode_t context = before;
    context.buffer_out = buffer.data();
    context.buffer_length = buffer.size();
    context.buffer_used = 0;
    const auto* begin = data;
    encoding->decode(&context, &begin, data + size);
    const auto end = buffer.begin() + static_cast<std::ptrdiff_t>(context.buffer_used);
    return std::find(buffer.begin(), end, kReplacementPoint) != end;
  };
  std::size_t clean = 0, bad = piece.size();
  while (bad - clean > 1) {
    const std::size_t middle = clean + (bad - clean) / 2;
    (shows(middle) ? bad : clean) = middle;
  }
  return clean;
}

// The input is decoded in pieces that cannot fill the output and that end between characters: lexbor 3.0.1
// loses a character in several decoders when its buffer is full, and a cut one may be lost.
Decoded decode_by_lexbor(std::string_view bytes, const lxb_encoding_data_t* encoding) {
  Decoded out;
  out.text.reserve(bytes.size() + bytes.size() / 2);
  const bool utf16 =
      encoding->encoding == LXB_ENCODING_UTF_16BE || encoding->encoding == LXB_ENCODING_UTF_16LE;
  std::vector<lxb_codepoint_t> buffer(2 * std::min(kPieceBytes, bytes.size()) +
                                      8);  // a byte gives two at most
  lxb_encoding_decode_t context;
  lxb_encoding_decode_init(&context, encoding, buffer.data(), buffer.size());
  lxb_encoding_decode_replace_set(&context, &kReplacementPoint, 1);
  const auto flush = [&] {
    const std::size_t used = lxb_encoding_decode_buf_used(&context);
    for (std::size_t i = 0; i < used; ++i) append(out, buffer[i]);
    lxb_encoding_decode_buf_used_set(&context, 0);
  };
  for (std::size_t begin = 0; begin < bytes.size();) {
    const auto piece = bytes.substr(begin, piece_end(bytes, begin, utf16) - begin);
    begin += piece.size();
    const auto* data = reinterpret_cast<const lxb_char_t*>(piece.data());
    const auto* end = data + piece.size();
    const lxb_encoding_decode_t before = context;
    encoding->decode(&context, &data, end);
    const bool clean = out.replaced == 0;
    flush();
    if (clean && out.replaced > 0)
      out.first_replaced = begin - piece.size() + place_of_first(piece, encoding, before);
  }
  lxb_encoding_decode_finish(&context);
  const bool clean = out.replaced == 0;
  flush();
  if (clean && out.replaced > 0) out.first_replaced = bytes.size() - 1;
  return out;
}

Decoded decode_utf8(std::string_view bytes) {
  Decoded out;
  const Utf8Census census = count_utf8(bytes);
  out.text = census.broken == 0 ? std::string(bytes) : repair_utf8(bytes);
  out.replaced = census.broken;
  out.first_replaced = census.first_broken;
  return out;
}

Decoded decode_utf32(std::string_view bytes, bool big_endian) {
  Decoded out;
  std::size_t i = 0;
  for (; i + 4 <= bytes.size(); i += 4) {
    char32_t c = 0;
    for (std::size_t k = 0; k < 4; ++k)
      c = c << 8 | static_cast<unsigned char>(bytes[i + (big_endian ? k : 3 - k)]);
    append(out, c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) ? kReplacement : c, i);
  }
  if (i < bytes.size()) append(out, kReplacement, i);
  return out;
}

char with_high_bit(char c) {
  return static_cast<char>(static_cast<unsigned char>(c) | 0x80u);
}

// ISO-2022-KR and HZ-GB-2312 are 7-bit forms of EUC-KR and GB 2312: between two shifts the high bit is
// omitted. WHATWG refuses both because browsers must; an archive keeps the text.
std::string undress_korean(std::string_view bytes) {
  std::string out;
  bool shifted = false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (bytes.substr(i, 4) == "\x1B$)C") {
      i += 3;
    } else if (c == '\x0E' || c == '\x0F') {
      shifted = c == '\x0E';
    } else {
      if (c == '\n') shifted = false;
      out += shifted && c > ' ' ? with_high_bit(c) : c;
    }
  }
  return out;
}

std::string undress_chinese(std::string_view bytes) {
  std::string out;
  bool shifted = false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    const char next = i + 1 < bytes.size() ? bytes[i + 1] : '\0';
    if (c == '~' && (next == '{' || next == '}' || next == '~' || next == '\n')) {
      if (next == '~') out += '~';
      if (next == '{' || next == '}') shifted = next == '{';
      ++i;
    } else if (shifted && c > ' ' && next > ' ') {
      out += with_high_bit(c);  // in pairs: the second byte may be "~"
      out += with_high_bit(next);
      ++i;
    } else {
      if (c == '\n') shifted = false;
      out += c;
    }
  }
  return out;
}

std::optional<Decoded> decode_by_iconv(std::string_view bytes, const std::string& encoding) {
  iconv_t converter = ::iconv_open("UTF-8", encoding.c_str());
  if (converter == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
  const std::unique_ptr<void, int (*)(iconv_t)> closer(converter, ::iconv_close);
  Decoded out;
  std::array<char, 4096> buffer{};
  char* in = const_cast<char*>(bytes.data());  // iconv reads only
  std::size_t left = bytes.size();
  while (left > 0) {
    char* to = buffer.data();
    std::size_t room = buffer.size();
    const std::size_t result = ::iconv(converter, &in, &left, &to, &room);
    const auto written = static_cast<std::size_t>(to - buffer.data());
    out.text.append(buffer.data(), written);
    if (result != static_cast<std::size_t>(-1)) break;
    if (written > 0 && room < 16) continue;  // the buffer was full
    out.text.append(kReplacementBytes);
    if (out.replaced++ == 0) out.first_replaced = bytes.size() - left;
    ++in;
    --left;
  }
  return out;
}

}  // namespace

Utf8Census count_utf8(std::string_view bytes) noexcept {
  Utf8Census census;
  if (is_valid_utf8(bytes)) {
    for (const char c : bytes) census.sequences += static_cast<unsigned char>(c) >= 0xC0 ? 1 : 0;
    return census;
  }
  for (std::size_t pos = 0; pos < bytes.size();) {
    const auto begin = pos;
    const char32_t c = next_code_point(bytes, pos);
    if (c < 0x80) continue;
    if (c == kReplacement && bytes.substr(begin, pos - begin) != kReplacementBytes) {
      if (census.broken++ == 0) census.first_broken = begin;
    } else {
      ++census.sequences;
    }
  }
  return census;
}

std::optional<Decoded> decode_as(std::string_view bytes, std::string_view encoding) {
  if (encoding == "utf-8") return decode_utf8(bytes);
  if (encoding == "utf-32le" || encoding == "utf-32be") return decode_utf32(bytes, encoding == "utf-32be");
  if (encoding == "replacement") return Decoded{bytes.empty() ? "" : std::string(kReplacementBytes), 1, 0};
  if (encoding == "iso-2022-kr" || encoding == "hz-gb-2312") {
    const bool korean = encoding == "iso-2022-kr";
    auto undressed =
        korean ? decode_as(undress_korean(bytes), "euc-kr") : decode_as(undress_chinese(bytes), "gb18030");
    if (undressed) undressed->first_replaced = std::string_view::npos;
    return undressed;
  }
  const std::string name(encoding);
  const lxb_encoding_data_t* data =
      lxb_encoding_data_by_name(reinterpret_cast<const lxb_char_t*>(name.data()), name.size());
  if (data != nullptr && data->encoding == LXB_ENCODING_SHIFT_JIS) return decode_shift_jis(bytes);
  if (data != nullptr) return decode_by_lexbor(bytes, data);
  return decode_by_iconv(bytes, name);
}

}  // namespace bfa
