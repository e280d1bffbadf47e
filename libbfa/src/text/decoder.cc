// SPDX-License-Identifier: Apache-2.0
#include "text/decoder.h"

#include <iconv.h>
#include <lexbor/encoding/encoding.h>

#include <array>
#include <memory>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr lxb_codepoint_t kReplacementPoint = 0xFFFD;
constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";

void append(Decoded& out, char32_t c) {
  if (c == kReplacement) ++out.replaced;
  append_code_point(out.text, c);
}

Decoded decode_by_lexbor(std::string_view bytes, const lxb_encoding_data_t* encoding) {
  Decoded out;
  out.text.reserve(bytes.size() + bytes.size() / 2);
  std::array<lxb_codepoint_t, 4096> buffer{};
  lxb_encoding_decode_t context;
  lxb_encoding_decode_init(&context, encoding, buffer.data(), buffer.size());
  lxb_encoding_decode_replace_set(&context, &kReplacementPoint, 1);
  const auto flush = [&] {
    const std::size_t used = lxb_encoding_decode_buf_used(&context);
    for (std::size_t i = 0; i < used; ++i) append(out, buffer[i]);
    lxb_encoding_decode_buf_used_set(&context, 0);
  };
  const auto* data = reinterpret_cast<const lxb_char_t*>(bytes.data());
  const auto* end = data + bytes.size();
  lxb_status_t status = LXB_STATUS_OK;
  do {
    status = encoding->decode(&context, &data, end);
    flush();
  } while (status == LXB_STATUS_SMALL_BUFFER);
  lxb_encoding_decode_finish(&context);
  flush();
  return out;
}

Decoded decode_utf8(std::string_view bytes) {
  Decoded out;
  const Utf8Census census = count_utf8(bytes);
  out.text = census.broken == 0 ? std::string(bytes) : repair_utf8(bytes);
  out.replaced = census.broken;
  return out;
}

Decoded decode_utf32(std::string_view bytes, bool big_endian) {
  Decoded out;
  std::size_t i = 0;
  for (; i + 4 <= bytes.size(); i += 4) {
    char32_t c = 0;
    for (std::size_t k = 0; k < 4; ++k)
      c = c << 8 | static_cast<unsigned char>(bytes[i + (big_endian ? k : 3 - k)]);
    append(out, c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) ? kReplacement : c);
  }
  if (i < bytes.size()) append(out, kReplacement);
  return out;
}

// ISO-2022-KR and HZ-GB-2312 are 7-bit dresses of EUC-KR and GB 2312: between two shifts the high bit is left
// out. WHATWG refuses both because browsers must; an archive keeps the text.
std::string undress(std::string_view bytes, bool korean) {
  std::string out;
  bool shifted = false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    const char next = i + 1 < bytes.size() ? bytes[i + 1] : '\0';
    if (korean && bytes.substr(i, 4) == "\x1B$)C") {
      i += 3;
    } else if (korean && (c == '\x0E' || c == '\x0F')) {
      shifted = c == '\x0E';
    } else if (!korean && c == '~' && (next == '{' || next == '}' || next == '~' || next == '\n')) {
      if (next == '~') out += '~';
      if (next == '{' || next == '}') shifted = next == '{';
      ++i;
    } else {
      if (c == '\n') shifted = false;
      out += shifted && c > ' ' ? static_cast<char>(c | '\x80') : c;
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
    ++out.replaced;
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
  if (encoding == "replacement") return Decoded{bytes.empty() ? "" : std::string(kReplacementBytes), 1};
  if (encoding == "iso-2022-kr") return decode_as(undress(bytes, true), "euc-kr");
  if (encoding == "hz-gb-2312") return decode_as(undress(bytes, false), "gb18030");
  const std::string name(encoding);
  const lxb_encoding_data_t* data =
      lxb_encoding_data_by_name(reinterpret_cast<const lxb_char_t*>(name.data()), name.size());
  if (data != nullptr) return decode_by_lexbor(bytes, data);
  return decode_by_iconv(bytes, name);
}

}  // namespace bfa
