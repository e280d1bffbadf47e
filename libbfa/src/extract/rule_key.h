// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "page_index.h"

namespace bfa {

// A number per node that stands for its rule (PathRule::for_node): nodes with the same rule have the same
// number, on every page. Linear, without building any XPath.
std::vector<std::uint64_t> rule_keys(const PageIndex& page);

std::vector<std::uint64_t> rule_keys(const HtmlDocument& doc);

// The number of a rule as PathRule::for_node writes it; 0 for any other XPath. Errors in the text give 0.
std::uint64_t rule_key(std::string_view xpath);

// True when the node's own id or class names it (both free of digits), rather than its path.
bool has_own_rule(const HtmlDocument& doc, HtmlDocument::NodeId n);

}  // namespace bfa
