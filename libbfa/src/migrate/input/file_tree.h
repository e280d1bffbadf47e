// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bfa/container/container.h"
#include "bfa/migrate/capture_input.h"

namespace bfa {

struct TreeFile {
  std::string name;  // relative to the top, '/' between folders; never leaves the tree
  std::uint64_t size = 0;
  std::optional<UtcTime> modified;
  bool modified_zone_unknown = false;
  std::size_t entry = 0;  // of the container
};

// The regular files of a folder on disk, or of a container, sorted by name. Links, special files and
// names that lead outside are left out and noted. Not thread-safe.
class FileTree {
 public:
  // `path`: a folder, or "FILE!/", or "FILE!/FOLDER/". Errors: kNotFound, kIo, kUnsupported, kLimit.
  static Result<FileTree> open(FileSystem& fs, const std::string& path, const CaptureInputOptions& options,
                               const CaptureVisitor& visitor);

  const std::vector<TreeFile>& files() const { return files_; }
  const TreeFile* find(const std::string& name) const;
  // For the file system that the tree was opened with.
  std::string location(const TreeFile& file) const;
  // Errors: kIo, kCorrupt, kUnsupported; kLimit when it is larger than `max_bytes`, or when the container
  // has unpacked to more bytes than its size allows.
  Result<Blob> read(const TreeFile& file, std::uint64_t max_bytes);
  // At most `bytes` from its beginning.
  Result<std::string> beginning(const TreeFile& file, std::size_t bytes) const;
  Result<std::unique_ptr<ReadableFile>> open_file(const TreeFile& file) const;

 private:
  Status walk(const std::string& folder, const std::string& prefix, const CaptureInputOptions& options,
              const CaptureVisitor& visitor, int depth);
  Status take_entries(const CaptureInputOptions& options, const CaptureVisitor& visitor);

  FileSystem* fs_ = nullptr;
  std::string root_;                            // ends with '/'
  std::string folder_;                          // within the container; ends with '/' unless empty
  std::shared_ptr<const Container> container_;  // shared by the copies of the tree; null for a folder
  std::vector<TreeFile> files_;
  std::uint64_t budget_ = ~std::uint64_t{0};  // bytes that may still be unpacked
};

}  // namespace bfa
