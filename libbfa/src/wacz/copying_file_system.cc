// SPDX-License-Identifier: Apache-2.0
#include "wacz/copying_file_system.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "base/try.h"

namespace bfa {

struct CopyingFileSystem::Copy {
  explicit Copy(Take t) : take(std::move(t)) {}

  // Passes on all bytes before `end` that were not passed on yet.
  Status up_to(const ReadableFile& file, std::uint64_t end) {
    if (buffer.empty()) buffer.resize(std::size_t{256} << 10);
    while (done < end) {
      const auto some = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), end - done));
      BFA_ASSIGN_OR_RETURN(const std::size_t got, file.read_at(done, std::span(buffer).first(some)));
      if (got == 0) return Error{Code::kIo, "the file became shorter while it was read", {}, -1};
      BFA_RETURN_IF_ERROR(take({reinterpret_cast<const char*>(buffer.data()), got}));
      done += got;
    }
    return {};
  }

  Status saw(const ReadableFile& file, std::uint64_t offset, std::span<const std::byte> bytes) {
    const std::scoped_lock lock(mutex);
    if (offset + bytes.size() <= done) return {};
    BFA_RETURN_IF_ERROR(up_to(file, offset));
    const std::span<const std::byte> fresh = bytes.subspan(static_cast<std::size_t>(done - offset));
    BFA_RETURN_IF_ERROR(take({reinterpret_cast<const char*>(fresh.data()), fresh.size()}));
    done += fresh.size();
    return {};
  }

  Take take;
  std::mutex mutex;
  std::uint64_t done = 0;
  std::vector<std::byte> buffer;
};

namespace {

template <class Copy>
class CopyingFile final : public ReadableFile {
 public:
  CopyingFile(std::unique_ptr<ReadableFile> file, std::shared_ptr<Copy> copy)
      : file_(std::move(file)), copy_(std::move(copy)) {}
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
    return guarded([&]() -> Result<std::size_t> {
      BFA_ASSIGN_OR_RETURN(const std::size_t got, file_->read_at(offset, dst));
      BFA_RETURN_IF_ERROR(copy_->saw(*file_, offset, dst.first(got)));
      return got;
    });
  }
  std::uint64_t size() const override { return file_->size(); }

 private:
  std::unique_ptr<ReadableFile> file_;
  std::shared_ptr<Copy> copy_;
};

}  // namespace

CopyingFileSystem::CopyingFileSystem(FileSystem& base, std::string path, Take take)
    : ForwardingFileSystem(base), path_(std::move(path)), copy_(std::make_shared<Copy>(std::move(take))) {}
CopyingFileSystem::~CopyingFileSystem() = default;

Status CopyingFileSystem::rest() {
  BFA_ASSIGN_OR_RETURN(const auto file, inner().open(path_));
  const std::scoped_lock lock(copy_->mutex);
  return copy_->up_to(*file, file->size());
}

Result<std::unique_ptr<ReadableFile>> CopyingFileSystem::open(const std::string& path) {
  BFA_ASSIGN_OR_RETURN(auto file, inner().open(path));
  if (path == path_) file = std::make_unique<CopyingFile<Copy>>(std::move(file), copy_);
  return file;
}

}  // namespace bfa
