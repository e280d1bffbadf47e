// SPDX-License-Identifier: Apache-2.0
#include "notify/sink_worker.h"

#include <signal.h>

#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/notify/change_feed.h"

namespace bfa::notify {
namespace {

constexpr std::size_t kReadAhead = 10'000;  // lines in memory

Result<std::unique_ptr<Archive>> open_to_read(const std::string& directory, FileSystem& fs) {
  ArchiveOptions options;
  options.fs = &fs;
  return Archive::open(directory, options);
}

// The newest step; 0 without an archive.
Result<std::uint64_t> newest_step(const std::string& directory, FileSystem& fs) {
  const auto archive = open_to_read(directory, fs);
  if (archive) return (*archive)->last_step();
  if (archive.error().code == Code::kNotFound) return std::uint64_t{0};
  return archive.error();
}

Error behind_archive(const std::string& path, std::uint64_t cursor, std::uint64_t newest) {
  return {Code::kCorrupt,
          "the cursor says step " + std::to_string(cursor) + ", and the newest step of the archive is " +
              std::to_string(newest) +
              ": the archive was replaced by an older one, or lost its end; remove the file, and what comes "
              "from now on is told",
          path, -1};
}

// Signals are for the threads of the program.
void block_signals() {
  sigset_t all;
  sigfillset(&all);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigdelset(&all, fault);
  (void)::pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

SinkWorker::SinkWorker(std::string directory, NotifySink sink, const NotifyOptions& options)
    : directory_(std::move(directory)),
      sink_(std::move(sink)),
      options_(options),
      fs_(options.fs == nullptr ? posix_file_system() : *options.fs) {
  state_.name = sink_.name;
}

Status SinkWorker::start() {
  BFA_RETURN_IF_ERROR(fs_.create_directories(directory_ + "/notify"));
  BFA_ASSIGN_OR_RETURN(lock_, SinkLock::take(path(".lock")));
  BFA_RETURN_IF_ERROR(load_position());
  state_.cursor = position_.whole_steps();
  state_.ended = position_.ended;
  if (position_.ended) {
    end({Code::kNotFound, "the hook ended itself earlier; to begin again, remove " + path(".cursor"),
         sink_.target, -1},
        0);
    return {};
  }
  thread_ = std::jthread([this](const std::stop_token& stop) {
    block_signals();
    const Status status = guarded([&]() -> Status {
      work(stop);
      return {};
    });
    if (!status.ok()) end(status.error(), 0);
  });
  return {};
}

Status SinkWorker::load_position() {
  BFA_ASSIGN_OR_RETURN(const std::uint64_t newest, newest_step(directory_, fs_));
  auto read = read_position(fs_, path(".cursor"));
  if (!read && read.error().code != Code::kNotFound) return std::move(read).error();
  if (read) {
    position_ = std::move(*read);
    if (position_.sequence > newest) return behind_archive(path(".cursor"), position_.sequence, newest);
    return {};
  }
  // What "from now on" means is kept, so that a crash before the first batch leaves nothing out.
  position_.sequence = options_.from_start ? 0 : newest;
  return write_position(fs_, path(".cursor"), position_);
}

void SinkWorker::stop() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
}

std::uint64_t SinkWorker::wake() {
  const std::lock_guard lock(mutex_);
  ++wanted_;
  changed_.notify_all();
  return wanted_;
}

bool SinkWorker::settle(std::uint64_t wanted, std::chrono::steady_clock::time_point end) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, end, [&] { return settled_ >= wanted || resting_ || state_.ended; });
  return settled_ >= wanted;
}

NotifyState SinkWorker::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void SinkWorker::work(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::uint64_t wanted = 0;
    {
      const std::lock_guard lock(mutex_);
      wanted = wanted_;
      if (state_.ended) return;
    }
    if (queue_.empty()) {
      const Status status = read_ahead(stop);
      if (stop.stop_requested()) return;
      if (!status.ok() && status.error().code == Code::kCorrupt) return end(status.error(), 0);
      if (!status.ok()) {
        fail({status.error(), false, {}}, stop, 0);
        continue;
      }
    }
    if (!queue_.empty()) {
      tell_batch(stop);
      continue;
    }
    if (!read_all_) continue;
    {
      const std::lock_guard lock(mutex_);
      settled_ = wanted;
      state_.idle = true;
      changed_.notify_all();
      if (wanted_ != wanted) continue;
    }
    rest(stop, options_.look_again, true);
  }
}

// Opens the archive for this look only, so that nothing of it is held while a receiver is slow.
Status SinkWorker::read_ahead(const std::stop_token& stop) {
  read_all_ = false;
  const auto archive = open_to_read(directory_, fs_);
  if (!archive) {
    if (archive.error().code != Code::kNotFound) return archive.error();
    read_all_ = true;  // none is there yet
    return {};
  }
  BFA_ASSIGN_OR_RETURN(const std::uint64_t newest, (*archive)->last_step());
  if (newest < position_.sequence) return behind_archive(path(".cursor"), position_.sequence, newest);
  if (newest == position_.sequence && position_.key.empty()) {
    read_all_ = true;
    return {};
  }
  return read_arrivals(**archive, newest, stop);
}

Status SinkWorker::read_arrivals(const Archive& archive, std::uint64_t newest, const std::stop_token& stop) {
  ArrivalQuery query;
  query.after = position_.whole_steps();
  query.blog_host = sink_.filter.blog_host;
  query.kinds = sink_.filter.kinds;
  query.least_change = sink_.filter.least_change;
  bool full = false;
  const Status status = for_each_arrival(archive, query, [&](const Arrival& arrival) {
    if (stop.stop_requested()) return false;
    full = queue_.size() >= kReadAhead;
    if (full) return false;
    if (!position_.is_before(arrival.sequence, arrival.key)) return true;
    const bool last_of_step = arrival.cursor == arrival.sequence;
    queue_.push_back({{arrival_to_json(arrival), arrival_id(arrival)},
                      {arrival.sequence, last_of_step ? std::string() : arrival.key, false}});
    return true;
  });
  if (!status.ok()) {
    queue_.clear();  // a part of a look is not told: what it left out would be lost
    return status;
  }
  if (stop.stop_requested() || full) return {};
  if (queue_.empty()) position_ = {newest, {}, false};
  read_all_ = queue_.empty();
  return {};
}

void SinkWorker::tell_batch(const std::stop_token& stop) {
  {
    const std::lock_guard lock(mutex_);
    state_.idle = false;
  }
  std::vector<WaitingLine> lines;
  std::string text;
  for (const Waiting& waiting : queue_) {
    const bool over = text.size() + waiting.line.json.size() + 1 > options_.batch_bytes;
    if (lines.size() >= options_.batch_lines || (over && !lines.empty())) break;
    lines.push_back(waiting.line);
    text += waiting.line.json + "\n";
  }
  Delivery delivery = sink_.type == NotifySink::Type::kCommand
                          ? run_command(sink_.target, text, options_.time_limit, stop)
                          : post_lines(sink_, options_, lines, stop);
  if (!delivery.error) {
    // Only what is on the disk is acknowledged: without it the batch is told again.
    const Status kept = write_position(fs_, path(".cursor"), queue_[lines.size() - 1].behind);
    if (kept.ok()) return acknowledge(lines.size());
    delivery.error = kept.error();
  }
  if (stop.stop_requested()) return;
  fail(delivery, stop, lines.size());
}

void SinkWorker::acknowledge(std::size_t count) {
  position_ = queue_[count - 1].behind;
  queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(count));
  {
    const std::lock_guard lock(mutex_);
    state_.cursor = position_.whole_steps();
    state_.told += count;
    state_.failures = 0;
    state_.trouble.clear();
  }
  NotifyEvent event;
  event.name = sink_.name;
  event.target = sink_.target;
  event.told = count;
  say(event);
}

void SinkWorker::fail(const Delivery& delivery, const std::stop_token& stop, std::size_t lines) {
  const Error error = delivery.error.value_or(Error());
  if (delivery.ended) {
    position_.ended = true;
    (void)write_position(fs_, path(".cursor"), position_);  // without it the hook says so again
    return end(error, lines);
  }
  int failures = 0;
  {
    const std::lock_guard lock(mutex_);
    failures = ++state_.failures;
    state_.trouble = to_string(error);
  }
  auto wait = options_.first_wait;
  for (int i = 1; i < failures && wait < options_.longest_wait; ++i) wait *= 2;
  wait = std::min(wait, options_.longest_wait);
  // Between half of it and all of it, so that many that failed together do not come back together.
  wait -=
      std::chrono::milliseconds(std::uniform_int_distribution<std::int64_t>(0, wait.count() / 2)(random_));
  if (delivery.retry_after)
    wait = std::max(wait, std::min(*delivery.retry_after, options_.longest_retry_after));
  NotifyEvent event;
  event.name = sink_.name;
  event.target = sink_.target;
  event.told = lines;
  event.error = error;
  event.wait = wait;
  say(event);
  rest(stop, wait, false);
}

void SinkWorker::end(const Error& error, std::size_t lines) {
  {
    const std::lock_guard lock(mutex_);
    state_.ended = true;
    state_.trouble = to_string(error);
    changed_.notify_all();
  }
  NotifyEvent event;
  event.name = sink_.name;
  event.target = sink_.target;
  event.told = lines;
  event.error = error;
  event.ended = true;
  say(event);
}

void SinkWorker::rest(const std::stop_token& stop, std::chrono::milliseconds wait, bool until_woken) {
  std::unique_lock lock(mutex_);
  const std::uint64_t wanted = settled_;
  resting_ = !until_woken;
  changed_.notify_all();
  changed_.wait_for(lock, stop, wait, [&] { return until_woken && wanted_ != wanted; });
  resting_ = false;
}

void SinkWorker::say(const NotifyEvent& event) const {
  if (options_.on_event) options_.on_event(event);
}

}  // namespace bfa::notify
