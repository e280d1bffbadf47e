// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/io/file_system.h"

namespace bfa {

// Whether these WARC files, of packages of one object each, are one archive together: what was read in each
// step is recorded (so that nothing is lost where packages have the same step), and no two steps have the
// same number. Damaged steps do not count. Cost: one reading. Errors: kIo.
Result<bool> fit_as_recorded(FileSystem& container_fs, const std::vector<std::string>& warcs);

}  // namespace bfa
