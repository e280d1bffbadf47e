// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/io/file_system.h"

namespace bfa {

// True for a file of captures that is a package of this software: a WACZ file that says so, or whose
// datapackage.json cannot be read; a WARC file with records of an archive among its first ones. Errors: kIo,
// those of WarcReader::next().
Result<bool> is_capture_package(FileSystem& container_fs, const std::string& path);

// The packages of this software that are among other things in a folder, or in a container and those within
// it. Files of captures by their paths for `container_fs`: "a.zip!/NAME.warc.gz"; in a folder also the
// folders of packages and the storage roots of OCFL, however deep, and containers with packages. At most
// 1,000 containers within others are opened, and none within more than four. A file that cannot be read as
// its name says is none of them. Links to folders are not followed. Errors: kIo.
Result<std::vector<std::string>> find_packages_inside(FileSystem& container_fs, const std::string& path);

}  // namespace bfa
