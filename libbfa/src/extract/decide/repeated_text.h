// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extract/page/page_index.h"
#include "extract/page/removal_mask.h"

namespace bfa {

// Which repeats are cut: every one, as in a thread whose posts quote earlier ones; or only copies of several
// blocks in their order, as on a page that has its article twice, for wide and for narrow screens.
enum class Repeats : std::uint8_t { kEvery, kCopies };

// Flags the blocks of the subtree of `root` whose text an earlier block there has, and quotations that hold
// mostly such blocks. Short blocks (labels, "yes") are left, and blocks that are cut already do not count.
// Linear in the text.
void cut_repeats(const PageIndex& page, HtmlDocument::NodeId root, Repeats which, RemovalMask& cut);

}  // namespace bfa
