// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

// True when two records of a WARC file begin in the same gzip member or zstd frame, so that no offset leads
// to the second one. Indexes, players and imports need each record at an offset of its own. Reads the file
// to its end, or to the first such record. Damage ends the reading without an error: who reads the records
// reports it. Errors: kNotFound, kIo, kUnsupported (no WARC file).
Result<bool> has_shared_members(FileSystem& fs, const std::string& path);

}  // namespace bfa
