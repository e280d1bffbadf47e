// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/db.h>

#include <memory>
#include <string>

#include "store/database.h"

namespace bfa {

// How the store uses RocksDB, for the sources of the store that include it.
rocksdb::DBOptions database_options(const DatabaseOptions& options);
rocksdb::ColumnFamilyOptions family_options(Family family, const std::shared_ptr<rocksdb::Cache>& cache);
Error to_error(const rocksdb::Status& status, const std::string& path);

// Reads every table of an open database and compares its check sum; of a table without one, those of its
// blocks. Errors: kCorrupt, kIo.
Status verify_tables(rocksdb::DB& db, const std::string& path);

// Whether a reader beside a writer has all tables of the store. RocksDB leaves out a table that it cannot
// open and shows the rows that were there before it, without an error. Costs a list of the folder; when that
// has tables that the reader does not have, a second opening of the store. Errors: kCorrupt with the name of
// the table; also when the writer removed the table just now: try again.
Status no_table_left_out(rocksdb::DB& reader, const std::string& path);

}  // namespace bfa
