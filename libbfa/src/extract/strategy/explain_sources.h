// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bfa/extract/rules.h"
#include "extract/rules/page_view.h"

namespace bfa {

// What the places say that are asked where no rule gives author, date, tags or categories, in the order in
// which they are asked; FieldRule::xpath is the place's name in parentheses. Places that say nothing are left
// out. `object`: the page's; it says which of them gave the field.
std::vector<RuleTrial> try_sources(const PageView& view, HtmlDocument::NodeId article,
                                   const DataObject& object);

}  // namespace bfa
