// SPDX-License-Identifier: Apache-2.0
#include "container/archive_writer.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "container/archive_error.h"
#include "container/name_locale.h"

namespace bfa {
namespace {

struct FreeEntry {
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};
using EntryPtr = std::unique_ptr<archive_entry, FreeEntry>;

class Writer final : public ArchiveWriter {
 public:
  explicit Writer(Sink& sink) : sink_(sink) {}
  ~Writer() override {
    if (archive_ == nullptr) return;
    abandoned_ = !finished_;  // freeing it would write the end
    // It would also fill up the member with zeros. Without that it keeps a buffer for ever: the smaller evil.
    constexpr std::uint64_t kMostZeros = 64U << 20U;
    if (left_ > kMostZeros) archive_write_fail(archive_);
    archive_write_free(archive_);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  Status open(ContainerFormat format) {
    archive_ = archive_write_new();
    entry_.reset(archive_entry_new());
    if (archive_ == nullptr || !entry_) return Error{Code::kIo, "out of memory", {}, -1};
    int code = format == ContainerFormat::k7z ? archive_write_set_format_7zip(archive_)
                                              : archive_write_set_format_pax_restricted(archive_);
    if (code == ARCHIVE_OK && format == ContainerFormat::kTarZst)
      code = archive_write_add_filter_zstd(archive_);
    // 1 MiB of dictionary: 16 MB of memory in place of 95 MB, four times as fast, and XML is a tenth larger.
    if (code == ARCHIVE_OK && format == ContainerFormat::k7z)
      code = archive_write_set_format_option(archive_, "7zip", "compression-level", "2");
    // A warning says that a program of the machine would be run.
    if (code != ARCHIVE_OK)
      return Error{Code::kUnsupported, "libarchive cannot write this format here", {}, -1};
    archive_write_set_bytes_per_block(archive_, 65536);
    archive_write_set_bytes_in_last_block(archive_, 1);
    return result(archive_write_open(archive_, this, nullptr, &Writer::take, nullptr));
  }

  Status begin(const std::string& name, std::uint64_t size, UtcTime time) override {
    const NameLocale names;
    left_ = size;
    archive_entry* const entry = archive_entry_clear(entry_.get());
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(size));
    archive_entry_set_mtime(entry, std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count(),
                            0);
    return result(archive_write_header(archive_, entry));
  }

  Status write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const la_ssize_t used = archive_write_data(archive_, bytes.data(), bytes.size());
      if (used < 0 || failed_) return result(ARCHIVE_FATAL);
      if (used == 0) return Error{Code::kInvalidArgument, "more bytes than its size", {}, -1};
      bytes.remove_prefix(static_cast<std::size_t>(used));
      left_ -= std::min(left_, static_cast<std::uint64_t>(used));
    }
    return {};
  }

  Status end() override { return result(archive_write_finish_entry(archive_)); }

  Status finish() override {
    const NameLocale names;
    BFA_RETURN_IF_ERROR(result(archive_write_close(archive_)));
    finished_ = true;
    return {};
  }

 private:
  static la_ssize_t take(archive* a, void* self, const void* bytes, std::size_t size) {
    auto& writer = *static_cast<Writer*>(self);
    if (writer.abandoned_) {
      archive_set_error(a, EIO, "abandoned");
      return -1;
    }
    // libarchive frees not all of its memory after an error: it is told of none.
    if (!writer.failed_) {
      const Status status =
          guarded([&] { return writer.sink_.write({static_cast<const std::byte*>(bytes), size}); });
      if (!status) writer.failed_ = status.error();
    }
    return static_cast<la_ssize_t>(size);
  }

  // A warning counts too: it tells of a name or a time that is written otherwise.
  Status result(int code) const {
    if (failed_) return *failed_;
    if (code == ARCHIVE_OK) return {};
    Error error = error_of(archive_);
    // libarchive's own codes are -1, EILSEQ and EINVAL; others come from its temporary file.
    const int number = archive_errno(archive_);
    error.code = number > 0 && number != EILSEQ && number != EINVAL ? Code::kIo : Code::kInvalidArgument;
    return error;
  }

  Sink& sink_;
  archive* archive_ = nullptr;
  EntryPtr entry_;
  std::optional<Error> failed_;
  std::uint64_t left_ = 0;  // of the member
  bool finished_ = false, abandoned_ = false;
};

}  // namespace

Result<std::unique_ptr<ArchiveWriter>> make_archive_writer(ContainerFormat format, Sink& sink) {
  if (format == ContainerFormat::kZip)
    return Error{Code::kInvalidArgument, "zip has a writer of its own", {}, -1};
  auto writer = std::make_unique<Writer>(sink);
  BFA_RETURN_IF_ERROR(writer->open(format));
  std::unique_ptr<ArchiveWriter> made = std::move(writer);
  return made;
}

}  // namespace bfa
