// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bfa/base/result.h"

namespace bfa::tool {

// The bytes of the file at `path`, or of stdin when it is "-". Errors: kNotFound, kIo, kLimit when there are
// more than `max_bytes`.
Result<std::string> read_input(const std::string& path, std::uint64_t max_bytes);

}  // namespace bfa::tool
