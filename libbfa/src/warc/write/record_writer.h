// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/io/blob.h"
#include "bfa/io/file_system.h"
#include "bfa/warc/writer.h"
#include "io/member_encoder.h"

namespace bfa {

// The header of one record as text, field by field.
class HeaderText {
 public:
  // Starts anew with the version line.
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

// What packs records; null for WarcPacking::kPlain. `level` 0: the usual one. Errors: kInvalidArgument, kIo.
Result<std::unique_ptr<MemberEncoder>> make_record_encoder(WarcPacking packing, int level,
                                                           std::string_view dictionary);

// Puts whole records at the end of a file, one member each when it compresses. Small records gather in
// memory until flush(); a large one goes through in parts. Not thread-safe.
class RecordWriter {
 public:
  RecordWriter(std::unique_ptr<MemberEncoder> encoder, std::uint64_t max_memory_bytes)
      : encoder_(std::move(encoder)), max_memory_bytes_(max_memory_bytes) {}

  // What counts as the end of `file`; must be called before the first record of each file.
  void set_file(WritableFile* file);
  // Adds bytes that are no record (the frame of a dictionary).
  void add_raw(std::string_view bytes) { pending_.append(bytes); }
  // Where whole records that were coded elsewhere are to be appended.
  std::string& pending() noexcept { return pending_; }
  // Where the next record will begin.
  std::uint64_t position() const noexcept { return flushed_ + pending_.size(); }
  // Adds one record. `block` begins at byte 0 and is cut at `block_bytes`. Errors: kIo.
  Status add(std::string_view header, const Blob& block, std::uint64_t block_bytes);
  Status add(std::string_view header, std::string_view block);
  // Writes what was gathered. Errors: kIo.
  Status flush();
  // Forgets what was gathered; the file itself must have been cut to `size`.
  void reset(std::uint64_t size);

 private:
  Status add_streamed(std::string_view header, const Blob& block, std::uint64_t block_bytes);
  Status put(std::string_view bytes);
  Status write_out();

  std::unique_ptr<MemberEncoder> encoder_;  // none: no compression
  std::uint64_t max_memory_bytes_;
  WritableFile* file_ = nullptr;
  std::uint64_t flushed_ = 0;  // size of the file
  std::string pending_;        // whole, coded records behind it
  std::string record_;         // the record under way, plain
};

}  // namespace bfa
