// SPDX-License-Identifier: Apache-2.0
#include "container/checked_member.h"

#include <mutex>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "io/crc32.h"

namespace bfa {
namespace {

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Error wrong_checksum(const std::string& where) {
  return {Code::kCorrupt, "its checksum is wrong", where, -1};
}

class CheckedSource final : public Source {
 public:
  CheckedSource(std::unique_ptr<Source> inner, std::uint32_t crc) : inner_(std::move(inner)), wanted_(crc) {}

  Result<std::size_t> read(std::span<std::byte> dst) override {
    return guarded([&]() -> Result<std::size_t> {
      if (dst.empty()) return std::size_t{0};
      BFA_ASSIGN_OR_RETURN(const std::size_t got, inner_->read(dst));
      if (got == 0 && crc_ != wanted_) return wrong_checksum({});
      crc_ = crc32_of(text_of(dst.first(got)), crc_);
      return got;
    });
  }

 private:
  std::unique_ptr<Source> inner_;
  std::uint32_t wanted_, crc_ = 0;
};

class CheckedFile final : public ReadableFile {
 public:
  CheckedFile(std::unique_ptr<ReadableFile> inner, std::uint32_t crc, std::string where)
      : inner_(std::move(inner)), wanted_(crc), where_(std::move(where)) {}

  std::uint64_t size() const override { return inner_->size(); }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
    return guarded([&]() -> Result<std::size_t> {
      BFA_ASSIGN_OR_RETURN(const std::size_t got, inner_->read_at(offset, dst));
      const std::scoped_lock lock(mutex_);
      if (offset == 0) next_ = crc_ = 0;
      if (offset == next_ && got > 0) {
        crc_ = crc32_of(text_of(dst.first(got)), crc_);
        next_ += got;
      }
      if (got == 0 && !dst.empty() && next_ == inner_->size() && crc_ != wanted_)
        return wrong_checksum(where_);
      return got;
    });
  }

 private:
  std::unique_ptr<ReadableFile> inner_;
  std::uint32_t wanted_;
  std::string where_;
  mutable std::mutex mutex_;
  mutable std::uint64_t next_ = 0;  // bytes that were read in order
  mutable std::uint32_t crc_ = 0;   // of them
};

}  // namespace

std::unique_ptr<Source> make_checked_source(std::unique_ptr<Source> inner, std::uint32_t crc) {
  return std::make_unique<CheckedSource>(std::move(inner), crc);
}

std::unique_ptr<ReadableFile> make_checked_file(std::unique_ptr<ReadableFile> inner, std::uint32_t crc,
                                                std::string where) {
  return std::make_unique<CheckedFile>(std::move(inner), crc, std::move(where));
}

}  // namespace bfa
