// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "bfa/base/export.h"

namespace bfa {

// A fixed number of threads over one bounded queue of jobs. Thread-safe. The destructor runs what is queued,
// then joins.
class BFA_EXPORT ThreadPool {
 public:
  // `threads`: 0 means one per core; `queue_capacity`: jobs waiting before submit() blocks, at least 1.
  ThreadPool(std::size_t threads, std::size_t queue_capacity);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Runs `job` on some thread, waiting for room in the queue. `job` must not throw.
  void submit(std::function<void()> job);

  std::size_t thread_count() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
