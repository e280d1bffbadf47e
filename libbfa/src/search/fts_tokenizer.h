// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/base/result.h"

struct sqlite3;

namespace bfa {

// Makes the FTS5 tokenizer "bfa" known to a connection. Texts and queries are given to FTS5 as terms that
// SearchAnalyser made, with a space between two; a term after kSamePlace stands where the one before it
// stands. Errors: kIo, kUnsupported (an SQLite without FTS5).
inline constexpr char kSamePlace = '\x01';
Status register_fts_tokenizer(sqlite3* database);

}  // namespace bfa
