// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/forwarding_file_system.h"

namespace bfa {

// Hands out the bytes of one file in order, each once, while somebody reads the file in an order of his own:
// what is read for the first time is passed on, what was skipped is read besides. One pass over the disk
// serves a reader and a copy.
class CopyingFileSystem final : public ForwardingFileSystem {
 public:
  using Take = std::function<Status(std::string_view)>;
  // `base` must outlive it; only `path` is copied.
  CopyingFileSystem(FileSystem& base, std::string path, Take take);
  ~CopyingFileSystem() override;

  // Passes on what nobody has read, to the end of the file. Errors: kIo, those of `take`.
  Status rest();

  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override;

 private:
  struct Copy;
  std::string path_;
  std::shared_ptr<Copy> copy_;  // files that were opened share it
};

}  // namespace bfa
