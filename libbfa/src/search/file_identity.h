// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace bfa {

// Which file stands at a path: device and number. Nothing when there is none.
using FileIdentity = std::pair<dev_t, ino_t>;

inline std::optional<FileIdentity> file_identity(const std::string& path) {
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
  return FileIdentity(facts.st_dev, facts.st_ino);
}

// The content of a file, compared by its size and times. It counts as changed when a log is beside it.
struct FileState {
  FileIdentity identity;
  off_t size = 0;
  std::int64_t seconds = 0, nanoseconds = 0;
  bool log = false;

  bool operator==(const FileState&) const = default;
};

inline std::optional<FileState> file_state(const std::string& path) {
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
  struct stat log{};
  const bool has_log = ::stat((path + "-wal").c_str(), &log) == 0 && log.st_size > 0;
  return FileState{
      {facts.st_dev, facts.st_ino}, facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, has_log};
}

}  // namespace bfa
