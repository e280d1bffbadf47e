// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bfa/remove/remove.h"
#include "remove/text_pieces.h"

namespace bfa {

// Adds to the report the records of WARC files that have longer pieces of the texts. `names`: of the files,
// for the report. `leave_out`: records that are not looked at, by file and record id; may be empty. Errors:
// kIo, those of WarcReader.
Status look_for_text(FileSystem& fs, const std::vector<std::string>& files,
                     const std::vector<std::string>& names, const TextPieces& texts,
                     const std::function<bool(const std::string& record_id)>& leave_out,
                     RemoveReport& report);

// Sorts the entries of a folder `packages` into those that have a copy (of a WARC file of `touched`, of one
// of the addresses, or of a text), and those that could not be looked into. Errors: kIo.
Status look_for_packages(FileSystem& fs, const std::string& folder, const std::vector<std::string>& touched,
                         const TextPieces& texts, RemoveReport& report);

}  // namespace bfa
