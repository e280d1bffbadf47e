// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/migrate/migrate.h"

namespace bfa {

// A source or output, as described in PREMIS.
struct PremisSource {
  std::string path;
  std::string format;   // "WARC", "HAR", "HTTrack mirror", ...
  bool folder = false;  // a folder has no fixity
};

// Writes a PREMIS 3 document: sources and outputs as objects, the migration as an event between them with
// the changes and omissions, the software as its agent. Written beside its name and renamed. Errors: kIo,
// kNotFound. Source: PREMIS 3.0; Library of Congress event types.
Status write_migration_premis(FileSystem& fs, const std::string& path,
                              const std::vector<PremisSource>& sources,
                              const std::vector<PremisSource>& outputs, const MigrationReport& report,
                              UtcTime time);

}  // namespace bfa
