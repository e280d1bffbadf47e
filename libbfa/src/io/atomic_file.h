// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

// The folder of a path: "." without a slash.
std::string folder_of_path(const std::string& path);

// A new file named PATH.open until commit() gives it its name. Without commit() it is removed. Not
// thread-safe.
class AtomicFile {
 public:
  // Creates or empties PATH.open; an existing PATH is replaced by commit(). `fs` must outlive this. Errors:
  // kIo.
  static Result<std::unique_ptr<AtomicFile>> create(FileSystem& fs, std::string path);
  // As create(), for a PATH that must not exist. Errors: kInvalidArgument (it exists), kIo.
  static Result<std::unique_ptr<AtomicFile>> create_new(FileSystem& fs, std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  const std::string& path() const { return path_; }
  WritableFile& file() { return *file_; }
  // Closes the file until reopen(), for those who have many. Errors: kIo.
  Status pause();
  Status reopen();
  // Syncs, closes and renames the file, and syncs its folder; the last call. Errors: kIo.
  Status commit();

 private:
  AtomicFile(FileSystem& fs, std::string path) : fs_(fs), path_(std::move(path)) {}
  std::string draft() const { return path_ + ".open"; }

  FileSystem& fs_;
  std::string path_;
  std::unique_ptr<WritableFile> file_;  // null: paused, or committed
  bool renamed_ = false;
};

}  // namespace bfa
