// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "bfa/migrate/capture_input.h"
#include "bfa/warc/writer.h"

namespace bfa {

class RecordWriter;

// One WARC file that records are put into, beside its name until it is whole. Not thread-safe.
class WarcFile {
 public:
  // Errors: kIo, kInvalidArgument (level, or the file is there).
  static Result<std::unique_ptr<WarcFile>> create(FileSystem& fs, const std::string& path,
                                                  WarcPacking packing, int level);
  ~WarcFile();                               // without finish(): nothing stays
  Status add(const MigratedRecord& record);  // kIo
  Status finish();                           // syncs and renames; kIo
  std::uint64_t records() const { return count_; }
  const std::map<std::string, std::uint64_t>& by_type() const { return by_type_; }

 private:
  WarcFile(FileSystem& fs, std::string path);

  FileSystem& fs_;
  std::string path_;
  std::unique_ptr<WritableFile> file_;
  std::unique_ptr<RecordWriter> writer_;
  std::uint64_t count_ = 0, flushed_ = 0;
  std::map<std::string, std::uint64_t> by_type_;
};

// The folder that a path stands in.
std::string folder_of_path(const std::string& path);

}  // namespace bfa
