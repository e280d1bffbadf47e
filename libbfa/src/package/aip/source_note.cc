// SPDX-License-Identifier: Apache-2.0
#include "package/aip/source_note.h"

#include <nlohmann/json.hpp>

#include "base/try.h"
#include "package/aip/premis.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json, const char* name) {
  const auto at = json.find(name);
  return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::uint64_t number_of(const Json& json, const char* name) {
  const auto at = json.find(name);
  return at != json.end() && at->is_number_unsigned() ? at->get<std::uint64_t>() : 0;
}

Json left_out(const SourceNote& note) {
  Json ranges = Json::array();
  std::uint64_t next = 1;
  for (const auto& [first, last] : note.steps) {
    if (first > next) ranges.push_back({next, first - 1});
    next = last + 1;
  }
  if (next <= note.last_step) ranges.push_back({next, note.last_step});
  return ranges;
}

}  // namespace

std::string format_source_note(const SourceNote& note) {
  Json json = {{"v", 1},
               {"format", "bfa-package"},
               {"made_by", software_name() + " " + software_version()},
               {"package", note.package},
               {"blog", note.blog},
               {"base", note.base}};
  if (!note.object.empty()) json["object"] = note.object;
  if (!note.kind.empty()) json["kind"] = note.kind;
  if (!note.before.empty()) json["before"] = note.before;
  if (note.since) json["since"] = format_rfc3339(*note.since);
  json["versions"] = note.all_versions ? "all" : "latest";
  json["records"] = note.records;
  json["steps"] = Json::array();
  for (const auto& [first, last] : note.steps) json["steps"].push_back({first, last});
  json["steps_left_out"] = left_out(note);
  json["last_step"] = note.last_step;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<SourceNote> parse_source_note(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || text_of(json, "format") != "bfa-package")
    return Error{Code::kCorrupt, "this is no note of a package", kSourceNoteName, -1};
  if (number_of(json, "v") > 1)
    return Error{Code::kUnsupported, "the package was made by a newer version", kSourceNoteName, -1};
  SourceNote note;
  note.package = text_of(json, "package");
  note.blog = text_of(json, "blog");
  note.base = text_of(json, "base");
  note.object = text_of(json, "object");
  note.kind = text_of(json, "kind");
  note.before = text_of(json, "before");
  if (const std::string since = text_of(json, "since"); !since.empty()) {
    BFA_ASSIGN_OR_RETURN(note.since, parse_rfc3339(since));
  }
  note.all_versions = text_of(json, "versions") != "latest";
  note.records = number_of(json, "records");
  note.last_step = number_of(json, "last_step");
  const auto steps = json.find("steps");
  if (steps == json.end() || !steps->is_array()) return note;
  for (const Json& range : *steps) {
    if (!range.is_array() || range.size() != 2 || !range[0].is_number_unsigned() ||
        !range[1].is_number_unsigned())
      return Error{Code::kCorrupt, "a range of steps cannot be read", kSourceNoteName, -1};
    note.steps.emplace_back(range[0].get<std::uint64_t>(), range[1].get<std::uint64_t>());
  }
  return note;
}

}  // namespace bfa
