// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/rule_votes.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "extract/fields/bylines.h"
#include "extract/learn/training.h"

namespace bfa {

std::optional<RuleVote> vote_for(const TrainingExample& example, const std::string& field,
                                 const std::vector<FieldPlace>& places) {
  constexpr std::size_t kTries = 12;
  for (std::size_t i = 0; i < places.size() && i < kTries; ++i) {
    const FieldPlace& place = places[i];
    RuleVote vote{PathRule::for_node(example.page->doc(), place.node), place.attribute, place.score};
    FieldRule rule;
    rule.field = field;
    rule.xpath = vote.rule.xpath();
    rule.attribute = vote.attribute;
    if (nearest_match(*example.page, rule, example.node) == place.node) return vote;
  }
  return std::nullopt;
}

std::vector<FieldRule> count_votes(const std::string& field, std::span<const RuleVote> votes,
                                   std::size_t keep) {
  std::map<std::pair<std::string, std::string>, FieldRule> tally;
  std::uint32_t pages = 0;
  for (const RuleVote& vote : votes) {
    if (vote.rule.empty()) continue;
    ++pages;
    FieldRule& rule = tally[{vote.rule.xpath(), vote.attribute}];
    rule.xpath = vote.rule.xpath();
    rule.attribute = vote.attribute;
    rule.score += vote.score;
    ++rule.support;
  }
  std::vector<FieldRule> rules;
  for (auto& [key, rule] : tally) {
    rule.field = field;
    rule.pages = pages;
    rule.score /= rule.support;
    rules.push_back(std::move(rule));
  }
  std::stable_sort(rules.begin(), rules.end(), [](const FieldRule& a, const FieldRule& b) {
    if (a.support != b.support) return a.support > b.support;
    if (a.score != b.score) return a.score > b.score;
    return std::make_tuple(a.xpath.size(), std::cref(a.xpath), std::cref(a.attribute)) <
           std::make_tuple(b.xpath.size(), std::cref(b.xpath), std::cref(b.attribute));
  });
  if (rules.size() > keep) rules.resize(keep);
  return rules;
}

}  // namespace bfa
