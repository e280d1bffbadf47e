// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/widen_article_rule.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bfa/extract/rules.h"
#include "bfa/html/path_rule.h"
#include "extract/learn/refine_rule.h"
#include "extract/page/content_mass.h"
#include "extract/page/rule_hash.h"
#include "extract/rules/article_place.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMinPartBytes = 40;  // of running text: less is a label
constexpr std::size_t kMinPages = 3;         // with several parts
constexpr double kOften = 0.2;               // of the pages with an article: that have it in parts
constexpr double kNearlyAll = 0.8;  // of these: that agree on the element around the parts; of the feed's
                                    // pages: on which the wider rule finds the same article

// The places with running text that a rule finds, none inside of another.
std::vector<NodeId> parts_of(const PageIndex& page, const FieldRule& rule) {
  std::vector<NodeId> out;
  for (const NodeId n : match_rule(page.doc(), rule)) {
    if (page.text_bytes(n) < kMinPartBytes || 2 * page.link_bytes(n) > page.text_bytes(n)) continue;
    if ((page.zones(n) & kAwayZones) != 0 || (!out.empty() && page.contains(out.back(), n))) continue;
    out.push_back(n);
  }
  return out;
}

// The nearest element around all of them; kNone when that is the whole page.
NodeId holder_of(const PageIndex& page, const std::vector<NodeId>& parts) {
  NodeId n = page.parent(parts.front());
  while (n != HtmlDocument::kNone && !page.contains(n, parts.back())) n = page.parent(n);
  if (n == HtmlDocument::kNone || !is_container(page.tag(n)) || page.tag(n) == Tag::kBody)
    return HtmlDocument::kNone;
  return n;
}

bool finds_the_same(const LearningSet& set, const FieldRule& narrow, const FieldRule& wide) {
  std::size_t found = 0, same = 0;
  for (const TrainingExample& example : set.examples) {
    const NodeId part = article_by_rule(narrow, *example.page).node;
    if (part == HtmlDocument::kNone) continue;
    ++found;
    const ArticlePlace place = article_by_rule(wide, *example.page);
    if (place.node != HtmlDocument::kNone && !place.listing && example.page->contains(place.node, part))
      ++same;
  }
  return static_cast<double>(same) >= kNearlyAll * static_cast<double>(found);
}

// On each page of the feed: the match of the wider rule that contains the article.
std::vector<ChosenPlace> places_around(const LearningSet& set, const FieldRule& narrow,
                                       const FieldRule& wide) {
  std::vector<ChosenPlace> out;
  for (const TrainingExample& example : set.examples) {
    const PageIndex& page = *example.page;
    const NodeId part = article_by_rule(narrow, page).node;
    NodeId around = HtmlDocument::kNone;
    for (const NodeId n : match_rule(page.doc(), wide)) {
      if (part != HtmlDocument::kNone && page.contains(n, part)) around = n;
    }
    out.push_back({&page, around});
  }
  return out;
}

// Puts the wider rule before the winner, when both find the same article on the feed's pages.
void put_before(const LearningSet& set, const FieldRule& winner, FieldRule wide, Template& t) {
  if (!finds_the_same(set, winner, wide)) {
    wide.xpath = refined_rule(places_around(set, winner, wide), wide);
    if (wide.xpath.empty() || !finds_the_same(set, winner, wide)) return;
  }
  t.rules.insert(t.rules.begin() + (&winner - t.rules.data()), std::move(wide));
}

}  // namespace

void widen_article_rule(const LearningSet& set, Template& t) {
  const FieldRule* winner = t.rule("article");
  if (winner == nullptr || t.post_pattern.empty()) return;
  const Result<PostPattern> pattern = PostPattern::parse(t.post_pattern);
  if (!pattern) return;
  std::size_t in_parts = 0;
  for (const TrainingExample& example : set.examples)
    in_parts += parts_of(*example.page, *winner).size() > 1 ? 1 : 0;
  if (2 * in_parts > set.examples.size()) return;  // the rule was chosen as it is
  std::map<std::string, std::size_t> holders;
  std::size_t pages = 0, parted = 0, i = 0;
  for (const TrainingPage& input : set.input->others) {
    if (input.doc == nullptr) continue;
    const PageIndex& page = *set.others[i++];
    if (!pattern->matches(input.url)) continue;
    const std::vector<NodeId> parts = parts_of(page, *winner);
    if (parts.empty()) continue;
    if (parts.size() < 2) {
      ++pages;
      continue;
    }
    const NodeId holder = holder_of(page, parts);
    if (holder != HtmlDocument::kNone && lists_posts(page, holder)) continue;  // whatever its address says
    ++pages;
    ++parted;
    if (holder != HtmlDocument::kNone) ++holders[PathRule::for_node(page.doc(), holder).xpath()];
  }
  if (parted < kMinPages || static_cast<double>(parted) < kOften * static_cast<double>(pages)) return;
  const auto best = std::max_element(holders.begin(), holders.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (best == holders.end() || static_cast<double>(best->second) < kNearlyAll * static_cast<double>(parted))
    return;
  FieldRule wide = *winner;
  wide.xpath = best->first;
  put_before(set, *winner, std::move(wide), t);
}

}  // namespace bfa
