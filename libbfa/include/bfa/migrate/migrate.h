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
#include "bfa/warc/writer.h"

namespace bfa {

// What a migration writes.
enum class MigrationTarget : std::uint8_t {
  kWarc,     // one WARC file
  kWacz,     // one WACZ file
  kCdxj,     // an index; captures that were in no WARC file go to one beside it
  kObjects,  // the blogs' objects as JSON Lines, through the same steps as a crawl
  kStatic    // a folder of pages that any browser reads from disk
};

// The target that the name of a file stands for: .warc, .warc.gz, .warc.zst, .wacz, .cdxj, .jsonl; a name
// without an ending is a folder of static pages. Nothing for others.
BFA_EXPORT std::optional<MigrationTarget> migration_target_of(std::string_view path);

struct MigrateOptions {
  MigrationTarget target = MigrationTarget::kWarc;
  CaptureInputOptions input;
  WarcPacking packing = WarcPacking::kGzip;  // of WARC files that are written
  int level = 0;                             // of compression; 0: the usual one
  std::vector<std::string> blogs;            // kObjects: home pages; empty: found in the captures
  std::string title;                         // of a WACZ, or the index of static pages
  std::optional<UtcTime> at;  // kStatic: the pages as they stood then; nothing: the last good capture of each
  bool sidecars = true;  // OUT.report.jsonl, every note; OUT.premis.xml, sources, outputs and what was done
  std::stop_token stop;  // on request: ends the migration with kUnavailable, leaving nothing
};

struct MigrationReport {
  std::uint64_t units = 0;                       // files and trees that were read
  std::map<std::string, std::uint64_t> records;  // written, by WARC type
  std::uint64_t pages = 0, objects = 0;
  std::map<std::string, std::uint64_t> notes;  // "KIND ID": how many
  std::vector<MigrationNote> first_notes;      // up to 1,000 of them
  std::vector<std::string> files;              // that were written
  bool lossless() const { return notes.empty(); }
};

// Reads all captures of `inputs` (see find_captures) and writes them to `output`, which must not be there
// yet. Each output is written beside its name and renamed when it is whole. The same inputs, clock and uuids
// give the same bytes. Errors: kInvalidArgument (output is there, no base address), kNotFound (no input, no
// captures in it), kUnsupported, kLimit, kIo, kUnavailable (stopped).
BFA_EXPORT Result<MigrationReport> migrate_captures(FileSystem& fs, const std::vector<std::string>& inputs,
                                                    const std::string& output, const MigrateOptions& options);

}  // namespace bfa
