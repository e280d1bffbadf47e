// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/guard.h"
#include "bfa/base/result.h"

namespace bfa {

// Turns a function that calls a visitor into items that are taken one by one: a thread runs the function, a
// few items ahead. One thread takes.
template <class T>
class PulledItems {
 public:
  using Visitor = std::function<bool(T item)>;  // false: end
  using Push = std::function<Status(const Visitor&)>;

  explicit PulledItems(Push push) : push_(std::move(push)) {
    thread_ = std::thread([this] { run(); });
  }
  ~PulledItems() {
    {
      const std::lock_guard lock(mutex_);
      ended_by_taker_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  PulledItems(const PulledItems&) = delete;
  PulledItems& operator=(const PulledItems&) = delete;

  // The next item; nothing at the end. After an error it gives that error again.
  Result<std::optional<T>> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !items_.empty() || done_; });
    if (items_.empty()) {
      if (!status_.ok()) return status_.error();
      return std::optional<T>();
    }
    std::optional<T> item(std::move(items_.front()));
    items_.pop_front();
    if (items_.size() == kAhead / 2)
      changed_.notify_all();  // not at each item: the thread fills it in one go
    return item;
  }

 private:
  static constexpr std::size_t kAhead = 64;

  void run() {
    Status status = guarded([&]() -> Status {
      return push_([this](T item) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return ended_by_taker_ || items_.size() < kAhead; });
        if (ended_by_taker_) return false;
        items_.push_back(std::move(item));
        if (items_.size() == 1) changed_.notify_all();
        return true;
      });
    });
    const std::lock_guard lock(mutex_);
    status_ = std::move(status);
    done_ = true;
    changed_.notify_all();
  }

  Push push_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> items_;
  Status status_;
  bool done_ = false;
  bool ended_by_taker_ = false;
  std::thread thread_;
};

}  // namespace bfa
