// SPDX-License-Identifier: Apache-2.0
#include "archive/index_keeper.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "archive/archive_reading.h"
#include "bfa/search/search_index.h"
#include "command.h"

namespace bfa::tool {
namespace {

constexpr std::chrono::seconds kEvery{1};

std::string& written() {
  static std::string directory;
  return directory;
}

void warn(const Error& error) {
  std::fprintf(stderr, "bfa: the index of bfa search was not brought up to date: %s\n",
               on_one_line(to_string(error)).c_str());
}

// A reader that follows one archive. Opened anew when its store was replaced.
class IndexFollower {
 public:
  explicit IndexFollower(std::string directory) : directory_(std::move(directory)) {}

  Status update() {
    if (!SearchIndex::exists(directory_)) return {};
    if (Status current = open_current(); !current) return current;
    const auto last = archive_->last_step();
    if (!last) return last.error();
    if (seen_ == *last) return {};
    const auto added = SearchIndex::update_existing(*archive_);
    if (!added) return added.error();
    seen_ = *last;
    return {};
  }

 private:
  // A store that was replaced is another one: what is open shows the old one for ever.
  std::string store() const {
    std::ifstream file(directory_ + "/store/IDENTITY", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  Status open_current() {
    const std::string now = store();
    if (archive_ && now == store_) {
      Status fresh = archive_->refresh();
      if (!fresh) archive_.reset();
      return fresh;
    }
    archive_.reset();
    seen_.reset();
    ArchiveOptions options;
    options.store_cache_bytes = kSmallCache;
    auto opened = Archive::open(directory_, options);
    if (!opened) return std::move(opened).error();
    if (now.empty() || store() != now)
      return Error{Code::kUnavailable, "the store is made anew just now", directory_, -1};
    archive_ = std::move(*opened);
    store_ = now;
    return {};
  }

  std::string store_;  // the name of the one that is open
  std::string directory_;
  std::unique_ptr<Archive> archive_;
  std::optional<std::uint64_t> seen_;
};

class KeeperThread final : public IndexKeeper {
 public:
  explicit KeeperThread(const std::string& directory)
      : thread_([this, directory](const std::stop_token& stop) { run(directory, stop); }) {}

 private:
  void run(const std::string& directory, const std::stop_token& stop) {
    IndexFollower follower(directory);
    bool told = false;
    std::unique_lock lock(mutex_);
    while (!woken_.wait_for(lock, stop, kEvery, [] { return false; }) && !stop.stop_requested()) {
      const Status updated = follower.update();
      // The archive may not be made yet, or another process has the index for a while: later is soon enough.
      const bool passing =
          !updated && (updated.error().code == Code::kNotFound || updated.error().code == Code::kUnavailable);
      if (updated || passing || told) continue;
      told = true;
      warn(updated.error());
    }
  }

  std::mutex mutex_;
  std::condition_variable_any woken_;
  std::jthread thread_;
};

}  // namespace

void note_written(const std::string& directory) {
  written() = directory;
}

void update_written_index() {
  if (written().empty()) return;
  resume_running();
  const Status updated = IndexFollower(written()).update();
  if (!updated && updated.error().code != Code::kNotFound) warn(updated.error());
}

std::unique_ptr<IndexKeeper> keep_index(const std::string& directory) {
  return std::make_unique<KeeperThread>(directory);
}

}  // namespace bfa::tool
