// SPDX-License-Identifier: Apache-2.0
#include "warc/read/header_parser.h"

#include <utility>

#include "base/ascii.h"

namespace bfa {
namespace {

void note(Findings& findings, const char* id, std::string message, std::uint64_t offset) {
  findings.push_back({Code::kCorrupt, id, std::move(message), static_cast<std::int64_t>(offset), {}});
}

// Hands out the fields of a header one after the other, reusing the strings that are there.
class FieldWriter {
 public:
  explicit FieldWriter(WarcHeader& header) : fields_(header.fields) {}
  void add(std::string_view name, std::string_view value) {
    if (used_ == fields_.size()) fields_.emplace_back();
    fields_[used_].first.assign(name);
    fields_[used_].second.assign(value);
    ++used_;
  }
  bool fold(std::string_view more) {
    if (used_ == 0) return false;
    std::string& value = fields_[used_ - 1].second;
    if (!value.empty() && !more.empty()) value.push_back(' ');
    value.append(more);
    return true;
  }
  void finish() { fields_.resize(used_); }

 private:
  std::vector<std::pair<std::string, std::string>>& fields_;
  std::size_t used_ = 0;
};

std::string decode_q(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '_') {
      out.push_back(' ');
    } else if (text[i] == '=' && i + 2 < text.size() && is_hex_digit(text[i + 1]) &&
               is_hex_digit(text[i + 2])) {
      out.push_back(static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2])));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

std::string decode_b(std::string_view text) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned buffer = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const std::size_t value = kAlphabet.find(c);
    if (value == std::string_view::npos) break;
    buffer = ((buffer << 6U) | static_cast<unsigned>(value)) & 0xffffU;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out.push_back(static_cast<char>((buffer >> bits) & 0xffU));
    }
  }
  return out;
}

std::string latin1_to_utf8(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out.push_back(c);
    } else {
      out.push_back(static_cast<char>(0xc0U | (byte >> 6U)));
      out.push_back(static_cast<char>(0x80U | (byte & 0x3fU)));
    }
  }
  return out;
}

// One "=?charset?B|Q?text?=" at the beginning of `text`; its length, 0 if it is absent.
std::size_t decode_word(std::string_view text, std::string& out) {
  const std::size_t charset_end = text.find('?', 2);
  if (charset_end == std::string_view::npos || charset_end + 2 >= text.size()) return 0;
  if (text[charset_end + 2] != '?') return 0;
  const std::size_t end = text.find("?=", charset_end + 3);
  if (end == std::string_view::npos) return 0;
  const std::string_view charset = text.substr(2, charset_end - 2);
  const bool latin1 = equals_ignoring_case(charset, "iso-8859-1");
  if (!latin1 && !equals_ignoring_case(charset, "utf-8") && !equals_ignoring_case(charset, "us-ascii"))
    return 0;
  const std::string_view coded = text.substr(charset_end + 3, end - charset_end - 3);
  const char kind = ascii_lower(text[charset_end + 1]);
  if (kind != 'b' && kind != 'q') return 0;
  const std::string bytes = kind == 'b' ? decode_b(coded) : decode_q(coded);
  out += latin1 ? latin1_to_utf8(bytes) : bytes;
  return end + 2;
}

}  // namespace

std::string decode_words(std::string_view value) {
  std::string out;
  bool after_word = false;
  while (!value.empty()) {
    const std::size_t start = value.find("=?");
    const std::string_view before = value.substr(0, start);
    // White space between two encoded words is not part of the text.
    if (!after_word || start == std::string_view::npos || !trim_blanks(before).empty()) out += before;
    if (start == std::string_view::npos) break;
    value.remove_prefix(start);
    const std::size_t size = decode_word(value, out);
    after_word = size != 0;
    if (size == 0) out += value.substr(0, 2);
    value.remove_prefix(size == 0 ? 2 : size);
  }
  return out;
}

std::size_t header_end(std::string_view bytes, std::size_t from) {
  for (std::size_t at = from >= 3 ? from - 3 : 0;; ++at) {
    at = bytes.find('\n', at);
    if (at == std::string_view::npos || at + 1 >= bytes.size()) return std::string_view::npos;
    if (bytes[at + 1] == '\n') return at + 2;
    if (bytes[at + 1] == '\r' && at + 2 < bytes.size() && bytes[at + 2] == '\n') return at + 3;
  }
}

bool parse_warc_header(std::string_view block, std::uint64_t offset, WarcHeader& header, Findings& findings) {
  FieldWriter fields(header);
  header.content_length = 0;
  bool first = true;
  bool bare_lf = false;
  while (!block.empty()) {
    const std::size_t end = block.find('\n');
    std::string_view line = block.substr(0, end);
    block.remove_prefix(end == std::string_view::npos ? block.size() : end + 1);
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    } else {
      bare_lf = true;
    }
    if (first) {
      if (!line.starts_with("WARC/")) return false;
      header.version.assign(trim_blanks(line));
      first = false;
    } else if (line.empty()) {
      break;
    } else if (line.front() == ' ' || line.front() == '\t') {
      if (!fields.fold(trim_blanks(line)))
        note(findings, "bad_header_line", "folded line without a field", offset);
    } else if (const std::size_t colon = line.find(':'); colon == std::string_view::npos || colon == 0) {
      note(findings, "bad_header_line", "header line without a name: " + std::string(line.substr(0, 60)),
           offset);
    } else {
      fields.add(trim_blanks(line.substr(0, colon)), trim_blanks(line.substr(colon + 1)));
    }
  }
  fields.finish();
  if (bare_lf) note(findings, "bare_lf", "header lines end in LF, not CRLF", offset);
  for (auto& [name, value] : header.fields) {
    if (value.find("=?") != std::string::npos) value = decode_words(value);
  }
  return true;
}

}  // namespace bfa
