// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "bfa/package/aip.h"
#include "package/package_builder.h"

namespace bfa {

// Puts a finished package from its draft where it belongs: a folder, a container, or a file. An older one is
// replaced. `report` gets the place. Errors: kInvalidArgument (something else is there), kIo.
Status deliver_package(const PackageOptions& options, const std::string& draft, const std::string& name,
                       const std::string& parent, UtcTime now, PackageReport& report);

// Writes the package anew into another folder, as if at `now`.
using RepeatPackage = std::function<Status(const std::string& draft, UtcTime now)>;

// Makes the draft the next version of its object in the storage root `root`, unless it says what the newest
// version says: a package differs from it by the time when it was made. `again` tells. Errors: those of
// commit_ocfl_version().
Status deliver_ocfl(const PackageOptions& options, const std::string& draft, const std::string& root,
                    const PackageModel& model, const RepeatPackage& again, PackageReport& report);

}  // namespace bfa
