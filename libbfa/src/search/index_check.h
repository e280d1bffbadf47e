// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/search/search_index.h"

namespace bfa {

// SearchIndex::check.
Result<IndexHealth> check_index(const std::string& archive_directory);

}  // namespace bfa
