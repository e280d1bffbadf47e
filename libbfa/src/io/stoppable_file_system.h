// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "io/forwarding_file_system.h"

namespace bfa {

// Another file system that reads and writes until a stop is requested, and then refuses both: a long work
// that looks at no stop itself ends so, as after any error of the disk. Nothing gets its final name any more;
// what was written can still be removed. Errors: kUnavailable "stopped", and those of `inner`. Thread-safety
// is that of `inner`.
class StoppableFileSystem final : public ForwardingFileSystem {
 public:
  StoppableFileSystem(FileSystem& inner, std::stop_token stop)  // `inner` must outlive this
      : ForwardingFileSystem(inner), stop_(std::move(stop)) {}

  Result<std::unique_ptr<WritableFile>> create(const std::string& path) override;
  Result<std::unique_ptr<WritableFile>> append(const std::string& path) override;
  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override;
  Status rename(const std::string& from, const std::string& to) override;
  FileSystem& wrapped() const { return inner(); }

 private:
  std::stop_token stop_;
};

}  // namespace bfa
