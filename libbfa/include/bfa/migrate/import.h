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
  std::vector<std::string> posts;  // addresses of pages that are posts, as a package says; kept as decisions
  // Whether imports/ gets a copy of the input files, or hard links to them.
  enum class Keep : std::uint8_t { kNothing, kCopy, kLink } keep = Keep::kNothing;
};

struct ImportReport {
  ReplayReport replay;
  MigrationReport conversion;         // of inputs that are not WARC; `files`: those written to imports/
  std::vector<std::string> repeated;  // inputs that were imported before: same bytes
};

// Imports captures of any format (see find_captures) into an archive with the same steps as a crawl, with
// their own times, oldest first. WARC files are read in place; others are first converted to a WARC file with
// its report and PREMIS in the archive's imports/, which is kept as evidence. An input that was imported
// before changes nothing: imports/ contains the digest of each. Errors: as
// migrate_captures() and import_warcs().
BFA_EXPORT Result<ImportReport> import_captures(Archive& archive, FileSystem& fs,
                                                const std::vector<std::string>& inputs,
                                                const ImportOptions& options, const CrawlOptions& crawl);

}  // namespace bfa
