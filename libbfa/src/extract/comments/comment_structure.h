// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "bfa/object/data_object.h"
#include "extract/comments/comment_items.h"
#include "extract/page/page_index.h"

namespace bfa {

// The comments of a page without names or a heading for them: lists after the article's start with enough
// evidence (comment_scoring.h). Each of their elements has running text and a date, a reply button or a
// cited name. At a place of a learned rule, less evidence is enough. Their items count as named, because the
// evidence is as good as a name. Nothing for most pages, at the cost of one walk.
CommentItems find_comments_by_structure(const PageIndex& page, const CommentSearch& search);

// The place on a page of the comments that a feed has: the rule of the list's elements that contain their
// texts. Nothing when the page has fewer than two of them. Cost: linear in the page and the texts.
std::optional<CommentRule> place_of_comments(const PageIndex& page, const std::vector<DataObject>& comments);

// Checks the items that names or a heading found. Items that only a heading suggests are dropped when
// something contradicts it, and inside the article when there is no further evidence: articles have headings
// about comments, and dates. Items that names identify, or with enough evidence, are kept; with enough
// evidence they count as named.
void score_comments(const PageIndex& page, const CommentSearch& search, CommentItems& found);

}  // namespace bfa
