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

struct WarcValidateOptions {
  int threads = 1;  // 1 to 256; with more than one, stretches of the file are checked side by side
  std::uint64_t stretch_bytes = 8u << 20;  // of the file, for one thread at a time
};

// Reads a whole file, checks framing, mandatory fields and digests. A payload digest that is not of the
// entity is tried in the other ways that tools are known to have used; what it fits is a remark, not an
// error. The report is the same for any number of threads. ARC and lz4 files, and those of one stretch, are
// read by one thread. Memory: that of a reader a thread, and the findings. Errors: kNotFound, kIo,
// kUnsupported, kInvalidArgument (options out of range).
BFA_EXPORT Result<WarcReport> validate_warc(FileSystem& fs, const std::string& path,
                                            const WarcValidateOptions& options = {});

}  // namespace bfa
