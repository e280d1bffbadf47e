// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "bfa/text/utf8.h"
#include "text/windows_1252.h"
#include "xml/entities.h"
#include "xml/reader.h"

namespace bfa {
namespace {

constexpr int kMaxEntityDepth = 8;

// XML 1.0 production 2, Char.
bool is_xml_char(std::uint32_t c) {
  return c == 0x9 || c == 0xA || c == 0xD || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) ||
         (c >= 0x10000 && c <= 0x10FFFF);
}

std::string_view predefined_entity(std::string_view name) {
  if (name == "amp") return "&";
  if (name == "lt") return "<";
  if (name == "gt") return ">";
  if (name == "quot") return "\"";
  if (name == "apos") return "'";
  return {};
}

bool is_bad_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && !is_xml_space(c);
}

}  // namespace

void XmlReader::read_text() {
  const std::size_t begin = pos_;
  const std::size_t stop = in_.find('<', pos_);
  const std::size_t end = stop == std::string_view::npos ? in_.size() : stop;
  pos_ = end;
  const std::string_view raw = in_.substr(begin, end - begin);
  if (stack_.empty()) {
    append_text(raw, begin);
    return;
  }
  const std::size_t bracket = raw.find("]]>");
  if (bracket != std::string_view::npos && !repair("cdata_end_in_text", "']]>' in text", begin + bracket)) {
    return;
  }
  std::string text;
  decode(raw, begin, false, text);
  if (!failed()) append_text(text, begin);
}

void XmlReader::decode(std::string_view raw, std::size_t offset, bool is_attribute, std::string& out,
                       int depth) {
  std::size_t at = 0;
  while (at < raw.size() && !failed()) {
    const char c = raw[at];
    if (c == '&') {
      at = decode_reference(raw, at, offset + (depth == 0 ? at : 0), is_attribute, out, depth);
    } else if (c == '\r') {
      out += is_attribute ? ' ' : '\n';
      at += at + 1 < raw.size() && raw[at + 1] == '\n' ? 2 : 1;
    } else if (is_bad_byte(c)) {
      if (!repair("control_character", "a control character that XML does not allow", offset + at)) return;
      ++at;
    } else if (is_attribute && (c == '\n' || c == '\t')) {
      out += ' ';
      ++at;
    } else if (raw.compare(at, 2, "\xEF\xBF") == 0 && at + 2 < raw.size() &&
               static_cast<unsigned char>(raw[at + 2]) >= 0xBE) {
      if (!repair("control_character", "U+FFFE or U+FFFF, which XML does not allow", offset + at)) return;
      at += 3;
    } else {
      out += c;
      ++at;
    }
  }
}

// Begins at '&'; returns the position after the reference.
std::size_t XmlReader::decode_reference(std::string_view raw, std::size_t at, std::size_t offset,
                                        bool is_attribute, std::string& out, int depth) {
  const std::string_view rest = raw.substr(at + 1, 64);
  const std::size_t semicolon = rest.find(';');
  if (!rest.empty() && rest[0] == '#') {
    return decode_numeric(raw, at, semicolon == std::string_view::npos ? raw.size() : at + 1 + semicolon,
                          offset, out);
  }
  std::size_t length = 0;
  while (length < rest.size() && is_xml_name_char(rest[length])) ++length;
  if (length == 0 || length != semicolon || !is_xml_name_start(rest[0])) {
    if (repair("bare_ampersand", "'&' that begins no reference", offset)) out += '&';
    return at + 1;
  }
  decode_named(rest.substr(0, length), offset, is_attribute, out, depth);
  return at + 1 + length + 1;
}

std::size_t XmlReader::decode_numeric(std::string_view raw, std::size_t at, std::size_t end,
                                      std::size_t offset, std::string& out) {
  const bool is_hex = raw.compare(at, 3, "&#x") == 0 || raw.compare(at, 3, "&#X") == 0;
  if (is_hex && raw[at + 2] == 'X' && !repair("bad_reference", "'&#X' where XML wants '&#x'", offset)) {
    return end;
  }
  const char* begin = raw.data() + at + (is_hex ? 3 : 2);
  std::uint32_t value = 0;
  const auto parsed = std::from_chars(begin, raw.data() + end, value, is_hex ? 16 : 10);
  if (begin >= raw.data() + end || parsed.ptr != raw.data() + end || end == raw.size()) {
    if (repair("bad_reference", "a character reference without digits or ';'", offset)) out += '&';
    return at + 1;
  }
  if (parsed.ec != std::errc() || !is_xml_char(value)) {
    if (repair("bad_reference", "a reference to a character that XML does not allow", offset)) {
      append_code_point(out, 0xFFFD);
    }
    return end + 1;
  }
  const char32_t meant = !strict() && value >= 0x80 && value < 0xA0 ? windows_1252_character(value)
                                                                    : static_cast<char32_t>(value);
  append_code_point(out, meant != 0 ? meant : static_cast<char32_t>(value));
  return end + 1;
}

void XmlReader::decode_named(std::string_view name, std::size_t offset, bool is_attribute, std::string& out,
                             int depth) {
  if (const std::string_view predefined = predefined_entity(name); !predefined.empty()) {
    out += predefined;
    return;
  }
  if (const auto declared = entities_.find(name); declared != entities_.end()) {
    if (!declared->second) {
      repair("external_entity", "entity '" + quote_for_message(name) + "' is external and not read", offset);
      return;
    }
    expanded_ += declared->second->size();
    if (depth >= kMaxEntityDepth || expanded_ > kMaxExpandedBytes) {
      if (strict()) fail(Code::kLimit, "entities expand too far", offset);
      if (!strict() && !is_bomb_noted_) {
        findings_->push_back({Code::kLimit, "entity_limit", "entities expand too far, the rest is left out",
                              static_cast<std::int64_t>(offset), "xml"});
      }
      is_bomb_noted_ = true;
      return;
    }
    decode(*declared->second, offset, is_attribute, out, depth + 1);
    return;
  }
  const char32_t known = strict() ? U'\0' : html_entity(name);
  if (!repair(known != 0 ? "html_entity" : "unknown_entity",
              "entity '" + quote_for_message(name) + "' is not declared", offset)) {
    return;
  }
  if (known != 0) {
    append_code_point(out, known);
  } else {
    out += '&';
    out += name;
    out += ';';
  }
}

}  // namespace bfa
