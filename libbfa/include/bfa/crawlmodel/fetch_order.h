// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bfa/base/export.h"

namespace bfa {

// In which order the pages of a blog are asked for, posts and others. What comes before them (robots.txt,
// home page, feeds, learning) and after them (media) is not concerned. kNearest: first the page from which
// most posts are expected, itself and those that it leads to, by what the nearest known addresses were worth
// in this run. kStage: posts by the learned pattern of addresses, then other pages, each in the order in
// which they were found. kBreadth: all in the order in which they were found. docs/crawl.md, "Order".
enum class FetchOrder : std::uint8_t { kNearest, kStage, kBreadth };

// "nearest", "stage", "breadth".
BFA_EXPORT std::string_view fetch_order_name(FetchOrder order);
// Nothing for another name.
BFA_EXPORT std::optional<FetchOrder> parse_fetch_order(std::string_view name);

// A Frontier that knows these orders is also one of these; others have the order of the stages.
class BFA_EXPORT OrderedFrontier {
 public:
  virtual ~OrderedFrontier() = default;
  // The order of tasks that are added from now on.
  virtual void use_order(FetchOrder order) = 0;
};

}  // namespace bfa
