// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "bfa/base/result.h"

namespace bfa {

// Keeps other processes from writing packages into a folder. It leaves no file there, and ends with the
// process.
class FolderLock {
 public:
  // Errors: kUnavailable: another process writes packages there; kIo.
  static Result<FolderLock> take(const std::string& folder);
  FolderLock(FolderLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int fd) : fd_(fd) {}

  int fd_;
};

}  // namespace bfa
