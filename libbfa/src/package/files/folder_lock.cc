// SPDX-License-Identifier: Apache-2.0
#include "package/files/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace bfa {

Result<FolderLock> FolderLock::take(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return Error{Code::kIo, std::generic_category().message(errno), folder, -1};
  FolderLock lock(fd);
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return lock;
  // File systems without locks: nobody else can be seen there.
  if (errno != EWOULDBLOCK) return lock;
  return Error{Code::kUnavailable, "another process writes packages into this folder", folder, -1};
}

FolderLock::~FolderLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace bfa
