// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <random>
#include <stop_token>
#include <string>
#include <thread>

#include "bfa/notify/notifier.h"
#include "bfa/store/archive.h"
#include "bfa/subscribe/arrivals.h"
#include "notify/cursor_file.h"
#include "notify/delivery.h"

namespace bfa::notify {

// One sink with its thread.
class SinkWorker {
 public:
  // `options` must outlive it; its on_event is called by several workers.
  SinkWorker(std::string directory, NotifySink sink, const NotifyOptions& options);
  ~SinkWorker() { stop(); }
  SinkWorker(const SinkWorker&) = delete;
  SinkWorker& operator=(const SinkWorker&) = delete;

  // Takes the lock, reads or makes the cursor, starts the thread. Errors: as Notifier::open.
  Status start();
  void request_stop() { thread_.request_stop(); }
  void stop();
  // The number to wait for with settle().
  std::uint64_t wake();
  // Waits until what arrived before that wake() is told, or the sink failed. True when it is told.
  bool settle(std::uint64_t wanted, std::chrono::steady_clock::time_point end);
  NotifyState state() const;

 private:
  struct Waiting {
    WaitingLine line;
    Position behind;  // the position when it is told
  };

  std::string path(const char* suffix) const { return directory_ + "/notify/" + sink_.name + suffix; }
  Status load_position();
  void work(const std::stop_token& stop);
  Status read_ahead(const std::stop_token& stop);
  Status read_arrivals(const Archive& archive, std::uint64_t newest, const std::stop_token& stop);
  void tell_batch(const std::stop_token& stop);
  void acknowledge(std::size_t count);
  void fail(const Delivery& delivery, const std::stop_token& stop, std::size_t lines);
  void end(const Error& error, std::size_t lines);
  void rest(const std::stop_token& stop, std::chrono::milliseconds wait, bool until_woken);
  void say(const NotifyEvent& event) const;

  const std::string directory_;
  const NotifySink sink_;
  const NotifyOptions& options_;
  FileSystem& fs_;
  std::unique_ptr<SinkLock> lock_;
  // Of the thread only.
  Position position_;
  std::deque<Waiting> queue_;
  bool read_all_ = false;  // up to the newest step of the last look
  std::mt19937 random_{std::random_device{}()};

  mutable std::mutex mutex_;  // of what follows
  std::condition_variable_any changed_;
  NotifyState state_;
  std::uint64_t wanted_ = 0, settled_ = 0;
  bool resting_ = false;  // after a failure
  std::jthread thread_;   // last: it ends before what it uses
};

}  // namespace bfa::notify
