// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bfa::tool {

// bfa schedule simulate --pages FILE: re-checks of pages, played on histories of posts. Returns the exit
// code.
int simulate_rechecks(const std::string& file, bool synthetic, bool json);

}  // namespace bfa::tool
