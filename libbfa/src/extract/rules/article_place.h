// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/extract/extract.h"
#include "extract/page/page_index.h"

namespace bfa {

// The nodes that a rule finds, in document order, for rules of any method. A rule that cannot be parsed
// finds nothing.
std::vector<HtmlDocument::NodeId> match_rule(const HtmlDocument& doc, const FieldRule& rule);

// The weight of a subtree: its text in bytes, and a constant for each picture or player. Of several matches
// of a rule the heaviest is the article.
std::uint32_t article_weight(const PageIndex& page, HtmlDocument::NodeId n) noexcept;

// The place where the learned rules find an article on a page.
struct ArticlePlace {
  HtmlDocument::NodeId node = HtmlDocument::kNone;  // kNone: no rule found anything
  const FieldRule* rule = nullptr;                  // the rule that found it
  bool several = false;                             // the rule finds further places with text or pictures
  bool listing = false;  // several articles are on the page: `node` is the weightiest of them
};
ArticlePlace article_by_rules(const Template& t, const PageIndex& page);
// The place where this single rule finds an article.
ArticlePlace article_by_rule(const FieldRule& rule, const PageIndex& page);

}  // namespace bfa
