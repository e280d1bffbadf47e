// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

namespace bfa::test {

// True when the tests and the tool are built with the address or thread sanitizer: these need much memory,
// stack and time of their own.
bool is_sanitized();

// How much more memory this process has had in use since an instant than it had then.
class PeakMemory {
 public:
  PeakMemory();  // from now on
  // In bytes. Nothing if it cannot be measured: with sanitizers, which keep freed memory, and without /proc.
  std::optional<std::size_t> grown() const;

 private:
  std::optional<std::size_t> before_;
};

}  // namespace bfa::test
