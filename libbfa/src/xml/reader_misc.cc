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
    } else if (c == '\xEF' && find_forbidden_character(raw.substr(i, 3)) == 0) {
      if (!repair("control_character", "U+FFFE or U+FFFF, which XML does not allow", begin + i)) return;
      i += 2;
    } else {
      text += c;
    }
  }
  append_text(text, offset);
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
  const std::string_view inside = in_.substr(offset + 2, end - offset - 2);
  if (!is_declaration) {
    if (!is_xml_instruction(inside))
      repair("bad_instruction", "a processing instruction without a target", offset);
  } else if (is_first) {
    if (!is_xml_declaration(inside.substr(3)))
      repair("bad_declaration", "a malformed XML declaration", offset);
  } else if (strict()) {
    fail(Code::kCorrupt, "an XML declaration that is not at the start", offset);
  }
}

}  // namespace bfa
