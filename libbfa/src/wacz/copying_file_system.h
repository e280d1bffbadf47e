// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/forwarding_file_system.h"

namespace bfa {

// Passes on the bytes of one file in order, each once, while another caller reads the file in any order.
// Bytes that the caller reads for the first time are passed on; bytes that it skips are read additionally.
// So one pass over the disk serves a reader and a copy.
class CopyingFileSystem final : public ForwardingFileSystem {
 public:
  using Take = std::function<Status(std::string_view)>;
  // `base` must outlive it; only `path` is copied.
  CopyingFileSystem(FileSystem& base, std::string path, Take take);
  ~CopyingFileSystem() override;

  // Passes on the remaining bytes, to the end of the file. Errors: kIo, those of `take`.
  Status rest();

  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override;

 private:
  struct Copy;
  std::string path_;
  std::shared_ptr<Copy> copy_;  // files that were opened share it
};

}  // namespace bfa
