// SPDX-License-Identifier: Apache-2.0
#include "bfa/io/blob.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/guard.h"
#include "base/try.h"

namespace bfa {
namespace {

Error io_error(const char* what, const std::string& where, int number) {
  return Error{Code::kIo, std::string(what) + ": " + std::generic_category().message(number), where, -1};
}

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

}  // namespace

struct Blob::Data {
  std::string bytes;
  int file = -1;  // the spool file when it is not -1; it has no name
  std::uint64_t size = 0;
  Data() = default;
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  ~Data() {
    if (file >= 0) ::close(file);
  }
};

namespace {

// Reads memory or a spool file and keeps it alive; `owner` is shared by the blob's copies.
class BlobSource final : public Source {
 public:
  BlobSource(std::shared_ptr<const void> owner, std::string_view memory, int file, std::uint64_t size)
      : owner_(std::move(owner)), memory_(memory), file_(file), size_(size) {}
  Result<std::size_t> read(std::span<std::byte> dst) override {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(dst.size(), size_ - at_));
    if (n == 0) return std::size_t{0};
    if (file_ < 0) {
      std::memcpy(dst.data(), memory_.data() + at_, n);
      at_ += n;
      return n;
    }
    ssize_t got = 0;
    do {
      got = ::pread(file_, dst.data(), n, static_cast<off_t>(at_));
    } while (got < 0 && errno == EINTR);
    if (got < 0) return io_error("cannot read", "spool file", errno);
    if (got == 0) return Error{Code::kIo, "shorter than it was written", "spool file", -1};
    at_ += static_cast<std::uint64_t>(got);
    return static_cast<std::size_t>(got);
  }
  Result<std::uint64_t> skip(std::uint64_t n) override {
    const std::uint64_t passed = std::min(n, size_ - at_);
    at_ += passed;
    return passed;
  }

 private:
  std::shared_ptr<const void> owner_;
  std::string_view memory_;
  int file_;
  std::uint64_t size_;
  std::uint64_t at_ = 0;
};

}  // namespace

Blob::Blob() = default;

Blob::Blob(std::string bytes) {
  if (bytes.empty()) return;
  data_ = guarded_or_empty([&]() -> std::shared_ptr<const Data> {
    auto data = std::make_shared<Data>();
    data->size = bytes.size();
    data->bytes = std::move(bytes);
    return data;
  });
}

std::uint64_t Blob::size() const noexcept {
  return data_ ? data_->size : 0;
}

bool Blob::in_memory() const noexcept {
  return !data_ || data_->file < 0;
}

std::string_view Blob::memory() const noexcept {
  return data_ && data_->file < 0 ? std::string_view(data_->bytes) : std::string_view();
}

Result<std::unique_ptr<Source>> Blob::open() const {
  return guarded([&]() -> Result<std::unique_ptr<Source>> {
    std::unique_ptr<Source> source =
        std::make_unique<BlobSource>(data_, memory(), data_ ? data_->file : -1, size());
    return source;
  });
}

Result<std::string> Blob::read(std::uint64_t max_bytes) const {
  return guarded([&]() -> Result<std::string> {
    if (size() > max_bytes) {
      return Error{
          Code::kLimit, std::to_string(size()) + " bytes, more than " + std::to_string(max_bytes), {}, -1};
    }
    if (in_memory()) return std::string(memory());
    BFA_ASSIGN_OR_RETURN(const auto source, open());
    std::string out(static_cast<std::size_t>(size()), '\0');
    std::size_t used = 0;
    while (used < out.size()) {
      BFA_ASSIGN_OR_RETURN(
          const std::size_t got,
          source->read(std::as_writable_bytes(std::span(out.data() + used, out.size() - used))));
      used += got;
    }
    return out;
  });
}

struct BlobWriter::Impl {
  std::uint64_t memory_limit;
  std::string spool_dir;
  std::shared_ptr<Blob::Data> data = std::make_shared<Blob::Data>();

  Status write(std::string_view bytes);
  Status write_file(std::string_view bytes) const;
  Status spill();
};

Status BlobWriter::Impl::write_file(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t n = ::write(data->file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return io_error("cannot write spool file", spool_dir, errno);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

Status BlobWriter::Impl::spill() {
  if (spool_dir.empty()) spool_dir = temporary_folder();
  std::string name = spool_dir + "/bfa-spool-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return io_error("cannot make spool file", spool_dir, errno);
  ::unlink(name.c_str());
  data->file = file;
  BFA_RETURN_IF_ERROR(write_file(data->bytes));
  std::string().swap(data->bytes);
  return {};
}

Status BlobWriter::Impl::write(std::string_view bytes) {
  if (data->file < 0 && data->size + bytes.size() > memory_limit) BFA_RETURN_IF_ERROR(spill());
  if (data->file < 0) {
    data->bytes.append(bytes);
  } else {
    BFA_RETURN_IF_ERROR(write_file(bytes));
  }
  data->size += bytes.size();
  return {};
}

BlobWriter::BlobWriter(std::uint64_t memory_limit, std::string spool_dir)
    : impl_(guarded_or_empty([&]() -> std::unique_ptr<Impl> {
        auto impl = std::make_unique<Impl>();
        impl->memory_limit = memory_limit;
        impl->spool_dir = std::move(spool_dir);
        return impl;
      })) {}
BlobWriter::~BlobWriter() = default;
BlobWriter::BlobWriter(BlobWriter&&) noexcept = default;
BlobWriter& BlobWriter::operator=(BlobWriter&&) noexcept = default;

std::uint64_t BlobWriter::size() const noexcept {
  return impl_ && impl_->data ? impl_->data->size : 0;
}

Status BlobWriter::write(std::string_view bytes) {
  if (!impl_) return Error{Code::kIo, "out of memory", {}, -1};
  if (!impl_->data) return Error{Code::kInvalidArgument, "blob is finished", {}, -1};
  return guarded([&]() -> Status { return impl_->write(bytes); });
}

Result<Blob> BlobWriter::finish() {
  if (!impl_) return Error{Code::kIo, "out of memory", {}, -1};
  if (!impl_->data) return Error{Code::kInvalidArgument, "blob is finished", {}, -1};
  return guarded([&]() -> Result<Blob> {
    Blob blob;
    if (impl_->data->size != 0) {
      impl_->data->bytes.shrink_to_fit();
      blob.data_ = impl_->data;
    }
    impl_->data.reset();
    return blob;
  });
}

}  // namespace bfa
