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

// The places of a page that their names or a heading call a discussion, in document order, none within
// another. None of them holds `article` (kNone: not known). Side bars and lists of recent comments are left
// out.
std::vector<CommentRegion> comment_regions(const PageIndex& page, HtmlDocument::NodeId article);

// Where the dates and the authors of a discussion are: what each comment has one of.
struct CommentAnchors {
  std::vector<HtmlDocument::NodeId> dates, authors;  // in document order
};
CommentAnchors comment_anchors(const PageIndex& page, const std::vector<CommentRegion>& regions,
                               std::string_view language, UtcTime now);

// The marks (comment_words.h) of an element by class, id, itemprop and its tag.
std::uint32_t marks_of(const PageIndex& page, HtmlDocument::NodeId n);

// The machine-readable date of an element, empty when it has none.
std::string_view machine_date(const PageIndex& page, HtmlDocument::NodeId n);

// What a search for comments begins with.
struct CommentRegions {
  std::vector<CommentRegion> regions;
  CommentAnchors anchors;
};

}  // namespace bfa
