// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "bfa/warc/validate.h"
#include "warc/check/record_checker.h"

namespace bfa {

// What one stretch of a file holds: the records that begin in it.
struct CheckedStretch {
  std::uint64_t begin = 0;           // where its first record stands
  std::optional<std::uint64_t> end;  // where the first record behind it stands; none: the file ends
  WarcReport report;
  std::vector<RecordChecker::Revisit> revisits;
};

// Checks a file by stretches, several at a time. Where a stretch may begin is guessed from its bytes and
// believed only when the reading of what comes before arrives there: else that reading goes on until it
// arrives at the beginning of a stretch. So the stretches, in order, hold what one reading of the whole file
// would have given. Errors: as validate_warc().
Result<std::vector<CheckedStretch>> check_stretches(FileSystem& fs, const std::string& path,
                                                    const WarcValidateOptions& options);

}  // namespace bfa
