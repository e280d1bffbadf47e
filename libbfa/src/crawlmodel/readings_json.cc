// SPDX-License-Identifier: Apache-2.0
#include "crawlmodel/readings_json.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/try.h"
#include "bfa/object/json.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr int kMaxDepth = 64;  // what is deeper is hostile: it is written and freed by calls in calls

Json object_json(const RecordedObservation& one) {
  DataObject object = one.observation.object;
  object.provenance.warc = {};  // the archive that takes it has its own places
  return Json::parse(object_to_json(object), nullptr, false);
}

Json to_json(const RecordedObservation& one) {
  const Observation& observation = one.observation;
  const DataObject& object = observation.object;
  Json json = {{"observed", format_rfc3339(observation.observed)}};
  if (observation.capture != 0) json["capture"] = observation.capture;
  if (observation.reading) json["reading"] = true;
  if (!one.sighting) {
    json["object"] = object_json(one);
    return json;
  }
  Json seen = {{"kind", kind_name(object.kind)}, {"url", object.url}};
  if (!object.post.empty()) seen["post"] = object.post;
  if (!object.id.empty()) seen["id"] = object.id;
  json["seen"] = std::move(seen);
  return json;
}

Error bad_readings() {
  return {Code::kCorrupt, "bad record of readings", {}, -1};
}

// Absent: left as it is.
bool read(const Json& json, const char* name, std::string& out) {
  const auto at = json.find(name);
  if (at == json.end()) return true;
  if (!at->is_string()) return false;
  out = at->get<std::string>();
  return true;
}

Result<DataObject> seen_from_json(const Json& json) {
  DataObject object;
  std::string kind;
  if (!json.is_object() || !read(json, "kind", kind) || !read(json, "url", object.url) ||
      !read(json, "post", object.post) || !read(json, "id", object.id))
    return bad_readings();
  const auto known = parse_kind(kind);
  if (!known) return bad_readings();
  object.kind = *known;
  return object;
}

Result<RecordedObservation> from_json(const Json& json) {
  RecordedObservation one;
  std::string observed;
  if (!json.is_object() || !read(json, "observed", observed)) return bad_readings();
  BFA_ASSIGN_OR_RETURN(one.observation.observed, parse_rfc3339(observed));
  if (const auto capture = json.find("capture"); capture != json.end()) {
    if (!capture->is_number_unsigned()) return bad_readings();
    one.observation.capture = capture->get<std::uint64_t>();
  }
  one.observation.reading = json.contains("reading");
  if (const auto seen = json.find("seen"); seen != json.end()) {
    one.sighting = true;
    BFA_ASSIGN_OR_RETURN(one.observation.object, seen_from_json(*seen));
    return one;
  }
  const auto object = json.find("object");
  if (object == json.end()) return bad_readings();
  BFA_ASSIGN_OR_RETURN(one.observation.object, object_from_json(object->dump()));
  return one;
}

}  // namespace

std::string readings_to_json(const std::vector<RecordedObservation>& readings) {
  Json items = Json::array();
  for (const RecordedObservation& one : readings) items.push_back(to_json(one));
  const Json json = {{"v", kVersion}, {"readings", std::move(items)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::vector<RecordedObservation>> readings_from_json(std::string_view text) {
  bool too_deep = false;
  const auto keep = [&](int depth, Json::parse_event_t, const Json&) {
    too_deep = too_deep || depth > kMaxDepth;
    return depth <= kMaxDepth;
  };
  const Json json = Json::parse(text, keep, false);
  if (too_deep) return Error{Code::kCorrupt, "bad record of readings: values are nested too deep", {}, -1};
  if (!json.is_object()) return bad_readings();
  const auto version = json.find("v"), items = json.find("readings");
  if (version == json.end() || !version->is_number_unsigned() || items == json.end() || !items->is_array())
    return bad_readings();
  if (version->get<std::uint64_t>() > kVersion)
    return Error{Code::kUnsupported, "the readings were recorded by a newer version", {}, -1};
  std::vector<RecordedObservation> readings;
  for (const Json& item : *items) {
    BFA_ASSIGN_OR_RETURN(RecordedObservation one, from_json(item));
    readings.push_back(std::move(one));
  }
  return readings;
}

}  // namespace bfa
