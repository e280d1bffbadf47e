// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "extract/page/page_index.h"
#include "extract/page/removal_mask.h"
#include "extract/rules/page_view.h"

namespace bfa {

// A forum thread, or a question with its answers: the posts are the page's text, not comments on it.
struct ForumThread {
  HtmlDocument::NodeId container = 0;        // contains all posts
  std::vector<HtmlDocument::NodeId> bodies;  // the text of each post, in document order
  bool without_comments = false;             // comments on single posts are in the bodies, and are cut
};

// The posts of a thread, when the page is one: its metadata declare it (schema.org DiscussionForumPosting,
// QAPage; a forum's software as generator), or its address has a forum's words; and at least half of the
// running text is in repeated places. The places are those of one class name, on two elements or more. Of the
// names that hold so much it is the one with the most running text in total, minus twice all other text
// (names, ranks, dates, buttons). Cost: linear in the page.
std::optional<ForumThread> find_forum_thread(const PageView& view);

// Flags everything in the thread's container that is not a post.
void cut_beside_posts(const PageIndex& page, const ForumThread& thread, RemovalMask& cut);

}  // namespace bfa
