// SPDX-License-Identifier: Apache-2.0
#include <rocksdb/db.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "store/database.h"
#include "store/rocksdb_options.h"

namespace bfa {

Status verify_tables(rocksdb::DB& db, const std::string& path) {
  auto status = db.VerifyFileChecksums(rocksdb::ReadOptions());
  if (!status.ok()) return to_error(status, path);
  std::vector<rocksdb::LiveFileMetaData> tables;
  db.GetLiveFilesMetaData(&tables);
  // Older versions wrote tables without one: those of their blocks have to do.
  const bool all = std::all_of(tables.begin(), tables.end(),
                               [](const auto& table) { return !table.file_checksum.empty(); });
  if (!all) status = db.VerifyChecksum(rocksdb::ReadOptions());
  if (!status.ok()) return to_error(status, path);
  return {};
}

Status verify_store(const std::string& path) {
  rocksdb::DBOptions options = database_options({});
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  options.max_open_files = 64;  // the indexes of all tables together can be large
  std::vector<std::string> names;
  auto status = rocksdb::DB::ListColumnFamilies(options, path, &names);
  if (!status.ok()) return to_error(status, path);
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (const std::string& name : names) families.emplace_back(name, rocksdb::ColumnFamilyOptions());
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* raw = nullptr;
  status = rocksdb::DB::OpenForReadOnly(options, path, families, &handles, &raw);
  if (!status.ok()) return to_error(status, path);
  const std::unique_ptr<rocksdb::DB> db(raw);
  const Status verified = verify_tables(*db, path);
  for (auto* const handle : handles) db->DestroyColumnFamilyHandle(handle);
  return verified;
}

}  // namespace bfa
