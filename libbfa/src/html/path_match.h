// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "bfa/html/document.h"

namespace bfa {

// What PathRule::match() finds for the XPath, which is read once; nothing when it is none of the subset.
std::vector<HtmlDocument::NodeId> match_path(const HtmlDocument& doc, std::string_view xpath);

}  // namespace bfa
