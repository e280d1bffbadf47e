// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

// The place of a record, from a line of an index.
struct CdxPlace {
  std::string file;  // a path; empty if the line names no file below the folder of its index
  std::uint64_t offset = 0;
  bool original = true;  // false for a revisit, or a status other than 200
};

// Calls `visit` for each line of an index (CDX or CDXJ, plain or gzip) with the place of a record, and
// returns their number. Constant memory. Errors: kNotFound, kIo, kUnsupported (not an index), kCorrupt and
// kTruncated (of the gzip), those of `visit`.
Result<std::uint64_t> each_cdx_place(FileSystem& fs, const std::string& path,
                                     const std::function<Status(const CdxPlace&)>& visit);

}  // namespace bfa
