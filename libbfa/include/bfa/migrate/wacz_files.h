// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/wacz/wacz.h"

namespace bfa {

// Writes a WACZ file of WARC and ARC files, and of those in WACZ, zip and tar files. WARC files go in byte
// for byte; ARC files, and what is packed by lz4, go in as the WARC file that migrate_captures() makes of
// each, with a finding `converted_to_warc`. Pages are those that WACZ files list, with their titles, and
// those found in the other files unless `options.find_pages` is off. `fs`: one of
// make_container_file_system(). Memory and errors: those of WaczWriter and migrate_captures(); kUnsupported:
// an input holds neither WARC nor ARC files.
BFA_EXPORT Result<WaczReport> write_files_wacz(FileSystem& fs, const std::vector<std::string>& inputs,
                                               const std::string& output, const WaczOptions& options);

}  // namespace bfa
