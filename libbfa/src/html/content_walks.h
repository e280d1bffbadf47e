// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bfa/html/content.h"

namespace bfa {

// The nodes that a walk leaves out with their subtrees: by a filter, or by a flag, which is faster.
struct NodeSkip {
  const NodeFilter* filter = nullptr;
  const std::uint8_t* flags = nullptr;  // one a node of the page

  bool operator()(HtmlDocument::NodeId n) const {
    if (flags != nullptr) return flags[n] != 0;
    return filter != nullptr && *filter && (*filter)(n);
  }
};

// The implementations of text_of(), links_of() and clean_html(). `root` must be a node of the page. `links`:
// the result of the second for the same subtree, base and filter, so that the third does not resolve
// addresses again.
std::string walk_text(const HtmlDocument& doc, HtmlDocument::NodeId root, NodeSkip skip);
std::vector<HtmlLink> walk_links(const HtmlDocument& doc, HtmlDocument::NodeId root, const Url& base,
                                 NodeSkip skip);
std::string walk_clean(const HtmlDocument& doc, HtmlDocument::NodeId root, const Url& base, NodeSkip skip,
                       std::optional<std::span<const HtmlLink>> links);

}  // namespace bfa
