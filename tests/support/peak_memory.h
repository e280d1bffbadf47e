// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

namespace bfa::test {

// How much more memory this process has had in use since an instant than it had then.
class PeakMemory {
 public:
  PeakMemory();  // from now on
  // In bytes. Nothing where it cannot be told: with sanitizers, which keep what was freed, and without /proc.
  std::optional<std::size_t> grown() const;

 private:
  std::optional<std::size_t> before_;
};

}  // namespace bfa::test
