// SPDX-License-Identifier: Apache-2.0
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
  rule.support = static_cast<std::uint32_t>(reader.number("support"));
  rule.pages = static_cast<std::uint32_t>(reader.number("pages"));
  rule.score = reader.real("score", 0);
  if (!reader.ok()) outer.fail("rules", "a list of rules");
  return rule;
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
  if (const Json* rules = reader.array("rules")) {
    for (const auto& rule : *rules) t.rules.push_back(read_rule(rule, reader));
  }
  t.boilerplate = reader.texts("boilerplate");
  t.post_pattern = reader.text("post_pattern");
  t.title_prefix = reader.text("title_prefix");
  t.title_suffix = reader.text("title_suffix");
  t.author = reader.text("author");
  t.language = reader.text("language");
  t.reason = reader.text("reason");
  if (!reader.ok()) return reader.error();
  return t;
}

}  // namespace

std::string template_to_json(const Template& t, bool pretty) {
  Json json = Json::object();
  json["v"] = kJsonVersion;
  put_number(json, "sequence", t.sequence);
  put_text(json, "blog", t.blog);
  put_text(json, "feed", t.feed);
  put_text(json, "method", t.method);
  put_text(json, "reason", t.reason);
  put_time(json, "learned", t.learned);
  put_list(json, "captures", t.captures);
  if (!t.rules.empty()) {
    Json& rules = json["rules"] = Json::array();
    for (const auto& rule : t.rules) rules.push_back(rule_json(rule));
  }
  put_list(json, "boilerplate", t.boilerplate);
  put_text(json, "post_pattern", t.post_pattern);
  put_text(json, "title_prefix", t.title_prefix);
  put_text(json, "title_suffix", t.title_suffix);
  put_text(json, "author", t.author);
  put_text(json, "language", t.language);
  return dump_json(json, pretty);
}

Result<Template> template_from_json(std::string_view json) {
  return without_exceptions([&] { return read_template(json); });
}

}  // namespace bfa
