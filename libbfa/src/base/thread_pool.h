// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "bfa/base/export.h"

namespace bfa {

// A fixed number of threads that take jobs from one bounded queue. Thread-safe. The destructor runs the
// queued jobs, then joins the threads.
class BFA_EXPORT ThreadPool {
 public:
  // `threads`: 0 means one per core, at most 256; fewer if the system gives no more. `queue_capacity`: jobs
  // waiting before submit() blocks, at least 1. Throws std::system_error if there is not one thread.
  ThreadPool(std::size_t threads, std::size_t queue_capacity);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Queues `job`; waits while the queue is full. `job` must not throw.
  void submit(std::function<void()> job);

  std::size_t thread_count() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
