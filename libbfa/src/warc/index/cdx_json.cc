// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/warc/cdx.h"
#include "warc/index/json_text.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

struct Text {
  const char* name;
  std::string CdxEntry::* field;
};
constexpr std::array<Text, 9> kTexts = {{{"url", &CdxEntry::url},
                                         {"mime", &CdxEntry::mime},
                                         {"status", &CdxEntry::status},
                                         {"digest", &CdxEntry::digest},
                                         {"redirect", &CdxEntry::redirect},
                                         {"robotflags", &CdxEntry::robots},
                                         {"filename", &CdxEntry::filename},
                                         {"method", &CdxEntry::method},
                                         {"requestBody", &CdxEntry::request_body}}};

void member(std::string& out, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  out += out.back() == '{' ? "\"" : ", \"";
  out.append(name).append("\": ");
  append_json_string(out, value);
}

Error bad_line(const char* what, std::string_view line) {
  return {Code::kCorrupt, what, std::string(line.substr(0, 200)), -1};
}

std::string text_of_value(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void take_member(CdxEntry& entry, const std::string& name, const Json& value) {
  for (const Text& text : kTexts) {
    if (name != text.name) continue;
    entry.*text.field = text_of_value(value);
    return;
  }
  if (name == "length" || name == "offset") {
    (name == "length" ? entry.length : entry.offset) = parse_number(text_of_value(value));
    return;
  }
  entry.others.emplace_back(name, value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

std::string format_cdxj(const CdxEntry& entry) {
  return guarded_or_empty([&]() -> std::string {
    std::string line = entry.key + " " + entry.timestamp + " {";
    member(line, "url", entry.url);
    member(line, "mime", entry.mime);
    member(line, "status", entry.status);
    member(line, "digest", entry.digest);
    member(line, "redirect", entry.redirect);
    member(line, "robotflags", entry.robots);
    if (entry.length) member(line, "length", std::to_string(*entry.length));
    if (entry.offset) member(line, "offset", std::to_string(*entry.offset));
    member(line, "filename", entry.filename);
    member(line, "method", entry.method);
    member(line, "requestBody", entry.request_body);
    for (const auto& [name, value] : entry.others) {
      line += line.back() == '{' ? "" : ", ";
      append_json_string(line, name);
      line.append(": ").append(value);
    }
    line.push_back('}');
    return line;
  });
}

Result<CdxEntry> parse_cdxj(std::string_view line) {
  return guarded([&]() -> Result<CdxEntry> {
    line = trim_line_end(line);
    const std::size_t first = line.find(' ');
    const std::size_t second = first == std::string_view::npos ? first : line.find(' ', first + 1);
    if (second == std::string_view::npos) return bad_line("index line without key, time and JSON", line);
    CdxEntry entry;
    entry.key = line.substr(0, first);
    entry.timestamp = line.substr(first + 1, second - first - 1);
    const std::string_view text = line.substr(second + 1);
    if (!is_shallow_json(text)) return bad_line("index line whose JSON is nested too deep", line);
    const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
    if (!json.is_object()) return bad_line("index line whose JSON is no object", line);
    for (const auto& [name, value] : json.items()) take_member(entry, name, value);
    return entry;
  });
}

}  // namespace bfa
