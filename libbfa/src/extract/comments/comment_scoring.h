// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bfa/url/url.h"
#include "extract/comments/comment_items.h"
#include "extract/page/page_index.h"

namespace bfa {

// True when a page without names for comments has signs of them: a form with a text field, a line
// that heads comments or states their number, a reply link. Nothing is allocated for most pages.
bool shows_signs_of_comments(const PageIndex& page);

// The evidence that a run of similar elements are comments, independent of their names: a heading or a
// number of comments, reply buttons, addresses on this page, small pictures of people, links of guests, a
// form after them. Nothing when something contradicts it: most of the text is links, headings lead to other
// pages (lists of posts), addresses lead to several pages (recent comments). `items`: in document order;
// `inside`: they are in the article, where a heading is weaker evidence. Cost: linear in the page.
std::optional<std::uint32_t> signs_of_comments(const PageIndex& page, const std::vector<CommentItem>& items,
                                               const Url* page_url, bool inside);

// True for "21 comments" in a byline: the block is a link to an element of the page that begins after
// `first`, so it is not the heading of what begins there. Cost: linear in the nodes after `first`, and only
// for a link.
bool leads_down(const PageIndex& page, const TextBlock& block, HtmlDocument::NodeId first);

// The start of the heading of the discussion whose first comment begins at `first`; `first` without a
// heading.
HtmlDocument::NodeId discussion_of(const PageIndex& page, HtmlDocument::NodeId first);

// True for a link or button to answer a comment.
bool is_reply_button(const PageIndex& page, HtmlDocument::NodeId n, const Url* page_url);

}  // namespace bfa
