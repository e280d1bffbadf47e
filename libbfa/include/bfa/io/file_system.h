// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/io/sink.h"
#include "bfa/io/source.h"

namespace bfa {

// A file opened for appending.
class BFA_EXPORT WritableFile {
 public:
  virtual ~WritableFile() = default;
  virtual Status append(std::string_view bytes) = 0;  // all of it, or kIo
  virtual Status sync() = 0;                          // bytes and length are durable when this returns
  virtual Status truncate(std::uint64_t size) = 0;    // removes the end; the next append follows it
  virtual std::uint64_t size() const = 0;
  virtual Status close() = 0;  // does not sync
};

// A file opened for reading at any offset. Thread-safe.
class BFA_EXPORT ReadableFile {
 public:
  virtual ~ReadableFile() = default;
  // At most dst.size() bytes from `offset`; fewer only at the end of the file. kIo.
  virtual Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const = 0;
  virtual std::uint64_t size() const = 0;
};

// All access of an archive to the disk. Tests replace it with file systems that fail, fill up, or lose what
// was not synced. Paths are UTF-8. Thread-safe. Errors: kIo with the path in `where`, kNotFound.
class BFA_EXPORT FileSystem {
 public:
  virtual ~FileSystem() = default;
  virtual Result<std::unique_ptr<WritableFile>> create(const std::string& path) = 0;  // new or emptied
  virtual Result<std::unique_ptr<WritableFile>> append(const std::string& path) = 0;  // created if absent
  virtual Result<std::unique_ptr<ReadableFile>> open(const std::string& path) = 0;    // a pipe: kUnsupported
  virtual Status rename(const std::string& from, const std::string& to) = 0;
  virtual Status remove(const std::string& path) = 0;
  virtual Status create_directories(const std::string& path) = 0;  // durable when this returns
  // Makes creates, renames and removes in the folder durable.
  virtual Status sync_directory(const std::string& path) = 0;
  virtual Result<bool> exists(const std::string& path) = 0;
  virtual Result<std::uint64_t> file_size(const std::string& path) = 0;
  virtual Result<std::vector<std::string>> list(const std::string& directory) = 0;  // names, sorted bytewise
};

// The machine's disk. Lives as long as the program.
BFA_EXPORT FileSystem& posix_file_system();

// Sequential Source over a file of `fs` from `offset`; keeps it open. Errors of read: kIo.
BFA_EXPORT Result<std::unique_ptr<Source>> open_file_source(FileSystem& fs, std::string_view path,
                                                            std::uint64_t offset = 0);

// Reads a whole file. Errors: kNotFound, kIo, kLimit.
BFA_EXPORT Result<std::string> read_file(FileSystem& fs, std::string_view path, std::uint64_t max_bytes);

// Writes `bytes` to a temporary file, syncs it, renames it to `path` and syncs the folder. Errors: kIo;
// `path` is then unchanged.
BFA_EXPORT Status write_file_atomically(FileSystem& fs, std::string_view path, std::string_view bytes);

}  // namespace bfa
