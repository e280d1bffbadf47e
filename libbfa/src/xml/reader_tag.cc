// SPDX-License-Identifier: Apache-2.0
#include "xml/reader.h"

namespace bfa {

std::string_view XmlReader::read_name() {
  const std::size_t begin = pos_;
  while (!at_end() && is_xml_name_char(in_[pos_])) ++pos_;
  return in_.substr(begin, pos_ - begin);
}

void XmlReader::skip_space() {
  while (!at_end() && is_xml_space(in_[pos_])) ++pos_;
}

// False when reading must stop.
bool XmlReader::read_attribute(std::vector<RawAttribute>& raw) {
  const std::size_t offset = pos_;
  if (raw.size() >= kMaxAttributes) {
    fail(Code::kLimit, "an element with more than " + std::to_string(kMaxAttributes) + " attributes", offset);
    return false;
  }
  if (!is_xml_name_start(in_[pos_])) {
    ++pos_;
    return repair("stray_in_tag", "a character that begins no attribute", offset);
  }
  const std::string_view name = read_name();
  skip_space();
  if (at_end() || in_[pos_] != '=') {
    raw.push_back({name, {}, offset});
    return repair("attribute_without_value", "attribute '" + quote_for_message(name) + "' has no value",
                  offset);
  }
  ++pos_;
  skip_space();
  std::string value = read_attribute_value(offset);
  if (failed()) return false;
  raw.push_back({name, std::move(value), offset});
  return true;
}

std::string XmlReader::read_attribute_value(std::size_t offset) {
  std::string value;
  const char quote = at_end() ? '\0' : in_[pos_];
  std::size_t begin = pos_;
  std::size_t end = std::string_view::npos;
  if (quote == '"' || quote == '\'') {
    begin = pos_ + 1;
    end = in_.find(quote, begin);
    if (end == std::string_view::npos) {
      if (!repair("unclosed_quote", "an attribute value without its closing quote", offset)) return value;
      end = in_.find('>', begin);
      if (end == std::string_view::npos) end = in_.size();
      pos_ = end;
    } else {
      pos_ = end + 1;
    }
  } else {
    if (!repair("unquoted_attribute", "an attribute value without quotes", offset)) return value;
    while (!at_end() && !is_xml_space(in_[pos_]) && in_[pos_] != '>' && !starts_with("/>")) ++pos_;
    end = pos_;
  }
  const std::string_view raw = in_.substr(begin, end - begin);
  const std::size_t less = raw.find('<');
  if (less != std::string_view::npos &&
      !repair("less_than_in_attribute", "'<' in an attribute value", begin + less)) {
    return value;
  }
  decode(raw, begin, true, value);
  return value;
}

}  // namespace bfa
