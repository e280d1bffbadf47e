// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bfa/warc/reader.h"
#include "bfa/warc/writer.h"

namespace bfa {

struct WarcRewriteOptions {
  WarcPacking packing = WarcPacking::kGzip;
  int level = 0;           // 0: the usual one of the packing
  std::string dictionary;  // zstd only; see train_warc_dictionary
  bool repair = false;     // put right what can be: lengths, line ends, blocks that are cut (WARC-Truncated)
  bool dry_run = false;    // read and report, write nothing
  int threads = 1;         // in all, 1 to 256; one reads, all pack
};

struct WarcRewriteReport {
  std::uint64_t records = 0;
  std::uint64_t changed = 0;  // records whose header or block length was put right
  std::uint64_t dropped = 0;  // records that could not be kept: without repair those that are damaged
  std::uint64_t lost_bytes = 0;
  std::uint64_t bytes_in = 0, bytes_out = 0;
  Findings findings;  // of reading, and what was changed ("repaired_...")
};

// Writes the records of `from` to the new file `to` (which must not be there), one member each, headers and
// blocks byte for byte and in their order, whatever the number of threads. With `repair` a record with a
// wrong Content-Length gets the one of the block that was read, and one whose block is cut WARC-Truncated
// besides; its WARC-Block-Digest, which tells that, stays; headers with bare line feeds or lines without a
// name are put right, other lines keep their bytes. ARC files are refused: their records have no such
// headers. Written beside its name, synced and renamed. Memory: with one thread a record up to 4 MiB, larger
// ones in a spool file; with more, a few batches of records a thread. Errors: kNotFound, kIo, kUnsupported
// (no WARC, or ARC), kInvalidArgument (`to` is there; options out of range).
BFA_EXPORT Result<WarcRewriteReport> rewrite_warc(FileSystem& fs, const std::string& from,
                                                  const std::string& to,
                                                  const WarcRewriteOptions& options = {});

// A zstd dictionary (see train_warc_dictionary) from the beginnings of the file's first records; empty when
// they are too few. Memory: 24 MiB while it trains. Errors: those of WarcReader.
BFA_EXPORT Result<std::string> warc_dictionary_of(FileSystem& fs, const std::string& path);

}  // namespace bfa
