// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa::tool {

// Writes `text` to a file, at once or not at all; to standard output when `path` is "-".
Status write_output(const std::string& path, std::string_view text);

}  // namespace bfa::tool
