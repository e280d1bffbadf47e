// SPDX-License-Identifier: Apache-2.0
#include "xml/reader.h"

namespace bfa {

void XmlReader::read_declaration() {
  if (starts_with("<!--")) {
    read_comment();
  } else if (starts_with("<![CDATA[")) {
    read_cdata();
  } else if (starts_with("<!DOCTYPE") || (!strict() && stack_.empty())) {
    read_doctype();
  } else if (repair("stray_less_than", "'<!' that begins no declaration", pos_)) {
    append_text("<", pos_);
    ++pos_;
  }
}

// As find(), but it searches only once for a missing mark: otherwise damage would make reading quadratic.
std::size_t XmlReader::find_ahead(std::string_view text, std::size_t from, bool& is_absent) const {
  if (is_absent) return std::string_view::npos;
  const std::size_t found = in_.find(text, from);
  is_absent = found == std::string_view::npos;
  return found;
}

void XmlReader::read_comment() {
  const std::size_t offset = pos_;
  const std::size_t end = find_ahead("-->", pos_ + 4, no_comment_end_);
  if (end == std::string_view::npos) {
    if (!repair("truncated", "a comment without its end", offset)) return;
    const std::size_t stop = in_.find('>', pos_);
    pos_ = stop == std::string_view::npos ? in_.size() : stop + 1;
    return;
  }
  const std::size_t dashes = in_.find("--", pos_ + 4);
  pos_ = end + 3;
  if (dashes != end) repair("double_dash", "'--' within a comment", dashes);
}

void XmlReader::read_cdata() {
  const std::size_t offset = pos_;
  const std::size_t begin = pos_ + 9;
  std::size_t end = in_.find("]]>", begin);
  const bool is_open = end == std::string_view::npos;
  if (is_open && !repair("truncated", "a CDATA section without its end", offset)) return;
  if (is_open) end = in_.size();
  pos_ = is_open ? end : end + 3;
  const std::string_view raw = in_.substr(begin, end - begin);
  if (stack_.empty()) {
    repair(root_ ? "junk_after_root" : "junk_before_prolog", "CDATA outside the document's root", offset);
    return;
  }
  std::string text;
  text.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const char c = raw[i];
    if (c == '\r') {
      if (i + 1 >= raw.size() || raw[i + 1] != '\n') text += '\n';
    } else if (static_cast<unsigned char>(c) < 0x20 && !is_xml_space(c)) {
      if (!repair("control_character", "a control character that XML does not allow", begin + i)) return;
    } else {
      text += c;
    }
  }
  append_text(text, offset);
}

void XmlReader::read_doctype() {
  const std::size_t offset = pos_;
  if ((root_ || !stack_.empty() || doctype_seen_) &&
      !repair("stray_doctype", "a document type declaration out of place", offset)) {
    return;
  }
  doctype_seen_ = true;
  pos_ += 2;
  while (!at_end() && in_[pos_] != '>' && !failed()) {
    const char c = in_[pos_];
    if (c == '"' || c == '\'') {
      const std::size_t end = in_.find(c, pos_ + 1);
      pos_ = end == std::string_view::npos ? in_.size() : end + 1;
    } else if (c == '[') {
      ++pos_;
      read_internal_subset();
    } else {
      ++pos_;
    }
  }
  if (at_end()) {
    repair("truncated", "a document type declaration without its end", offset);
  } else {
    ++pos_;
  }
}

// Begins after '[' and ends after ']'. Only general entities matter here.
void XmlReader::read_internal_subset() {
  while (!at_end() && in_[pos_] != ']' && !failed()) {
    if (starts_with("<!--")) {
      read_comment();
    } else if (starts_with("<!ENTITY")) {
      read_entity_declaration();
    } else if (in_[pos_] == '"' || in_[pos_] == '\'') {
      const std::size_t end = in_.find(in_[pos_], pos_ + 1);
      pos_ = end == std::string_view::npos ? in_.size() : end + 1;
    } else {
      ++pos_;
    }
  }
  if (!at_end()) ++pos_;
}

void XmlReader::read_entity_declaration() {
  pos_ += 8;
  skip_space();
  const bool is_parameter = !at_end() && in_[pos_] == '%';
  if (is_parameter) ++pos_;
  skip_space();
  const std::string name(read_name());
  skip_space();
  std::optional<std::string> value;
  const bool is_literal = !at_end() && (in_[pos_] == '"' || in_[pos_] == '\'');
  while (!at_end() && in_[pos_] != '>') {
    if (in_[pos_] != '"' && in_[pos_] != '\'') {
      ++pos_;
      continue;
    }
    const std::size_t end = in_.find(in_[pos_], pos_ + 1);
    if (end == std::string_view::npos) {
      pos_ = in_.size();
      break;
    }
    // A value with markup would be parsed again at each use: such an entity counts as external.
    const std::string_view literal = in_.substr(pos_ + 1, end - pos_ - 1);
    if (is_literal && literal.find('<') == std::string_view::npos) {
      value.emplace();
      expand_character_references(literal, *value);
    }
    pos_ = end + 1;
  }
  if (!at_end()) ++pos_;
  if (!is_parameter && !name.empty()) entities_.try_emplace(name, std::move(value));
}

// XML 1.0 section 4.4.5: character references in an entity's value are expanded in the declaration, others
// at each use.
void XmlReader::expand_character_references(std::string_view literal, std::string& out) {
  for (std::size_t at = 0; at < literal.size() && !failed();) {
    const std::size_t semicolon = literal.find(';', at);
    if (literal.compare(at, 2, "&#") == 0 && semicolon != std::string_view::npos) {
      at = decode_numeric(literal, at, semicolon, pos_ + 1 + at, out);
    } else {
      out += literal[at++];
    }
  }
}

void XmlReader::read_instruction() {
  const std::size_t offset = pos_;
  const std::size_t end = find_ahead("?>", pos_ + 2, no_instruction_end_);
  const bool is_declaration = starts_with("<?xml") && pos_ + 5 < in_.size() && is_xml_space(in_[pos_ + 5]);
  const bool is_first = offset == 0 || (offset == 3 && in_.starts_with("\xEF\xBB\xBF"));
  if (end == std::string_view::npos) {
    if (!repair("truncated", "a processing instruction without its end", offset)) return;
    const std::size_t stop = in_.find('>', pos_);
    pos_ = stop == std::string_view::npos ? in_.size() : stop + 1;
    return;
  }
  pos_ = end + 2;
  if (is_declaration && !is_first && strict()) {
    fail(Code::kCorrupt, "an XML declaration that is not at the start", offset);
  }
}

}  // namespace bfa
