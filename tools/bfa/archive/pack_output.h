// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/package/aip.h"

namespace bfa::tool {

// Prints a package that was written: a line of text, or of JSON.
void print_package(const PackageReport& report, bool json);

// Writes a package of each of these blogs into the archive's packages/, and prints it. The archive is closed.
// Errors: those of write_packages.
Status pack_blogs(const std::string& directory, const std::vector<std::string>& blogs, PackageForm form,
                  Clock& clock, bool json, bool quiet);

}  // namespace bfa::tool
