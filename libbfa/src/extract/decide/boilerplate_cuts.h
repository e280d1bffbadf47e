// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "extract/page/page_index.h"
#include "extract/page/removal_mask.h"

namespace bfa {

// Flags the nodes that the XPaths find, except nodes that contain `article` (which may be kNone) or most of
// its text.
void cut_boilerplate(const PageIndex& page, const std::vector<std::string>& xpaths,
                     HtmlDocument::NodeId article, RemovalMask& cut);

// Cuts one region that repeats over the blog's pages, unless it may be the article or contain it.
void cut_repeated_region(const PageIndex& page, HtmlDocument::NodeId n, HtmlDocument::NodeId article,
                         RemovalMask& cut);

}  // namespace bfa
