// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "bfa/io/file_system.h"
#include "store/database.h"

namespace bfa {

// The sequence numbers of steps whose bytes are in WARC files but that are not in the store, because a crash
// happened between the two writes. Reads the files that no flush has covered.
Result<std::set<std::uint64_t>> find_aborted_steps(const Database& database, FileSystem& fs,
                                                   const std::string& warc_directory);

// Records in the store that all present files are covered.
Status cover_files(Database& database, FileSystem& fs, const std::string& warc_directory);

}  // namespace bfa
