// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "extract/comments/comment_fields.h"
#include "extract/comments/comment_items.h"
#include "extract/comments/comment_scan.h"
#include "extract/page/page_index.h"

namespace bfa {

// Who answers whom, and the address of each comment.
//
// A parent is, in this order: the comment that a link outside the text, or at its head, leads to; the one in
// data-parent; the one around it; the one before the sibling list of answers; the last earlier one by the
// author in a note ("Reply to Ann", not a button); the last one that is indented less, if styles or names
// show the depth of comments.
class CommentThreads {
 public:
  CommentThreads(const PageIndex& page, const std::vector<CommentItem>& items) : page_(page), items_(items) {}

  void add(std::size_t item, const CommentScan& scan);
  void resolve(std::vector<CommentFields>& fields) const;

 private:
  struct Entry {
    std::vector<std::string> ids;
    std::vector<std::string> links;  // fragments; those of buttons too
    std::string answers;
    std::string note;  // "Reply to Ann"
    std::uint32_t other_page = 0, own_page = 0;
  };
  bool has_place(const std::string& fragment);
  std::int64_t linked_parent(std::size_t item) const;
  std::int64_t beside(std::size_t item, const std::vector<std::int64_t>& around) const;
  std::int64_t named_parent(std::size_t item, const std::vector<CommentFields>& fields) const;
  void by_depth(std::vector<CommentFields>& fields) const;

  const PageIndex& page_;
  const std::vector<CommentItem>& items_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> by_id_, by_number_;
  std::set<std::string, std::less<>> places_;  // ids and names on the page, once they are asked for
};

}  // namespace bfa
