// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "bfa/object/data_object.h"
#include "extract/comments/comment_items.h"
#include "extract/page/page_index.h"

namespace bfa {

// The comments of a page on which no name and no heading found any: lists behind the article's begin whose
// elements each have a date, or a button to answer, or a cited name, and running text, and for which enough
// speaks (comment_scoring.h). Where learned rules tell the place, less is enough. Each of their items counts
// as named: the evidence is as good as a name. Nothing for most pages, at the cost of one walk.
CommentItems find_comments_by_structure(const PageIndex& page, const CommentSearch& search);

// The place where comments that a feed tells stand on a page: the rule of the list's elements that hold their
// texts. Nothing when fewer than two of them stand there. Cost: linear in the page and the texts.
std::optional<CommentRule> place_of_comments(const PageIndex& page, const std::vector<DataObject>& comments);

// Judges what names or a heading found. What a heading alone made comments of is none of them when something
// speaks against it; nor in the article itself when nothing else speaks for it, since articles have headings
// about comments, and dates. Where enough speaks for them, or where names do, they stay. Items that enough
// speaks for count as named.
void score_comments(const PageIndex& page, const CommentSearch& search, CommentItems& found);

}  // namespace bfa
