// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/crawl/replay.h"
#include "bfa/migrate/migrate.h"

namespace bfa {

struct ImportOptions {
  CaptureInputOptions input;
  std::vector<std::string> blogs;  // home pages; empty: found in the captures
  enum class Keep : std::uint8_t {
    kNothing,
    kCopy,
    kLink
  } keep = Keep::kNothing;  // of input files, in imports/
};

struct ImportReport {
  ReplayReport replay;
  MigrationReport conversion;         // of what is not WARC; `files`: what was put into imports/
  std::vector<std::string> repeated;  // inputs that were imported before, byte for byte
};

// Takes captures of any format (see find_captures) into an archive through the same steps as a crawl, with
// their own times, oldest first. WARC files are read where they are; others are converted first, to a WARC
// file with its report and PREMIS in the archive's imports/, which stays as the proof of what was done. An
// input that was imported before changes nothing: imports/ keeps the digest of each. Errors: as
// migrate_captures() and import_warcs().
BFA_EXPORT Result<ImportReport> import_captures(Archive& archive, FileSystem& fs,
                                                const std::vector<std::string>& inputs,
                                                const ImportOptions& options, const CrawlOptions& crawl);

}  // namespace bfa
