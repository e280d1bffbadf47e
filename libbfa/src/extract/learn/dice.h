// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "extract/page/page_index.h"
#include "text/bigram.h"

namespace bfa {

// A text from the feed that a node of the page may contain.
struct DiceTarget {
  BigramSet bigrams;
  BigramSet::Sparse few;          // the same, for a short text
  std::size_t pairs = 0;          // bigrams.size()
  std::uint32_t bytes = 0;        // of text, white space not counted
  bool whole_page_scale = false;  // compare with nodes of any size; false: only with nodes of about its size
};

DiceTarget make_target(std::string_view text);
// Of an HTML fragment's text: pairs are taken as from a page, over inline borders and not over block borders.
// Lines of links at its end are left out: feeds append tags and share links to the text.
DiceTarget make_target(const PageIndex& fragment);

// The pairs that the target has in common with a set.
std::size_t common_pairs(const DiceTarget& target, const BigramSet& set) noexcept;

// The pairs of the text in `n`.
BigramSet pairs_of(const PageIndex& page, HtmlDocument::NodeId n);

// Gives the Dice similarity of every element to every target, in post-order: visit(node, target, score).
// Children's sets are united into their parent's; a pair of characters across inline borders belongs to the
// lowest element that contains both, so that the text after an inline element counts; a block border or <br>
// ends a pair. Scripts, styles, hidden parts are not read. Cost: linear in the page for a fixed number of
// targets; memory: one set per level of depth. Source: BlogForever Crawler, Algorithm 2.
using DiceVisitor = std::function<void(HtmlDocument::NodeId, std::size_t, double)>;
void score_nodes(const PageIndex& page, std::span<const DiceTarget> targets, const DiceVisitor& visit);

}  // namespace bfa
