// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "feed/build.h"

namespace bfa {
namespace {

using Json = nlohmann::json;

// A member as text: a string, or a number (some feeds have numbers as ids); empty for other types.
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

std::vector<FeedPerson> people(const Json& object, const BaseAddress& base) {
  std::vector<FeedPerson> out;
  const auto add = [&](const Json& author) {
    if (author.is_string()) add_person(out, person_of(author.get<std::string>()));
    if (author.is_object()) {
      FeedPerson person;
      person.name = std::string(trim_c_space(text_at(author, "name")));
      person.uri = base.resolve(text_at(author, "url"));
      if (person.uri.starts_with("mailto:")) person.email = person.uri.substr(7);
      add_person(out, std::move(person));
    }
  };
  if (const Json* authors = array_at(object, "authors")) {
    for (const Json& author : *authors) add(author);
  }
  // Version 1 has one author; version 1.1 still allows it for old readers.
  if (const auto author = object.find("author"); author != object.end()) add(*author);
  return out;
}

FeedLink link_of(std::string rel, std::string href, std::string type = {}) {
  FeedLink link;
  link.rel = std::move(rel);
  link.href = std::move(href);
  link.type = std::move(type);
  return link;
}

void add_link(std::vector<FeedLink>& links, FeedLink link) {
  if (!link.href.empty()) links.push_back(std::move(link));
}

// The publishers' extensions: members whose names begin with "_" (JSON Feed 1.1, Extensions), as JSON.
void add_extensions(const Json& object, std::vector<FeedField>& fields) {
  constexpr std::size_t kMaxExtensions = 64;
  for (const auto& [name, value] : object.items()) {
    if (!name.starts_with('_') || fields.size() >= kMaxExtensions) continue;
    fields.push_back({name, value.dump(-1, ' ', false, Json::error_handler_t::replace), {}});
  }
}

FeedEntry read_item(const Json& item, const BaseAddress& base, Findings& findings) {
  FeedEntry entry;
  entry.id = trim_c_space(text_at(item, "id"));
  entry.link = base.resolve(text_at(item, "url"));
  const std::string external = base.resolve(text_at(item, "external_url"));
  if (entry.link.empty()) {
    entry.link = external;
  } else {
    set_extra(entry.extra, "external_url", external);
  }
  if (entry.link.empty() && is_http_address(entry.id)) entry.link = entry.id;
  add_link(entry.links, link_of("alternate", entry.link));
  if (external != entry.link) add_link(entry.links, link_of("related", external));
  entry.title = take_plain({text_at(item, "title"), false, base, "text/plain"}, "title", entry.texts);
  entry.summary = take_html({text_at(item, "summary"), false, base, "text/plain"}, "summary", entry.texts);
  entry.content = take_html({text_at(item, "content_html"), true, base, "text/html"}, "content", entry.texts,
                            &entry.embeds);
  if (entry.content.empty()) {
    entry.content =
        take_html({text_at(item, "content_text"), false, base, "text/plain"}, "content", entry.texts);
  }
  entry.people = people(item, base);
  entry.authors = names_of(entry.people);
  set_date(text_at(item, "date_published"), entry.published, entry.published_raw, findings, -1);
  set_date(text_at(item, "date_modified"), entry.updated, entry.updated_raw, findings, -1);
  if (const Json* tags = array_at(item, "tags")) {
    for (const Json& tag : *tags) {
      if (!tag.is_string()) continue;
      add_category(entry.categories, entry.tags, {std::string(trim_c_space(tag.get<std::string>())), {}, {}});
    }
  }
  if (const Json* attachments = array_at(item, "attachments")) {
    for (const Json& attachment : *attachments) {
      if (!attachment.is_object()) continue;
      FeedLink link =
          link_of("enclosure", base.resolve(text_at(attachment, "url")), text_at(attachment, "mime_type"));
      link.length = parse_length(text_at(attachment, "size_in_bytes"));
      link.title = text_at(attachment, "title");
      add_enclosure(entry, {link.href, link.type, link.length});
      add_link(entry.links, std::move(link));
    }
  }
  entry.language = language_tag(text_at(item, "language"));
  FeedImage image;
  image.url = base.resolve(text_at(item, "image"));
  if (!image.url.empty()) entry.image = std::move(image);
  set_extra(entry.extra, "banner", base.resolve(text_at(item, "banner_image")));
  add_extensions(item, entry.fields);
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
  feed.title = take_plain({text_at(json, "title"), false, base, "text/plain"}, "title", feed.texts);
  feed.link = base.resolve(text_at(json, "home_page_url"));
  feed.subtitle =
      take_plain({text_at(json, "description"), false, base, "text/plain"}, "subtitle", feed.texts);
  feed.language = language_tag(text_at(json, "language"));
  if (feed.language.empty()) feed.language = base.language();
  feed.self = base.resolve(text_at(json, "feed_url"));
  feed.next = base.resolve(text_at(json, "next_url"));
  feed.people = people(json, base);
  feed.authors = names_of(feed.people);
  add_link(feed.links, link_of("alternate", feed.link));
  add_link(feed.links, link_of("self", feed.self, "application/feed+json"));
  add_link(feed.links, link_of("next", feed.next, "application/feed+json"));
  set_extra(feed.extra, "logo", base.resolve(text_at(json, "icon")));
  set_extra(feed.extra, "icon", base.resolve(text_at(json, "favicon")));
  set_extra(feed.extra, "info", text_at(json, "user_comment"));
  if (const auto expired = json.find("expired"); expired != json.end() && expired->is_boolean()) {
    set_extra(feed.extra, "expired", expired->get<bool>() ? "yes" : "no");
  }
  add_extensions(json, feed.fields);
  if (const Json* hubs = array_at(json, "hubs")) {
    for (const Json& hub : *hubs) {
      if (hub.is_object()) add_unique(feed.hubs, base.resolve(text_at(hub, "url")));
    }
  }
  const BaseAddress site =
      base.known() ? base : BaseAddress(feed.self.empty() ? feed.link : feed.self, base.language());
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
