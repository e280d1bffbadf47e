// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "check/check_log.h"
#include "store/database.h"

namespace bfa {

// Looks at the search index, if the archive has one: damage, or steps that it lacks (a note, as the next
// search adds them). `running`: a writer adds steps meanwhile. `database`: null when the store cannot be
// read.
void check_search_index(const std::string& directory, const Database* database, bool running, CheckLog& log);

}  // namespace bfa
