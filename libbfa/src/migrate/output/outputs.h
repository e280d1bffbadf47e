// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bfa/migrate/migrate.h"

namespace bfa {

// The input of the outputs that are made from WARC files.
struct OutputJob {
  FileSystem& fs;
  const MigrateOptions& options;
  MigrationReport& report;
  std::vector<std::string> warcs;  // paths for `fs`
  std::vector<CapturePage> pages;  // as the sources name them
  std::string output;
  std::string work;  // a temporary folder of the migration; made when needed, removed at its end
  std::function<void(MigrationNote)> note;
};

// Each writes job.output. Errors: those of migrate_captures().
Status write_wacz_output(OutputJob& job);
Status write_cdxj_output(OutputJob& job);
Status write_object_output(OutputJob& job);
Status write_static_output(OutputJob& job);

}  // namespace bfa
