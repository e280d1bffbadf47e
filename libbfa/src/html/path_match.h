// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "bfa/html/document.h"

namespace bfa {

// The result of PathRule::match() for the XPath, which is parsed only once for several pages; nothing when
// it is outside the subset.
std::vector<HtmlDocument::NodeId> match_path(const HtmlDocument& doc, std::string_view xpath);

}  // namespace bfa
