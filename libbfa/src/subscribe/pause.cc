// SPDX-License-Identifier: Apache-2.0
// A lock in queue/pause: who holds it wants to write. The run looks for it, closes the archive, and waits
// until it is free. A lock ends with its process, so that no run waits for a dead one.
#include "subscribe/pause.h"

#include <thread>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/file_system.h"
#include "bfa/subscribe/run.h"
#include "store/files/layout.h"
#include "subscribe/request_queue.h"

namespace bfa {
namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(50);

std::string pause_directory(const std::string& archive) {
  return queue_directory(archive) + "/pause";
}

class HeldPause final : public RunPause {
 public:
  explicit HeldPause(std::unique_ptr<WriterLock> lock) : lock_(std::move(lock)) {}

 private:
  std::unique_ptr<WriterLock> lock_;
};

}  // namespace

bool is_pause_wanted(const std::string& archive) {
  return WriterLock::is_held(pause_directory(archive));
}

Result<std::unique_ptr<RunPause>> pause_run(const std::string& directory, std::chrono::seconds most) {
  return guarded([&]() -> Result<std::unique_ptr<RunPause>> {
    FileSystem& fs = posix_file_system();
    const std::string queue = queue_directory(directory);
    BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(queue));
    if (!there || !WriterLock::is_held(queue)) return std::unique_ptr<RunPause>();
    BFA_RETURN_IF_ERROR(fs.create_directories(pause_directory(directory)));
    // The run itself holds this lock for a moment, to see whether it is free.
    auto lock = WriterLock::take(pause_directory(directory));
    for (int tries = 0; tries < 20 && !lock && lock.error().code == Code::kUnavailable; ++tries) {
      std::this_thread::sleep_for(kLookEvery);
      lock = WriterLock::take(pause_directory(directory));
    }
    if (!lock && lock.error().code == Code::kUnavailable)
      return Error{Code::kUnavailable, "another program has the run of this archive paused", directory, -1};
    if (!lock) return lock.error();
    auto pause = std::make_unique<HeldPause>(std::move(*lock));
    // The run has closed the archive when its lock is free.
    for (std::chrono::milliseconds waited{0}; WriterLock::is_held(directory); waited += kLookEvery) {
      if (waited >= most)
        return Error{Code::kUnavailable, "locked: the run of this archive does not close it", directory, -1};
      std::this_thread::sleep_for(kLookEvery);
    }
    return std::unique_ptr<RunPause>(std::move(pause));
  });
}

}  // namespace bfa
