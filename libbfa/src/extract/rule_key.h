// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "page_index.h"

namespace bfa {

// A number per node that stands for its rule (PathRule::for_node): nodes with the same rule have the same
// number, on every page. Linear, without building any XPath.
std::vector<std::uint64_t> rule_keys(const PageIndex& page);

// True when the node's own id or class names it (both free of digits), rather than its path.
bool has_own_rule(const HtmlDocument& doc, HtmlDocument::NodeId n);

}  // namespace bfa
