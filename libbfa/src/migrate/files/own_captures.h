// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

// True for a file of captures that is a package of this software: a WACZ file that says so, or whose
// datapackage.json cannot be read; a WARC file with records of an archive among its first ones. Errors: kIo.
Result<bool> is_capture_package(FileSystem& container_fs, const std::string& path);

}  // namespace bfa
