// SPDX-License-Identifier: Apache-2.0
#include "store/records/import_note.h"

#include <nlohmann/json.hpp>

namespace bfa {
namespace {

using Json = nlohmann::json;

Json json_of(const ImportSource& source) {
  Json json = {{"name", source.name}, {"format", source.format}};
  if (!source.sha256.empty()) json["sha256"] = source.sha256;
  if (source.converted) json["converted"] = true;
  if (!source.notes.empty()) json["notes"] = source.notes;
  return json;
}

std::string text_at(const Json& json, const char* name) {
  const auto at = json.find(name);
  return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

bool is_true(const Json& json, const char* name) {
  const auto at = json.find(name);
  return at != json.end() && at->is_boolean() && at->get<bool>();
}

ImportSource source_of(const Json& json) {
  ImportSource source{text_at(json, "name"),
                      text_at(json, "sha256"),
                      text_at(json, "format"),
                      is_true(json, "converted"),
                      {}};
  const auto notes = json.find("notes");
  if (notes == json.end() || !notes->is_object()) return source;
  for (const auto& [note, count] : notes->items())
    if (count.is_number_unsigned()) source.notes[note] = count.get<std::uint64_t>();
  return source;
}

}  // namespace

std::string import_settings(bool first, const std::vector<ImportSource>& sources) {
  Json json = {{"v", 1}, {"import", true}, {"first", first}};
  if (!sources.empty()) {
    Json list = Json::array();
    for (std::size_t i = 0; i < sources.size() && i < ImportNote::kMostSources; ++i)
      list.push_back(json_of(sources[i]));
    json["sources"] = std::move(list);
  }
  if (sources.size() > ImportNote::kMostSources) json["more"] = sources.size() - ImportNote::kMostSources;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

ImportNote parse_import_note(std::string_view settings) {
  ImportNote note;
  const auto json = Json::parse(settings, nullptr, false);
  if (!json.is_object()) return note;
  note.is_import = is_true(json, "import");
  if (const auto list = json.find("sources"); list != json.end() && list->is_array()) {
    for (const Json& each : *list)
      if (each.is_object()) note.sources.push_back(source_of(each));
  }
  if (const auto more = json.find("more"); more != json.end() && more->is_number_unsigned())
    note.more_sources = more->get<std::uint64_t>();
  return note;
}

}  // namespace bfa
