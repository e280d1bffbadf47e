// SPDX-License-Identifier: Apache-2.0
#include "wacz/wacz_json.h"

#include "warc/index/json_text.h"

namespace bfa {

using Json = nlohmann::json;

std::optional<Json> parse_wacz_json(std::string_view text) {
  if (!is_shallow_json(text)) return std::nullopt;
  Json value = Json::parse(text.begin(), text.end(), nullptr, false);
  if (value.is_discarded()) return std::nullopt;
  return value;
}

std::string wacz_text(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

WaczPackage wacz_package_of(const Json& json) {
  WaczPackage package;
  if (!json.is_object()) return package;
  package.profile = wacz_text(json, "profile");
  package.version = wacz_text(json, "wacz_version");
  package.title = wacz_text(json, "title");
  package.description = wacz_text(json, "description");
  package.created = wacz_text(json, "created");
  package.software = wacz_text(json, "software");
  package.main_page_url = wacz_text(json, "mainPageUrl");
  if (package.main_page_url.empty()) package.main_page_url = wacz_text(json, "mainPageURL");
  package.main_page_date = wacz_text(json, "mainPageDate");
  const auto resources = json.find("resources");
  if (resources == json.end() || !resources->is_array()) return package;
  for (const auto& item : *resources) {
    if (!item.is_object()) continue;
    WaczResource resource{wacz_text(item, "name"), wacz_text(item, "path"), wacz_text(item, "hash"), 0};
    const auto bytes = item.find("bytes");
    if (bytes != item.end() && bytes->is_number_unsigned()) resource.bytes = bytes->get<std::uint64_t>();
    package.resources.push_back(std::move(resource));
  }
  return package;
}

Result<WaczPage> wacz_page_of(std::string_view line) {
  const auto bad = [](const char* what) { return Error{Code::kCorrupt, what, {}, -1}; };
  const auto json = parse_wacz_json(line);
  if (!json || !json->is_object()) return bad("page that is no JSON object");
  WaczPage page;
  page.url = wacz_text(*json, "url");
  if (page.url.empty()) return bad("page without url");
  page.title = wacz_text(*json, "title");
  page.id = wacz_text(*json, "id");
  page.text = wacz_text(*json, "text");
  const auto time = parse_rfc3339(wacz_text(*json, "ts"));
  if (!time) return bad("page whose ts is no RFC 3339 time");
  page.time = *time;
  return page;
}

}  // namespace bfa
