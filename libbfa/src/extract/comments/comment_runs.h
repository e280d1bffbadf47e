// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "extract/comments/comment_anchors.h"
#include "extract/comments/comment_items.h"
#include "extract/page/page_index.h"

namespace bfa {

// Comments that are runs of siblings (<dt>, <dd>; rows of a table; heading and paragraphs), each with one of
// `anchors`. A single run is found where a learned rule knows the siblings. Only nodes of `regions` are
// taken. Empty when the anchors are not in siblings. Cost: linear in the siblings.
std::vector<CommentItem> comment_runs(const PageIndex& page, const CommentSearch& search,
                                      const std::vector<CommentRegion>& regions,
                                      const std::vector<HtmlDocument::NodeId>& anchors);

// True when the node is in one of the regions, which are in document order.
bool lies_in(const std::vector<CommentRegion>& list, HtmlDocument::NodeId n);

}  // namespace bfa
