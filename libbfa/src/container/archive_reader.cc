// SPDX-License-Identifier: Apache-2.0
#include "container/archive_reader.h"

#include <archive.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "container/archive_error.h"
#include "io/crc32.h"

namespace bfa {
namespace {

constexpr std::size_t kBuffer = 65536;
constexpr int kMostEmptyBlocks = 10'000;  // one after the other

// The bytes of the one member of a stream.
class MemberSource final : public Source {
 public:
  MemberSource(std::string head, Source& inner, std::optional<std::uint32_t> crc)
      : head_(std::move(head)), inner_(inner), crc_(crc), buffer_(kBuffer) {}

  // `enable` enables one format or filter. `filters`: how many must take part, to which libarchive adds its
  // own.
  Status open(int (*enable)(archive*), int (*format)(archive*), int filters) {
    archive_.reset(archive_read_new());
    if (!archive_) return Error{Code::kIo, "out of memory", {}, -1};
    if ((enable != nullptr && enable(archive_.get()) != ARCHIVE_OK) || format(archive_.get()) != ARCHIVE_OK) {
      return Error{Code::kUnsupported, "packed in a way that this build does not read", {}, -1};
    }
    archive_read_set_callback_data(archive_.get(), this);
    archive_read_set_read_callback(archive_.get(), &MemberSource::feed);
    int code = archive_read_open1(archive_.get());
    if (code >= ARCHIVE_WARN && archive_filter_count(archive_.get()) < filters)
      return Error{Code::kCorrupt, "its first bytes are damaged", {}, 0};
    archive_entry* entry = nullptr;
    if (code >= ARCHIVE_WARN) code = archive_read_next_header(archive_.get(), &entry);
    ended_ = code == ARCHIVE_EOF;
    if (inner_failed_) return *inner_failed_;
    if (code < ARCHIVE_WARN) return placed(error_of(archive_.get()));
    return {};
  }

  Result<std::size_t> read(std::span<std::byte> dst) override {
    return guarded([&]() -> Result<std::size_t> {
      for (int empty = 0; block_.empty() && !ended_ && !dst.empty(); ++empty) {
        if (!failed_) next_block(empty);
        if (failed_) return *failed_;
      }
      const std::size_t n = std::min(dst.size(), block_.size());
      if (n != 0) std::memcpy(dst.data(), block_.data(), n);
      block_ = block_.subspan(n);
      return n;
    });
  }

 private:
  void next_block(int empty) {
    const void* bytes = nullptr;
    std::size_t size = 0;
    la_int64_t at = 0;
    const int code = archive_read_data_block(archive_.get(), &bytes, &size, &at);
    if (code == ARCHIVE_EOF && crc_ && *crc_ != made_crc_) {
      failed_ = placed(
          {Code::kCorrupt, "its checksum is wrong", {}, -1});  // libarchive checks that of some methods
    } else if (code == ARCHIVE_EOF) {
      ended_ = true;
    } else if (inner_failed_) {
      failed_ = inner_failed_;
    } else if (code < ARCHIVE_WARN) {
      failed_ = placed(error_of(archive_.get()));
      if (fed_all_) failed_->code = Code::kTruncated;
    } else if (at != static_cast<la_int64_t>(made_) || empty > kMostEmptyBlocks) {
      failed_ = placed({Code::kCorrupt, "its parts are not in order", {}, -1});
    } else {
      block_ = {static_cast<const std::byte*>(bytes), size};
      made_ += size;
      if (crc_) made_crc_ = crc32_of({static_cast<const char*>(bytes), size}, made_crc_);
    }
  }

  static la_ssize_t feed(archive* a, void* self, const void** bytes) {
    auto& source = *static_cast<MemberSource*>(self);
    if (!source.head_.empty() && !source.head_given_) {
      source.head_given_ = true;
      *bytes = source.head_.data();
      return static_cast<la_ssize_t>(source.head_.size());
    }
    const auto got = guarded([&] { return source.inner_.read(source.buffer_); });
    if (!got) {
      source.inner_failed_ = got.error();
      archive_set_error(a, EIO, "cannot read");
      return -1;
    }
    source.fed_ += *got;
    source.fed_all_ = *got == 0;
    *bytes = source.buffer_.data();
    return static_cast<la_ssize_t>(*got);
  }

  // With the packed bytes that were read until then.
  Error placed(Error error) const {
    error.offset = static_cast<std::int64_t>(fed_);
    return error;
  }

  std::string head_;
  Source& inner_;
  std::optional<std::uint32_t> crc_;
  std::uint32_t made_crc_ = 0;
  std::vector<std::byte> buffer_;
  ArchiveReader archive_;  // after what it reads from
  bool head_given_ = false, fed_all_ = false, ended_ = false;
  std::uint64_t fed_ = 0, made_ = 0;
  std::span<const std::byte> block_;
  std::optional<Error> inner_failed_, failed_;
};

int (*filter_of(Packing packing))(archive*) {
  switch (packing) {
    case Packing::kXz:
      return archive_read_support_filter_xz;
    case Packing::kBzip2:
      return archive_read_support_filter_bzip2;
    case Packing::kLzma:
      return archive_read_support_filter_lzma;
    case Packing::kLzip:
      return archive_read_support_filter_lzip;
    case Packing::kCompress:
      return archive_read_support_filter_compress;
    case Packing::kLz4:
      return archive_read_support_filter_lz4;
    default:
      return nullptr;
  }
}

Result<std::unique_ptr<Source>> opened(std::unique_ptr<MemberSource> source, Status status) {
  if (!status) return status.error();
  std::unique_ptr<Source> made = std::move(source);
  return made;
}

}  // namespace

Result<std::unique_ptr<Source>> make_unpacking_source(Packing packing, Source& packed) {
  auto* const filter = filter_of(packing);
  if (filter == nullptr) return Error{Code::kUnsupported, "packed in another way", {}, 0};
  auto source = std::make_unique<MemberSource>(std::string(), packed, std::nullopt);
  Status status = source->open(filter, archive_read_support_format_raw, 2);
  return opened(std::move(source), std::move(status));
}

Result<std::unique_ptr<Source>> make_zip_member_source(std::string header, Source& data,
                                                       std::optional<std::uint32_t> crc) {
  auto source = std::make_unique<MemberSource>(std::move(header), data, crc);
  Status status = source->open(nullptr, archive_read_support_format_zip_streamable, 1);
  return opened(std::move(source), std::move(status));
}

}  // namespace bfa
