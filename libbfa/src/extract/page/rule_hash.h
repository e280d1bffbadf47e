// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "extract/page/page_index.h"

namespace bfa {

// A hash per node of its rule (PathRule::for_node): nodes with the same rule have the same number, on every
// page. They were made when the page was parsed, and are valid as long as it.
std::span<const std::uint64_t> rule_hashes(const PageIndex& page);
std::span<const std::uint64_t> rule_hashes(const HtmlDocument& doc);

// Which rules a page has, for many questions: a table lookup, and seldom a comparison of hashes.
class RulesOfPage {
 public:
  // `doc` must outlive it.
  explicit RulesOfPage(const HtmlDocument& doc);
  bool has(std::uint64_t key) const noexcept;

 private:
  std::span<const std::uint64_t> keys_;
  std::vector<std::uint32_t> slots_;  // a hash table of indexes into keys_, 0: empty
};

// The number of a rule as PathRule::for_node writes it; 0 for any other XPath. Errors in the text give 0.
std::uint64_t rule_hash(std::string_view xpath);

// True when the node's rule is by its own id or class (both without digits), not by its path.
bool has_own_rule(const HtmlDocument& doc, HtmlDocument::NodeId n);

}  // namespace bfa
