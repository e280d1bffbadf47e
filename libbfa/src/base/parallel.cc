// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/guard.h"
#include "base/thread_pool.h"

namespace bfa {
namespace {

struct Shared {
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  std::mutex mutex;
  std::size_t failed_at = 0;  // guarded by mutex, with `error`
  std::optional<Error> error;

  void keep(std::size_t number, Error&& given) {
    const std::scoped_lock lock(mutex);
    failed = true;
    if (error && failed_at < number) return;
    failed_at = number;
    error = std::move(given);
  }
};

}  // namespace

Status for_each_number(std::size_t count, std::size_t threads,
                       const std::function<Status(std::size_t)>& work) {
  Shared shared;
  const auto run = [&] {
    while (!shared.failed) {
      const std::size_t number = shared.next++;
      if (number >= count) return;
      Status done = guarded([&] { return work(number); });
      if (!done) shared.keep(number, std::move(done).error());
    }
  };
  if (threads == 0) threads = std::thread::hardware_concurrency();
  threads = std::min(threads, count);
  if (threads <= 1) {
    run();
  } else {
    ThreadPool pool(threads, threads);
    for (std::size_t worker = 0; worker < threads; ++worker) pool.submit(run);
  }
  if (shared.error) return std::move(*shared.error);
  return {};
}

}  // namespace bfa
