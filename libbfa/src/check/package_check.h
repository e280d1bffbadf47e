// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "check/check_log.h"
#include "check/store_reader.h"

namespace bfa {

// Compares a package or bag with its manifests. `shown`: as problems name its folder; empty: the files by
// their names within it. Errors: kNotFound (neither METS.xml nor bagit.txt), stopped_error().
Status check_one_package(FileSystem& fs, const std::string& directory, const std::string& shown,
                         const CheckOptions& options, CheckLog& log, CheckReport& counts);

// All packages of an archive.
Status check_packages(FileSystem& fs, const std::string& archive, const SampleChoice& sample,
                      const CheckOptions& options, CheckLog& log, CheckReport& counts);

}  // namespace bfa
