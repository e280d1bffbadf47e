// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "bfa/url/url.h"
#include "extract/decide/cuts.h"
#include "extract/page/page_facts.h"
#include "extract/page/page_index.h"

namespace bfa {

// A forum thread or a question with its answers: the posts are the page's text, not comments on it.
struct ThreadPlace {
  HtmlDocument::NodeId container = 0;        // holds all posts
  std::vector<HtmlDocument::NodeId> bodies;  // the text of each post, in document order
  bool without_comments = false;  // comments on single posts stand in them, and are no part of the thread
};

// The posts of a thread, when the page is one: its metadata say so (schema.org DiscussionForumPosting,
// QAPage; a forum's software as generator), or its address has a forum's words and at least half of the
// running text stands in repeated places. The places are those of one class name, on two elements or more,
// that together hold the most running text less everything else (names, ranks, dates, buttons).
// Cost: linear in the page.
std::optional<ThreadPlace> find_thread(const PageIndex& page, const PageFacts& facts, const Url& url);

// Flags everything in the thread's container that is no post.
void cut_beside_posts(const PageIndex& page, const ThreadPlace& thread, RemovalMask& cut);

}  // namespace bfa
