// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/result.h"

namespace bfa {

// The pairs of a query (application/x-www-form-urlencoded, WHATWG URL section 5.1), decoded, in their order.
// Bytes that are not UTF-8 become U+FFFD. Pairs beyond the 200th are left out.
class QueryString {
 public:
  explicit QueryString(std::string_view query);

  // The first value of that name; empty when there is none.
  std::string_view value(std::string_view name) const;
  bool has(std::string_view name) const;
  std::vector<std::string> values(std::string_view name) const;
  // A whole number in [least, most]; `otherwise` when it is absent. Errors: kInvalidArgument with a sentence.
  Result<std::uint64_t> number(std::string_view name, std::uint64_t least, std::uint64_t most,
                               std::uint64_t otherwise) const;
  const std::vector<std::pair<std::string, std::string>>& pairs() const { return pairs_; }

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
};

// For a value of a query: all but unreserved characters as %XX.
std::string query_escaped(std::string_view text);

}  // namespace bfa
