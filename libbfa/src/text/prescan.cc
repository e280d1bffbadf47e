// SPDX-License-Identifier: Apache-2.0
// HTML 13.2.3.2, "prescan a byte stream to determine its encoding", step by step.
#include "text/prescan.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "bfa/text/charset.h"

namespace bfa {
namespace {

// The standard looks at 1024 bytes before it parses; a meta element that the parser meets later still
// changes the encoding ("change the encoding while parsing"), so the same scan continues.
constexpr std::size_t kPrescanBytes = 64 * 1024;
constexpr std::size_t kDeclarationBytes = 1024;

struct Attribute {
  std::string name, value;  // lower case
};

class Prescan {
 public:
  explicit Prescan(std::string_view text) : text_(text.substr(0, kPrescanBytes)) {}

  std::string run() {
    while (pos_ < text_.size()) {
      const auto rest = text_.substr(pos_);
      if (rest.starts_with("<!--")) {
        const auto end = text_.find("-->", pos_ + 2);
        pos_ = end == std::string_view::npos ? text_.size() : end + 3;
      } else if (rest.size() > 5 && ascii_lower_case(rest.substr(0, 5)) == "<meta" &&
                 (is_html_space(rest[5]) || rest[5] == '/')) {
        pos_ += 5;
        if (auto label = read_meta(); !label.empty()) return label;
      } else if (rest.size() > 1 && rest[0] == '<' &&
                 (is_letter(rest[1]) || (rest[1] == '/' && rest.size() > 2 && is_letter(rest[2])))) {
        skip_tag();
      } else if (rest.starts_with("<!") || rest.starts_with("</") || rest.starts_with("<?")) {
        pos_ = std::min(text_.find('>', pos_), text_.size() - 1) + 1;
      } else {
        pos_ = std::min(text_.find('<', pos_ + 1), text_.size());
      }
    }
    return {};
  }

 private:
  void skip_tag() {
    while (pos_ < text_.size() && !is_html_space(text_[pos_]) && text_[pos_] != '>') ++pos_;
    Attribute attribute;
    while (next_attribute(attribute)) {
    }
    ++pos_;
  }

  std::string read_meta() {
    std::vector<std::string> seen;
    bool got_pragma = false;
    enum class Need { kUnknown, kPragma, kNoPragma } need = Need::kUnknown;
    std::string label;
    Attribute attribute;
    while (next_attribute(attribute)) {
      if (std::find(seen.begin(), seen.end(), attribute.name) != seen.end()) continue;
      seen.push_back(attribute.name);
      if (attribute.name == "http-equiv") {
        got_pragma = got_pragma || attribute.value == "content-type";
      } else if (attribute.name == "content" && label.empty()) {
        label = charset_of_content(attribute.value);
        if (!label.empty() && encoding_name(label).empty()) label.clear();
        if (!label.empty()) need = Need::kPragma;
      } else if (attribute.name == "charset") {
        label = attribute.value;
        need = Need::kNoPragma;
      }
    }
    ++pos_;
    if (need == Need::kUnknown || (need == Need::kPragma && !got_pragma)) return {};
    return encoding_name(label).empty() ? std::string() : label;
  }

  // "text/html; charset=x": the rules of HTML's "extracting a character encoding from a meta element".
  static std::string charset_of_content(std::string_view value) {
    for (auto at = value.find("charset"); at != std::string_view::npos; at = value.find("charset", at)) {
      at += 7;
      while (at < value.size() && is_html_space(value[at])) ++at;
      if (at >= value.size() || value[at] != '=') continue;
      ++at;
      while (at < value.size() && is_html_space(value[at])) ++at;
      if (at >= value.size()) return {};
      if (value[at] == '"' || value[at] == '\'') {
        const auto end = value.find(value[at], at + 1);
        return end == std::string_view::npos ? std::string()
                                             : std::string(value.substr(at + 1, end - at - 1));
      }
      auto end = at;
      while (end < value.size() && !is_html_space(value[end]) && value[end] != ';') ++end;
      return std::string(value.substr(at, end - at));
    }
    return {};
  }

  // "get an attribute"; false at the tag's end.
  bool next_attribute(Attribute& out) {
    out = {};
    while (pos_ < text_.size() && (is_html_space(text_[pos_]) || text_[pos_] == '/')) ++pos_;
    if (pos_ >= text_.size() || text_[pos_] == '>') return false;
    for (; pos_ < text_.size(); ++pos_) {
      const char c = text_[pos_];
      if ((c == '=' && !out.name.empty()) || is_html_space(c)) break;
      if (c == '/' || c == '>') return true;
      out.name += ascii_lower(c);
    }
    while (pos_ < text_.size() && is_html_space(text_[pos_])) ++pos_;
    if (pos_ >= text_.size() || text_[pos_] != '=') return pos_ < text_.size();
    ++pos_;
    while (pos_ < text_.size() && is_html_space(text_[pos_])) ++pos_;
    return read_value(out.value);
  }

  bool read_value(std::string& value) {
    if (pos_ >= text_.size()) return false;
    const char quote = text_[pos_];
    if (quote == '"' || quote == '\'') {
      const auto end = text_.find(quote, pos_ + 1);
      if (end == std::string_view::npos) {  // cut: the prescan ends without this attribute
        pos_ = text_.size();
        return false;
      }
      value = ascii_lower_case(text_.substr(pos_ + 1, end - pos_ - 1));
      pos_ = end + 1;
      return true;
    }
    while (pos_ < text_.size() && !is_html_space(text_[pos_]) && text_[pos_] != '>')
      value += ascii_lower(text_[pos_++]);
    return pos_ < text_.size();
  }

  std::string_view text_;
  std::size_t pos_ = 0;
};

}  // namespace

std::string xml_declaration_label(std::string_view bytes) {
  bytes = bytes.substr(0, kDeclarationBytes);
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  if (!bytes.starts_with("<?xml")) return {};
  bytes = bytes.substr(0, bytes.find('>'));
  auto at = bytes.find("encoding");
  if (at == std::string_view::npos) return {};
  at += 8;
  while (at < bytes.size() && is_html_space(bytes[at])) ++at;
  if (at >= bytes.size() || bytes[at] != '=') return {};
  ++at;
  while (at < bytes.size() && is_html_space(bytes[at])) ++at;
  if (at >= bytes.size() || (bytes[at] != '"' && bytes[at] != '\'')) return {};
  const auto end = bytes.find(bytes[at], at + 1);
  return end == std::string_view::npos ? std::string() : std::string(bytes.substr(at + 1, end - at - 1));
}

std::string meta_label(std::string_view bytes) {
  return Prescan(bytes).run();
}

}  // namespace bfa
