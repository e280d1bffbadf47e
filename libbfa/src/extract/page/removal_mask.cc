// SPDX-License-Identifier: Apache-2.0
#include "extract/page/removal_mask.h"

#include <algorithm>

namespace bfa {

void cut_subtree(const PageIndex& page, HtmlDocument::NodeId n, RemovalMask& cut) {
  std::fill(cut.begin() + n, cut.begin() + page.end(n), std::uint8_t{1});
}

}  // namespace bfa
