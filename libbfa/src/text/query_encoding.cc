// SPDX-License-Identifier: Apache-2.0
#include "text/query_encoding.h"

#include <lexbor/encoding/encoding.h>

#include <array>

#include "base/ascii.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

// The query percent-encode set of the URL standard, and what is not ASCII.
bool is_escaped(unsigned char byte) {
  return byte <= 0x20 || byte >= 0x7F || byte == '"' || byte == '#' || byte == '<' || byte == '>';
}

void append_byte(std::string& out, unsigned char byte) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  if (is_escaped(byte)) {
    out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
  } else {
    out += static_cast<char>(byte);
  }
}

void append_bytes(std::string& out, std::string_view bytes) {
  for (const char c : bytes) append_byte(out, static_cast<unsigned char>(c));
}

// The encoder to use; nullptr: UTF-8.
const lxb_encoding_data_t* encoder_for(std::string_view encoding) {
  const auto* data =
      lxb_encoding_data_by_name(reinterpret_cast<const lxb_char_t*>(encoding.data()), encoding.size());
  if (encoding.empty() || data == nullptr || data->encoding <= LXB_ENCODING_UNDEFINED) return nullptr;
  switch (data->encoding) {
    case LXB_ENCODING_UTF_8:
    case LXB_ENCODING_UTF_16BE:
    case LXB_ENCODING_UTF_16LE:
    case LXB_ENCODING_REPLACEMENT:
      return nullptr;
    default:
      return data;
  }
}

bool has_only_ascii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

}  // namespace

std::string percent_encode_query(std::string_view query, std::string_view encoding) {
  std::string out;
  const lxb_encoding_data_t* data = encoder_for(encoding);
  if (data == nullptr) {
    append_bytes(out, query);
    return out;
  }
  const bool is_iso_2022_jp = data->encoding == LXB_ENCODING_ISO_2022_JP;
  std::array<lxb_char_t, 32> buffer{};
  lxb_encoding_encode_t context;
  lxb_encoding_encode_init(&context, data, buffer.data(), buffer.size());
  const auto take = [&] {
    const std::size_t used = lxb_encoding_encode_buf_used(&context);
    append_bytes(out, {reinterpret_cast<const char*>(buffer.data()), used});
    lxb_encoding_encode_buf_used_set(&context, 0);
  };
  for (std::size_t at = 0; at < query.size();) {
    lxb_codepoint_t point = next_code_point(query, at);
    const lxb_codepoint_t* begin = &point;
    const lxb_status_t status = data->encode(&context, &begin, begin + 1);
    take();
    // The shifts and the escape would be obeyed by the reader.
    if (is_iso_2022_jp && (point == 0x0E || point == 0x0F || point == 0x1B)) point = 0xFFFD;
    if (status != LXB_STATUS_OK) out.append("%26%23").append(std::to_string(point)).append("%3B");
  }
  lxb_encoding_encode_finish(&context);
  take();
  return out;
}

std::string encode_query_of_link(std::string_view link, std::string_view encoding) {
  const std::size_t begin = link.find_first_of("?#");
  if (begin == std::string_view::npos || link[begin] == '#') return std::string(link);
  const std::string_view query = link.substr(begin + 1, link.find('#', begin) - begin - 1);
  if (has_only_ascii(query)) return std::string(link);
  const std::size_t colon = link.substr(0, begin).find_first_of(":/");
  if (colon != std::string_view::npos && link[colon] == ':') {
    const std::string scheme = ascii_lower_case(trim_html_space(link.substr(0, colon)));
    if (scheme != "http" && scheme != "https" && scheme != "ftp" && scheme != "file")
      return std::string(link);
  }
  return std::string(link.substr(0, begin + 1))
      .append(percent_encode_query(query, encoding))
      .append(link.substr(begin + 1 + query.size()));
}

}  // namespace bfa
