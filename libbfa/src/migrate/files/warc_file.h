// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "bfa/migrate/capture_input.h"
#include "bfa/warc/writer.h"

namespace bfa {

// The WARC file of a migration, with the counts of its records. Not thread-safe.
class WarcFile {
 public:
  // Errors: kIo, kInvalidArgument (level, or the file exists).
  static Result<std::unique_ptr<WarcFile>> create(FileSystem& fs, const std::string& path,
                                                  WarcPacking packing, int level);
  Status add(const MigratedRecord& record);  // kIo
  Status finish();                           // syncs and renames; without it nothing remains; kIo
  std::uint64_t records() const { return count_; }
  const std::map<std::string, std::uint64_t>& by_type() const { return by_type_; }

 private:
  explicit WarcFile(std::unique_ptr<WarcWriter> writer) : writer_(std::move(writer)) {}

  std::unique_ptr<WarcWriter> writer_;
  std::uint64_t count_ = 0;
  std::map<std::string, std::uint64_t> by_type_;
};

}  // namespace bfa
