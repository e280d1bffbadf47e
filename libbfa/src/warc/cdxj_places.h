// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

// Where a line of CDXJ says that a record stands.
struct CdxjPlace {
  std::string file;  // a path; empty when the line names none below the folder of its file
  std::uint64_t offset = 0;
  bool original = true;  // false when it says that it is a revisit, or of another status than 200
};

// Calls `visit` for each line of a CDXJ file that can be understood, and returns how many these were: 0 for a
// file of another kind. Constant memory; a line over 1 MiB ends the reading. Errors: kNotFound, kIo, those of
// `visit`.
Result<std::uint64_t> each_cdxj_place(FileSystem& fs, const std::string& path,
                                      const std::function<Status(const CdxjPlace&)>& visit);

}  // namespace bfa
