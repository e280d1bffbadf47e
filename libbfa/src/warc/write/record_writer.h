// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/io/blob.h"
#include "bfa/io/file_system.h"
#include "bfa/io/source.h"
#include "bfa/warc/writer.h"
#include "io/member_encoder.h"

namespace bfa {

// Builds the text of a record header, field by field.
class HeaderText {
 public:
  // Starts a new header with the version line.
  void begin();
  // Adds a field when `value` is not empty. Control characters in a value become spaces: a line end would
  // begin another field.
  void field(std::string_view name, std::string_view value);
  void id_field(std::string_view name, std::string_view id);  // <id>
  // Adds Content-Length and the blank line.
  void end(std::uint64_t content_length);
  std::string_view text() const noexcept { return text_; }

 private:
  std::string text_;
};

// The encoder of a packing; null for WarcPacking::kPlain. `level` 0: the default. Errors: kInvalidArgument,
// kIo.
Result<std::unique_ptr<MemberEncoder>> make_record_encoder(WarcPacking packing, int level,
                                                           std::string_view dictionary);

// Appends complete records to a file; with compression each one is a member. Small records are gathered in
// memory until flush(); a large one is written in parts. Not thread-safe.
class RecordWriter {
 public:
  RecordWriter(std::unique_ptr<MemberEncoder> encoder, std::uint64_t max_memory_bytes)
      : encoder_(std::move(encoder)), max_memory_bytes_(max_memory_bytes) {}

  // Records are appended to the end of `file`; must be called before the first record of each file.
  void set_file(WritableFile* file);
  // Adds bytes that are not a record (the frame of a dictionary).
  void add_raw(std::string_view bytes) { pending_.append(bytes); }
  // A buffer to which records encoded elsewhere are appended.
  std::string& pending() noexcept { return pending_; }
  // Offset of the next record.
  std::uint64_t position() const noexcept { return flushed_ + pending_.size(); }
  // Adds one record. `block` begins at byte 0 and is cut at `block_bytes`. Errors: kIo.
  Status add(std::string_view header, const Blob& block, std::uint64_t block_bytes);
  Status add(std::string_view header, std::string_view block);
  // As add(), reading `block`, which must have `block_bytes` bytes. Errors: kIo, kInvalidArgument (it is
  // longer or shorter), those of `block`.
  Status add(std::string_view header, Source& block, std::uint64_t block_bytes);
  // Writes what was gathered. Errors: kIo.
  Status flush();
  // Discards what was gathered; the file itself must have been cut to `size`.
  void reset(std::uint64_t size);

 private:
  Status add_streamed(std::string_view header, Source& block, std::uint64_t block_bytes);
  Status put(std::string_view bytes);
  Status write_out();

  std::unique_ptr<MemberEncoder> encoder_;  // null: no compression
  std::uint64_t max_memory_bytes_;
  WritableFile* file_ = nullptr;
  std::uint64_t flushed_ = 0;  // size of the file
  std::string pending_;        // complete, encoded records after it
  std::string record_;         // the current record, not encoded
};

}  // namespace bfa
