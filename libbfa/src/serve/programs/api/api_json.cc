// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/api/api_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "serve/data/replies.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void put(Json& json, const char* name, const std::string& text) {
  if (!text.empty()) json[name] = text;
}

void put(Json& json, const char* name, const std::vector<std::string>& texts) {
  if (!texts.empty()) json[name] = texts;
}

}  // namespace

std::string json_of(const ListedObject& object) {
  Json json = {{"v", 1}, {"url", object.url}, {"kind", kind_name(object.kind)}};
  put(json, "type", object.comment_type);
  put(json, "title", object.title);
  put(json, "blog", object.blog_host);
  put(json, "post", object.post);
  put(json, "published", object.published);
  put(json, "authors", object.authors);
  put(json, "tags", object.tags);
  put(json, "categories", object.categories);
  put(json, "language", object.language);
  put(json, "status", object.status);
  json["first_seen"] = format_rfc3339(object.first_seen);
  json["changed"] = format_rfc3339(object.changed);
  json["version"] = object.version;
  json["versions"] = object.versions;
  return dump(json);
}

std::string json_of(const IndexedCapture& capture) {
  Json json = {{"v", 1}, {"url", capture.url}, {"time", format_rfc3339(capture.time)}};
  json["sequence"] = capture.sequence;
  if (capture.status != 0) json["status"] = capture.status;
  put(json, "mime", capture.mime);
  put(json, "digest", capture.digest);
  put(json, "redirect", capture.redirect);
  if (!capture.warc.file.empty())
    json["warc"] = {
        {"file", capture.warc.file}, {"offset", capture.warc.offset}, {"length", capture.warc.length}};
  return dump(json);
}

std::string with_fields(std::string json, const std::vector<std::string>& fields) {
  if (fields.empty()) return json;
  const Json whole = Json::parse(json, nullptr, false);
  Json out = {{"v", 1}};
  for (const auto& [name, value] : whole.items()) {
    if (name == "v" || std::find(fields.begin(), fields.end(), name) != fields.end()) out[name] = value;
  }
  return dump(out);
}

std::vector<std::string> field_names(std::string_view list) {
  std::vector<std::string> out;
  while (!list.empty()) {
    const std::string_view one = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), one.size() + 1));
    if (!trim_blanks(one).empty()) out.emplace_back(trim_blanks(one));
  }
  return out;
}

ServeReply list_reply(std::string_view name, const std::vector<std::string>& items, std::string_view next) {
  std::string out = "{\"v\":1,\"" + std::string(name) + "\":[";
  for (std::size_t i = 0; i < items.size(); ++i) (out += i == 0 ? "" : ",") += items[i];
  out += "]";
  if (!next.empty()) out += ",\"next\":" + (is_all_digits(next) ? std::string(next) : json_quoted(next));
  return json_reply(out + "}\n");
}

std::string json_quoted(std::string_view text) {
  return dump(Json(text));
}

}  // namespace bfa
