// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/html/document.h"
#include "extract/page/page_index.h"

namespace bfa {

struct TrainingExample;

// A page to look for repetition in.
struct RepeatPage {
  const PageIndex* page = nullptr;                     // with hashes
  HtmlDocument::NodeId article = HtmlDocument::kNone;  // the article's place, when it is known
  const TrainingExample* example = nullptr;            // the feed's data about it; may be null
  std::vector<std::uint8_t> cut;                       // a flag per node: comments, where any are known
  std::string title = {};                              // of the post; empty: unknown
  bool is_post = true;                                 // false: its address says that it is another page
};

// The regions that a blog's pages have in common, as XPaths: the same rule finds them on several pages, and
// either their text is the same there (except for numbers) or they are navigation, asides, side bars and the
// like. No region that is or contains the article of any of the pages; of nested regions only the outermost.
// Fewer than 3 pages teach nothing. Cost: linear in the pages. `host`: the blog's own, it identifies lists
// of links to its other posts, which differ on every page.
std::vector<std::string> repeated_regions(std::span<const RepeatPage> pages, std::string_view host);

}  // namespace bfa
