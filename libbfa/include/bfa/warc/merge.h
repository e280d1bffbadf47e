// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/io/file_system.h"
#include "bfa/warc/writer.h"

namespace bfa {

// The report of a function that copies WARC records to new files.
struct WarcCopyReport {
  std::uint64_t records_in = 0;    // read
  std::uint64_t records = 0;       // written
  std::uint64_t as_is = 0;         // of these: copied in their compressed form
  std::uint64_t changed = 0;       // of these: header or block length was repaired
  std::uint64_t left_out = 0;      // excluded by the caller's selection
  std::uint64_t dropped = 0;       // left out because they are damaged; finding "record_dropped"
  std::uint64_t materialised = 0;  // revisits that became responses
  std::uint64_t unresolved = 0;    // revisits without an original; finding "original_missing"
  std::uint64_t redacted = 0;      // records whose block was removed
  std::uint64_t lost_bytes = 0;    // see WarcReader
  std::uint64_t bytes_in = 0, bytes_out = 0;
  std::vector<std::string> files;  // written
  Findings findings;
};

// Rules of all functions that copy records (merge, split, filter, redact, materialise):
// - input files are never changed, output files must not exist; each is written under a temporary name,
//   synced and renamed;
// - the name decides how a file is packed: ".warc" not at all, ".warc.zst" zstd with the dictionary of the
// first input (if it has one), other names gzip;
// - members of input files with the same packing (and dictionary) are copied byte for byte, other records are
//   packed again with the same block; well-formed header fields keep order, names and values;
// - a damaged record is left out and is a finding ("record_dropped"); ARC files are kUnsupported;
// - memory does not grow with records or files, except as a function says.
// Errors of all: kNotFound, kIo, kUnsupported (not a WARC file), kInvalidArgument (the output exists).

// Writes all records of the files, in order, to one file; their warcinfo records keep their position.
BFA_EXPORT Result<WarcCopyReport> merge_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                              std::string_view to, bool dry_run = false);

struct WarcSplitOptions {
  std::uint64_t max_file_bytes = 0;  // a new file begins with the capture after this size; 0: no limit
  std::uint64_t max_records = 0;     // likewise
  bool by_host = false;              // one file per host; captures without one go to "other"
  bool dry_run = false;
};

// Writes the records of the files to files `stem`-00001`suffix`, ... or `stem`-HOST`suffix`, where `to` is
// `stem``suffix` ("out/blog.warc.gz": "out/blog-00001.warc.gz"). Adjacent records of one capture stay
// together. Each file begins with a copy of the warcinfo record of its records. Memory by host: about 200
// bytes per host; at most 16 files are open at a time.
BFA_EXPORT Result<WarcCopyReport> split_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                              std::string_view to, const WarcSplitOptions& options);

struct MaterialiseOptions {
  // Further WARC files in which originals are searched, or indexes (CDX, CDXJ) in the same folder as them.
  std::vector<std::string> with;
  bool dry_run = false;
};

// Writes the records of the files to one file, revisits as the full responses they refer to
// (resolve_revisit). Such a response has a new record id derived from the revisit's, the revisit's fields
// except those specific to revisits, and a metadata record that refers to the revisit and the original;
// records concurrent to the revisit refer to the new id. A revisit whose original is in none of the files is
// copied unchanged and listed ("original_missing"). Reads each file three times if there are revisits.
// Memory: about 1 KiB per revisit. Source: WARC 1.1, section 6.7; docs/formats/warc.md, "Materialising".
BFA_EXPORT Result<WarcCopyReport> materialise_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                                    std::string_view to,
                                                    const MaterialiseOptions& options = {});

struct WarcRewriteOptions {
  WarcPacking packing = WarcPacking::kGzip;
  int level = 0;            // 0: the default of the packing
  std::string dictionary;   // zstd only; see train_warc_dictionary
  bool repair = false;      // repair lengths, line ends and truncated blocks (WARC-Truncated)
  bool dry_run = false;     // read and report, write nothing
  std::size_t threads = 1;  // in all; 0: one per core; at most 256. One reads, all pack
};

// Writes the records of one file to the new file `to`, one member each, headers and blocks byte for byte and
// in order, whatever the number of threads. With `repair` a record with a wrong Content-Length gets that of
// the block that was read, and a truncated block also gets WARC-Truncated; its WARC-Block-Digest, which shows
// the truncation, is kept; headers with bare line feeds or lines without a name are repaired, other lines
// keep their bytes. Without `repair` such records are dropped. Findings: those of reading, and each repair
// ("repaired_..."). ARC files are refused: their records have no such headers. Written under a temporary
// name, synced and renamed. Memory: with one thread a record up to 4 MiB, larger ones in a spool file; with
// more, a few batches of records per thread. Errors: kNotFound, kIo, kUnsupported (not WARC, or ARC),
// kInvalidArgument (`to` exists; options out of range).
BFA_EXPORT Result<WarcCopyReport> rewrite_warc(FileSystem& fs, std::string_view from, std::string_view to,
                                               const WarcRewriteOptions& options = {});

// A zstd dictionary (see train_warc_dictionary) from the first bytes of the file's first records; empty if
// there are too few. Memory: 24 MiB during training. Errors: those of WarcReader.
BFA_EXPORT Result<std::string> warc_dictionary_of(FileSystem& fs, std::string_view path);

}  // namespace bfa
