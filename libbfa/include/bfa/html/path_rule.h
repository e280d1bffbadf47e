// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bfa/html/document.h"

namespace bfa {

// An extraction rule: how to find nodes of a page, a subset of XPath 1.0 that any XPath engine evaluates the
// same way:
//   //*[@id='main']    //div[@class='post body']    //article[@class='post']/div/p    /html/body/div[2]
// A value; comparable, ordered by its text. Without memory nothing matches, and for_node() is empty. Source:
// BlogForever Crawler, "Extraction rules and string similarity".
class BFA_EXPORT PathRule {
 public:
  PathRule() = default;

  // Reads the XPath form. Errors: kInvalidArgument when it is outside the subset.
  static Result<PathRule> parse(std::string_view xpath);

  // The best rule for one node: its `id`, otherwise its whole `class`, each only without digits; otherwise
  // the rule of its parent with "/tag" added. O(depth).
  static PathRule for_node(const HtmlDocument& doc, HtmlDocument::NodeId node);

  const std::string& xpath() const noexcept { return xpath_; }
  bool empty() const noexcept { return xpath_.empty(); }

  // All nodes that match, in document order. Linear in the page. Thread-safe.
  std::vector<HtmlDocument::NodeId> match(const HtmlDocument& doc) const;
  // The first of them, or kNone.
  HtmlDocument::NodeId first(const HtmlDocument& doc) const;

  bool operator==(const PathRule&) const = default;
  auto operator<=>(const PathRule&) const = default;

 private:
  std::string xpath_;
};

}  // namespace bfa
