// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extract/learn/learning_set.h"
#include "extract/page/removal_mask.h"

namespace bfa {

// Weights of the kinds of evidence, for methods that disagree about the article's place. Chosen
// leave-one-blog-out: docs/extraction.md.
struct EvidenceWeights {
  double methods = 2;  // other methods choose the same place
  double running = 1;  // it holds most of the page's running text
  double unique = 1;   // its text is on no other page
  double feed = 1;     // it is similar to the feed's text
};

// The rules that one method learned for the article, winner first.
struct MethodRules {
  std::string method;
  std::vector<FieldRule> rules;
  std::vector<std::string> refined =
      {};  // for each rule the one tried before it (refine_rule.h), or empty; may have fewer entries
};

// Ranks the rules of several methods by the evidence of all training pages, a mean over pages: the agreement
// of the other methods' winners, of the page's running text, of what repeats, and of the feed. The rules of
// `votes.front()` keep their order unless another rule has clearly more evidence. FieldRule::score becomes
// the evidence in [0, 1], FieldRule::support the training pages where the rule finds anything,
// FieldRule::method lists every method that chose the same places, as "dice+keypath". Deterministic; linear
// in the pages.
std::vector<FieldRule> rank_by_evidence(const LearningSet& set, const std::vector<MethodRules>& votes,
                                        const EvidenceWeights& weights = {});

// In [0, 1]: how alike two places of a page are, by their text: 1 the same, 0 apart.
double place_overlap(const PageIndex& page, HtmlDocument::NodeId a, HtmlDocument::NodeId b);

// Share of the page's running text (outside menus, comments and such, and outside `cut`) that is in `node`; 1
// when the page has none. Linear in the page's blocks.
double share_of_running_text(const PageIndex& page, HtmlDocument::NodeId node, const RemovalMask& cut);

// How sure a page's article is, in [0, 1]: what was learned about the rule (nullptr: none found it), by how
// well this page fits it. Below 0.5 on most pages of a blog: its design has changed.
double confidence_of(const FieldRule* rule, double share_of_running);

}  // namespace bfa
