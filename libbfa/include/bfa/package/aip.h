// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/base/log.h"
#include "bfa/store/archive.h"

namespace bfa {

struct PackageOptions {
  std::string output_directory;  // empty: the archive's packages/
  std::string url;               // one blog, or one object; empty: the whole archive
  bool catalogue = false;        // one 520 $a of at most 9,000 bytes; longer texts go to data/text/
  bool personal_data = false;    // write 955 (webmaster) and 956 (hosting IP)
  bool copy_warc = true;         // copy the WARC files into the package (hard links where possible)
  Clock* clock = nullptr;        // CREATEDATE; system_clock() when null
  LogHook log;
};

struct PackageReport {
  std::string directory;  // of the package
  std::string blog;
  std::uint64_t records = 0;  // MARCXML records
  std::uint64_t warc_files = 0;
  std::uint64_t bytes = 0;
};

// Writes a package folder for each blog: METS.xml with MARCXML (BlogForever mapping, Tables 4 to 6) and
// PREMIS for the WARC files, metadata/, data/warc/. Written under a temporary name and renamed when complete.
// The same archive and clock give the same bytes. Errors: kNotFound (no such blog), kIo. Source:
// BlogForever Crawler, Tables 4 to 6; docs/formats/package.md.
BFA_EXPORT Result<std::vector<PackageReport>> write_packages(const Archive& archive,
                                                             const PackageOptions& options);

}  // namespace bfa
