// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/base/time.h"
#include "bfa/io/file_system.h"
#include "bfa/package/aip.h"

namespace bfa {

// "" for a folder, ".tar", ".zip", ".7z".
const char* container_ending(PackageContainer container);

// Writes the files below `folder` to the container `to`, as members of the folder `name` (empty: at the top),
// sorted by path, all with the time `time`: equal folders give equal bytes. `to` is replaced when it is
// complete. Returns its size. Errors: those of ContainerWriter, kIo.
Result<std::uint64_t> pack_folder(FileSystem& fs, const std::string& folder, const std::string& name,
                                  PackageContainer container, UtcTime time, const std::string& to);

}  // namespace bfa
