// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extract/page/page_index.h"

namespace bfa {

// The form in which values of feeds and pages are compared: only letters and digits, since both come from
// the same data but not through the same renderers. `words`, when given, gets the offsets at which words
// end.
std::string key_text(std::string_view text, std::vector<std::size_t>* words = nullptr);

// The places where a page's body has a value of its entry.
class FeedValueFinder {
 public:
  using NodeId = HtmlDocument::NodeId;

  explicit FeedValueFinder(const PageIndex& page);

  struct Found {
    NodeId node = HtmlDocument::kNone;
    std::size_t begin = 0;   // in the page's text
    std::size_t agrees = 0;  // bytes from there on that agree with the value
    std::size_t bytes = 0;   // of the node
    std::size_t wanted = 0;  // of the value
  };

  // Nodes whose whole text is the value without some of its last words, but at least `min_bytes` of it:
  // first nodes followed by most of the value, then nodes that contain most of it. Of nested nodes with the
  // same text the innermost block. Without such nodes, and for a truncated value: the innermost block that
  // begins with most of it. Source: Adaptive Post Recognition, III.D, "Matching Properties".
  std::vector<Found> find(std::string_view value, std::size_t min_bytes) const;
  // The lowest node, `found`'s or an ancestor, that contains all text that agrees with the value. If the
  // renderings differ somewhere: an ancestor further up, if it adds no more text than the value's.
  NodeId holder(const Found& found) const;

 private:
  std::size_t agreement(std::size_t at, std::string_view value) const;
  std::vector<Found> find_beginning(std::string_view value, std::size_t min_bytes) const;

  const PageIndex* page_;
  std::string text_;
  std::vector<std::size_t> before_;  // bytes of text before each node, and at the end
};

}  // namespace bfa
