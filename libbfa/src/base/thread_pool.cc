// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <algorithm>
#include <thread>
#include <vector>

#include "base/bounded_queue.h"

namespace bfa {

struct ThreadPool::Impl {
  explicit Impl(std::size_t capacity) : queue(std::max<std::size_t>(capacity, 1)) {}
  BoundedQueue<std::function<void()>> queue;
  std::vector<std::thread> threads;
};

ThreadPool::ThreadPool(std::size_t threads, std::size_t queue_capacity)
    : impl_(std::make_unique<Impl>(queue_capacity)) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  for (std::size_t i = 0; i < threads; ++i) {
    impl_->threads.emplace_back([impl = impl_.get()] {
      while (auto job = impl->queue.pop()) (*job)();
    });
  }
}

ThreadPool::~ThreadPool() {
  impl_->queue.close();
  for (auto& thread : impl_->threads) thread.join();
}

void ThreadPool::submit(std::function<void()> job) {
  impl_->queue.push(std::move(job));
}

std::size_t ThreadPool::thread_count() const noexcept {
  return impl_->threads.size();
}

}  // namespace bfa
