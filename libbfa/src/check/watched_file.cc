// SPDX-License-Identifier: Apache-2.0
#include "check/watched_file.h"

#include <algorithm>
#include <utility>

#include "base/try.h"

namespace bfa {
namespace {

constexpr std::size_t kBufferBytes = 1u << 20;
constexpr std::string_view kStopped = "the check was stopped";

}  // namespace

Error stopped_error() {
  return Error{Code::kLimit, std::string(kStopped), {}, -1};
}

bool is_stopped(const Error& error) {
  return error.code == Code::kLimit && error.message == kStopped;
}

class WatchedFile::Reader final : public ReadableFile {
 public:
  Reader(std::unique_ptr<ReadableFile> file, WatchedFile& watched)
      : file_(std::move(file)), watched_(watched) {}

  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
    if (watched_.stop_.stop_requested()) return stopped_error();
    if (offset >= watched_.bytes_) return std::size_t{0};
    const std::span<std::byte> wanted =
        dst.first(static_cast<std::size_t>(std::min<std::uint64_t>(dst.size(), watched_.bytes_ - offset)));
    if (watched_.digest_ && offset > watched_.next_) BFA_RETURN_IF_ERROR(watched_.read_up_to(*file_, offset));
    BFA_ASSIGN_OR_RETURN(const std::size_t got, file_->read_at(offset, wanted));
    watched_.take(offset, wanted.first(got));
    return got;
  }
  std::uint64_t size() const override { return std::min(file_->size(), watched_.bytes_); }

 private:
  std::unique_ptr<ReadableFile> file_;
  WatchedFile& watched_;
};

WatchedFile::WatchedFile(FileSystem& inner, std::string path, std::uint64_t bytes, bool digest,
                         std::stop_token stop)
    : ForwardingFileSystem(inner),
      path_(std::move(path)),
      bytes_(bytes),
      digest_(digest),
      stop_(std::move(stop)) {}

Result<std::unique_ptr<ReadableFile>> WatchedFile::open(const std::string& path) {
  BFA_ASSIGN_OR_RETURN(auto file, inner().open(path));
  if (path != path_) return file;
  return std::unique_ptr<ReadableFile>(std::make_unique<Reader>(std::move(file), *this));
}

Result<std::uint64_t> WatchedFile::file_size(const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const std::uint64_t size, inner().file_size(path));
  return path == path_ ? std::min(size, bytes_) : size;
}

void WatchedFile::take(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (!digest_ || offset > next_ || offset + bytes.size() <= next_) return;
  const auto fresh = bytes.subspan(static_cast<std::size_t>(next_ - offset));
  digester_.update(fresh);
  next_ += fresh.size();
}

Status WatchedFile::read_up_to(const ReadableFile& file, std::uint64_t offset) {
  buffer_.resize(kBufferBytes);
  while (next_ < offset) {
    if (stop_.stop_requested()) return stopped_error();
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(buffer_.size(), offset - next_));
    BFA_ASSIGN_OR_RETURN(const std::size_t got, file.read_at(next_, std::span(buffer_).first(wanted)));
    if (got == 0)
      return Error{Code::kTruncated, "the file ends here", path_, static_cast<std::int64_t>(next_)};
    take(next_, std::span(buffer_).first(got));
  }
  return {};
}

Result<std::string> WatchedFile::finish() {
  BFA_ASSIGN_OR_RETURN(const auto file, inner().open(path_));
  BFA_RETURN_IF_ERROR(read_up_to(*file, bytes_));
  return hex_encode(digester_.finish());
}

}  // namespace bfa
