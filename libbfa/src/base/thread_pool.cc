// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#include "base/bounded_queue.h"

namespace bfa {
namespace {

constexpr std::size_t kMostThreads = 256;

}  // namespace

struct ThreadPool::Impl {
  explicit Impl(std::size_t capacity) : queue(std::max<std::size_t>(capacity, 1)) {}
  BoundedQueue<std::function<void()>> queue;
  std::vector<std::thread> threads;
};

ThreadPool::ThreadPool(std::size_t threads, std::size_t queue_capacity)
    : impl_(std::make_unique<Impl>(queue_capacity)) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  impl_->threads.reserve(std::min(threads, kMostThreads));
  for (std::size_t i = 0; i < impl_->threads.capacity(); ++i) {
    try {
      impl_->threads.emplace_back([impl = impl_.get()] {
        while (auto job = impl->queue.pop()) (*job)();
      });
    } catch (const std::system_error&) {
      // The system gives no more threads: fewer do the same work.
      if (impl_->threads.empty()) throw;
      break;
    }
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
