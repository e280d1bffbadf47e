// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bfa/base/finding.h"
#include "bfa/io/file_system.h"

namespace bfa {

struct WaczValidation {
  std::string file, version;  // version: as datapackage.json says
  std::uint64_t archives = 0, captures = 0, pages = 0;
  std::uint64_t digests_ok = 0, digests_bad = 0;
  bool truncated = false;                                // the zip file breaks off
  bool corrupt = false;                                  // a member cannot be read
  bool signed_package = false, signature_right = false;  // anonymous signatures only; others are a remark
  Findings violations;  // a finding for each broken rule and place; ids begin with "wacz_" or "zip_"
  Findings remarks;     // what the standard only advises, or leaves open
};

// Reads a whole WACZ file and checks it against WACZ 1.1.1: members, datapackage.json, sizes and digests of
// all files, pages, indexes and where they point to, digest and signature of the package. The WARC files
// themselves: see validate_warc(). Hostile zip files (members over members, bombs, paths that lead outside)
// are findings; memory is bounded. docs/formats/wacz.md names each rule. Errors: kNotFound, kIo, kUnsupported
// (no zip file), kLimit.
BFA_EXPORT Result<WaczValidation> validate_wacz(FileSystem& fs, const std::string& path);

}  // namespace bfa
