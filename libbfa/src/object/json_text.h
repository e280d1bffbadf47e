// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/object/data_object.h"

namespace bfa {

// Writes JSON members to a text, without a tree in between. The bytes are those of dump_json() for the same
// members in the same order. A store writes and reads an object for each page that it sees.
class JsonText {
 public:
  void begin_object();
  void begin_object(std::string_view name);
  void end_object() { out_ += '}'; }
  // Ends the object that begin_object(name) began at `mark`, and removes it when it has no member.
  void end_object_if_any(std::size_t mark);
  void begin_array(std::string_view name);
  void end_array() { out_ += ']'; }
  std::size_t mark() const { return out_.size(); }

  void text(std::string_view name, std::string_view value);  // left out when empty
  void always_text(std::string_view name, std::string_view value);
  void number(std::string_view name, std::uint64_t value);  // left out when 0
  void always_number(std::string_view name, std::uint64_t value);
  void real(std::string_view name, double value);
  void time(std::string_view name, UtcTime value);  // left out when zero
  void timestamp(std::string_view name, const std::optional<Timestamp>& value);
  void list(std::string_view name, const std::vector<std::string>& value);           // left out when empty
  void map(std::string_view name, const std::map<std::string, std::string>& value);  // left out when empty

  std::string take() { return std::move(out_); }
  void reserve(std::size_t bytes) { out_.reserve(bytes); }

 private:
  void separate();
  void name(std::string_view name);

  std::string out_;
};

}  // namespace bfa
