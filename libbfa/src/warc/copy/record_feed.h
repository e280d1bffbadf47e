// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bfa/io/blob.h"
#include "bfa/warc/merge.h"
#include "bfa/warc/reader.h"
#include "warc/write/output_file.h"

namespace bfa {

// The records of some WARC files in order, to be read or copied. Memory: one record up to 4 MiB, larger ones
// in a spool file. Not thread-safe.
class RecordFeed {
 public:
  // All must outlive the feed; `report` takes what is read, lost and found.
  RecordFeed(FileSystem& fs, const std::vector<std::string>& files, WarcCopyReport& report)
      : fs_(fs), files_(files), report_(report) {}

  // The next record; false at the end of the last file. Errors: those of WarcReader, kUnsupported (ARC).
  Result<bool> next();
  std::size_t file() const { return file_ - 1; }  // index of the current one
  const std::string& path() const { return files_[file_ - 1]; }
  std::uint64_t number() const { return number_; }  // of the record, counted over all files from 0
  const WarcHeader& header() const { return record_->header(); }
  const WarcRef& place() const { return record_->position(); }
  // For callers that read the block themselves, instead of read() and copy().
  WarcRecord& record() { return *record_; }

  // Reads the block to its end. False when the record is damaged: that is noted as "record_dropped".
  Result<bool> read();
  // After read().
  Blob block();
  // Reads the record and writes it to `out` (null: nowhere): its member unchanged if `out` has the same form,
  // else packed again. False: as read().
  Result<bool> copy(OutputFile* out);

 private:
  Status open_file();
  void close_file();
  bool may_stay_packed(const PackedForm& form) const;

  FileSystem& fs_;
  const std::vector<std::string>& files_;
  WarcCopyReport& report_;
  std::size_t file_ = 0;  // files opened so far
  std::unique_ptr<WarcReader> reader_;
  std::unique_ptr<ReadableFile> raw_;
  std::optional<PackedForm> form_;
  WarcRecord* record_ = nullptr;
  std::uint64_t number_ = 0;
  std::size_t findings_before_ = 0;
  bool several_ = false;  // the record shares its member with the previous one

  std::string block_;
  std::optional<Blob> spooled_;
  std::array<std::byte, 65536> buffer_;
};

}  // namespace bfa
