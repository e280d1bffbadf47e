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
  // Right payload digests by what they were taken of: "entity" (as the standard says), "raw body", "decoded
  // body", ... (payload_form_name).
  std::map<std::string, std::uint64_t> payload_forms;
  std::uint64_t lost_bytes = 0;  // see WarcReader
  bool truncated = false, corrupt = false, spec_violation = false;
  Findings findings;
};

// Reads a whole file, checks framing, mandatory fields and digests. A payload digest that is not of the
// entity is tried in the other ways that tools are known to have used; what it fits is a remark, not an
// error. Errors: kNotFound, kIo, kUnsupported.
BFA_EXPORT Result<WarcReport> validate_warc(FileSystem& fs, const std::string& path);

}  // namespace bfa
