// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/extract/extract.h"
#include "page_index.h"

namespace bfa {

// Where the learned rules find an article on a page.
struct ArticlePlace {
  HtmlDocument::NodeId node = HtmlDocument::kNone;  // kNone: no rule found anything
  const FieldRule* rule = nullptr;                  // that found it
  bool listing = false;  // several articles stand on the page: `node` is the weightiest of them
};
ArticlePlace article_by_rules(const Template& t, const PageIndex& page);

// One page by a learned template; per page and field the generic cleaner steps in where a rule finds nothing.
Extraction extract_learned(const Template& t, const PageInput& input);

}  // namespace bfa
