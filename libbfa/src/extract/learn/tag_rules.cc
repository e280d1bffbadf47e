// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/tag_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "extract/rules/article_place.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMinPages = 2;
constexpr double kMinPrecision = 0.8;
constexpr double kOneWord = 1.25;  // words a page, where a post has one category
constexpr std::size_t kMaxRules = 4;
constexpr std::array<std::string_view, 2> kFields{"tag", "category"};

// Links that may be words under which the page's post is filed.
bool is_candidate(const PageIndex& page, NodeId n) {
  return page.tag(n) == Tag::kA && may_hold_tag(page, n);
}

// The counts of one place over all pages.
struct Place {
  std::uint32_t pages = 0;   // that have a word of their entry there
  std::uint32_t fresh = 0;   // ... which the markup does not identify
  std::uint32_t links = 0;   // all links that the rule finds, on all pages with words
  std::uint32_t words = 0;   // of these the entry's
  std::uint32_t tags = 0;    // of these by name, address or label tags,
  std::uint32_t others = 0;  // ... or categories
  std::set<std::string> values;
};

std::set<std::string> keys_of(const std::vector<std::string>& words) {
  std::set<std::string> out;
  for (const std::string& word : words) {
    if (std::string key = comparable_title(word); !key.empty()) out.insert(std::move(key));
  }
  return out;
}

// The rules of links that are words of the page's entry.
std::set<std::string> rules_of_words(const TrainingExample& example, const std::set<std::string>& wanted) {
  std::set<std::string> out;
  const PageIndex& page = *example.page;
  for (NodeId n = page.body(); n < page.end(page.body()); ++n) {
    if (is_candidate(page, n) && wanted.contains(comparable_title(tag_text(page, n))))
      out.insert(PathRule::for_node(page.doc(), n).xpath());
  }
  return out;
}

void look_at(const TrainingExample& example, const std::set<std::string>& wanted,
             const std::set<std::string>& told, const std::string& xpath, Place& place) {
  const PageIndex& page = *example.page;
  FieldRule rule;
  rule.xpath = xpath;
  bool found = false, fresh = false;
  for (const NodeId n : match_rule(page.doc(), rule)) {
    if (!is_candidate(page, n)) continue;
    ++place.links;
    std::string key = comparable_title(tag_text(page, n));
    if (!wanted.contains(key)) continue;
    ++place.words;
    found = true;
    fresh = fresh || !told.contains(key);
    const Taxonomy taxonomy = taxonomy_by_surroundings(page, example.node, n);
    if (taxonomy == Taxonomy::kTag) ++place.tags;
    if (taxonomy == Taxonomy::kCategory) ++place.others;
    place.values.insert(std::move(key));
  }
  place.pages += found ? 1 : 0;
  place.fresh += fresh ? 1 : 0;
}

bool is_place_of_tags(const Place& place) {
  return place.pages >= kMinPages && place.values.size() >= 2 && 2 * place.fresh >= place.pages &&
         place.words >= kMinPrecision * place.links;
}

std::string_view field_of(const Place& place) {
  if (place.tags != place.others) return kFields[place.tags > place.others ? 0 : 1];
  return kFields[place.words <= kOneWord * place.pages ? 1 : 0];
}

}  // namespace

std::vector<FieldRule> learn_tags(const std::vector<TrainingExample>& examples) {
  struct Page {
    const TrainingExample* example;
    std::set<std::string> wanted, told;
  };
  std::vector<Page> pages;
  std::map<std::string, std::uint32_t> seen;  // pages by rule
  for (const TrainingExample& example : examples) {
    if (example.node == HtmlDocument::kNone || example.input->entry->tags.empty()) continue;
    Page page{&example, keys_of(example.input->entry->tags), {}};
    for (const std::string& xpath : rules_of_words(example, page.wanted)) ++seen[xpath];
    const PostTags told = tags_of_post(*example.page, example.node, example.input->url.host());
    page.told = keys_of(told.tags);
    page.told.merge(keys_of(told.categories));
    pages.push_back(std::move(page));
  }
  std::vector<FieldRule> out;
  for (const auto& [xpath, count] : seen) {
    if (count < kMinPages) continue;
    Place place;
    for (const Page& page : pages) look_at(*page.example, page.wanted, page.told, xpath, place);
    if (!is_place_of_tags(place)) continue;
    FieldRule& rule = out.emplace_back();
    rule.field = field_of(place);
    rule.xpath = xpath;
    rule.support = place.pages;
    rule.pages = static_cast<std::uint32_t>(pages.size());
    rule.score = static_cast<double>(place.words) / place.links;
    rule.method = "feed";
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.support > b.support; });
  if (out.size() > kMaxRules) out.resize(kMaxRules);
  return out;
}

std::vector<NodeId> menus_of(const Template& t, const PageIndex& page, NodeId article) {
  std::vector<NodeId> out;
  for (const FieldRule& rule : t.rules) {
    if (rule.field != kMenuField) continue;
    for (const NodeId n : match_rule(page.doc(), rule)) {
      if (!page.contains(n, article)) out.push_back(n);
    }
  }
  return out;
}

void add_tags_by_rules(const Template& t, const PageIndex& page, std::span<const NodeId> menus,
                       PostTags& found) {
  for (const FieldRule& rule : t.rules) {
    const bool tag = rule.field == kFields[0];
    if (!tag && rule.field != kFields[1]) continue;
    for (const NodeId n : match_rule(page.doc(), rule)) {
      if (!is_candidate(page, n) || is_in_any(page, menus, n)) continue;
      std::string word = tag_text(page, n);
      const auto is_it = [&](const std::string& other) {
        return comparable_title(other) == comparable_title(word);
      };
      if (word.empty() || std::any_of(found.tags.begin(), found.tags.end(), is_it) ||
          std::any_of(found.categories.begin(), found.categories.end(), is_it))
        continue;
      (tag ? found.tags : found.categories).push_back(std::move(word));
    }
  }
}

}  // namespace bfa
