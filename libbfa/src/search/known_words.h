// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "search/sqlite.h"

namespace bfa {

// Words of the index, by its tables `stem` and `word`. A few are in no version any more. Errors: those of
// SqliteStatement.

// At most 100.
Result<std::vector<std::string>> words_of_stem(SqliteConnection& connection, const std::string& language,
                                               const std::string& stem);
// All words that begin so; nothing when they are more than 200.
Result<std::optional<std::vector<std::string>>> words_of_beginning(SqliteConnection& connection,
                                                                   const std::string& beginning);

}  // namespace bfa
