// SPDX-License-Identifier: Apache-2.0
#include "rule_key.h"

#include <algorithm>
#include <string_view>

#include "html/path_steps.h"

namespace bfa {
namespace {

std::uint64_t mix(std::uint64_t seed, std::string_view text) {
  for (const char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return seed ^ (seed >> 29);
}

bool stable(std::string_view value) {
  return !value.empty() &&
         std::none_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::uint64_t key_of_id(std::string_view id) {
  return mix(11, id);
}
std::uint64_t key_of_class(std::string_view tag, std::string_view name) {
  return mix(mix(22, tag), name);
}
std::uint64_t key_of_child(std::uint64_t parent, std::string_view tag) {
  return mix(parent * 31 + 7, tag);
}

}  // namespace

bool has_own_rule(const HtmlDocument& doc, HtmlDocument::NodeId n) {
  return stable(doc.attribute(n, "id")) || stable(doc.attribute(n, "class"));
}

std::vector<std::uint64_t> rule_keys(const HtmlDocument& doc) {
  std::vector<std::uint64_t> keys(doc.size(), 0);
  for (HtmlDocument::NodeId n = 1; n < doc.size(); ++n) {
    if (doc.is_text(n)) continue;
    std::string_view id;
    std::string_view name;
    for (const HtmlAttribute& attribute : doc.attributes(n)) {
      if (attribute.name == "id") id = attribute.value;
      if (attribute.name == "class") name = attribute.value;
    }
    if (stable(id)) {
      keys[n] = key_of_id(id);
    } else if (stable(name)) {
      keys[n] = key_of_class(doc.tag(n), name);
    } else {
      keys[n] = key_of_child(keys[doc.parent(n)], doc.tag(n));
    }
  }
  return keys;
}

std::vector<std::uint64_t> rule_keys(const PageIndex& page) {
  return rule_keys(page.doc());
}

std::uint64_t rule_key(std::string_view xpath) {
  const Result<std::vector<PathStep>> steps = parse_path(xpath);
  if (!steps) return 0;
  std::uint64_t key = 0;
  bool first = true;
  for (const PathStep& step : *steps) {
    const bool anchored = step.predicates.size() == 1 && step.predicates.front().value.has_value();
    if (step.descendant != anchored || (anchored && !first) || (!anchored && !step.predicates.empty()))
      return 0;
    if (!anchored) {
      if (step.tag.empty()) return 0;
      key = key_of_child(key, step.tag);
    } else {
      const PathPredicate& predicate = step.predicates.front();
      if (!stable(*predicate.value)) return 0;
      if (predicate.attribute == "id" && step.tag.empty()) {
        key = key_of_id(*predicate.value);
      } else if (predicate.attribute == "class" && !step.tag.empty()) {
        key = key_of_class(step.tag, *predicate.value);
      } else {
        return 0;
      }
    }
    first = false;
  }
  return key;
}

}  // namespace bfa
