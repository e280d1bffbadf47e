// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/url/url.h"
#include "extract/page/page_index.h"
#include "extract/rules/comment_rule.h"

namespace bfa {

struct CommentRegions;

// One comment's place: a subtree, or a run of siblings where a comment has no element of its own (<dt>,
// <dd>).
struct CommentItem {
  HtmlDocument::NodeId begin = 0, end = 0;  // nodes, those of nested items too
  bool ping = false;
  bool named = false;  // its name says that it is a comment
};

struct CommentSearch {
  HtmlDocument::NodeId article = HtmlDocument::kNone;  // where the article stands
  std::string_view language;                           // for dates
  UtcTime now{};
  std::vector<CommentRule> rules;  // a user's, then learned ones, best first
  // Of another search of the page in the same language, where it holds for this article too; null: none.
  std::shared_ptr<const CommentRegions> known_regions;
  const Url* page_url = nullptr;  // null: not known
  std::size_t pinned = 0;  // how many of them are a user's: what these find needs no date and no author, as
                           // with rules whose names have to do with comments
};

// The comments of a page in document order, nested ones after those that hold them.
struct CommentItems {
  std::vector<CommentItem> items;
  std::vector<CommentRule> rules;                       // that found them; one a system of comments
  std::shared_ptr<const CommentRegions> known_regions;  // that they were found from
  // Set when no name identifies the items as comments, but enough other evidence does: their heading, or the
  // first item.
  HtmlDocument::NodeId discussion = HtmlDocument::kNone;
};

// Finds them by what repeats: elements in a discussion (by its names or heading) of which each has one date,
// or one author, of its own. Cost: linear in the page. Ask hints_at_comments first.
CommentItems find_comment_items(const PageIndex& page, const CommentSearch& search);

// True when the words of a discussion are in names of the page's elements or in its headings. Nothing is
// allocated.
bool hints_at_comments(const PageIndex& page);

}  // namespace bfa
