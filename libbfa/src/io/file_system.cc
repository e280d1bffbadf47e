// SPDX-License-Identifier: Apache-2.0
#include "bfa/io/file_system.h"

#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"

namespace bfa {
namespace {

class FileSource final : public Source {
 public:
  FileSource(std::unique_ptr<ReadableFile> file, std::uint64_t offset)
      : file_(std::move(file)), offset_(offset) {}
  Result<std::size_t> read(std::span<std::byte> dst) override {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, file_->read_at(offset_, dst));
    offset_ += got;
    return got;
  }
  Result<std::uint64_t> skip(std::uint64_t n) override {
    const std::uint64_t size = file_->size();
    const std::uint64_t passed = std::min(n, size - std::min(size, offset_));
    offset_ += passed;
    return passed;
  }

 private:
  std::unique_ptr<ReadableFile> file_;
  std::uint64_t offset_;
};

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Status write_synced(FileSystem& fs, const std::string& path, std::string_view bytes) {
  BFA_ASSIGN_OR_RETURN(const auto file, fs.create(path));
  BFA_RETURN_IF_ERROR(file->append(bytes));
  BFA_RETURN_IF_ERROR(file->sync());
  return file->close();
}

}  // namespace

Result<std::unique_ptr<Source>> open_file_source(FileSystem& fs, const std::string& path,
                                                 std::uint64_t offset) {
  return guarded([&]() -> Result<std::unique_ptr<Source>> {
    BFA_ASSIGN_OR_RETURN(auto file, fs.open(path));
    std::unique_ptr<Source> source = std::make_unique<FileSource>(std::move(file), offset);
    return source;
  });
}

Result<std::string> read_file(FileSystem& fs, const std::string& path, std::uint64_t max_bytes) {
  return guarded([&]() -> Result<std::string> {
    BFA_ASSIGN_OR_RETURN(auto file, fs.open(path));
    if (file->size() > max_bytes) {
      return Error{Code::kLimit,
                   std::to_string(file->size()) + " bytes, more than " + std::to_string(max_bytes), path, -1};
    }
    FileSource source(std::move(file), 0);
    auto bytes = read_all(source, max_bytes);
    if (!bytes && bytes.error().where.empty()) bytes.error().where = path;
    return bytes;
  });
}

Status write_file_atomically(FileSystem& fs, const std::string& path, std::string_view bytes) {
  return guarded([&]() -> Status {
    const std::string beside = path + ".open";
    Status status = write_synced(fs, beside, bytes);
    if (status) status = fs.rename(beside, path);
    if (!status) {
      // The first error is the one to tell; what cannot be removed is overwritten by the next try.
      (void)fs.remove(beside);
      return status;
    }
    return fs.sync_directory(folder_of(path));
  });
}

}  // namespace bfa
