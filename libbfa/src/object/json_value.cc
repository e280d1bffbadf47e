// SPDX-License-Identifier: Apache-2.0
#include "object/json_value.h"

#include <algorithm>
#include <cstring>

#include "bfa/text/utf8.h"

namespace bfa {

namespace {

void append_json(std::string& out, const Json& json) {
  if (json.is_string()) {
    append_json_text(out, json.get_ref<const std::string&>());
  } else if (json.is_object()) {
    out += '{';
    for (const auto& [name, value] : json.get_ref<const Json::object_t&>()) {
      if (out.back() != '{') out += ',';
      append_json_text(out, name);
      out += ':';
      append_json(out, value);
    }
    out += '}';
  } else if (json.is_array()) {
    char separator = '[';
    for (const Json& value : json) {
      out += separator;
      append_json(out, value);
      separator = ',';
    }
    out += json.empty() ? "[]" : "]";
  } else {
    out += json.dump();
  }
}

// The escape of a byte that a JSON string cannot contain unescaped (RFC 8259, section 7); empty for other
// bytes.
std::string_view escape_of(char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\b':
      return "\\b";
    case '\f':
      return "\\f";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return {};
  }
}

}  // namespace

// Eight bytes at a time; a word that has another byte is looked at byte by byte.
std::size_t skip_plain_json(std::string_view text, std::size_t pos) {
  constexpr std::uint64_t kEach = 0x0101010101010101U, kHigh = 0x80 * kEach;
  // The high bit is set in a byte that is zero (in others only above one that is).
  const auto zero = [](std::uint64_t word) { return (word - kEach) & ~word; };
  for (;;) {
    while (pos + sizeof(std::uint64_t) <= text.size()) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + pos, sizeof(word));
      const std::uint64_t control = (word - 0x20 * kEach) & ~word;
      const std::uint64_t special = control | zero(word ^ ('"' * kEach)) | zero(word ^ ('\\' * kEach));
      if ((special & kHigh) != 0) break;
      pos += sizeof(word);
    }
    const std::size_t end = std::min(text.size(), pos + sizeof(std::uint64_t));
    for (; pos < end; ++pos) {
      const auto byte = static_cast<unsigned char>(text[pos]);
      if (byte < 0x20 || byte == '"' || byte == '\\') return pos;
    }
    if (pos == text.size()) return pos;
  }
}

void append_json_text(std::string& out, std::string_view text) {
  if (!is_valid_utf8(text)) {
    out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  std::size_t from = 0;
  for (std::size_t i = skip_plain_json(text, 0); i < text.size(); i = skip_plain_json(text, from)) {
    const auto byte = static_cast<unsigned char>(text[i]);
    out.append(text, from, i - from);
    from = i + 1;
    if (const std::string_view escape = escape_of(text[i]); !escape.empty()) {
      out += escape;
    } else {
      out += "\\u00";
      out += kHex[byte >> 4U];
      out += kHex[byte & 15U];
    }
  }
  out.append(text, from);
  out += '"';
}

std::string dump_json(const Json& json, bool pretty) {
  if (pretty) return json.dump(2, ' ', false, Json::error_handler_t::replace);
  std::string out;
  append_json(out, json);
  return out;
}

void put_text(Json& json, const char* name, const std::string& value) {
  if (!value.empty()) json[name] = value;
}

void put_number(Json& json, const char* name, std::uint64_t value) {
  if (value != 0) json[name] = value;
}

void put_time(Json& json, const char* name, UtcTime value) {
  if (value != UtcTime{}) json[name] = format_rfc3339(value);
}

void put_list(Json& json, const char* name, const std::vector<std::string>& value) {
  if (!value.empty()) json[name] = value;
}

void put_list(Json& json, const char* name, const std::vector<std::uint64_t>& value) {
  if (!value.empty()) json[name] = value;
}

namespace {

struct ReferenceName {
  ReferenceKind kind;
  std::string_view name;
};
constexpr ReferenceName kReferenceNames[] = {{ReferenceKind::kLink, "link"},
                                             {ReferenceKind::kImage, "image"},
                                             {ReferenceKind::kAudio, "audio"},
                                             {ReferenceKind::kVideo, "video"},
                                             {ReferenceKind::kEmbed, "embed"}};

}  // namespace

std::string_view reference_kind_name(ReferenceKind kind) {
  for (const auto& row : kReferenceNames) {
    if (row.kind == kind) return row.name;
  }
  return {};
}

std::optional<ReferenceKind> parse_reference_kind(std::string_view name) {
  for (const auto& row : kReferenceNames) {
    if (row.name == name) return row.kind;
  }
  return std::nullopt;
}

Json reference_json(const Reference& reference) {
  Json json = Json::object();
  if (const std::string_view kind = reference_kind_name(reference.kind); !kind.empty()) json["kind"] = kind;
  json["url"] = reference.url;
  put_text(json, "text", reference.text);
  put_text(json, "digest", reference.digest);
  return json;
}

Json references_json(const std::vector<Reference>& references) {
  Json list = Json::array();
  for (const auto& reference : references) list.push_back(reference_json(reference));
  return list;
}

const Json* JsonReader::member(const char* name) const {
  const auto found = json_.find(name);
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

void JsonReader::fail(const std::string& name, const std::string& wanted) {
  if (failed_) return;
  failed_ = true;
  error_ = Error{Code::kCorrupt, "json member '" + name + "' is not " + wanted, {}, -1};
}

std::string JsonReader::text(const char* name) {
  const Json* value = member(name);
  if (value == nullptr) return {};
  if (value->is_string()) return value->get_ref<const std::string&>();
  fail(name, "a string");
  return {};
}

std::uint64_t JsonReader::number(const char* name) {
  const Json* value = member(name);
  if (value == nullptr) return 0;
  if (value->is_number_unsigned()) return value->get<std::uint64_t>();
  fail(name, "a whole number");
  return 0;
}

std::int64_t JsonReader::integer(const char* name, std::int64_t absent) {
  const Json* value = member(name);
  if (value == nullptr) return absent;
  if (value->is_number_integer()) return value->get<std::int64_t>();
  fail(name, "a whole number");
  return absent;
}

double JsonReader::real(const char* name, double absent) {
  const Json* value = member(name);
  if (value == nullptr) return absent;
  if (value->is_number()) return value->get<double>();
  fail(name, "a number");
  return absent;
}

bool JsonReader::boolean(const char* name) {
  const Json* value = member(name);
  if (value == nullptr) return false;
  if (value->is_boolean()) return value->get<bool>();
  fail(name, "true or false");
  return false;
}

UtcTime JsonReader::time(const char* name) {
  const std::string value = text(name);
  if (value.empty()) return {};
  const auto time = parse_rfc3339(value);
  if (time) return *time;
  fail(name, "a time");
  return {};
}

std::optional<Timestamp> JsonReader::timestamp(const char* name) {
  const std::string value = text(name);
  if (value.empty()) return std::nullopt;
  const auto time = parse_timestamp(value);
  if (time) return *time;
  fail(name, "a date or time");
  return std::nullopt;
}

std::vector<std::string> JsonReader::texts(const char* name) {
  std::vector<std::string> out;
  const Json* list = array(name);
  if (list == nullptr) return out;
  for (const auto& item : *list) {
    if (!item.is_string()) {
      fail(name, "a list of strings");
      return {};
    }
    out.push_back(item.get_ref<const std::string&>());
  }
  return out;
}

std::vector<std::uint64_t> JsonReader::numbers(const char* name) {
  std::vector<std::uint64_t> out;
  const Json* list = array(name);
  if (list == nullptr) return out;
  for (const auto& item : *list) {
    if (!item.is_number_unsigned()) {
      fail(name, "a list of whole numbers");
      return {};
    }
    out.push_back(item.get<std::uint64_t>());
  }
  return out;
}

std::vector<Reference> JsonReader::references(const char* name) {
  std::vector<Reference> out;
  const Json* list = array(name);
  if (list == nullptr) return out;
  for (const auto& item : *list) {
    if (!item.is_object()) {
      fail(name, "a list of objects");
      return {};
    }
    JsonReader reader(item);
    Reference reference;
    const std::string kind = reader.text("kind");
    const auto known = parse_reference_kind(kind);
    if (!known) reader.fail("kind", "a kind of reference");
    reference.kind = known.value_or(ReferenceKind::kLink);
    reference.url = reader.text("url");
    reference.text = reader.text("text");
    reference.digest = reader.text("digest");
    if (!reader.ok()) {
      fail(name, "a list of references");
      return {};
    }
    out.push_back(std::move(reference));
  }
  return out;
}

const Json* JsonReader::array(const char* name) {
  const Json* value = member(name);
  if (value == nullptr || value->is_array()) return value;
  fail(name, "a list");
  return nullptr;
}

const Json* JsonReader::object(const char* name) {
  const Json* value = member(name);
  if (value == nullptr || value->is_object()) return value;
  fail(name, "an object");
  return nullptr;
}

Result<Json> parse_json_object(std::string_view text, std::string_view what) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    return Error{Code::kCorrupt, "the " + std::string(what) + " is not a json object", {}, -1};
  const auto version = json.find("v");
  if (version == json.end() || !version->is_number_integer())
    return Error{Code::kCorrupt, "the " + std::string(what) + " has no version 'v'", {}, -1};
  if (version->get<std::int64_t>() > kJsonVersion) {
    return Error{Code::kUnsupported,
                 "the " + std::string(what) + " has version " + version->dump() + ", at most " +
                     std::to_string(kJsonVersion) + " is known",
                 {},
                 -1};
  }
  return json;
}

}  // namespace bfa
