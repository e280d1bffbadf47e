// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "check/check_log.h"

namespace bfa {

// True for a package that is one file of captures: ".wacz", or a WARC file.
bool is_capture_file(const std::string& path);

// Checks such a file, which problems name `shown`: WACZ by validate_wacz(), the WARC files in it and others
// by validate_warc(). Errors: kNotFound, kIo, kUnsupported (it is none).
Status check_capture_file(FileSystem& fs, const std::string& path, const std::string& shown, CheckLog& log,
                          CheckReport& counts);

}  // namespace bfa
