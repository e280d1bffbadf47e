// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/extract/extract.h"
#include "extract/decide/assemble.h"
#include "extract/rules/page_view.h"

namespace bfa {

// Which page of a post on several pages this is, by the links to the other pages in its article or right
// after it; number 0: the post has one page. A first page is a post. A later page has an address like a
// post's plus a number, and a link back. Lists of posts on several pages are excluded: their first page is
// not a post. Cost: one pass over the short lines in and after the article.
Pagination find_pagination(const PageView& view, const PageDecision& decision);

// The same, and changes the decision: a later page is not a separate post, and the links are cut.
Pagination settle_pagination(const PageView& view, PageDecision& decision);

}  // namespace bfa
