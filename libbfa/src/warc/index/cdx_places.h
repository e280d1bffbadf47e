// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

// The place of a record, from a line of an index.
struct CdxPlace {
  std::string file;  // a path; empty when the line names none below the folder of its index
  std::uint64_t offset = 0;
  bool original = true;  // false when it says that it is a revisit, or of another status than 200
};

// Calls `visit` for each line of an index (CDX or CDXJ, plain or gzip) that says where its record stands, and
// returns how many these were. Constant memory. Errors: kNotFound, kIo, kUnsupported (no index), kCorrupt and
// kTruncated (of the gzip), those of `visit`.
Result<std::uint64_t> each_cdx_place(FileSystem& fs, const std::string& path,
                                     const std::function<Status(const CdxPlace&)>& visit);

}  // namespace bfa
