// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/io/file_system.h"

namespace bfa {

// Hands out the bytes of one file in order, each once, while somebody reads the file in an order of his own:
// what is read for the first time is passed on, what was skipped is read besides. One pass over the disk
// serves a reader and a copy.
class CopyingFileSystem final : public FileSystem {
 public:
  using Take = std::function<Status(std::string_view)>;
  // `base` must outlive it; only `path` is copied.
  CopyingFileSystem(FileSystem& base, std::string path, Take take);
  ~CopyingFileSystem() override;

  // Passes on what nobody has read, to the end of the file. Errors: kIo, those of `take`.
  Status rest();

  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override;
  Result<std::unique_ptr<WritableFile>> create(const std::string& path) override;
  Result<std::unique_ptr<WritableFile>> append(const std::string& path) override;
  Status rename(const std::string& from, const std::string& to) override;
  Status remove(const std::string& path) override;
  Status create_directories(const std::string& path) override;
  Status sync_directory(const std::string& path) override;
  Result<bool> exists(const std::string& path) override;
  Result<std::uint64_t> file_size(const std::string& path) override;
  Result<std::vector<std::string>> list(const std::string& directory) override;

 private:
  struct Copy;
  FileSystem& base_;
  std::string path_;
  std::shared_ptr<Copy> copy_;  // files that were opened share it
};

}  // namespace bfa
