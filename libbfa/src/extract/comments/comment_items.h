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

// The nodes of one comment: a subtree, or a run of siblings when a comment is not a single element (<dt>,
// <dd>).
struct CommentItem {
  HtmlDocument::NodeId begin = 0, end = 0;  // nodes, those of nested items too
  bool ping = false;
  bool named = false;  // its name identifies it as a comment
};

struct CommentSearch {
  HtmlDocument::NodeId article = HtmlDocument::kNone;  // the article's element
  std::string_view language;                           // for dates
  UtcTime now{};
  std::vector<CommentRule> rules;  // a user's, then learned ones, best first
  // Learned places of comments, which show also what a single run of siblings is.
  std::vector<CommentRule> known_places;
  // From another search of the page in the same language, if it is valid for this article, too; may be null.
  std::shared_ptr<const CommentRegions> known_regions;
  const Url* page_url = nullptr;  // null: not known
  // How many of `rules` are a user's. Their matches need no date and no author, like those of rules with
  // names for comments.
  std::size_t pinned = 0;
  // Signs that find_comments_by_structure wants where no rule is known. Fewer are enough when several pages
  // of a blog show the same place.
  std::uint32_t enough = 3;
};

// The comments of a page in document order, nested ones after those around them.
struct CommentItems {
  std::vector<CommentItem> items;
  std::vector<CommentRule> rules;                       // that found them; one a system of comments
  std::shared_ptr<const CommentRegions> known_regions;  // that they were found from
  // Set when no name identifies the items as comments, but enough other evidence does: their heading, or the
  // first item.
  HtmlDocument::NodeId discussion = HtmlDocument::kNone;
  // Names that begin lines, without a number, are their only sign: a heading is not enough evidence.
  bool by_names = false;
};

// Finds comments by repetition: elements in a discussion (by its names or heading) that have one date, or
// one author, each. Cost: linear in the page. Ask hints_at_comments first.
CommentItems find_comment_items(const PageIndex& page, const CommentSearch& search);

// True when the words of a discussion are in names of the page's elements or in its headings. Nothing is
// allocated.
bool hints_at_comments(const PageIndex& page);

}  // namespace bfa
