// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/comments/comment_anchors.h"
#include "extract/comments/comment_scan.h"
#include "extract/page/page_index.h"

namespace bfa {

// Short lines, and short texts in lines, that most comments of a page have, numbers apart: "Member since
// 2008", "Reply". Nothing is known with less than three comments.
class CommentRepeats {
 public:
  void add(const PageIndex& page, const CommentScan& scan);
  bool has(std::string_view line) const;

 private:
  std::map<std::string, std::size_t> seen_;  // comments by line
  std::size_t comments_ = 0;
};

// What is found of a comment so far.
struct CommentPlaces {
  HtmlDocument::NodeId date = HtmlDocument::kNone, author = HtmlDocument::kNone;
  bool date_is_text = false;  // a text in a line, not an element of its own
};

// The name of who wrote a comment. All arguments must outlive it.
class CommentAuthor {
 public:
  CommentAuthor(const PageIndex& page, const CommentScan& scan, const CommentRepeats& repeats,
                CommentPlaces& places)
      : page_(page), doc_(page.doc()), scan_(scan), repeats_(repeats), at_(places) {}

  // These find the place, too, and return an empty name if there is none: by names of elements; by labels
  // ("Name: Ann", "Date: May 5"), which are added to `labels`; by an element of the line with the date, or of
  // the first line, that has a name alone.
  std::string marked();
  std::string labelled(std::vector<HtmlDocument::NodeId>& labels);
  std::string in_element();
  // The name in words: in the line of the date ("Posted by Ann on May 5"), beside it, or "Ann says:". `skip`:
  // the flagged nodes.
  std::string in_words(const std::vector<std::uint8_t>& skip) const;

 private:
  using NodeId = HtmlDocument::NodeId;

  bool holds(NodeId outer, NodeId inner) const {
    return outer != HtmlDocument::kNone && inner != HtmlDocument::kNone && doc_.contains(outer, inner);
  }
  std::string text_of_line(const CommentLine& line) const;
  const CommentLine* dated_line() const;
  std::string name_beside_date(const CommentLine& dated) const;
  bool in_marked_text(NodeId n) const;
  std::string name_in(NodeId n) const;

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const CommentScan& scan_;
  const CommentRepeats& repeats_;
  CommentPlaces& at_;
};

// Elements of the regions that begin a line, behind a number at most, and have a name alone, with little
// behind it in the line: "3. <b>Ann</b> (www)". In document order. A single one needs the number.
std::vector<HtmlDocument::NodeId> names_at_heads(const PageIndex& page,
                                                 const std::vector<CommentRegion>& regions);
// True for one of them with a number before it.
bool stands_behind_number(const PageIndex& page, HtmlDocument::NodeId name);

}  // namespace bfa
