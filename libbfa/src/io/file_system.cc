// SPDX-License-Identifier: Apache-2.0
#include "bfa/io/file_system.h"

#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "io/atomic_file.h"

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

}  // namespace

Result<std::unique_ptr<Source>> open_file_source(FileSystem& fs, std::string_view path,
                                                 std::uint64_t offset) {
  return guarded([&]() -> Result<std::unique_ptr<Source>> {
    BFA_ASSIGN_OR_RETURN(auto file, fs.open(std::string(path)));
    std::unique_ptr<Source> source = std::make_unique<FileSource>(std::move(file), offset);
    return source;
  });
}

Result<std::string> read_file(FileSystem& fs, std::string_view name, std::uint64_t max_bytes) {
  return guarded([&]() -> Result<std::string> {
    const std::string path(name);
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

Status write_file_atomically(FileSystem& fs, std::string_view path, std::string_view bytes) {
  return guarded([&]() -> Status {
    BFA_ASSIGN_OR_RETURN(const auto file, AtomicFile::create(fs, std::string(path)));
    BFA_RETURN_IF_ERROR(file->file().append(bytes));
    return file->commit();
  });
}

}  // namespace bfa
