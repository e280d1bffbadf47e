// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/base/result.h"

namespace bfa {

// The regular files below a folder, by relative paths with '/', sorted bytewise. Errors: kIo.
Result<std::vector<std::string>> files_below(const std::string& folder);

}  // namespace bfa
