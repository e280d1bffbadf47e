// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "bfa/base/time.h"
#include "extract/page/page_index.h"
#include "extract/page/removal_mask.h"

namespace bfa {

// What programs write at the edges of a post's text, known by what it says or where its links lead.
struct EdgeContext {
  HtmlDocument::NodeId article = 0;
  std::string_view title;  // of the post
  std::string_view host;   // of the page
  std::string_view language;
  UtcTime now{};
};

// "Posted by Ann Rye at June 5, 2004 8:14 AM", also without the name; "The post TITLE appeared first on
// SITE"; a label of tags without tags.
bool is_edge_line(const PageIndex& page, const EdgeContext& context, const TextBlock& line);

// Cuts lists of the parts of a series, of which this post is one without a link, at both edges.
void cut_series(const PageIndex& page, const EdgeContext& context, RemovalMask& cut);

// Cuts boxes in the text that hold a form and what it asks for: "One mail a month."
void cut_form_boxes(const PageIndex& page, HtmlDocument::NodeId article, RemovalMask& cut);

}  // namespace bfa
