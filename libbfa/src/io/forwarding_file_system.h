// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"

namespace bfa {

// Forwards every call to another file system: a base class for those that change a few calls. Thread-safety
// and errors are those of `inner`.
class ForwardingFileSystem : public FileSystem {
 public:
  explicit ForwardingFileSystem(FileSystem& inner);  // must outlive this

  Result<std::unique_ptr<WritableFile>> create(const std::string& path) override;
  Result<std::unique_ptr<WritableFile>> append(const std::string& path) override;
  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override;
  Status rename(const std::string& from, const std::string& to) override;
  Status remove(const std::string& path) override;
  Status create_directories(const std::string& path) override;
  Status sync_directory(const std::string& path) override;
  Result<bool> exists(const std::string& path) override;
  Result<std::uint64_t> file_size(const std::string& path) override;
  Result<std::vector<std::string>> list(const std::string& directory) override;

 protected:
  FileSystem& inner() const { return *inner_; }

 private:
  FileSystem* inner_;
};

}  // namespace bfa
