// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bfa/container/container.h"

namespace bfa {

// Limits the memory of a list of members. Errors: kLimit.
class DirectoryBudget {
 public:
  explicit DirectoryBudget(const ContainerLimits& limits) : limits_(limits) {}
  Status add(const ContainerEntry& entry, std::uint64_t offset) {
    bytes_ += sizeof(ContainerEntry) + entry.name.size();
    if (++entries_ > limits_.max_entries)
      return Error{Code::kLimit,
                   "more than " + std::to_string(limits_.max_entries) + " members",
                   {},
                   static_cast<std::int64_t>(offset)};
    if (bytes_ > limits_.max_directory_bytes)
      return Error{Code::kLimit,
                   "a list of members of more than " + std::to_string(limits_.max_directory_bytes) + " bytes",
                   {},
                   static_cast<std::int64_t>(offset)};
    return {};
  }

 private:
  const ContainerLimits& limits_;
  std::uint64_t entries_ = 0, bytes_ = 0;
};

}  // namespace bfa
