// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/refine_rule.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bfa/html/path_rule.h"
#include "extract/rules/article_place.h"
#include "html/path_steps.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMinPages = 2;   // one page does not show which parts are constant
constexpr std::size_t kMaxPages = 12;  // that candidates are tried on
constexpr double kSharp = 0.9;         // of the pages: on which a good rule finds only the chosen place
constexpr double kNearlyAll = 0.8;     // of the pages: that must have a name, or a place among siblings
constexpr std::uint32_t kMaxDepth = 24;

// The chosen element or one of its ancestors, with the properties that all pages share.
struct Level {
  std::string tag;        // empty: pages differ
  std::string attribute;  // "id" or "class"; empty: pages have no such name in common
  std::string value;
  bool unique = false;         // the name occurs once on a page
  std::uint32_t position = 0;  // among siblings of its tag; 0: pages differ, or it is the only one
};

// The value of nearly all of `values`; nothing if they differ.
template <class T>
std::optional<T> common(const std::vector<T>& values) {
  std::map<T, std::size_t> counts;
  for (const T& value : values) ++counts[value];
  for (const auto& [value, count] : counts) {
    if (static_cast<double>(count) >= kNearlyAll * static_cast<double>(values.size())) return value;
  }
  return std::nullopt;
}

// The element's place among its siblings of that tag, from 1. `alone` becomes false if it has some.
std::uint32_t place_among(const HtmlDocument& doc, NodeId n, bool& alone) {
  std::uint32_t place = 0;
  std::uint32_t count = 0;
  for (NodeId child = doc.first_child(doc.parent(n)); child != HtmlDocument::kNone;
       child = doc.next_sibling(child)) {
    if (!doc.is_element(child) || doc.tag(child) != doc.tag(n)) continue;
    ++count;
    if (child == n) place = count;
  }
  alone = alone && count <= 1;
  return place;
}

class Sharpener {
 public:
  explicit Sharpener(std::vector<ChosenPlace> chosen) : chosen_(std::move(chosen)) {
    if (chosen_.size() > kMaxPages) chosen_.resize(kMaxPages);
  }

  // A better XPath than `plain`; empty: `plain` is good enough, or no other is better.
  std::string run(const std::string& plain) {
    best_share_ = share_found(plain);
    if (best_share_ >= kSharp) return {};
    read_levels();
    for (const std::size_t anchor : anchors()) {
      if (try_from(anchor)) break;
    }
    return best_;
  }

 private:
  // The share of the pages on which the rule finds only the chosen place. Any other match is another part of
  // the page, and on a page with a shorter article it may be the heaviest.
  double share_found(const std::string& xpath) const {
    FieldRule rule;
    rule.xpath = xpath;
    std::size_t found = 0;
    for (const ChosenPlace& one : chosen_) {
      const ArticlePlace place = article_by_rule(rule, *one.page);
      if (place.node == one.node && !place.several) ++found;
    }
    return static_cast<double>(found) / static_cast<double>(chosen_.size());
  }

  void read_levels() {
    std::vector<NodeId> nodes;
    for (const ChosenPlace& one : chosen_) nodes.push_back(one.node);
    while (levels_.size() < kMaxDepth) {
      std::vector<std::string> tags;
      std::vector<std::uint32_t> places;
      bool alone = true;  // on all pages
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const HtmlDocument& doc = chosen_[i].page->doc();
        const bool real = nodes[i] != HtmlDocument::kNone && doc.is_element(nodes[i]);
        tags.emplace_back(real ? doc.tag(nodes[i]) : std::string_view());
        places.push_back(real ? place_among(doc, nodes[i], alone) : 0);
      }
      const std::optional<std::string> tag = common(tags);
      if (tag && tag->empty()) break;  // above the root
      Level level;
      if (tag && is_path_name(*tag)) level.tag = *tag;
      level.position = alone ? 0 : common(places).value_or(0);
      for (const char* attribute : {"id", "class"}) {
        if (level.attribute.empty()) name_level(level, attribute, nodes);
      }
      levels_.push_back(std::move(level));
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i] != HtmlDocument::kNone && nodes[i] != 0)
          nodes[i] = chosen_[i].page->doc().parent(nodes[i]);
      }
    }
  }

  void name_level(Level& level, std::string_view attribute, const std::vector<NodeId>& nodes) const {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const bool real = nodes[i] != HtmlDocument::kNone && nodes[i] != 0;
      values.emplace_back(real ? chosen_[i].page->doc().attribute(nodes[i], attribute) : std::string_view());
    }
    const std::optional<std::string> value = common(values);
    if (!value || value->empty()) return;
    level.attribute = attribute;
    level.value = *value;
    std::size_t once = 0;
    for (const ChosenPlace& one : chosen_) {
      if (count_named(*one.page, attribute, *value) == 1) ++once;
    }
    level.unique = static_cast<double>(once) >= kNearlyAll * static_cast<double>(chosen_.size());
  }

  static std::size_t count_named(const PageIndex& page, std::string_view attribute, std::string_view value) {
    std::size_t count = 0;
    for (NodeId n = 1; n < page.size(); ++n) {
      if (page.tag(n) != Tag::kText && page.attribute(n, attribute) == value) ++count;
    }
    return count;
  }

  // The elements where a path may begin: the nearest name, the nearest name that occurs once on a page, the
  // root.
  std::vector<std::size_t> anchors() const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      if (levels_[i].attribute.empty()) continue;
      if (out.empty() || levels_[i].unique) out.push_back(i);
      if (levels_[i].unique) break;
    }
    out.push_back(levels_.size());
    return out;
  }

  // Tries the path from the level `anchor` down: unchanged, with one position among siblings, with all
  // positions. True when one is good.
  bool try_from(std::size_t anchor) {
    if (levels_.empty()) return true;
    std::vector<PathStep> steps;
    for (std::size_t i = std::min(anchor + 1, levels_.size()); i > 0; --i) {
      PathStep step;
      step.tag = levels_[i - 1].tag;
      if (i == anchor + 1) {
        step.descendant = true;
        step.predicates.push_back({levels_[anchor].attribute, levels_[anchor].value});
      }
      steps.push_back(std::move(step));
    }
    if (attempt(steps)) return true;
    std::vector<PathStep> all = steps;
    for (std::size_t level = 0; level < steps.size(); ++level) {  // the lowest first
      const std::size_t at = steps.size() - 1 - level;
      if (levels_[level].position == 0 || steps[at].descendant || steps[at].tag.empty()) continue;
      std::vector<PathStep> one = steps;
      one[at].position = levels_[level].position;
      all[at].position = levels_[level].position;
      if (attempt(one)) return true;
    }
    return attempt(all);
  }

  bool attempt(const std::vector<PathStep>& steps) {
    constexpr double kMuch = 0.1;
    const std::string xpath = write_path(steps);
    const double share = share_found(xpath);
    if (share >= best_share_ + kMuch) {
      best_share_ = share;
      best_ = xpath;
    }
    return share >= kSharp;
  }

  std::vector<ChosenPlace> chosen_;
  std::vector<Level> levels_;  // from the chosen place up
  std::string best_;
  double best_share_ = 0;
};

}  // namespace

std::string refined_rule(std::span<const ChosenPlace> chosen, const FieldRule& rule) {
  std::vector<ChosenPlace> voters;
  for (const ChosenPlace& one : chosen) {
    if (one.node == HtmlDocument::kNone) continue;
    if (PathRule::for_node(one.page->doc(), one.node).xpath() == rule.xpath) voters.push_back(one);
  }
  if (voters.size() < kMinPages) return {};
  return Sharpener(std::move(voters)).run(rule.xpath);
}

}  // namespace bfa
