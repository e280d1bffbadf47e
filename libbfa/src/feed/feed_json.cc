// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "base/guard.h"
#include "bfa/feed/feed.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kStoredVersion = 1;

// One list of members for each type serves both directions: `archive(name, member)` writes or reads it.
template <class Archive, class T>
  requires std::is_same_v<std::remove_const_t<T>, FeedEnclosure>
void members(Archive& archive, T& value) {
  archive("url", value.url);
  archive("type", value.type);
  archive("length", value.length);
}

template <class Archive, class T>
  requires std::is_same_v<std::remove_const_t<T>, FeedLink>
void members(Archive& archive, T& value) {
  archive("rel", value.rel);
  archive("href", value.href);
  archive("type", value.type);
  archive("title", value.title);
  archive("hreflang", value.hreflang);
  archive("length", value.length);
}

template <class Archive, class T>
  requires std::is_same_v<std::remove_const_t<T>, FeedPerson>
void members(Archive& archive, T& value) {
  archive("name", value.name);
  archive("email", value.email);
  archive("uri", value.uri);
}

template <class Archive, class T>
  requires std::is_same_v<std::remove_const_t<T>, FeedCategory>
void members(Archive& archive, T& value) {
  archive("term", value.term);
  archive("scheme", value.scheme);
  archive("label", value.label);
}

template <class Archive, class T>
  requires std::is_same_v<std::remove_const_t<T>, FeedGenerator>
void members(Archive& archive, T& value) {
  archive("name", value.name);
  archive("uri", value.uri);
  archive("version", value.version);
}

template <class Archive, class T>
  requires std::is_same_v<std::remove_const_t<T>, FeedImage>
void members(Archive& archive, T& value) {
  archive("url", value.url);
  archive("title", value.title);
  archive("link", value.link);
  archive("description", value.description);
  archive("width", value.width);
  archive("height", value.height);
}

template <class Archive, class T>
  requires std::is_same_v<std::remove_const_t<T>, FeedTextInfo>
void members(Archive& archive, T& value) {
  archive("field", value.field);
  archive("type", value.type);
  archive("language", value.language);
  archive("base", value.base);
  archive("html", value.html);
}

template <class Archive, class T>
  requires std::is_same_v<std::remove_const_t<T>, FeedField>
void members(Archive& archive, T& value) {
  archive("name", value.name);
  archive("value", value.value);
  archive("attributes", value.attributes);
}

template <class Archive, class T>
  requires std::is_same_v<std::remove_const_t<T>, FeedPlace>
void members(Archive& archive, T& value) {
  archive("type", value.type);
  archive("coordinates", value.coordinates);
}

template <class Archive, class T>
  requires std::is_same_v<std::remove_const_t<T>, FeedSource>
void members(Archive& archive, T& value) {
  archive("id", value.id);
  archive("title", value.title);
  archive("link", value.link);
  archive("subtitle", value.subtitle);
  archive("rights", value.rights);
  archive("icon", value.icon);
  archive("logo", value.logo);
  archive("language", value.language);
  archive("updated", value.updated);
  archive("generator", value.generator);
  archive("people", value.people);
  archive("contributors", value.contributors);
  archive("categories", value.categories);
  archive("links", value.links);
  archive("texts", value.texts);
}

template <class Archive, class T>
  requires std::is_same_v<std::remove_const_t<T>, FeedEntry>
void members(Archive& archive, T& value) {
  archive("id", value.id);
  archive("link", value.link);
  archive("title", value.title);
  archive("summary", value.summary);
  archive("content", value.content);
  archive("authors", value.authors);
  archive("published", value.published);
  archive("updated", value.updated);
  archive("created", value.created);
  archive("expires", value.expires);
  archive("published_raw", value.published_raw);
  archive("updated_raw", value.updated_raw);
  archive("created_raw", value.created_raw);
  archive("expires_raw", value.expires_raw);
  archive("tags", value.tags);
  archive("language", value.language);
  archive("comments_url", value.comments_url);
  archive("comments_feed", value.comments_feed);
  archive("comment_count", value.comment_count);
  archive("in_reply_to", value.in_reply_to);
  archive("enclosures", value.enclosures);
  archive("people", value.people);
  archive("contributors", value.contributors);
  archive("categories", value.categories);
  archive("links", value.links);
  archive("texts", value.texts);
  archive("source", value.source);
  archive("image", value.image);
  archive("place", value.place);
  archive("embeds", value.embeds);
  archive("id_is_link", value.id_is_link);
  archive("fields", value.fields);
  archive("extra", value.extra);
}

template <class Archive, class T>
  requires std::is_same_v<std::remove_const_t<T>, Feed>
void members(Archive& archive, T& value) {
  archive("format", value.format);
  archive("version", value.version);
  archive("title", value.title);
  archive("link", value.link);
  archive("subtitle", value.subtitle);
  archive("language", value.language);
  archive("published", value.published);
  archive("updated", value.updated);
  archive("expires", value.expires);
  archive("published_raw", value.published_raw);
  archive("updated_raw", value.updated_raw);
  archive("expires_raw", value.expires_raw);
  archive("ttl_s", value.ttl);
  archive("id", value.id);
  archive("self", value.self);
  archive("next", value.next);
  archive("generator", value.generator);
  archive("generator_info", value.generator_info);
  archive("encoding", value.encoding);
  archive("hubs", value.hubs);
  archive("authors", value.authors);
  archive("tags", value.tags);
  archive("people", value.people);
  archive("contributors", value.contributors);
  archive("publisher", value.publisher);
  archive("categories", value.categories);
  archive("links", value.links);
  archive("texts", value.texts);
  archive("image", value.image);
  archive("place", value.place);
  archive("skip_hours", value.skip_hours);
  archive("skip_days", value.skip_days);
  archive("fields", value.fields);
  archive("namespaces", value.namespaces);
  archive("is_comments", value.is_comments);
  archive("extra", value.extra);
}

// Absent means unknown: empty, zero and false values are not written, except when a std::optional contains
// them.
template <class T>
constexpr bool is_optional = false;
template <class T>
constexpr bool is_optional<std::optional<T>> = true;

class Writer {
 public:
  explicit Writer(Json& json) : json_(json) {}

  template <class T>
  void operator()(const char* name, const T& value) {
    Json made = write(value);
    if (!made.is_null() && (made != Json::object() || is_optional<T>)) json_[name] = std::move(made);
  }

 private:
  static Json write(const std::string& value) { return value.empty() ? Json() : Json(value); }
  static Json write(bool value) { return value ? Json(true) : Json(); }
  static Json write(std::uint64_t value) { return value == 0 ? Json() : Json(value); }
  static Json write(std::uint32_t value) { return value == 0 ? Json() : Json(value); }
  static Json write(const Timestamp& value) { return Json(format_timestamp(value)); }
  static Json write(const std::optional<std::uint64_t>& value) { return value ? Json(*value) : Json(); }
  static Json write(const std::optional<std::chrono::seconds>& value) {
    return value ? Json(value->count()) : Json();
  }
  static Json write(const std::map<std::string, std::string>& value) {
    return value.empty() ? Json() : Json(value);
  }
  static Json write(const std::vector<unsigned>& value) { return value.empty() ? Json() : Json(value); }
  static Json write(const std::vector<std::pair<double, double>>& value) {
    return value.empty() ? Json() : Json(value);
  }

  template <class T>
  static Json write(const std::optional<T>& value) {
    return value ? write(*value) : Json();
  }
  template <class T>
  static Json write(const std::vector<T>& values) {
    if (values.empty()) return {};
    Json list = Json::array();
    for (const T& value : values) list.push_back(write(value));
    return list;
  }
  template <class T>
    requires std::is_class_v<T>
  static Json write(const T& value) {
    Json object = Json::object();
    Writer writer(object);
    members(writer, value);
    return object;
  }

  Json& json_;
};

// A member of another type makes the value damaged; it is not an exception.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}

  template <class T>
  void operator()(const char* name, T& value) {
    const auto found = json_.find(name);
    if (found != json_.end() && !read(*found, value)) damaged_ = true;
  }
  bool damaged() const { return damaged_; }

 private:
  static bool read(const Json& json, std::string& out) {
    if (!json.is_string()) return false;
    out = json.get<std::string>();
    return true;
  }
  static bool read(const Json& json, bool& out) {
    if (!json.is_boolean()) return false;
    out = json.get<bool>();
    return true;
  }
  static bool read(const Json& json, double& out) {
    if (!json.is_number()) return false;
    out = json.get<double>();
    return true;
  }
  template <class T>
    requires std::is_unsigned_v<T>
  static bool read(const Json& json, T& out) {
    if (!json.is_number_unsigned() || json.get<std::uint64_t>() > std::numeric_limits<T>::max()) return false;
    out = json.get<T>();
    return true;
  }
  static bool read(const Json& json, std::chrono::seconds& out) {
    std::uint32_t count = 0;
    if (!read(json, count)) return false;
    out = std::chrono::seconds(count);
    return true;
  }
  static bool read(const Json& json, Timestamp& out) {
    if (!json.is_string()) return false;
    const auto parsed = parse_timestamp(json.get<std::string>());
    if (!parsed) return false;
    out = *parsed;
    return true;
  }
  static bool read(const Json& json, std::map<std::string, std::string>& out) {
    if (!json.is_object()) return false;
    for (const auto& [key, value] : json.items()) {
      if (!value.is_string()) return false;
      out.emplace(key, value.template get<std::string>());
    }
    return true;
  }
  static bool read(const Json& json, std::pair<double, double>& out) {
    return json.is_array() && json.size() == 2 && read(json[0], out.first) && read(json[1], out.second);
  }
  template <class T>
  static bool read(const Json& json, std::optional<T>& out) {
    return read(json, out.emplace());
  }
  template <class T>
  static bool read(const Json& json, std::vector<T>& out) {
    if (!json.is_array()) return false;
    out.reserve(json.size());
    for (const Json& item : json) {
      out.emplace_back();
      if (!read(item, out.back())) return false;
    }
    return true;
  }
  template <class T>
    requires std::is_class_v<T>
  static bool read(const Json& json, T& out) {
    if (!json.is_object()) return false;
    Reader reader(json);
    members(reader, out);
    return !reader.damaged();
  }

  const Json& json_;
  bool damaged_ = false;
};

Json entry_value(const FeedEntry& entry) {
  Json json = Json::object();
  Writer writer(json);
  members(writer, entry);
  return json;
}

Json to_json_value(const Feed& feed) {
  Json json = Json::object();
  json["v"] = kStoredVersion;
  Writer writer(json);
  members(writer, feed);
  json["is_comments"] = feed.is_comments;
  json["entries"] = Json::array();
  for (const FeedEntry& entry : feed.entries) json["entries"].push_back(entry_value(entry));
  return json;
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool read_feed(const Json& json, Feed& feed) {
  Reader reader(json);
  members(reader, feed);
  const auto entries = json.find("entries");
  if (entries == json.end() || !entries->is_array()) return false;
  for (const Json& item : *entries) {
    if (!item.is_object()) return false;
    Reader inner(item);
    members(inner, feed.entries.emplace_back());
    if (inner.damaged()) return false;
  }
  return !reader.damaged();
}

}  // namespace

std::string feed_to_json(const Feed& feed, const Findings& findings) {
  return guarded_or_empty([&]() -> std::string {
    Json json = to_json_value(feed);
    json["findings"] = Json::array();
    for (const Finding& finding : findings) {
      Json item = {{"code", finding.id}, {"message", finding.message}};
      if (finding.offset >= 0) item["offset"] = finding.offset;
      json["findings"].push_back(std::move(item));
    }
    return dump(json);
  });
}

std::string serialize_feed(const Feed& feed) {
  return guarded_or_empty([&]() -> std::string { return dump(to_json_value(feed)); });
}

Result<Feed> deserialize_feed(std::string_view bytes) {
  const auto corrupt = [](std::string message) {
    return Error{Code::kCorrupt, std::move(message), "stored feed", -1};
  };
  return guarded(
      [&]() -> Result<Feed> {
        const Json json = Json::parse(bytes, nullptr, false);
        if (!json.is_object()) return corrupt("not a JSON object");
        const auto version = json.find("v");
        if (version == json.end() || *version != kStoredVersion)
          return corrupt("an unknown version of stored feeds");
        Feed feed;
        if (!read_feed(json, feed)) return corrupt("a member of the wrong type");
        return feed;
      },
      "stored feed");
}

}  // namespace bfa
