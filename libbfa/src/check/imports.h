// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/check/check.h"
#include "bfa/io/file_system.h"
#include "check/check_log.h"
#include "check/store_reader.h"

namespace bfa {

// Looks at the files of an archive's imports/: those that its manifest lists are there and, where bytes are
// to be read, have the digests that it lists; those that the notes of imports name are there. Nothing else of
// an archive depends on them. Errors: stopped_error().
Status check_imports(FileSystem& fs, const std::string& directory, const SampleChoice& sample,
                     const CheckOptions& options, CheckLog& log);

}  // namespace bfa
