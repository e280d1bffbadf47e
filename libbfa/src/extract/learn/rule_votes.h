// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bfa/html/path_rule.h"
#include "bfa/object/template.h"
#include "extract/page/page_index.h"

namespace bfa {

// One page's vote: the rule of the node that fits it best.
struct RuleVote {
  PathRule rule;
  std::string attribute;  // the value is in this attribute; empty: in the text
  double score = 0;
};

// Counts votes, one a page, and gives the rules of a field, winner first. More votes win; ties go to the
// higher mean score, then to the rule with the shorter XPath, then to the one that sorts first by bytes:
// ties have a fixed result. At most `keep` rules are given. Source: BlogForever Crawler, Algorithm 1, last
// step.
std::vector<FieldRule> count_votes(const std::string& field, std::span<const RuleVote> votes,
                                   std::size_t keep = 4);

}  // namespace bfa
