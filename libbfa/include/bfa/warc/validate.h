// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "bfa/warc/reader.h"

namespace bfa {

struct WarcReport {
  std::string file;
  std::uint64_t records = 0;
  std::map<std::string, std::uint64_t> by_type;
  std::uint64_t digests_ok = 0, digests_bad = 0;
  bool truncated = false, corrupt = false, spec_violation = false;
  Findings findings;
};

// Reads a whole file, checks framing, mandatory fields and digests (payload both ways: transfer coding
// removed, and raw). Errors: kNotFound, kIo, kUnsupported.
BFA_EXPORT Result<WarcReport> validate_warc(FileSystem& fs, const std::string& path);

}  // namespace bfa
