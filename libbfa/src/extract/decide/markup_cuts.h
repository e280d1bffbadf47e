// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extract/page/page_index.h"
#include "extract/page/removal_mask.h"

namespace bfa {

// Cuts what programs put into every text: the links of headings to themselves ("#"), and folded lists of
// these.
void cut_heading_links(const PageIndex& page, HtmlDocument::NodeId article, RemovalMask& cut);

// A line of links to pages on tags or categories with at most a label: "Tags: <a>, <a>".
bool is_tag_line(const PageIndex& page, const TextBlock& block, HtmlDocument::NodeId article);

}  // namespace bfa
