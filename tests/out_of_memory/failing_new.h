// SPDX-License-Identifier: Apache-2.0
#pragma once

// While it lives, `operator new` throws std::bad_alloc on this thread after `allocations` successful calls.
class FailingNew {
 public:
  explicit FailingNew(long allocations) noexcept;
  ~FailingNew();
  FailingNew(const FailingNew&) = delete;
  FailingNew& operator=(const FailingNew&) = delete;

  bool has_failed() const noexcept;
};
