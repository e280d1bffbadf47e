// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "bfa/io/file_system.h"
#include "store/files/layout.h"

namespace bfa {

// A folder that is removed, with its content, by the destructor. It is locked while it is in use, so that the
// one that a killed program left is told from the one of a program that runs.
class WorkFolder {
 public:
  explicit WorkFolder(std::string path) : path_(std::move(path)) {}
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  const std::string& path() const { return path_; }
  // Errors: kIo; kInvalidArgument when it exists and is of another origin; kUnavailable when it is in use.
  Status make(FileSystem& fs);

 private:
  Status empty() const;

  std::string path_;
  std::unique_ptr<WriterLock> lock_;
  bool made_ = false;
};

}  // namespace bfa
