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

class Archive;

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
  bool all_versions = false;       // kObjects: a line for each version, not for each object
  std::string title;               // of a WACZ, or the index of static pages
  std::optional<UtcTime> at;       // kStatic: the pages at that time; nothing: the last good capture of each
  std::vector<MigrationNote> known;  // of the inputs, a lost file for example: the report begins with these
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
  bool has_damage() const {  // of an input: a note of the kind kDamage
    for (const auto& note : notes) {
      if (note.first.starts_with("damage ")) return true;
    }
    return false;
  }
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

// What objects are written as (docs/formats/export.md).
enum class ExportFormat : std::uint8_t {
  kJsonLines,  // a line for each version of each object
  kCsv,        // a row for each version (RFC 4180)
  kMarkdown    // a folder: a file for each post, with its comments, and images beside
};
// "jsonl", "csv", "markdown".
BFA_EXPORT std::optional<ExportFormat> parse_export_format(std::string_view name);

struct ExportOptions {
  ExportFormat format = ExportFormat::kJsonLines;
  std::string blog_host;     // a host, or the address of a blog as BlogPlaces takes it; empty: all blogs
  bool all_versions = true;  // else the newest of each object; Markdown has the newest in any case
  bool pages = false;        // kMarkdown: pages, too, and not posts only
  bool exact_cells = false;  // kCsv: no apostrophe before what a spreadsheet would run as a formula
  bool places = true;        // where the bytes of each version are: WARC file, offset, record
  bool sidecar = true;       // OUT.report.jsonl: what was left out or changed
  std::stop_token stop;      // on request: ends with kUnavailable, leaving nothing
};

// Writes the objects of an archive to `output`, which must not exist. Written under a temporary name and
// renamed when complete. The report counts what was written in `records` by what it is ("version", "comment",
// "image"), and what was left out in `notes`. The same archive gives the same bytes. Memory does not grow
// with the number of objects. Errors: kInvalidArgument (the output exists), kUnavailable (stopped, or another
// program writes to it), kIo, kCorrupt.
BFA_EXPORT Result<MigrationReport> export_objects(const Archive& archive, FileSystem& fs,
                                                  const std::string& output, const ExportOptions& options);

}  // namespace bfa
