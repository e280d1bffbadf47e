// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/extract/extract.h"
#include "extract/page/page_facts.h"
#include "extract/page/page_index.h"
#include "extract/page/removal_mask.h"
#include "extract/rules/template_rules.h"

namespace bfa {

// One page as all steps of extraction see it, made once per page. Borrows all but the masks.
struct PageView {
  const PageInput& input;
  const PageIndex& page;
  const PageFacts& facts;
  const TemplateRules* rules = nullptr;  // null: no template
  // A flag per node: parts that cannot be the article's, known before the article is chosen, such as regions
  // that repeat over the blog's pages, and comments.
  RemovalMask cut;
  RemovalMask talk = {};  // of these, the comments; empty: none

  const HtmlDocument& doc() const noexcept { return page.doc(); }
  // Null without a template.
  const Template* learned() const noexcept { return rules == nullptr ? nullptr : &rules->source; }
  // Rules that find nothing without a template.
  const TemplateRules& rules_or_none() const { return rules == nullptr ? TemplateRules::none() : *rules; }
};

}  // namespace bfa
