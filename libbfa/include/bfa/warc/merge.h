// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "bfa/warc/copy_report.h"

namespace bfa {

// Rules of all functions that write WARC files anew (merge, split, filter, redact, materialise):
// - input files are never changed, output files must not be there; each is written beside its name, synced
//   and renamed;
// - the name says how a file is packed: ".warc" not at all, ".warc.zst" zstd with the dictionary of the first
//   input (if it has one), else gzip;
// - members of input files with the same packing (and dictionary) are taken over byte for byte, records of
//   others are packed anew, block for block; well-formed header fields keep order, names and values;
// - a damaged record is left out and is a finding ("record_dropped"); ARC files are kUnsupported;
// - memory does not grow with records or files, but for what each function says.
// Errors of all: kNotFound, kIo, kUnsupported (no WARC), kInvalidArgument (the output is there).

// All records of the files, in order, in one file; their warcinfo records stay where they are.
BFA_EXPORT Result<WarcCopyReport> merge_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                              const std::string& to, bool dry_run = false);

struct WarcSplitOptions {
  std::uint64_t max_file_bytes = 0;  // a new part begins with the capture after this; 0: no limit
  std::uint64_t max_records = 0;     // likewise
  bool by_host = false;              // a part for each host; captures without one go to "other"
  bool dry_run = false;
};

// The records of the files in parts `stem`-00001`suffix`, ... or `stem`-HOST`suffix`, where `to` is
// `stem``suffix` ("out/blog.warc.gz": "out/blog-00001.warc.gz"). The records of one capture that stand side
// by side stay together. Each part begins with a copy of the warcinfo record that its records came under.
// Memory by host: about 200 bytes a host; at most 16 parts are open at a time.
BFA_EXPORT Result<WarcCopyReport> split_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                              const std::string& to, const WarcSplitOptions& options);

}  // namespace bfa
