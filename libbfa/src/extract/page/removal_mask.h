// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "extract/page/page_index.h"

namespace bfa {

// One flag per node of a page: 1 removes the node. The descendants of a removed node are flagged too.
using RemovalMask = std::vector<std::uint8_t>;

// Flags `n` and its descendants.
void cut_subtree(const PageIndex& page, HtmlDocument::NodeId n, RemovalMask& cut);

}  // namespace bfa
