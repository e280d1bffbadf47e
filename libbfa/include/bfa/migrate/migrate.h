// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/migrate/capture_input.h"
#include "bfa/wacz/wacz.h"
#include "bfa/warc/writer.h"

namespace bfa {

// Output formats.
enum class MigrationTarget : std::uint8_t {
  kWarc,     // one WARC file
  kWacz,     // one WACZ file
  kCdxj,     // an index; captures of other formats go to a WARC file in the same folder
  kObjects,  // the blogs' objects as JSON Lines, through the same steps as a crawl
  kStatic,   // a folder of pages that any browser reads from disk
  kCsv,      // the objects, a row for each version
  kMarkdown  // a folder: a file for each post, images beside
};

// The target by the suffix of a file name: .warc, .warc.gz, .warc.zst, .wacz, .cdxj, .jsonl, .csv; no suffix
// means a folder of static pages. Nothing for others.
BFA_EXPORT std::optional<MigrationTarget> migration_target_of(std::string_view path);

struct MigrateOptions {
  MigrationTarget target = MigrationTarget::kWarc;
  CaptureInputOptions input;
  WarcPacking packing = WarcPacking::kGzip;  // of WARC files
  int level = 0;                             // of compression; 0: the default
  std::vector<std::string> blogs;  // kObjects, kCsv, kMarkdown: home pages; empty: found in the captures
  bool all_versions = false;       // kObjects: a line for each version (export.h), not for each object
  std::string title;               // of a WACZ, or the index of static pages
  std::optional<UtcTime> at;       // kStatic: the pages at that time; nothing: the last good capture of each
  bool sidecars = true;  // OUT.report.jsonl, every note; OUT.premis.xml, sources, outputs and what was done
  std::stop_token stop;  // on request: ends the migration with kUnavailable, leaving nothing
};

struct MigrationReport {
  std::uint64_t units = 0;                       // files and trees read
  std::map<std::string, std::uint64_t> records;  // written, by WARC type
  std::uint64_t pages = 0, objects = 0;
  std::map<std::string, std::uint64_t> notes;  // by "KIND ID"
  std::vector<MigrationNote> first_notes;      // up to 1,000
  std::vector<std::string> files;              // written
  bool lossless() const { return notes.empty(); }
};

// Reads all captures of `inputs` (see find_captures) and writes them to `output`, which must not exist. Each
// output is written under a temporary name and renamed when complete. The same inputs, clock and UUIDs give
// the same bytes. Errors: kInvalidArgument (output exists, no base address), kNotFound (no input, no captures
// in it), kUnsupported, kLimit, kIo, kUnavailable (stopped).
BFA_EXPORT Result<MigrationReport> migrate_captures(FileSystem& fs, const std::vector<std::string>& inputs,
                                                    std::string_view output, const MigrateOptions& options);

// Writes a WACZ file of WARC and ARC files, and of those in WACZ files and other containers. WARC files are
// added byte for byte; ARC files, and files packed by lz4, are added as the WARC file that migrate_captures()
// makes of each, with a finding `converted_to_warc`. Pages are those that WACZ files list, with their titles,
// and those found in the other files unless `options.find_pages` is off. `fs`: made by
// make_container_file_system(). Memory and errors: those of WaczWriter and migrate_captures(); kUnsupported:
// an input contains neither WARC nor ARC files.
BFA_EXPORT Result<WaczReport> write_files_wacz(FileSystem& fs, const std::vector<std::string>& inputs,
                                               std::string_view output, const WaczOptions& options);

}  // namespace bfa
