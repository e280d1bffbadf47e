// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "build.h"

namespace bfa {
namespace {

using Json = nlohmann::json;

// A member as text: a string, or a number where people write one (ids); empty for anything else.
std::string text_at(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  if (found->is_number_integer() || found->is_number_unsigned()) return found->dump();
  if (found->is_number_float()) return found->dump();
  return {};
}

const Json* array_at(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_array() ? &*found : nullptr;
}

std::vector<std::string> people(const Json& object) {
  std::vector<std::string> out;
  const auto add = [&out](const Json& author) {
    if (author.is_string()) add_unique(out, author.get<std::string>());
    if (author.is_object()) {
      const std::string name = text_at(author, "name");
      add_unique(out, name.empty() ? text_at(author, "url") : name);
    }
  };
  if (const Json* authors = array_at(object, "authors")) {
    for (const Json& author : *authors) add(author);
  }
  if (const auto author = object.find("author"); author != object.end()) add(*author);  // version 1
  return out;
}

FeedEntry read_item(const Json& item, const BaseAddress& base, Findings& findings) {
  FeedEntry entry;
  entry.id = trimmed_space(text_at(item, "id"));
  entry.link = base.resolve(text_at(item, "url"));
  const std::string external = base.resolve(text_at(item, "external_url"));
  if (entry.link.empty()) {
    entry.link = external;
  } else {
    set_extra(entry.extra, "external_url", external);
  }
  if (entry.link.empty() && is_http_address(entry.id)) entry.link = entry.id;
  entry.title = plain_title({text_at(item, "title"), false, base});
  entry.summary = safe_html({text_at(item, "summary"), false, base});
  entry.content = safe_html({text_at(item, "content_html"), true, base});
  if (entry.content.empty()) entry.content = safe_html({text_at(item, "content_text"), false, base});
  entry.authors = people(item);
  set_date(text_at(item, "date_published"), entry.published, entry.published_raw, findings, -1);
  set_date(text_at(item, "date_modified"), entry.updated, entry.updated_raw, findings, -1);
  if (const Json* tags = array_at(item, "tags")) {
    for (const Json& tag : *tags) {
      if (tag.is_string()) add_unique(entry.tags, tag.get<std::string>());
    }
  }
  if (const Json* attachments = array_at(item, "attachments")) {
    for (const Json& attachment : *attachments) {
      if (!attachment.is_object()) continue;
      add_enclosure(entry, {base.resolve(text_at(attachment, "url")), text_at(attachment, "mime_type"),
                            parse_length(text_at(attachment, "size_in_bytes"))});
    }
  }
  entry.language = text_at(item, "language");
  set_extra(entry.extra, "thumbnail", base.resolve(text_at(item, "image")));
  return entry;
}

}  // namespace

Result<Feed> read_json_feed(std::string_view text, const BaseAddress& base, const FeedLimits& limits,
                            Findings& findings) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded())
    return Error{Code::kCorrupt, "looks like JSON, but is not well-formed", "feed", -1};
  const bool has_items = json.is_object() && array_at(json, "items") != nullptr;
  const std::string version = json.is_object() ? text_at(json, "version") : std::string();
  if (!has_items && version.find("jsonfeed") == std::string::npos) {
    return Error{Code::kCorrupt, "JSON, but no JSON Feed: neither its version nor items", "feed", -1};
  }
  Feed feed;
  feed.format = "json";
  const std::size_t slash = version.rfind('/');
  if (slash != std::string::npos) feed.version = version.substr(slash + 1);
  if (feed.version == "1") feed.version = "1.0";
  feed.title = plain_title({text_at(json, "title"), false, base});
  feed.link = base.resolve(text_at(json, "home_page_url"));
  feed.subtitle = plain_title({text_at(json, "description"), false, base});
  feed.language = text_at(json, "language");
  feed.self = base.resolve(text_at(json, "feed_url"));
  feed.next = base.resolve(text_at(json, "next_url"));
  feed.authors = people(json);
  set_extra(feed.extra, "icon", base.resolve(text_at(json, "icon")));
  if (const Json* hubs = array_at(json, "hubs")) {
    for (const Json& hub : *hubs) {
      if (hub.is_object()) add_unique(feed.hubs, base.resolve(text_at(hub, "url")));
    }
  }
  const BaseAddress site = base.known() ? base : BaseAddress(feed.self.empty() ? feed.link : feed.self);
  if (const Json* items = array_at(json, "items")) {
    for (const Json& item : *items) {
      if (!item.is_object()) {
        findings.push_back({Code::kCorrupt, "bad_item", "an item that is no object", -1, "feed"});
        continue;
      }
      if (is_full(feed, limits, findings)) break;
      feed.entries.push_back(read_item(item, site, findings));
    }
  }
  return feed;
}

}  // namespace bfa
