// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/warc/reader.h"

namespace bfa {

// The CDXJ lines of one file (responses, revisits, resources), in file order: sort bytewise to serve them.
// Errors: kNotFound, kIo, kUnsupported. Source: facts warc.md rules 38, 39.
BFA_EXPORT Result<std::vector<std::string>> cdxj_lines(FileSystem& fs, const std::string& path);

}  // namespace bfa
