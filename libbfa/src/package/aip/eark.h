// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/io/file_system.h"
#include "package/aip/package_model.h"

namespace bfa {

inline constexpr const char* kEarkData = "representations/rep1/data";
inline constexpr const char* kEarkRecords = "metadata/descriptive/marc.xml";

enum class EarkPackageType { kSip, kAip };

// Completes an E-ARK package (CSIP 2.2.0) in `folder`: DC, MODS, PREMIS and the METS files of the
// representation and of the package. `model.files`: all files that are there but the MARCXML collection, by
// paths from the folder; those of use "warc" and "text" are below kEarkData, the others in documentation/.
// `records`: of the MARCXML collection, at `path`: kEarkRecords, or with ".gz" when it is packed. Returns the
// bytes written. Errors: kIo. Source: E-ARK CSIP, SIP and AIP 2.2.0; docs/formats/packages.md says what was
// decided where validators differ.
Result<std::uint64_t> write_eark(FileSystem& fs, const std::string& folder, const PackageModel& model,
                                 const std::string& path, const Fixity& records, EarkPackageType type);

}  // namespace bfa
