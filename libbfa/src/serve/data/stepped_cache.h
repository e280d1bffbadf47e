// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "bfa/base/result.h"

namespace bfa {

// Keeps a value that is made from a whole archive. It is made anew when a step came, but, where that takes
// long, for no more than a tenth of the time: until then the one before is given. Thread-safe; while a value
// is made, others wait for it.
template <class Value>
class SteppedCache {
 public:
  // `make` returns a Result<Value>, whose errors are passed on. The pointer is shared with the answers that
  // are made from it.
  template <class Make>
  Result<std::shared_ptr<const Value>> at(std::uint64_t step, Make&& make) {
    using Steady = std::chrono::steady_clock;
    constexpr auto kCheap = std::chrono::milliseconds(10);
    constexpr int kShare = 10;
    const std::lock_guard lock(mutex_);
    const auto now = Steady::now();
    const bool may_wait = cost_ > kCheap && now - made_ < cost_ * kShare;
    if (value_ && (step_ == step || may_wait)) return value_;
    auto made = std::forward<Make>(make)();
    if (!made) return std::move(made).error();
    value_ = std::make_shared<const Value>(std::move(*made));
    step_ = step;
    made_ = Steady::now();
    cost_ = made_ - now;
    return value_;
  }

  // The next one is made anew: the archive was replaced.
  void forget() {
    const std::lock_guard lock(mutex_);
    value_.reset();
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const Value> value_;  // shared with the answers that are made from it
  std::uint64_t step_ = 0;
  std::chrono::steady_clock::time_point made_;
  std::chrono::steady_clock::duration cost_{0};
};

}  // namespace bfa
