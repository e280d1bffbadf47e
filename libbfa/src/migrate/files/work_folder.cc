// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/work_folder.h"

#include <filesystem>
#include <utility>

#include "base/try.h"

namespace bfa {

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  if (made_) std::filesystem::remove_all(path_, ignored);
}

Status WorkFolder::make(FileSystem& fs) {
  BFA_ASSIGN_OR_RETURN(const bool taken, fs.exists(path_));
  BFA_ASSIGN_OR_RETURN(const bool left, fs.exists(path_ + "/lock"));
  if (taken && !left) return Error{Code::kInvalidArgument, "already exists; needed for work", path_, -1};
  BFA_RETURN_IF_ERROR(fs.create_directories(path_));
  auto lock = WriterLock::take(path_);
  if (!lock && lock.error().code == Code::kUnavailable)
    return Error{Code::kUnavailable, "another migration writes to this", path_, -1};
  if (!lock) return std::move(lock).error();
  lock_ = std::move(*lock);
  made_ = true;
  return left ? empty() : Status();
}

Status WorkFolder::empty() const {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path_, error)) {
    if (entry.path().filename() != "lock") std::filesystem::remove_all(entry.path(), error);
  }
  return error ? Status(Error{Code::kIo, error.message(), path_, -1}) : Status();
}

}  // namespace bfa
