// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "extract/page/page_index.h"

namespace bfa {

// A run of nodes in document order that belongs to a discussion.
struct CommentRegion {
  HtmlDocument::NodeId begin = 0, end = 0;
};

// The parts of a page that a name or a heading identifies as a discussion, in document order, not nested.
// None of them contains `article` (kNone: not known). Side bars and lists of recent comments are left out.
std::vector<CommentRegion> comment_regions(const PageIndex& page, HtmlDocument::NodeId article);

// The dates and the authors in a discussion: each comment has one of them.
struct CommentAnchors {
  std::vector<HtmlDocument::NodeId> dates, authors;  // in document order
  // Where no name marks authors: elements with a name alone that begin a line (comment_author.h).
  std::vector<HtmlDocument::NodeId> names;
};
CommentAnchors comment_anchors(const PageIndex& page, const std::vector<CommentRegion>& regions,
                               std::string_view language, UtcTime now);

// The marks (comment_words.h) of an element by class, id, itemprop and its tag.
std::uint32_t marks_of(const PageIndex& page, HtmlDocument::NodeId n);

// The machine-readable date of an element, empty when it has none.
std::string_view machine_date(const PageIndex& page, HtmlDocument::NodeId n);

// The input of a search for comments.
struct CommentRegions {
  std::vector<CommentRegion> regions;
  CommentAnchors anchors;
};

}  // namespace bfa
