// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "base/guard.h"
#include "bfa/base/result.h"

namespace bfa {

// When a value is dear, and how often it is then made.
struct StepLimits {
  std::chrono::steady_clock::duration cheap = std::chrono::milliseconds(10);
  int share = 10;  // for no more than one in so many parts of the time
};

// Keeps a value that is made from a whole archive. When a step came it is made anew: at once where that is
// cheap, else in a thread, for no more than a tenth of the time, and until then the one before is given: who
// shows it says of which step it is. Thread-safe. The destructor waits for the thread.
template <class Value>
class SteppedCache {
 public:
  // May be called in another thread, and holds what it needs. It may end with an error when the flag is set:
  // nobody waits for the value any more.
  using Make = std::function<Result<Value>(const std::atomic<bool>& stop)>;
  using Pointer = std::shared_ptr<const Value>;  // shared with the answers that are made from it
  // What is waited for: the newest value; any, if there is none yet; nothing: kUnavailable if there is none.
  enum class Wait : std::uint8_t { kNewest, kFirst, kNever };

  SteppedCache() = default;
  explicit SteppedCache(const StepLimits& limits) : limits_(limits) {}
  SteppedCache(const SteppedCache&) = delete;
  SteppedCache& operator=(const SteppedCache&) = delete;
  ~SteppedCache() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }

  // Errors: those of `make`.
  Result<Pointer> at(std::uint64_t step, const Make& make, Wait wait) {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (value_ && step_ == step) return value_;
      if (value_ && wait != Wait::kNewest && cost_ > limits_.cheap) {
        if (!making_ && Steady::now() - made_ >= cost_ * limits_.share) begin(step, make);
        return value_;
      }
      if (!value_ && wait == Wait::kNever) {
        if (error_) return *std::exchange(error_, std::nullopt);
        if (!making_) begin(step, make);
        return Error{Code::kUnavailable, "this is counted just now, from the whole archive", {}, -1};
      }
      if (!making_) return make_here(lock, step, make);
      ended_.wait(lock, [this] { return !making_; });
    }
  }

  // Makes the first value in a thread.
  void prepare(std::uint64_t step, const Make& make) {
    const std::lock_guard lock(mutex_);
    if (!value_ && !making_) begin(step, make);
  }

  // The next one is made anew: the archive was replaced.
  void forget() {
    const std::lock_guard lock(mutex_);
    value_.reset();
    error_.reset();
    ++archive_;
  }

  // Returns when no thread makes a value.
  void settle() {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return !making_; });
  }

 private:
  using Steady = std::chrono::steady_clock;

  Result<Pointer> make_here(std::unique_lock<std::mutex>& lock, std::uint64_t step, const Make& make) {
    making_ = true;
    const std::uint64_t archive = archive_;
    lock.unlock();
    const auto start = Steady::now();
    auto made = value_of(make);
    lock.lock();
    making_ = false;
    ended_.notify_all();
    if (made && archive == archive_) keep(*made, step, start);
    return made;
  }

  Result<Pointer> value_of(const Make& make) const {
    return guarded([&]() -> Result<Pointer> {
      auto made = make(stop_);
      if (!made) return std::move(made).error();
      return Pointer(std::make_shared<const Value>(std::move(*made)));
    });
  }

  // With the lock. When the system cannot start a thread, nothing is begun: the next call says so, the one
  // after it tries again.
  void begin(std::uint64_t step, const Make& make) {
    if (thread_.joinable()) thread_.join();  // it has ended
    try {
      thread_ = std::thread([this, step, make, archive = archive_] {
        const auto start = Steady::now();
        auto made = value_of(make);
        const std::lock_guard lock(mutex_);
        making_ = false;
        ended_.notify_all();
        if (archive != archive_) return;
        if (!made) {
          error_ = std::move(made).error();
        } else {
          keep(std::move(*made), step, start);
        }
      });
      making_ = true;  // the thread waits for the lock
    } catch (const std::system_error& error) {
      error_ = Error{Code::kUnavailable, "no thread can be started: " + error.code().message(), {}, -1};
    }
  }

  void keep(Pointer value, std::uint64_t step, Steady::time_point start) {
    value_ = std::move(value);
    error_.reset();
    step_ = step;
    made_ = Steady::now();
    cost_ = made_ - start;
  }

  const StepLimits limits_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool making_ = false;
  Pointer value_;
  std::optional<Error> error_;  // of the thread, until it is told
  std::uint64_t step_ = 0;
  std::uint64_t archive_ = 0;  // how often it was replaced
  Steady::time_point made_;
  Steady::duration cost_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace bfa
