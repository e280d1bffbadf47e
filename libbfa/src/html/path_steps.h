// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/result.h"

namespace bfa {

// [@attribute] or [@attribute='value'].
struct PathPredicate {
  std::string attribute;
  std::optional<std::string> value;
};

// One step of a path: "/tag[...]" or, as a descendant, "//tag[...]". An empty tag is "*".
struct PathStep {
  bool descendant = false;
  std::string tag;
  std::vector<PathPredicate> predicates;
  std::uint32_t position = 0;  // "/tag[2]": among its parent's children of that tag, from 1; 0: any
};

// Reads the XPath subset of PathRule. Errors: kInvalidArgument with the offset.
Result<std::vector<PathStep>> parse_path(std::string_view xpath);
// The same; a thread remembers the paths that it read last.
std::shared_ptr<const Result<std::vector<PathStep>>> remembered_path(std::string_view xpath);

// The XPath form. Literals with both kinds of quotes become concat().
std::string write_path(const std::vector<PathStep>& steps);

// True for names that need no quoting in XPath.
bool is_path_name(std::string_view name) noexcept;

}  // namespace bfa
