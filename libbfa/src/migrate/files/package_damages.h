// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "bfa/base/result.h"

namespace bfa {

// The damages of all packages of one import: they are accepted together, or not at all.
class PackageDamages {
 public:
  // Adds those of the package at `root`. `loose`: what is beside them is imported too. False: the
  // lists of its files are damaged, and files may be lost that no list names. Errors: kDenied for a WARC file
  // that an undamaged list does not name, those of check_package().
  Result<bool> add(const std::string& root, std::stop_token stop, bool loose = false);
  void note(const std::string& root, std::string damage);

  // Errors: kDenied when their number is not the one that was accepted.
  Status accept(std::optional<std::uint64_t> accepted) const;

  std::uint64_t count() const noexcept { return count_; }

 private:
  std::uint64_t count_ = 0;
  std::string first_, where_;  // the first one, and its package
};

}  // namespace bfa
