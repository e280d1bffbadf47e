// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/db.h>

#include <string>

#include "store/database.h"

namespace bfa {

// How the store uses RocksDB, for the sources of the store that include it.
rocksdb::DBOptions database_options(const DatabaseOptions& options);
Error to_error(const rocksdb::Status& status, const std::string& path);

// Reads every table of an open database and compares its check sum; of a table without one, those of its
// blocks. Errors: kCorrupt, kIo.
Status verify_tables(rocksdb::DB& db, const std::string& path);

}  // namespace bfa
