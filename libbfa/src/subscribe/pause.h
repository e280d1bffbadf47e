// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bfa {

// True when another program wants the archive of this run. Cheap. Thread-safe.
bool is_pause_wanted(const std::string& archive);

}  // namespace bfa
