// SPDX-License-Identifier: Apache-2.0
#include "extract/page/rule_hash.h"

#include <algorithm>
#include <bit>
#include <string_view>

#include "base/ascii.h"
#include "html/flat_tree.h"
#include "html/path_key.h"
#include "html/path_steps.h"

namespace bfa {
namespace {

// For hostile pages with many colliding keys.
constexpr std::size_t kMostSteps = 64;

// A rule as PathRule::for_node() writes it, read without a copy of its parts; 0: it has another form.
std::uint64_t key_of_plain_rule(std::string_view xpath) {
  constexpr std::string_view kId = "//*[@id='";
  constexpr std::string_view kClass = "[@class='";
  const auto is_plain_tag = [](std::string_view tag) {
    return !tag.empty() &&
           std::all_of(tag.begin(), tag.end(), [](char c) { return is_lower_letter(c) || is_digit(c); });
  };
  std::uint64_t key = 0;
  if (xpath.starts_with("//")) {
    const bool by_id = xpath.starts_with(kId);
    const std::size_t open = by_id ? 0 : xpath.find(kClass);
    if (open == std::string_view::npos) return 0;
    const std::string_view tag = by_id ? std::string_view() : xpath.substr(2, open - 2);
    xpath.remove_prefix(by_id ? kId.size() : open + kClass.size());
    const std::string_view value = xpath.substr(0, xpath.find('\''));
    const NameHash name = hash_of_name(value);
    if (!name.stable || !(by_id || is_plain_tag(tag)) || xpath.substr(value.size(), 2) != "']") return 0;
    key = by_id ? key_of_id(name.hash) : key_of_class(hash_of_tag(tag), name.hash);
    xpath.remove_prefix(value.size() + 2);
  }
  while (!xpath.empty()) {
    if (!xpath.starts_with('/')) return 0;
    xpath.remove_prefix(1);
    const std::string_view tag = xpath.substr(0, xpath.find('/'));
    if (!is_plain_tag(tag)) return 0;
    key = key_of_child(key, hash_of_tag(tag));
    xpath.remove_prefix(tag.size());
  }
  return key;
}

}  // namespace

bool has_own_rule(const HtmlDocument& doc, HtmlDocument::NodeId n) {
  const FlatTree& tree = HtmlAccess::tree(doc);
  const FlatTree::Node& node = tree.nodes[n];
  if (node.tag == 0) return false;
  return tree.names[node.element().id_name].hash.stable || tree.names[node.element().class_name].hash.stable;
}

std::span<const std::uint64_t> rule_hashes(const HtmlDocument& doc) {
  return HtmlAccess::tree(doc).keys;
}

std::span<const std::uint64_t> rule_hashes(const PageIndex& page) {
  return rule_hashes(page.doc());
}

RulesOfPage::RulesOfPage(const HtmlDocument& doc)
    : keys_(rule_hashes(doc)), slots_(std::bit_ceil(2 * keys_.size())) {
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t n = 1; n < keys_.size(); ++n) {
    if (keys_[n] == 0) continue;
    for (std::size_t step = 0; step < kMostSteps; ++step) {
      std::uint32_t& slot = slots_[(keys_[n] + step) & mask];
      if (slot != 0 && keys_[slot] != keys_[n]) continue;
      slot = n;
      break;
    }
  }
}

bool RulesOfPage::has(std::uint64_t key) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t step = 0; step < kMostSteps; ++step) {
    const std::uint32_t slot = slots_[(key + step) & mask];
    if (slot == 0) return false;
    if (keys_[slot] == key) return true;
  }
  return false;
}

std::uint64_t rule_hash(std::string_view xpath) {
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
      key = key_of_child(key, hash_of_tag(step.tag));
    } else {
      const PathPredicate& predicate = step.predicates.front();
      const NameHash name = hash_of_name(*predicate.value);
      if (!name.stable) return 0;
      if (predicate.attribute == "id" && step.tag.empty()) {
        key = key_of_id(name.hash);
      } else if (predicate.attribute == "class" && !step.tag.empty()) {
        key = key_of_class(hash_of_tag(step.tag), name.hash);
      } else {
        return 0;
      }
    }
    first = false;
  }
  return key;
}

}  // namespace bfa
