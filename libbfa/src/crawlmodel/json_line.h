// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "object/json_value.h"

namespace bfa {

// Writes one JSON object as text, without building a document first. The bytes are the same as those of
// dump_json() for the same members in the same order. Empty texts, zero numbers and times, and empty lists
// are left out.
class JsonLine {
 public:
  JsonLine() { out_ += "{\"v\":" + std::to_string(kJsonVersion); }

  void text(std::string_view name, std::string_view value) {
    if (!value.empty()) always_text(name, value);
  }
  void always_text(std::string_view name, std::string_view value) {
    key(name);
    append_json_text(out_, value);
  }
  void number(std::string_view name, std::uint64_t value) {
    if (value != 0) always_number(name, value);
  }
  void always_number(std::string_view name, std::uint64_t value) {
    key(name);
    out_ += std::to_string(value);
  }
  void flag(std::string_view name, bool value) {
    if (!value) return;
    key(name);
    out_ += "true";
  }
  void time(std::string_view name, UtcTime value) {
    if (value != UtcTime{}) always_text(name, format_rfc3339(value));
  }
  void list(std::string_view name, const std::vector<std::uint64_t>& values) {
    if (values.empty()) return;
    key(name);
    char separator = '[';
    for (const std::uint64_t value : values) {
      out_ += separator;
      out_ += std::to_string(value);
      separator = ',';
    }
    out_ += ']';
  }
  // A member object; its members follow until end().
  void begin(std::string_view name) {
    key(name);
    out_ += '{';
  }
  void end() { out_ += '}'; }

  std::string take() && {
    out_ += '}';
    return std::move(out_);
  }

 private:
  void key(std::string_view name) {
    if (out_.back() != '{') out_ += ',';
    out_ += '"';
    out_ += name;
    out_ += "\":";
  }

  std::string out_;
};

}  // namespace bfa
