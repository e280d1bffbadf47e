// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/base/finding.h"

namespace bfa {

// What was done by the functions that write the records of WARC files to new ones.
struct WarcCopyReport {
  std::uint64_t records_in = 0;    // that were read
  std::uint64_t records = 0;       // that were written
  std::uint64_t as_is = 0;         // of these: whose compressed bytes were taken over
  std::uint64_t left_out = 0;      // that the call was asked to leave out
  std::uint64_t dropped = 0;       // damaged ones; see findings, "record_dropped"
  std::uint64_t materialised = 0;  // revisits that became responses
  std::uint64_t unresolved = 0;    // revisits without an original; "original_missing"
  std::uint64_t redacted = 0;      // records whose block was removed
  std::uint64_t lost_bytes = 0;    // see WarcReader
  std::uint64_t bytes_in = 0, bytes_out = 0;
  std::vector<std::string> files;  // written
  Findings findings;
};

}  // namespace bfa
