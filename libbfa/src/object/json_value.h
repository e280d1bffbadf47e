// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "bfa/base/result.h"
#include "bfa/base/time.h"
#include "bfa/object/data_object.h"

namespace bfa {

// Writing and reading JSON: keys keep their order, absent values are left out, wrong types are errors.
using Json = nlohmann::ordered_json;

inline constexpr int kJsonVersion = 1;

// The value on one line; bytes that are not UTF-8 become U+FFFD.
std::string dump_json(const Json& json, bool pretty = false);
// Appends `text` as a JSON string, as dump_json() writes it.
void append_json_text(std::string& out, std::string_view text);
// The end of the run of bytes, from `pos` on, that stand for themselves in a JSON string: the first control
// character, quotation mark or backslash.
std::size_t skip_plain_json(std::string_view text, std::size_t pos);

void put_text(Json& json, const char* name, const std::string& value);  // left out when empty
void put_number(Json& json, const char* name, std::uint64_t value);     // left out when 0
void put_time(Json& json, const char* name, UtcTime value);             // left out when zero
void put_list(Json& json, const char* name, const std::vector<std::string>& value);
void put_list(Json& json, const char* name, const std::vector<std::uint64_t>& value);
std::string_view reference_kind_name(ReferenceKind kind);  // empty: no such kind
std::optional<ReferenceKind> parse_reference_kind(std::string_view name);
Json reference_json(const Reference& reference);
Json references_json(const std::vector<Reference>& references);

// Reads the members of one object; the first wrong type is kept as error().
class JsonReader {
 public:
  explicit JsonReader(const Json& json) : json_(json) {}

  std::string text(const char* name);
  std::uint64_t number(const char* name);
  std::int64_t integer(const char* name, std::int64_t absent);
  double real(const char* name, double absent);
  bool boolean(const char* name);
  UtcTime time(const char* name);
  std::optional<Timestamp> timestamp(const char* name);
  std::vector<std::string> texts(const char* name);
  std::vector<std::uint64_t> numbers(const char* name);
  std::vector<Reference> references(const char* name);
  // The member when it is an array or object; nullptr when absent.
  const Json* array(const char* name);
  const Json* object(const char* name);

  bool ok() const { return !failed_; }
  void fail(const std::string& name, const std::string& wanted);
  const Error& error() const { return error_; }

 private:
  const Json* member(const char* name) const;

  const Json& json_;
  bool failed_ = false;
  Error error_;
};

// Parses one JSON object and checks its "v". Errors: kCorrupt, kUnsupported.
Result<Json> parse_json_object(std::string_view text, std::string_view what);

// Runs `make`; an exception of the JSON library becomes kCorrupt, others as in guarded().
template <class F>
auto without_exceptions(F&& make) -> decltype(make()) {
  return guarded([&]() -> decltype(make()) {
    try {
      return make();
    } catch (const Json::exception& e) {
      return Error{Code::kCorrupt, std::string("bad json: ") + e.what(), {}, -1};
    }
  });
}

}  // namespace bfa
