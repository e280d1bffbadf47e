// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/io/blob.h"
#include "bfa/io/file_system.h"
#include "warc/write/record_writer.h"

namespace bfa {

// How the members of a file are packed. Two files of the same form can hand each other members as they are.
struct PackedForm {
  WarcPacking packing = WarcPacking::kGzip;
  std::string dictionary;  // zstd only
  bool operator==(const PackedForm&) const = default;
};

// The form of a file by its first bytes; nothing when it is one that is read and not written (lz4). Errors:
// kNotFound, kIo, kCorrupt (a dictionary that is none).
Result<std::optional<PackedForm>> form_of(FileSystem& fs, const std::string& path);

// What a file of this name is to be packed with: ".zst" zstd with the dictionary of `from` when that has one,
// ".warc" nothing, everything else gzip. Errors: as form_of.
Result<PackedForm> form_for(FileSystem& fs, const std::string& path, const std::string& from);

// A record's header as text: version line and fields as they were read, with `content_length`.
std::string header_text(const WarcHeader& header, std::uint64_t content_length);

// A new WARC file: `.open` while it is written to; then synced, renamed and its folder synced. Without
// finish() nothing of it stays. Not thread-safe.
class OutputFile {
 public:
  // Errors: kInvalidArgument (`path` is there already), kIo.
  static Result<std::unique_ptr<OutputFile>> create(FileSystem& fs, std::string path, const PackedForm& form);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::string& path() const { return path_; }
  const PackedForm& form() const { return form_; }
  std::uint64_t position() const { return closed_ ? size_ : out_->position(); }

  // One record, packed as the form says. Errors: kIo.
  Status add(std::string_view header, const Blob& block);
  Status add(std::string_view header, std::string_view block);
  // A member of the same form, `length` bytes at `offset` of `file`, as it is. Errors: kIo, kTruncated.
  Status add_member(const ReadableFile& file, std::uint64_t offset, std::uint64_t length);
  // Lets go of memory and the open file until the next record. Errors: kIo.
  Status rest();
  Status finish();

 private:
  OutputFile(FileSystem& fs, std::string path, PackedForm form)
      : fs_(fs), path_(std::move(path)), form_(std::move(form)) {}
  Status wake();
  Status flush_some();

  FileSystem& fs_;
  std::string path_;
  PackedForm form_;
  std::unique_ptr<WritableFile> file_;
  std::unique_ptr<RecordWriter> out_;
  std::uint64_t flushed_ = 0, size_ = 0;
  bool closed_ = false, finished_ = false;
};

}  // namespace bfa
