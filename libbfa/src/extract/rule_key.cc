// SPDX-License-Identifier: Apache-2.0
#include "rule_key.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "html/flat_tree.h"
#include "html/path_steps.h"

namespace bfa {
namespace {

std::uint64_t mix(std::uint64_t seed, std::string_view text) {
  constexpr std::uint64_t kFactor = 0xD6E8FEB86659FD93u;
  seed ^= text.size();
  for (; text.size() >= sizeof(std::uint64_t); text.remove_prefix(sizeof(std::uint64_t))) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), sizeof word);
    seed = (seed ^ word) * kFactor;
    seed ^= seed >> 32;
  }
  std::uint64_t rest = 0;
  for (const char c : text) rest = rest << 8 | static_cast<unsigned char>(c);
  seed = (seed ^ rest) * kFactor;
  return seed ^ (seed >> 32);
}

bool stable(std::string_view value) {
  bool digit = false;
  for (const char c : value) digit |= c >= '0' && c <= '9';
  return !value.empty() && !digit;
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
  const FlatTree& tree = HtmlAccess::tree(doc);
  std::vector<std::uint64_t> keys(tree.nodes.size(), 0);
  for (HtmlDocument::NodeId n = 1; n < keys.size(); ++n) {
    const FlatTree::Node& node = tree.nodes[n];
    if (node.tag == 0) continue;
    std::string_view id;
    std::string_view name;
    const HtmlAttribute* attribute = tree.attributes.data() + node.attribute_begin;
    for (const HtmlAttribute* end = attribute + node.attributes; attribute != end; ++attribute) {
      if (attribute->name == "id") id = attribute->value;
      if (attribute->name == "class") name = attribute->value;
    }
    const std::string_view tag = tree.tags[node.tag].name;
    if (stable(id)) {
      keys[n] = key_of_id(id);
    } else if (stable(name)) {
      keys[n] = key_of_class(tag, name);
    } else {
      keys[n] = key_of_child(keys[node.parent], tag);
    }
  }
  return keys;
}

std::vector<std::uint64_t> rule_keys(const PageIndex& page) {
  return rule_keys(page.doc());
}

namespace {

// A rule as PathRule::for_node() writes it, read without a copy of its parts; 0: it has another form.
std::uint64_t key_of_plain_rule(std::string_view xpath) {
  constexpr std::string_view kId = "//*[@id='";
  constexpr std::string_view kClass = "[@class='";
  const auto is_plain_tag = [](std::string_view tag) {
    return !tag.empty() && std::all_of(tag.begin(), tag.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    });
  };
  std::uint64_t key = 0;
  if (xpath.starts_with("//")) {
    const bool by_id = xpath.starts_with(kId);
    const std::size_t open = by_id ? 0 : xpath.find(kClass);
    if (open == std::string_view::npos) return 0;
    const std::string_view tag = by_id ? std::string_view() : xpath.substr(2, open - 2);
    xpath.remove_prefix(by_id ? kId.size() : open + kClass.size());
    const std::string_view value = xpath.substr(0, xpath.find('\''));
    if (!stable(value) || !(by_id || is_plain_tag(tag)) || xpath.substr(value.size(), 2) != "']") return 0;
    key = by_id ? key_of_id(value) : key_of_class(tag, value);
    xpath.remove_prefix(value.size() + 2);
  }
  while (!xpath.empty()) {
    if (!xpath.starts_with('/')) return 0;
    xpath.remove_prefix(1);
    const std::string_view tag = xpath.substr(0, xpath.find('/'));
    if (!is_plain_tag(tag)) return 0;
    key = key_of_child(key, tag);
    xpath.remove_prefix(tag.size());
  }
  return key;
}

}  // namespace

std::uint64_t rule_key(std::string_view xpath) {
  if (const std::uint64_t key = key_of_plain_rule(xpath); key != 0) return key;
  const Result<std::vector<PathStep>> steps = parse_path(xpath);
  if (!steps) return 0;
  std::uint64_t key = 0;
  bool first = true;
  for (const PathStep& step : *steps) {
    const bool anchored = step.predicates.size() == 1 && step.predicates.front().value.has_value();
    if (step.position != 0 || step.descendant != anchored || (anchored && !first) ||
        (!anchored && !step.predicates.empty()))
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
