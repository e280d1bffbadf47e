// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "bfa/base/result.h"
#include "bfa/io/file_system.h"

namespace bfa {

// The format of the archive's folder as a whole, in bfa.toml.
inline constexpr int kArchiveFormat = 1;

// bfa.toml: what the folder is and who made it.
struct Manifest {
  int format = kArchiveFormat;
  std::string made_by;  // "libbfa 0.1.0"
  std::string created;  // RFC 3339
};
// Errors: kNotFound, kCorrupt, kUnsupported (a newer format), kIo.
Result<Manifest> read_manifest(FileSystem& fs, const std::string& directory);
Status write_manifest(FileSystem& fs, const std::string& directory, const Manifest& manifest);
std::string library_version();

// The file that a copy by `bfa backup` has: the folder that it was copied from. Nothing else writes there.
inline constexpr const char* kCopyOf = "/copy-of.txt";
// Errors: kDenied when the folder is such a copy; kIo.
Status refuse_copy(FileSystem& fs, const std::string& directory);

// Locks the archive for its only writer, until the object is destroyed. The system releases the lock when
// the process ends, also after a crash.
class WriterLock {
 public:
  // Errors: kUnavailable with "locked" in the message and the other process's number; kIo.
  static Result<std::unique_ptr<WriterLock>> take(const std::string& directory);
  // Whether a process holds it now. Nothing is written.
  static bool is_held(const std::string& directory);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  explicit WriterLock(int fd) : fd_(fd) {}
  int fd_;
};

// A new folder among the system's temporary ones, removed with the object.
class ScratchFolder {
 public:
  static Result<std::unique_ptr<ScratchFolder>> make();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  ScratchFolder(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  std::string path_;
  int fd_;  // locked as long as the folder is in use; -1: no handle was left
};

}  // namespace bfa
