// SPDX-License-Identifier: Apache-2.0
#include "bfa/container/container.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "container/archive_reader.h"
#include "container/checked_member.h"
#include "container/packed_tar.h"
#include "container/reading_source.h"
#include "container/signatures.h"
#include "container/tar_directory.h"
#include "container/zip_directory.h"
#include "container/zip_headers.h"
#include "io/raw_inflate.h"
#include "io/read_range.h"

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

// The unpacked content of a container.
class BlobFile final : public ReadableFile {
 public:
  explicit BlobFile(Blob blob) : blob_(std::move(blob)) {}
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
    BFA_ASSIGN_OR_RETURN(const auto source, blob_.open());
    BFA_ASSIGN_OR_RETURN(const std::uint64_t passed, source->skip(offset));
    return passed == offset ? source->read(dst) : Result<std::size_t>(std::size_t{0});
  }
  std::uint64_t size() const override { return blob_.size(); }

 private:
  Blob blob_;
};

// A packed member: decoded sequentially, and again from its beginning when reading goes back.
class DecodedFile final : public ReadableFile {
 public:
  using Decoder = std::function<Result<std::unique_ptr<Source>>(Source& coded)>;

  DecodedFile(RangeFile coded, std::uint64_t size, std::string where, Decoder make)
      : coded_(std::move(coded)), size_(size), where_(std::move(where)), make_(std::move(make)) {}
  std::uint64_t size() const override { return size_; }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
    return guarded([&]() -> Result<std::size_t> {
      const std::scoped_lock lock(mutex_);
      if (!decoder_ || offset < at_) {
        decoder_.reset();
        source_ = std::make_unique<ReadingSource>(coded_);
        auto made = make_(*source_);
        if (!made) {
          made.error().where = where_;
          return made.error();
        }
        decoder_ = std::move(*made);
        at_ = 0;
      }
      const auto passed = decoder_->skip(offset - at_);
      if (!passed) {
        Error error = passed.error();
        error.where = where_;
        return error;
      }
      at_ += *passed;
      if (at_ != offset) return std::size_t{0};
      std::size_t used = 0;
      while (used < dst.size()) {
        auto got = decoder_->read(dst.subspan(used));
        if (!got && used == 0) {
          got.error().where = where_;
          return got;
        }
        if (!got || *got == 0) break;  // a decoder returns its error again
        used += *got;
      }
      at_ += used;
      return used;
    });
  }

 private:
  RangeFile coded_;
  std::uint64_t size_;
  std::string where_;
  Decoder make_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<ReadingSource> source_;
  mutable std::unique_ptr<Source> decoder_;
  mutable std::uint64_t at_ = 0;
};

class ContainerFile final : public Container {
 public:
  ContainerFile(std::shared_ptr<const ReadableFile> file, std::string path)
      : file_(std::move(file)), path_(std::move(path)) {}

  Status start(const ContainerLimits& limits) {
    Status status = read_members(limits);
    for (auto& finding : findings_) {
      if (finding.where.empty()) finding.where = path_;
    }
    if (!status && !names_members(kind_)) status.error().where = path_;
    by_name_.reserve(entries_.size());
    for (std::size_t i = 0; i < entries_.size(); ++i) by_name_[entries_[i].name] = i;
    return status;
  }

  ContainerKind kind() const override { return kind_; }
  const std::vector<ContainerEntry>& entries() const override { return entries_; }
  const Findings& findings() const override { return findings_; }
  const ContainerEntry* find(std::string_view name) const override {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &entries_[found->second];
  }

  Result<std::uint64_t> data_offset(const ContainerEntry& entry) const override {
    if (unpacked_) {
      const char* const why = kind_ == ContainerKind::kTar
                                  ? "a packed tar file has no places of members"
                                  : "members of this kind have no places in the file";
      return Error{Code::kUnsupported, why, path_, -1};
    }
    if (kind_ == ContainerKind::kTar) return entry.offset;
    return guarded([&]() -> Result<std::uint64_t> { return zip_data_offset(*file_, entry); });
  }

  Result<Findings> compare_headers() const override {
    return guarded([&]() -> Result<Findings> {
      Findings found;
      if (unpacked_ || kind_ != ContainerKind::kZip) return found;
      BFA_RETURN_IF_ERROR(compare_zip_headers(*file_, entries_, found));
      return found;
    });
  }

  Result<std::unique_ptr<ReadableFile>> open_entry(const ContainerEntry& entry) const override {
    return guarded([&]() -> Result<std::unique_ptr<ReadableFile>> {
      auto opened = open_member(entry);
      if (!opened && opened.error().code != Code::kIo) {
        opened.error().where = where_of(entry);
        opened.error().offset = names_members(kind_) ? -1 : static_cast<std::int64_t>(entry.offset);
      }
      return opened;
    });
  }

 private:
  Status read_members(const ContainerLimits& limits) {
    BFA_ASSIGN_OR_RETURN(const std::string first, read_range(*file_, 0, 512));
    if (is_zip_start(first)) return read_zip(*file_, limits, entries_, findings_);
    kind_ = ContainerKind::kTar;
    if (is_tar_header(first)) return read_tar(*file_, limits, entries_, findings_);
    BFA_ASSIGN_OR_RETURN(const auto kind, unpacked_kind(*file_, first));
    if (kind) {
      kind_ = *kind;
      return keep(unpack_members(*file_, path_, *kind, limits, entries_, findings_));
    }
    BFA_ASSIGN_OR_RETURN(const PackedContent content, packed_content(*file_, first));
    if (content == PackedContent::kOther) return Error{Code::kUnsupported, "not a container", {}, 0};
    BFA_RETURN_IF_ERROR(keep(unpack_file(*file_, first, content, limits, findings_)));
    if (content == PackedContent::kTar) return read_tar(*file_, limits, entries_, findings_);
    kind_ = ContainerKind::kPackedFile;
    ContainerEntry entry;
    entry.name = packed_member_name(path_, content == PackedContent::kArc);
    entry.size = entry.stored_size = file_->size();
    entries_.push_back(std::move(entry));
    return {};
  }

  // From now on `unpacked` is what members are read from.
  Status keep(Result<Blob> unpacked) {
    if (!unpacked) return unpacked.error();
    unpacked_ = true;
    file_ = std::make_shared<BlobFile>(std::move(*unpacked));
    return {};
  }

  std::string where_of(const ContainerEntry& entry) const {
    return path_ + "!/" + printable_name(entry.name);
  }

  // Kinds whose errors and findings name the member themselves.
  static bool names_members(ContainerKind kind) {
    return kind != ContainerKind::kZip && kind != ContainerKind::kTar && kind != ContainerKind::kPackedFile;
  }

  Result<std::unique_ptr<ReadableFile>> open_member(const ContainerEntry& entry) const {
    const auto refused = [](const char* why) { return Error{Code::kUnsupported, why, {}, -1}; };
    if (entry.link) return refused("a link, which is not followed");
    if (entry.special) return refused("no regular file");
    if (entry.encrypted) return refused("encrypted, which is not read");
    if (entry.method == ContainerMethod::kOther) return refused("packed in a way that is not read");
    const auto offset = unpacked_ ? Result<std::uint64_t>(entry.offset) : data_offset(entry);
    if (!offset) return offset.error();
    std::unique_ptr<ReadableFile> opened;
    if (entry.method == ContainerMethod::kStored) {
      opened = std::make_unique<RangeFile>(file_, *offset, entry.size);
      return entry.crc ? make_checked_file(std::move(opened), *entry.crc, where_of(entry))
                       : std::move(opened);
    }
    DecodedFile::Decoder decoder = [crc = entry.crc](Source& data) -> Result<std::unique_ptr<Source>> {
      auto made = make_raw_inflate_source(data);
      return made && crc ? make_checked_source(std::move(*made), *crc) : std::move(made);
    };
    if (entry.method == ContainerMethod::kPacked) {
      BFA_ASSIGN_OR_RETURN(std::string header, zip_member_header(*file_, entry));
      decoder = [header = std::move(header), crc = entry.crc](Source& data) {
        return make_zip_member_source(header, data, crc);
      };
    }
    opened = std::make_unique<DecodedFile>(RangeFile(file_, *offset, entry.stored_size), entry.size,
                                           where_of(entry), std::move(decoder));
    return opened;
  }

  std::shared_ptr<const ReadableFile> file_;  // or what it was unpacked to
  std::string path_;
  ContainerKind kind_ = ContainerKind::kZip;
  bool unpacked_ = false;
  std::vector<ContainerEntry> entries_;
  std::unordered_map<std::string_view, std::size_t> by_name_;  // names of entries_, which does not change
  Findings findings_;
};

}  // namespace

std::string printable_name(std::string_view name) {
  return guarded_or_empty([&]() -> std::string {
    std::string out;
    for (const char c : name) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || byte == 0x7f || c == '\\') {
        out.append("\\x").append(hex_encode({&c, 1}));
      } else {
        out.push_back(c);
      }
    }
    return out;
  });
}

Result<std::unique_ptr<Container>> Container::open(FileSystem& fs, std::string_view path_name,
                                                   const ContainerLimits& limits) {
  return guarded([&]() -> Result<std::unique_ptr<Container>> {
    const std::string path(path_name);
    BFA_ASSIGN_OR_RETURN(auto file, fs.open(path));
    auto container = std::make_unique<ContainerFile>(std::move(file), path);
    BFA_RETURN_IF_ERROR(container->start(limits));
    std::unique_ptr<Container> made = std::move(container);
    return made;
  });
}

}  // namespace bfa
