// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bfa/url/url.h"
#include "extract/comments/comment_items.h"
#include "extract/page/page_index.h"

namespace bfa {

// True when something on a page that names no comments may belong to some: a form with a field for a text, a
// link that says how many there are, a link to answer. Nothing is allocated for most pages.
bool shows_signs_of_comments(const PageIndex& page);

// The evidence that a run of like elements are comments, whatever they are called: a heading or a number that
// says so, buttons to answer, addresses on this page, small pictures of people, links of guests, a form
// behind them. Nothing when something contradicts it: most of the text is links, headings lead to other pages
// (lists of posts), addresses lead to several pages (recent comments). `items`: in document order; `inside`:
// they are in the article, where a heading is weaker evidence. Cost: linear in the page.
std::optional<std::uint32_t> signs_of_comments(const PageIndex& page, const std::vector<CommentItem>& items,
                                               const Url* page_url, bool inside);

// Where the heading of the discussion begins whose first comment begins at `first`: `first` when it has none.
HtmlDocument::NodeId discussion_of(const PageIndex& page, HtmlDocument::NodeId first);

// True for a link or button to answer a comment.
bool is_reply_button(const PageIndex& page, HtmlDocument::NodeId n, const Url* page_url);

}  // namespace bfa
