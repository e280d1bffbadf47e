// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "bfa/feed/feed.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kStoredVersion = 1;

void put(Json& json, const char* name, const std::string& value) {
  if (!value.empty()) json[name] = value;
}

void put(Json& json, const char* name, const std::vector<std::string>& values) {
  if (!values.empty()) json[name] = values;
}

void put(Json& json, const char* name, const std::optional<Timestamp>& time) {
  if (time) json[name] = format_timestamp(*time);
}

void put(Json& json, const char* name, const std::optional<std::uint64_t>& value) {
  if (value) json[name] = *value;
}

void put(Json& json, const char* name, const std::map<std::string, std::string>& values) {
  if (!values.empty()) json[name] = values;
}

Json to_json_value(const FeedEntry& entry) {
  Json json = Json::object();
  put(json, "id", entry.id);
  put(json, "link", entry.link);
  put(json, "title", entry.title);
  put(json, "summary", entry.summary);
  put(json, "content", entry.content);
  put(json, "authors", entry.authors);
  put(json, "published", entry.published);
  put(json, "updated", entry.updated);
  put(json, "published_raw", entry.published_raw);
  put(json, "updated_raw", entry.updated_raw);
  put(json, "tags", entry.tags);
  put(json, "language", entry.language);
  put(json, "comments_url", entry.comments_url);
  put(json, "comments_feed", entry.comments_feed);
  put(json, "comment_count", entry.comment_count);
  put(json, "in_reply_to", entry.in_reply_to);
  for (const FeedEnclosure& enclosure : entry.enclosures) {
    Json item = Json::object();
    put(item, "url", enclosure.url);
    put(item, "type", enclosure.type);
    if (enclosure.length != 0) item["length"] = enclosure.length;
    json["enclosures"].push_back(std::move(item));
  }
  put(json, "extra", entry.extra);
  return json;
}

Json to_json_value(const Feed& feed) {
  Json json = Json::object();
  json["v"] = kStoredVersion;
  put(json, "format", feed.format);
  put(json, "version", feed.version);
  put(json, "title", feed.title);
  put(json, "link", feed.link);
  put(json, "subtitle", feed.subtitle);
  put(json, "language", feed.language);
  put(json, "updated", feed.updated);
  put(json, "ttl_s", feed.ttl_s);
  put(json, "id", feed.id);
  put(json, "self", feed.self);
  put(json, "next", feed.next);
  put(json, "generator", feed.generator);
  put(json, "encoding", feed.encoding);
  put(json, "hubs", feed.hubs);
  put(json, "authors", feed.authors);
  put(json, "tags", feed.tags);
  json["is_comments"] = feed.is_comments;
  put(json, "extra", feed.extra);
  json["entries"] = Json::array();
  for (const FeedEntry& entry : feed.entries) json["entries"].push_back(to_json_value(entry));
  return json;
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Reading: a member of another type is a damaged value, never an exception.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}

  void get(const char* name, std::string& out) { read(name, &Json::is_string, out); }
  void get(const char* name, bool& out) { read(name, &Json::is_boolean, out); }
  void get(const char* name, std::vector<std::string>& out) {
    const auto found = json_.find(name);
    if (found == json_.end()) return;
    for (const Json& value : *found) {
      if (value.is_string()) {
        out.push_back(value.get<std::string>());
      } else {
        damaged_ = true;
      }
    }
  }
  void get(const char* name, std::map<std::string, std::string>& out) {
    const auto found = json_.find(name);
    if (found == json_.end()) return;
    for (const auto& [key, value] : found->items()) {
      if (value.is_string()) {
        out.emplace(key, value.get<std::string>());
      } else {
        damaged_ = true;
      }
    }
  }
  void get(const char* name, std::optional<std::uint64_t>& out) {
    std::uint64_t value = 0;
    if (json_.contains(name)) {
      read(name, &Json::is_number_unsigned, value);
      out = value;
    }
  }
  void get(const char* name, std::optional<Timestamp>& out) {
    std::string text;
    get(name, text);
    if (text.empty()) return;
    const auto parsed = parse_timestamp(text);
    if (parsed) {
      out = *parsed;
    } else {
      damaged_ = true;
    }
  }
  bool damaged() const { return damaged_; }

 private:
  template <class T>
  void read(const char* name, bool (Json::*is_type)() const noexcept, T& out) {
    const auto found = json_.find(name);
    if (found == json_.end()) return;
    if (((*found).*is_type)()) {
      out = found->get<T>();
    } else {
      damaged_ = true;
    }
  }

  const Json& json_;
  bool damaged_ = false;
};

bool read_entry(const Json& json, FeedEntry& entry) {
  if (!json.is_object()) return false;
  Reader reader(json);
  reader.get("id", entry.id);
  reader.get("link", entry.link);
  reader.get("title", entry.title);
  reader.get("summary", entry.summary);
  reader.get("content", entry.content);
  reader.get("authors", entry.authors);
  reader.get("published", entry.published);
  reader.get("updated", entry.updated);
  reader.get("published_raw", entry.published_raw);
  reader.get("updated_raw", entry.updated_raw);
  reader.get("tags", entry.tags);
  reader.get("language", entry.language);
  reader.get("comments_url", entry.comments_url);
  reader.get("comments_feed", entry.comments_feed);
  reader.get("comment_count", entry.comment_count);
  reader.get("in_reply_to", entry.in_reply_to);
  reader.get("extra", entry.extra);
  if (const auto enclosures = json.find("enclosures"); enclosures != json.end()) {
    for (const Json& item : *enclosures) {
      if (!item.is_object()) return false;
      Reader inner(item);
      FeedEnclosure enclosure;
      std::optional<std::uint64_t> length;
      inner.get("url", enclosure.url);
      inner.get("type", enclosure.type);
      inner.get("length", length);
      enclosure.length = length.value_or(0);
      if (inner.damaged()) return false;
      entry.enclosures.push_back(std::move(enclosure));
    }
  }
  return !reader.damaged();
}

bool read_feed(const Json& json, Feed& feed) {
  Reader reader(json);
  reader.get("format", feed.format);
  reader.get("version", feed.version);
  reader.get("title", feed.title);
  reader.get("link", feed.link);
  reader.get("subtitle", feed.subtitle);
  reader.get("language", feed.language);
  reader.get("updated", feed.updated);
  reader.get("ttl_s", feed.ttl_s);
  reader.get("id", feed.id);
  reader.get("self", feed.self);
  reader.get("next", feed.next);
  reader.get("generator", feed.generator);
  reader.get("encoding", feed.encoding);
  reader.get("hubs", feed.hubs);
  reader.get("authors", feed.authors);
  reader.get("tags", feed.tags);
  reader.get("is_comments", feed.is_comments);
  reader.get("extra", feed.extra);
  const auto entries = json.find("entries");
  if (entries == json.end() || !entries->is_array()) return false;
  for (const Json& item : *entries) {
    feed.entries.emplace_back();
    if (!read_entry(item, feed.entries.back())) return false;
  }
  return !reader.damaged();
}

}  // namespace

std::string to_json(const Feed& feed, const Findings& findings) {
  Json json = to_json_value(feed);
  json["findings"] = Json::array();
  for (const Finding& finding : findings) {
    Json item = {{"code", finding.id}, {"message", finding.message}};
    if (finding.offset >= 0) item["offset"] = finding.offset;
    json["findings"].push_back(std::move(item));
  }
  return dump(json);
}

std::string serialize_feed(const Feed& feed) {
  return dump(to_json_value(feed));
}

Result<Feed> deserialize_feed(std::string_view bytes) {
  const auto corrupt = [](std::string message) {
    return Error{Code::kCorrupt, std::move(message), "stored feed", -1};
  };
  try {
    const Json json = Json::parse(bytes, nullptr, false);
    if (!json.is_object()) return corrupt("not a JSON object");
    if (json.value("v", 0) != kStoredVersion) return corrupt("an unknown version of stored feeds");
    Feed feed;
    if (!read_feed(json, feed)) return corrupt("a member of the wrong type");
    return feed;
  } catch (const std::exception& error) {
    return corrupt(error.what());
  }
}

}  // namespace bfa
