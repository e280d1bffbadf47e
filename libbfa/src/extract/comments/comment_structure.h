// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "bfa/object/data_object.h"
#include "extract/comments/comment_items.h"
#include "extract/page/page_index.h"

namespace bfa {

// The comments of a page on which no name and no heading found any: lists behind the article's start whose
// elements each have a date, or a button to answer, or a cited name, and running text, and with enough
// evidence (comment_scoring.h). In a place that learned rules name, less evidence is enough. Each of their
// items counts as named: the evidence is as good as a name. Nothing for most pages, at the cost of one walk.
CommentItems find_comments_by_structure(const PageIndex& page, const CommentSearch& search);

// The place on a page of the comments that a feed has: the rule of the list's elements that hold their texts.
// Nothing when the page has fewer than two of them. Cost: linear in the page and the texts.
std::optional<CommentRule> place_of_comments(const PageIndex& page, const std::vector<DataObject>& comments);

// Judges what names or a heading found. Items that only a heading suggests are dropped when something
// contradicts it, and inside the article when there is no further evidence: articles have headings about
// comments, and dates. Items that names identify, or with enough evidence, are kept; with enough evidence
// they count as named.
void score_comments(const PageIndex& page, const CommentSearch& search, CommentItems& found);

}  // namespace bfa
