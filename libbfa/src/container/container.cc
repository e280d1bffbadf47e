// SPDX-License-Identifier: Apache-2.0
#include "bfa/container/container.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/try.h"
#include "container/parts.h"
#include "io/guard.h"
#include "io/raw_inflate.h"

namespace bfa {

namespace {

// A range of a file as a file. Members share their container's open file: hence the shared pointer.
class RangeFile final : public ReadableFile {
 public:
  RangeFile(std::shared_ptr<const ReadableFile> file, std::uint64_t begin, std::uint64_t size)
      : file_(std::move(file)), begin_(begin), size_(size) {}
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
    const auto n =
        static_cast<std::size_t>(std::min<std::uint64_t>(dst.size(), size_ - std::min(size_, offset)));
    if (n == 0) return std::size_t{0};
    return file_->read_at(begin_ + offset, dst.first(n));
  }
  std::uint64_t size() const override { return size_; }

 private:
  std::shared_ptr<const ReadableFile> file_;
  std::uint64_t begin_, size_;
};

class ReadingSource final : public Source {
 public:
  explicit ReadingSource(const ReadableFile& file) : file_(file) {}
  Result<std::size_t> read(std::span<std::byte> dst) override {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, file_.read_at(offset_, dst));
    offset_ += got;
    return got;
  }

 private:
  const ReadableFile& file_;
  std::uint64_t offset_ = 0;
};

// A deflated member: read on, or anew from its beginning when reading goes back.
class InflatedFile final : public ReadableFile {
 public:
  InflatedFile(RangeFile coded, std::uint64_t size) : coded_(std::move(coded)), size_(size) {}
  std::uint64_t size() const override { return size_; }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
    return guarded([&]() -> Result<std::size_t> {
      const std::scoped_lock lock(mutex_);
      if (!decoder_ || offset < at_) {
        source_ = std::make_unique<ReadingSource>(coded_);
        BFA_ASSIGN_OR_RETURN(decoder_, make_raw_inflate_source(*source_));
        at_ = 0;
      }
      BFA_ASSIGN_OR_RETURN(const std::uint64_t passed, decoder_->skip(offset - at_));
      at_ += passed;
      if (at_ != offset) return std::size_t{0};
      std::size_t used = 0;
      while (used < dst.size()) {
        auto got = decoder_->read(dst.subspan(used));
        if (!got && used == 0) return got;
        if (!got || *got == 0) break;  // a decoder says its error again
        used += *got;
      }
      at_ += used;
      return used;
    });
  }

 private:
  RangeFile coded_;
  std::uint64_t size_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<ReadingSource> source_;
  mutable std::unique_ptr<Source> decoder_;
  mutable std::uint64_t at_ = 0;
};

class ContainerFile final : public Container {
 public:
  explicit ContainerFile(std::shared_ptr<const ReadableFile> file) : file_(std::move(file)) {}

  Status start(const std::string& path, const ContainerLimits& limits) {
    BFA_ASSIGN_OR_RETURN(const std::string first, read_range(*file_, 0, 512));
    Status status;
    if (is_zip_start(first)) {
      status = read_zip(*file_, limits, entries_, findings_);
    } else if (is_tar_header(first)) {
      kind_ = ContainerKind::kTar;
      status = read_tar(*file_, limits, entries_, findings_);
    } else {
      status = Error{Code::kUnsupported, "neither a zip nor a tar file", path, 0};
    }
    for (auto& finding : findings_) finding.where = path;
    if (!status) status.error().where = path;
    return status;
  }

  ContainerKind kind() const override { return kind_; }
  const std::vector<ContainerEntry>& entries() const override { return entries_; }
  const Findings& findings() const override { return findings_; }

  Result<std::uint64_t> data_offset(const ContainerEntry& entry) const override {
    if (kind_ == ContainerKind::kTar) return entry.offset;
    return zip_data_offset(*file_, entry);
  }

  Result<std::unique_ptr<ReadableFile>> open_entry(const ContainerEntry& entry) const override {
    return guarded([&]() -> Result<std::unique_ptr<ReadableFile>> {
      if (entry.method == ContainerMethod::kOther) {
        return Error{
            Code::kUnsupported, "member '" + entry.name + "' is packed in a way that is not read", {}, -1};
      }
      BFA_ASSIGN_OR_RETURN(const std::uint64_t offset, data_offset(entry));
      std::unique_ptr<ReadableFile> opened;
      if (entry.method == ContainerMethod::kStored) {
        opened = std::make_unique<RangeFile>(file_, offset, entry.size);
      } else {
        opened = std::make_unique<InflatedFile>(RangeFile(file_, offset, entry.stored_size), entry.size);
      }
      return opened;
    });
  }

 private:
  std::shared_ptr<const ReadableFile> file_;
  ContainerKind kind_ = ContainerKind::kZip;
  std::vector<ContainerEntry> entries_;
  Findings findings_;
};

}  // namespace

Result<std::unique_ptr<Container>> Container::open(FileSystem& fs, const std::string& path,
                                                   const ContainerLimits& limits) {
  return guarded([&]() -> Result<std::unique_ptr<Container>> {
    BFA_ASSIGN_OR_RETURN(auto file, fs.open(path));
    auto container = std::make_unique<ContainerFile>(std::move(file));
    BFA_RETURN_IF_ERROR(container->start(path, limits));
    std::unique_ptr<Container> made = std::move(container);
    return made;
  });
}

}  // namespace bfa
