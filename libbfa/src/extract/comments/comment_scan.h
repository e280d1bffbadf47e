// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extract/comments/comment_fields.h"
#include "extract/comments/comment_items.h"
#include "extract/page/page_index.h"

namespace bfa {

// A line of a comment: text nodes between two borders of blocks or <br>.
struct CommentLine {
  std::vector<HtmlDocument::NodeId> texts;
  std::uint32_t bytes = 0;
};

// The result of one pass over a comment's own nodes (not those of nested comments).
struct CommentScan {
  struct Link {
    HtmlDocument::NodeId node;
    std::string fragment;
    bool other_page = false;
  };
  std::vector<CommentLine> lines;
  std::vector<HtmlDocument::NodeId> authors;  // marked by name, by microformat, <cite>
  std::vector<HtmlDocument::NodeId> texts;    // marked as the comment's text; outer ones first
  std::vector<HtmlDocument::NodeId> dates;    // with a date for machines, <time>
  std::vector<HtmlDocument::NodeId> actions;  // buttons, forms, notices, avatars
  std::vector<HtmlDocument::NodeId> nested;   // subtrees of other comments
  std::vector<Link> links;                    // with a fragment
  std::vector<std::string_view> ids;          // of elements in it, its own first
  std::string_view answers;                   // data-parent and similar attributes
};

CommentScan scan_comment(const PageIndex& page, const std::vector<CommentItem>& items, std::size_t index,
                         const CommentReadContext& context);

}  // namespace bfa
