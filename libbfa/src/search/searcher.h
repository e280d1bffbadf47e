// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/search/search_index.h"
#include "search/analyser.h"
#include "search/sqlite.h"

namespace bfa {

// SearchIndex::search on one connection. Errors: those of it.
Result<SearchAnswer> run_search(const Archive& archive, SqliteConnection& connection,
                                SearchAnalyser& analyser, const SearchQuery& query);

}  // namespace bfa
