// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "bfa/warc/validate.h"
#include "warc/check/record_checker.h"

namespace bfa {

// The result of checking the records that begin in one section of a file.
struct ValidatedSection {
  std::uint64_t begin = 0;           // offset of its first record
  std::optional<std::uint64_t> end;  // offset of the first record after it; nothing at the end of the file
  WarcReport report;
  std::vector<RecordChecker::Revisit> revisits;
};

// Checks a file by sections, several at a time, with `threads` threads. The first record of a section is
// guessed from its bytes, and the guess is accepted only if reading the preceding section arrives there.
// Otherwise the preceding section continues until it arrives at the first record of a later section. So the
// sections, in order, give the same result as reading the whole file once. Errors: as validate_warc().
Result<std::vector<ValidatedSection>> parallel_validate(FileSystem& fs, const std::string& path,
                                                        std::uint64_t section_bytes, std::size_t threads);

}  // namespace bfa
