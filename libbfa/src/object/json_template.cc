// SPDX-License-Identifier: Apache-2.0
#include "base/guard.h"
#include "bfa/object/json.h"
#include "object/json_value.h"

namespace bfa {
namespace {

Json rule_json(const FieldRule& rule) {
  Json json = Json::object();
  json["field"] = rule.field;
  json["xpath"] = rule.xpath;
  put_text(json, "attribute", rule.attribute);
  put_text(json, "method", rule.method);
  put_text(json, "prefix", rule.prefix);
  put_text(json, "suffix", rule.suffix);
  if (rule.pinned) json["pinned"] = true;
  json["support"] = rule.support;
  json["pages"] = rule.pages;
  json["score"] = rule.score;
  return json;
}

FieldRule read_rule(const Json& json, JsonReader& outer) {
  FieldRule rule;
  if (!json.is_object()) {
    outer.fail("rules", "a list of objects");
    return rule;
  }
  JsonReader reader(json);
  rule.field = reader.text("field");
  rule.xpath = reader.text("xpath");
  rule.attribute = reader.text("attribute");
  rule.method = reader.text("method");
  rule.prefix = reader.text("prefix");
  rule.suffix = reader.text("suffix");
  rule.pinned = json.value("pinned", Json()) == true;
  rule.support = static_cast<std::uint32_t>(reader.number("support"));
  rule.pages = static_cast<std::uint32_t>(reader.number("pages"));
  rule.score = reader.real("score", 0);
  if (!reader.ok()) outer.fail("rules", "a list of rules");
  return rule;
}

std::vector<FieldRule> read_rules(JsonReader& reader) {
  std::vector<FieldRule> rules;
  if (const Json* list = reader.array("rules")) {
    for (const auto& rule : *list) rules.push_back(read_rule(rule, reader));
  }
  return rules;
}

void put_rules(Json& json, const std::vector<FieldRule>& list) {
  if (list.empty()) return;
  Json& rules = json["rules"] = Json::array();
  for (const auto& rule : list) rules.push_back(rule_json(rule));
}

Json layout_json(const Layout& layout) {
  Json json = Json::object();
  put_list(json, "signature", layout.signature);
  put_list(json, "captures", layout.captures);
  put_rules(json, layout.rules);
  put_list(json, "boilerplate", layout.boilerplate);
  put_text(json, "title_prefix", layout.title_prefix);
  put_text(json, "title_suffix", layout.title_suffix);
  put_list(json, "title_words", layout.title_words);
  put_text(json, "folder", layout.folder);
  put_text(json, "author", layout.author);
  put_text(json, "language", layout.language);
  return json;
}

Layout read_layout(const Json& json, JsonReader& outer) {
  Layout layout;
  if (!json.is_object()) {
    outer.fail("layouts", "a list of objects");
    return layout;
  }
  JsonReader reader(json);
  layout.signature = reader.texts("signature");
  layout.captures = reader.numbers("captures");
  layout.rules = read_rules(reader);
  layout.boilerplate = reader.texts("boilerplate");
  layout.title_prefix = reader.text("title_prefix");
  layout.title_suffix = reader.text("title_suffix");
  layout.title_words = reader.texts("title_words");
  layout.folder = reader.text("folder");
  layout.author = reader.text("author");
  layout.language = reader.text("language");
  if (!reader.ok()) outer.fail("layouts", "a list of layouts");
  return layout;
}

Result<Template> read_template(std::string_view text) {
  auto json = parse_json_object(text, "template");
  if (!json) return std::move(json).error();
  JsonReader reader(*json);
  Template t;
  t.sequence = reader.number("sequence");
  t.blog = reader.text("blog");
  t.feed = reader.text("feed");
  t.method = reader.text("method");
  t.learned = reader.time("learned");
  t.captures = reader.numbers("captures");
  t.rules = read_rules(reader);
  t.boilerplate = reader.texts("boilerplate");
  t.post_pattern = reader.text("post_pattern");
  t.title_prefix = reader.text("title_prefix");
  t.title_suffix = reader.text("title_suffix");
  t.title_words = reader.texts("title_words");
  t.author = reader.text("author");
  t.language = reader.text("language");
  t.signature = reader.texts("signature");
  if (const Json* layouts = reader.array("layouts")) {
    for (const auto& layout : *layouts) t.layouts.push_back(read_layout(layout, reader));
  }
  t.zones = reader.texts("zones");
  t.reason = reader.text("reason");
  if (!reader.ok()) return reader.error();
  return t;
}

}  // namespace

std::string template_to_json(const Template& t, bool pretty) {
  return guarded_or_empty([&]() -> std::string {
    Json json = Json::object();
    json["v"] = kJsonVersion;
    put_number(json, "sequence", t.sequence);
    put_text(json, "blog", t.blog);
    put_text(json, "feed", t.feed);
    put_text(json, "method", t.method);
    put_text(json, "reason", t.reason);
    put_time(json, "learned", t.learned);
    put_list(json, "captures", t.captures);
    put_rules(json, t.rules);
    put_list(json, "boilerplate", t.boilerplate);
    put_text(json, "post_pattern", t.post_pattern);
    put_text(json, "title_prefix", t.title_prefix);
    put_text(json, "title_suffix", t.title_suffix);
    put_list(json, "title_words", t.title_words);
    put_text(json, "author", t.author);
    put_text(json, "language", t.language);
    put_list(json, "zones", t.zones);
    put_list(json, "signature", t.signature);
    if (!t.layouts.empty()) {
      Json& layouts = json["layouts"] = Json::array();
      for (const auto& layout : t.layouts) layouts.push_back(layout_json(layout));
    }
    return dump_json(json, pretty);
  });
}

Result<Template> template_from_json(std::string_view json) {
  return without_exceptions([&] { return read_template(json); });
}

}  // namespace bfa
