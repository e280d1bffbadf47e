// SPDX-License-Identifier: Apache-2.0
#include "object/json_text.h"

#include "object/json_value.h"

namespace bfa {

// A value never ends with an opening bracket: text ends with a quotation mark.
void JsonText::separate() {
  if (!out_.empty() && out_.back() != '{' && out_.back() != '[') out_ += ',';
}

void JsonText::name(std::string_view name) {
  separate();
  out_ += '"';
  out_ += name;
  out_ += "\":";
}

void JsonText::begin_object() {
  separate();
  out_ += '{';
}

void JsonText::begin_object(std::string_view name) {
  this->name(name);
  out_ += '{';
}

void JsonText::end_object_if_any(std::size_t mark) {
  if (out_.back() == '{') {
    out_.resize(mark);
  } else {
    out_ += '}';
  }
}

void JsonText::begin_array(std::string_view name) {
  this->name(name);
  out_ += '[';
}

void JsonText::text(std::string_view name, std::string_view value) {
  if (!value.empty()) always_text(name, value);
}

void JsonText::always_text(std::string_view name, std::string_view value) {
  this->name(name);
  append_json_text(out_, value);
}

void JsonText::number(std::string_view name, std::uint64_t value) {
  if (value != 0) always_number(name, value);
}

void JsonText::always_number(std::string_view name, std::uint64_t value) {
  this->name(name);
  out_ += std::to_string(value);
}

void JsonText::real(std::string_view name, double value) {
  this->name(name);
  out_ += Json(value).dump();
}

void JsonText::time(std::string_view name, UtcTime value) {
  if (value != UtcTime{}) always_text(name, format_rfc3339(value));
}

void JsonText::timestamp(std::string_view name, const std::optional<Timestamp>& value) {
  if (value) always_text(name, format_timestamp(*value));
}

void JsonText::list(std::string_view name, const std::vector<std::string>& value) {
  if (value.empty()) return;
  begin_array(name);
  for (const auto& item : value) {
    separate();
    append_json_text(out_, item);
  }
  end_array();
}

void JsonText::map(std::string_view name, const std::map<std::string, std::string>& value) {
  if (value.empty()) return;
  begin_object(name);
  for (const auto& [key, item] : value) {
    separate();
    append_json_text(out_, key);
    out_ += ':';
    append_json_text(out_, item);
  }
  end_object();
}

}  // namespace bfa
