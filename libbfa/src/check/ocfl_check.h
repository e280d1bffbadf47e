// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "check/check_log.h"

namespace bfa {

// Compares an OCFL object with its inventories: declaration, sidecars, versions, and each file with its
// digest. `files` gets the content path of each logical path of its newest version, as far as the root
// inventory is sound. `shown`: as problems name the folder. Errors: stopped_error(). Source: OCFL 1.1,
// section 3.
Status check_ocfl_object(FileSystem& fs, const std::string& folder, const std::string& shown,
                         const CheckOptions& options, CheckLog& log, CheckReport& counts,
                         std::map<std::string, std::string>& files);

// Looks at what a storage root has beside its objects. Errors: kIo. Source: OCFL 1.1, section 4.
Status check_ocfl_root(FileSystem& fs, const std::string& root, CheckLog& log);

}  // namespace bfa
