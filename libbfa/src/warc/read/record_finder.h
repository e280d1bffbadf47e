// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "bfa/io/file_system.h"
#include "io/members/member_codec.h"

namespace bfa {

// Finds places in the middle of a WARC file where a record seems to begin: a member or frame that decodes to
// the beginning of one; in a plain file a line. Not thread-safe.
class RecordFinder {
 public:
  // Opens the file. Nothing for a form without such places (lz4). Errors: kIo, kNotFound, those of a
  // dictionary.
  static Result<std::unique_ptr<RecordFinder>> open(FileSystem& fs, const std::string& path);

  // The first such place in [begin, end). Errors: kIo.
  Result<std::optional<std::uint64_t>> find(std::uint64_t begin, std::uint64_t end);
  std::uint64_t file_size() const { return file_->size(); }

 private:
  RecordFinder() = default;
  bool begins_record(std::string_view bytes);

  std::unique_ptr<ReadableFile> file_;
  std::unique_ptr<MemberCodec> codec_;  // none: a plain file
  std::string window_;
};

}  // namespace bfa
