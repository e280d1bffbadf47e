// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bfa/io/file_system.h"
#include "package/aip/package_model.h"

namespace bfa {

inline constexpr const char* kDspaceManifest = "mets.xml";
inline constexpr const char* kDspaceProfile = "DSpace METS SIP Profile 1.0";

// Writes the manifest of a package that DSpace takes: MODS and DC of the whole, the files in groups with a
// use, and one map whose first division has the description. `model.files`: all files by paths from `folder`;
// those of use "metadata" go to a bundle of their own. Returns its bytes. Errors: kIo. Source:
// docs/formats/packages.md, "dspace".
Result<std::uint64_t> write_dspace_manifest(FileSystem& fs, const std::string& folder,
                                            const PackageModel& model);

}  // namespace bfa
