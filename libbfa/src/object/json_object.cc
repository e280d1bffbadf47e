// SPDX-License-Identifier: Apache-2.0
#include "base/guard.h"
#include "bfa/object/json.h"
#include "object/json_value.h"

namespace bfa {
namespace {

void put_timestamp(Json& json, const char* name, const std::optional<Timestamp>& value) {
  if (value) json[name] = format_timestamp(*value);
}

Json warc_json(const WarcRef& warc) {
  Json json = Json::object();
  put_text(json, "file", warc.file);
  if (!warc.file.empty()) json["offset"] = warc.offset;
  put_number(json, "length", warc.length);
  put_text(json, "record_id", warc.record_id);
  return json;
}

Json provenance_json(const Provenance& provenance) {
  Json json = Json::object();
  put_text(json, "method", provenance.method);
  if (!provenance.methods.empty()) json["methods"] = provenance.methods;
  put_number(json, "template", provenance.template_sequence);
  if (!provenance.rules.empty()) json["rules"] = provenance.rules;
  if (provenance.confidence != 0) json["confidence"] = provenance.confidence;
  put_number(json, "feed", provenance.feed_sequence);
  if (provenance.feed_entry >= 0) json["feed_entry"] = provenance.feed_entry;
  if (Json warc = warc_json(provenance.warc); !warc.empty()) json["warc"] = std::move(warc);
  return json;
}

// The comments proper, or the pingbacks and trackbacks among them.
Json comments_json(const std::vector<DataObject>& comments, bool pings) {
  Json list = Json::array();
  for (const auto& comment : comments) {
    if ((comment.attributes.count("comment_type") > 0) != pings) continue;
    Json item = Json::object();
    put_text(item, "id", comment.id);
    if (comment.url != comment.post) put_text(item, "url", comment.url);
    if (!comment.authors.empty()) item["author"] = comment.authors.front();
    put_timestamp(item, "published", comment.published);
    put_text(item, "text", comment.text);
    put_text(item, "parent", comment.parent);
    if (pings) item["type"] = comment.attributes.at("comment_type");
    list.push_back(std::move(item));
  }
  return list;
}

void put_content(Json& json, const DataObject& object) {
  put_text(json, "subtitle", object.subtitle);
  put_list(json, "authors", object.authors);
  put_timestamp(json, "published", object.published);
  put_timestamp(json, "modified", object.modified);
  put_list(json, "tags", object.tags);
  put_text(json, "language", object.language);
  put_text(json, "text", object.text);
  put_text(json, "html", object.html);
  if (!object.references.empty()) json["references"] = references_json(object.references);
}

void put_relations(Json& json, const DataObject& object, const ObjectJsonOptions& options) {
  if (options.comments != nullptr) {
    json["comments"] = comments_json(*options.comments, false);
    if (Json pings = comments_json(*options.comments, true); !pings.empty())
      json["pingbacks"] = std::move(pings);
  } else if (options.summary != nullptr && object.kind == ObjectKind::kPost) {
    json["comment_count"] = options.summary->comment_count;
  }
  put_text(json, "feed", object.feed);
  put_text(json, "post", object.post);
  put_text(json, "parent", object.parent);
  put_text(json, "id", object.id);
  if (!object.attributes.empty()) json["attributes"] = object.attributes;
  put_text(json, "status", object.status);
}

Json make_object_json(const DataObject& object, const ObjectJsonOptions& options) {
  Json json = Json::object();
  json["v"] = kJsonVersion;
  put_text(json, "url", object.url);
  json["kind"] = std::string(kind_name(object.kind));
  put_text(json, "title", object.title);
  if (options.full) {
    put_content(json, object);
    put_relations(json, object, options);
  } else {
    put_timestamp(json, "published", object.published);
  }
  if (options.summary != nullptr) {
    json["versions"] = options.summary->versions;
    if (options.full) put_time(json, "first_seen", options.summary->first_seen);
    put_time(json, "last_seen", options.summary->last_seen);
  }
  if (options.full) {
    if (Json provenance = provenance_json(object.provenance); !provenance.empty())
      json["provenance"] = std::move(provenance);
  }
  if (options.elapsed) json["ms"] = options.elapsed->count();
  return json;
}

std::map<std::string, std::string> read_map(JsonReader& reader, const char* name) {
  std::map<std::string, std::string> out;
  const Json* object = reader.object(name);
  if (object == nullptr) return out;
  for (const auto& [key, value] : object->items()) {
    if (!value.is_string()) {
      reader.fail(name, "an object of strings");
      return {};
    }
    out.emplace(key, value.get_ref<const std::string&>());
  }
  return out;
}

WarcRef read_warc(const Json& json, JsonReader& outer) {
  JsonReader reader(json);
  WarcRef warc;
  warc.file = reader.text("file");
  warc.offset = reader.number("offset");
  warc.length = reader.number("length");
  warc.record_id = reader.text("record_id");
  if (!reader.ok()) outer.fail("warc", "a place in a WARC file");
  return warc;
}

Provenance read_provenance(const Json& json, JsonReader& outer) {
  JsonReader reader(json);
  Provenance provenance;
  provenance.method = reader.text("method");
  provenance.methods = read_map(reader, "methods");
  provenance.template_sequence = reader.number("template");
  provenance.rules = read_map(reader, "rules");
  provenance.confidence = reader.real("confidence", 0);
  provenance.feed_sequence = reader.number("feed");
  provenance.feed_entry = static_cast<std::int32_t>(reader.integer("feed_entry", -1));
  if (const Json* warc = reader.object("warc")) provenance.warc = read_warc(*warc, reader);
  if (!reader.ok()) outer.fail("provenance", "as wanted: " + reader.error().message);
  return provenance;
}

Result<DataObject> read_object(std::string_view text) {
  auto json = parse_json_object(text, "object");
  if (!json) return std::move(json).error();
  JsonReader reader(*json);
  DataObject object;
  const auto kind = parse_kind(reader.text("kind"));
  if (!kind) reader.fail("kind", "a kind of object");
  object.kind = kind.value_or(ObjectKind::kPage);
  object.url = reader.text("url");
  object.title = reader.text("title");
  object.subtitle = reader.text("subtitle");
  object.authors = reader.texts("authors");
  object.published = reader.timestamp("published");
  object.modified = reader.timestamp("modified");
  object.tags = reader.texts("tags");
  object.language = reader.text("language");
  object.text = reader.text("text");
  object.html = reader.text("html");
  object.references = reader.references("references");
  object.feed = reader.text("feed");
  object.post = reader.text("post");
  object.parent = reader.text("parent");
  object.id = reader.text("id");
  object.attributes = read_map(reader, "attributes");
  object.status = reader.text("status");
  if (const Json* provenance = reader.object("provenance"))
    object.provenance = read_provenance(*provenance, reader);
  if (!reader.ok()) return reader.error();
  return object;
}

}  // namespace

std::string object_to_json(const DataObject& object, const ObjectJsonOptions& options) {
  return guarded_or_empty([&]() -> std::string { return dump_json(make_object_json(object, options)); });
}

Result<DataObject> object_from_json(std::string_view json) {
  return without_exceptions([&] { return read_object(json); });
}

std::string error_to_json(const Error& error) {
  return guarded_or_empty([&]() -> std::string {
    Json json = Json::object();
    json["event"] = "error";
    json["code"] = std::string(code_name(error.code));
    json["message"] = error.message;
    put_text(json, "where", error.where);
    if (error.offset >= 0) json["offset"] = error.offset;
    return dump_json(json);
  });
}

}  // namespace bfa
