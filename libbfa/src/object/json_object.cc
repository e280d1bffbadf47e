// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "base/guard.h"
#include "bfa/object/filters.h"
#include "bfa/object/json.h"
#include "bfa/text/utf8.h"
#include "object/json_scan.h"
#include "object/json_text.h"
#include "object/json_value.h"

namespace bfa {
namespace {

std::size_t size_of(const DataObject& object) {
  constexpr std::size_t kNamesAndQuotes = 1024;
  constexpr std::size_t kReference = 160;
  return kNamesAndQuotes + object.text.size() + object.html.size() + object.html.size() / 16 +
         kReference * object.references.size();
}

void write_warc(JsonText& json, const WarcRef& warc) {
  const std::size_t mark = json.mark();
  json.begin_object("warc");
  json.text("file", warc.file);
  if (!warc.file.empty()) json.always_number("offset", warc.offset);
  json.number("length", warc.length);
  json.text("record_id", warc.record_id);
  json.end_object_if_any(mark);
}

void write_provenance(JsonText& json, const Provenance& provenance) {
  const std::size_t mark = json.mark();
  json.begin_object("provenance");
  json.text("method", provenance.method);
  json.map("methods", provenance.methods);
  json.number("template", provenance.template_sequence);
  json.map("rules", provenance.rules);
  if (provenance.confidence != 0) json.real("confidence", provenance.confidence);
  json.number("feed", provenance.feed_sequence);
  if (provenance.feed_entry >= 0)
    json.always_number("feed_entry", static_cast<std::uint64_t>(provenance.feed_entry));
  write_warc(json, provenance.warc);
  json.end_object_if_any(mark);
}

bool is_ping(const DataObject& comment) {
  return listed_kind(comment) == kPingback;
}

// The comments proper, or the pingbacks and trackbacks among them.
void write_comments(JsonText& json, const char* name, const std::vector<DataObject>& comments, bool pings) {
  json.begin_array(name);
  for (const auto& comment : comments) {
    if (is_ping(comment) != pings) continue;
    json.begin_object();
    json.text("id", comment.id);
    if (comment.url != comment.post) json.text("url", comment.url);
    if (!comment.authors.empty()) json.always_text("author", comment.authors.front());
    json.timestamp("published", comment.published);
    json.text("text", comment.text);
    json.text("parent", comment.parent);
    if (comment.status == "gone") json.text("status", comment.status);
    if (pings) json.always_text("type", comment.attributes.at("comment_type"));
    json.end_object();
  }
  json.end_array();
}

void write_references(JsonText& json, const std::vector<Reference>& references) {
  if (references.empty()) return;
  json.begin_array("references");
  for (const auto& reference : references) {
    json.begin_object();
    json.text("kind", reference_kind_name(reference.kind));
    json.always_text("url", reference.url);
    json.text("text", reference.text);
    json.text("digest", reference.digest);
    json.end_object();
  }
  json.end_array();
}

void write_content(JsonText& json, const DataObject& object) {
  json.text("subtitle", object.subtitle);
  json.list("authors", object.authors);
  json.timestamp("published", object.published);
  json.timestamp("modified", object.modified);
  json.list("tags", object.tags);
  json.text("language", object.language);
  json.text("text", object.text);
  json.text("html", object.html);
  write_references(json, object.references);
}

void write_relations(JsonText& json, const DataObject& object, const ObjectJsonOptions& options) {
  if (options.comments != nullptr) {
    write_comments(json, "comments", *options.comments, false);
    if (std::any_of(options.comments->begin(), options.comments->end(), is_ping))
      write_comments(json, "pingbacks", *options.comments, true);
  } else if (options.summary != nullptr && object.kind == ObjectKind::kPost) {
    json.always_number("comment_count", options.summary->comment_count);
    json.number("pingback_count", options.summary->pingback_count);
  }
  json.text("feed", object.feed);
  json.text("post", object.post);
  json.text("parent", object.parent);
  json.text("id", object.id);
  json.map("attributes", object.attributes);
  json.text("status", object.status);
}

std::string write_object(const DataObject& object, const ObjectJsonOptions& options) {
  JsonText json;
  json.reserve(size_of(object));
  json.begin_object();
  json.always_number("v", kJsonVersion);
  json.text("url", object.url);
  json.always_text("kind", kind_name(object.kind));
  json.text("type", comment_type(object));
  json.text("title", object.title);
  if (options.full) {
    write_content(json, object);
    write_relations(json, object, options);
  } else {
    json.timestamp("published", object.published);
    json.text("post", object.post);
    json.text("id", object.id);
  }
  if (options.summary != nullptr) {
    json.always_number("versions", options.summary->versions);
    if (options.full) json.time("first_seen", options.summary->first_seen);
    json.time("last_seen", options.summary->last_seen);
  }
  if (options.full) write_provenance(json, object.provenance);
  if (options.elapsed) json.real("ms", options.elapsed->count());
  json.end_object();
  return json.take();
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

void scan_provenance(JsonScan& scan, Provenance& provenance) {
  if (!scan.member("provenance") || !scan.begin_object()) return;
  scan.text("method", provenance.method);
  scan.map("methods", provenance.methods);
  scan.number("template", provenance.template_sequence);
  scan.map("rules", provenance.rules);
  scan.real("confidence", provenance.confidence);
  scan.number("feed", provenance.feed_sequence);
  if (scan.member("feed_entry")) {
    const std::uint64_t entry = scan.number_value();
    if (entry > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) scan.fail();
    provenance.feed_entry = static_cast<std::int32_t>(entry);
  }
  if (scan.member("warc") && scan.begin_object()) {
    WarcRef& warc = provenance.warc;
    scan.text("file", warc.file);
    scan.number("offset", warc.offset);
    scan.number("length", warc.length);
    scan.text("record_id", warc.record_id);
    scan.end_object();
  }
  scan.end_object();
}

void scan_references(JsonScan& scan, std::vector<Reference>& references) {
  if (!scan.member("references")) return;
  if (!scan.take('[')) scan.fail();
  do {
    if (!scan.begin_object()) scan.fail();
    Reference& reference = references.emplace_back();
    std::string kind;
    scan.text("kind", kind);
    const auto known = parse_reference_kind(kind);
    if (!known) scan.fail();
    reference.kind = known.value_or(ReferenceKind::kLink);
    scan.text("url", reference.url);
    scan.text("text", reference.text);
    scan.text("digest", reference.digest);
    scan.end_object();
  } while (scan.take(','));
  if (!scan.take(']')) scan.fail();
}

// Reads what write_object() writes without options, in its order. Nothing: it is something else.
std::optional<DataObject> scan_object(std::string_view text) {
  std::optional<DataObject> out;
  if (!is_valid_utf8(text)) return out;
  JsonScan scan(text);
  DataObject& object = out.emplace();
  std::uint64_t version = 0;
  std::string kind;
  if (!scan.begin_object()) return std::nullopt;
  scan.number("v", version);
  scan.text("url", object.url);
  scan.text("kind", kind);
  scan.text("title", object.title);
  scan.text("subtitle", object.subtitle);
  scan.list("authors", object.authors);
  scan.timestamp("published", object.published);
  scan.timestamp("modified", object.modified);
  scan.list("tags", object.tags);
  scan.text("language", object.language);
  scan.text("text", object.text);
  scan.text("html", object.html);
  scan_references(scan, object.references);
  scan.text("feed", object.feed);
  scan.text("post", object.post);
  scan.text("parent", object.parent);
  scan.text("id", object.id);
  scan.map("attributes", object.attributes);
  scan.text("status", object.status);
  scan_provenance(scan, object.provenance);
  scan.end_object();
  const auto known = parse_kind(kind);
  if (!scan.at_end() || !known || version != kJsonVersion) return std::nullopt;
  object.kind = *known;
  return out;
}

Result<DataObject> read_object(std::string_view text) {
  if (auto object = scan_object(text)) return *std::move(object);
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
  return guarded_or_empty([&]() -> std::string { return write_object(object, options); });
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
