// SPDX-License-Identifier: Apache-2.0
#include <rocksdb/db.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "base/try.h"
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

namespace {

// A store that is open for reading only: its list of tables is followed strictly.
class StrictReader {
 public:
  Status open(const std::string& path, rocksdb::WALRecoveryMode mode) {
    rocksdb::DBOptions options = database_options({});
    options.wal_recovery_mode = mode;
    options.max_open_files = 64;  // the indexes of all tables together can be large
    std::vector<std::string> names;
    auto status = rocksdb::DB::ListColumnFamilies(options, path, &names);
    if (!status.ok()) return to_error(status, path);
    std::vector<rocksdb::ColumnFamilyDescriptor> families;
    for (const std::string& name : names) families.emplace_back(name, rocksdb::ColumnFamilyOptions());
    rocksdb::DB* raw = nullptr;
    status = rocksdb::DB::OpenForReadOnly(options, path, families, &handles_, &raw);
    if (!status.ok()) return to_error(status, path);
    db_.reset(raw);
    return {};
  }
  ~StrictReader() {
    if (db_ == nullptr) return;
    for (auto* const handle : handles_) db_->DestroyColumnFamilyHandle(handle);
  }
  StrictReader() = default;
  StrictReader(const StrictReader&) = delete;
  StrictReader& operator=(const StrictReader&) = delete;
  rocksdb::DB& db() { return *db_; }

 private:
  std::unique_ptr<rocksdb::DB> db_;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;
};

std::set<std::string> tables_of(rocksdb::DB& db) {
  std::vector<rocksdb::LiveFileMetaData> tables;
  db.GetLiveFilesMetaData(&tables);
  std::set<std::string> names;
  for (const auto& table : tables) names.insert(table.name.substr(table.name.rfind('/') + 1));
  return names;
}

std::set<std::string> tables_in(const std::string& path) {
  std::set<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    if (entry.path().extension() == ".sst") names.insert(entry.path().filename().string());
  }
  return names;
}

std::vector<std::string> missing_in(const std::set<std::string>& here, const std::set<std::string>& wanted) {
  std::vector<std::string> names;
  std::set_difference(wanted.begin(), wanted.end(), here.begin(), here.end(), std::back_inserter(names));
  return names;
}

}  // namespace

Status no_table_left_out(rocksdb::DB& reader, const std::string& path) {
  if (missing_in(tables_of(reader), tables_in(path)).empty()) return {};
  // A writer makes and removes tables all the time: only one that is in the store's list counts.
  StrictReader strict;
  const Status opened = strict.open(path, rocksdb::WALRecoveryMode::kPointInTimeRecovery);
  if (!opened) return opened.error().code == Code::kCorrupt ? opened : Status();
  const std::set<std::string> wanted = tables_of(strict.db());
  const auto caught_up = reader.TryCatchUpWithPrimary();
  if (!caught_up.ok()) return to_error(caught_up, path);
  const std::set<std::string> there = tables_in(path);
  for (const std::string& name : missing_in(tables_of(reader), wanted)) {
    if (there.contains(name))
      return Error{Code::kCorrupt, "store: the table " + name + " is damaged", path, -1};
  }
  return {};
}

Status verify_store(const std::string& path) {
  StrictReader strict;
  BFA_RETURN_IF_ERROR(strict.open(path, rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords));
  return verify_tables(strict.db(), path);
}

}  // namespace bfa
