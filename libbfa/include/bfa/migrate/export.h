// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "bfa/migrate/migrate.h"
#include "bfa/store/archive.h"

namespace bfa {

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
  std::string blog_host;     // empty: all blogs
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
