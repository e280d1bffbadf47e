// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/io/blob.h"
#include "bfa/io/file_system.h"
#include "io/atomic_file.h"
#include "warc/write/record_writer.h"

namespace bfa {

// How the members of a file are packed. Members can be copied unchanged between files of the same form.
struct PackedForm {
  WarcPacking packing = WarcPacking::kGzip;
  std::string dictionary;  // zstd only
  bool operator==(const PackedForm&) const = default;
};

// The form of a file by its first bytes; nothing for lz4, which is read but not written. Errors: kNotFound,
// kIo, kCorrupt (a dictionary that cannot be read).
Result<std::optional<PackedForm>> form_of(FileSystem& fs, const std::string& path);

// The form of a new file by its name: ".zst" zstd with the dictionary of `from` if it has one, ".warc" plain,
// everything else gzip. Errors: as form_of.
Result<PackedForm> form_for(FileSystem& fs, const std::string& path, const std::string& from);

// A record's header as text: version line and fields as read, with `content_length`.
std::string header_text(const WarcHeader& header, std::uint64_t content_length);

// A new WARC file with the life-cycle of an AtomicFile. Not thread-safe.
class OutputFile {
 public:
  // Errors: kInvalidArgument (`path` exists), kIo.
  static Result<std::unique_ptr<OutputFile>> create(FileSystem& fs, std::string path, const PackedForm& form);

  const std::string& path() const { return file_->path(); }
  const PackedForm& form() const { return form_; }
  std::uint64_t position() const { return closed_ ? size_ : out_->position(); }

  // Adds one record, packed by the form. Errors: kIo.
  Status add(std::string_view header, const Blob& block);
  Status add(std::string_view header, std::string_view block);
  // Copies a member of the same form, `length` bytes at `offset` of `file`. Errors: kIo, kTruncated.
  Status add_member(const ReadableFile& file, std::uint64_t offset, std::uint64_t length);
  // Releases memory and the open file until the next record. Errors: kIo.
  Status rest();
  Status finish();

 private:
  OutputFile(std::unique_ptr<AtomicFile> file, PackedForm form)
      : file_(std::move(file)), form_(std::move(form)) {}
  Status wake();
  Status flush_some();

  std::unique_ptr<AtomicFile> file_;
  PackedForm form_;
  std::unique_ptr<RecordWriter> out_;
  std::uint64_t flushed_ = 0, size_ = 0;
  bool closed_ = false;
};

}  // namespace bfa
