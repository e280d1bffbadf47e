// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bfa/store/archive.h"
#include "search/analyser.h"
#include "search/sqlite.h"

namespace bfa {

// Adds to the index what came into the archive after the step that it reaches, in transactions of a few
// hundred versions; the last one moves the mark. An index of another store, or of one that lost steps, is
// made anew. Returns the number of versions that were added.
Result<std::uint64_t> update_index(SqliteConnection& connection, const Archive& archive,
                                   SearchAnalyser& analyser);

}  // namespace bfa
