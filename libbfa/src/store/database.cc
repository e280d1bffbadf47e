// SPDX-License-Identifier: Apache-2.0
#include "store/database.h"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>

#include <array>
#include <cstdarg>
#include <map>
#include <mutex>

#include "base/try.h"
#include "store/rocksdb_env.h"

namespace bfa {
namespace {

constexpr std::array<const char*, kFamilies> kFamilyNames = {"default", "objects",  "versions", "sightings",
                                                             "changes", "captures", "urls",     "feeds",
                                                             "digests", "frontier", "seen",     "steps"};
constexpr std::uint64_t kWriteBufferBytes = 24u << 20;  // of all families together
constexpr std::size_t kPage = 256;

Error to_error(const rocksdb::Status& status, const std::string& path) {
  const Code code = status.IsCorruption() ? Code::kCorrupt : Code::kIo;
  std::string message = status.ToString();
  if (status.IsNoSpace() || message.find("No space left") != std::string::npos)
    message = "no space left on device";
  for (char& c : message) {
    if (c == '\n') c = ' ';
  }
  return Error{code, "store: " + message, path, -1};
}

rocksdb::Slice slice(std::string_view bytes) {
  return {bytes.data(), bytes.size()};
}

rocksdb::ColumnFamilyOptions family_options(const std::shared_ptr<rocksdb::Cache>& cache) {
  rocksdb::ColumnFamilyOptions options;
  options.compression = rocksdb::kZSTD;
  options.write_buffer_size = 8u << 20;
  options.target_file_size_base = 32u << 20;
  options.memtable_prefix_bloom_size_ratio = 0.02;  // most lookups are for absent keys
  options.memtable_whole_key_filtering = true;
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = cache;
  table.block_size = 8u << 10;
  table.cache_index_and_filter_blocks = true;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  table.format_version = 5;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

// RocksDB's log of its own doings says nothing that an archive needs, and an error of writing it (a full
// disk) would end the program.
class NoLog : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

rocksdb::DBOptions database_options(const DatabaseOptions& options) {
  rocksdb::DBOptions out;
  out.create_if_missing = options.write;
  out.create_missing_column_families = options.write;
  out.db_write_buffer_size = kWriteBufferBytes;
  out.max_total_wal_size = 64u << 20;
  out.max_open_files = options.write ? 512 : -1;  // a secondary must keep files that the writer removes
  out.max_background_jobs = 2;
  // All families are written to files together: without its last log the store is older, and consistent. Its
  // marks then say which steps of the WARC files it lacks.
  out.atomic_flush = true;
  out.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  out.bytes_per_sync = 1u << 20;
  out.info_log = std::make_shared<NoLog>();
  out.stats_dump_period_sec = 0;
  out.stats_persist_period_sec = 0;
  return out;
}

}  // namespace

struct Database::Impl {
  using Layer = std::map<std::string, std::optional<std::string>, std::less<>>;

  std::string path;
  std::unique_ptr<rocksdb::Env> env;
  std::unique_ptr<rocksdb::DB> db;
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  mutable std::mutex mutex;  // guards layers
  std::array<Layer, kFamilies> layers;
  std::size_t pending_bytes = 0;

  rocksdb::ColumnFamilyHandle* handle(Family family) const {
    return handles[static_cast<std::size_t>(family)];
  }
  const Layer& layer(Family family) const { return layers[static_cast<std::size_t>(family)]; }
  Layer& layer(Family family) { return layers[static_cast<std::size_t>(family)]; }

  Status open_primary(const DatabaseOptions& options,
                      const std::vector<rocksdb::ColumnFamilyDescriptor>& families) {
    rocksdb::DBOptions db_options = database_options(options);
    if (options.fs != nullptr) {
      env = make_rocksdb_env(*options.fs);
      db_options.env = env.get();
    }
    rocksdb::DB* opened = nullptr;
    const auto status = rocksdb::DB::Open(db_options, path, families, &handles, &opened);
    if (!status.ok()) return to_error(status, path);
    db.reset(opened);
    return {};
  }

  // The writer may remove files between our reading its list and opening them: then the list has changed, and
  // trying again finds the new ones.
  Status open_secondary(const DatabaseOptions& options,
                        const std::vector<rocksdb::ColumnFamilyDescriptor>& families) {
    constexpr int kAttempts = 8;
    rocksdb::Status status;
    for (int i = 0; i < kAttempts; ++i) {
      rocksdb::DB* opened = nullptr;
      status = rocksdb::DB::OpenAsSecondary(database_options(options), path, options.secondary_path, families,
                                            &handles, &opened);
      if (!status.ok()) continue;
      db.reset(opened);
      status = db->TryCatchUpWithPrimary();
      if (status.ok()) return {};
      close();
    }
    return to_error(status, path);
  }

  void close() {
    if (db == nullptr) return;
    for (auto* const family : handles) db->DestroyColumnFamilyHandle(family);
    handles.clear();
    db.reset();
  }

  rocksdb::ReadOptions read_options(const rocksdb::Slice* lower, const rocksdb::Slice* upper) const {
    rocksdb::ReadOptions options;
    options.iterate_lower_bound = lower;
    options.iterate_upper_bound = upper;
    return options;
  }
};

Database::Database() : impl_(std::make_unique<Impl>()) {}
Database::~Database() {
  impl_->close();
}

Result<std::unique_ptr<Database>> Database::open(const DatabaseOptions& options) {
  std::unique_ptr<Database> database(new Database);
  database->impl_->path = options.path;
  const auto cache = rocksdb::NewLRUCache(options.cache_bytes);
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  families.reserve(kFamilies);
  for (const char* const name : kFamilyNames) families.emplace_back(name, family_options(cache));
  BFA_RETURN_IF_ERROR(options.write ? database->impl_->open_primary(options, families)
                                    : database->impl_->open_secondary(options, families));
  return database;
}

Result<std::optional<std::string>> Database::get(Family family, std::string_view key) const {
  {
    const std::lock_guard lock(impl_->mutex);
    const auto& layer = impl_->layer(family);
    if (const auto found = layer.find(key); found != layer.end()) return found->second;
  }
  std::string value;
  const auto status = impl_->db->Get(rocksdb::ReadOptions(), impl_->handle(family), slice(key), &value);
  if (status.IsNotFound()) return std::optional<std::string>();
  if (!status.ok()) return to_error(status, impl_->path);
  return std::optional<std::string>(std::move(value));
}

Result<bool> Database::contains(Family family, std::string_view key) const {
  BFA_ASSIGN_OR_RETURN(const auto value, get(family, key));
  return value.has_value();
}

// The lock is held over the read of the disk: between the two looks write_pending() could move rows.
Result<std::vector<Database::Row>> Database::rows(Family family, std::string_view from, std::string_view to,
                                                  std::size_t limit) const {
  const rocksdb::Slice upper = slice(to);
  const std::lock_guard lock(impl_->mutex);
  const std::unique_ptr<rocksdb::Iterator> disk(impl_->db->NewIterator(
      impl_->read_options(nullptr, to.empty() ? nullptr : &upper), impl_->handle(family)));
  const auto& layer = impl_->layer(family);
  auto memory = layer.lower_bound(from);
  const auto memory_end = to.empty() ? layer.end() : layer.lower_bound(to);
  std::vector<Row> out;
  disk->Seek(slice(from));
  while (out.size() < limit && (disk->Valid() || memory != memory_end)) {
    const bool take_memory =
        memory != memory_end && (!disk->Valid() || memory->first <= disk->key().ToStringView());
    if (!take_memory) {
      out.emplace_back(disk->key().ToString(), disk->value().ToString());
      disk->Next();
      continue;
    }
    if (disk->Valid() && disk->key().ToStringView() == memory->first) disk->Next();
    if (memory->second) out.emplace_back(memory->first, *memory->second);
    ++memory;
  }
  if (!disk->status().ok()) return to_error(disk->status(), impl_->path);
  return out;
}

Result<std::optional<Database::Row>> Database::last_row(Family family, std::string_view from,
                                                        std::string_view to) const {
  const rocksdb::Slice lower = slice(from), upper = slice(to);
  const std::lock_guard lock(impl_->mutex);
  const std::unique_ptr<rocksdb::Iterator> disk(
      impl_->db->NewIterator(impl_->read_options(&lower, &upper), impl_->handle(family)));
  const auto& layer = impl_->layer(family);
  const auto memory_begin = layer.lower_bound(from);
  auto memory = layer.lower_bound(to);
  disk->SeekToLast();
  while (disk->Valid() || memory != memory_begin) {
    const bool take_memory =
        memory != memory_begin && (!disk->Valid() || std::prev(memory)->first >= disk->key().ToStringView());
    if (!take_memory) return std::optional<Row>(Row(disk->key().ToString(), disk->value().ToString()));
    --memory;
    if (memory->second) return std::optional<Row>(Row(memory->first, *memory->second));
    if (disk->Valid() && disk->key().ToStringView() == memory->first) disk->Prev();
  }
  if (!disk->status().ok()) return to_error(disk->status(), impl_->path);
  return std::optional<Row>();
}

Status Database::for_each(Family family, std::string from, const std::string& to,
                          const std::function<Result<bool>(const Row&)>& visit) const {
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const auto page, rows(family, from, to, kPage));
    for (const auto& row : page) {
      BFA_ASSIGN_OR_RETURN(const bool go_on, visit(row));
      if (!go_on) return {};
    }
    if (page.size() < kPage) return {};
    from = page.back().first + '\0';
  }
}

void Database::put(Family family, std::string key, std::string value) {
  const std::lock_guard lock(impl_->mutex);
  impl_->pending_bytes += key.size() + value.size();
  impl_->layer(family).insert_or_assign(std::move(key), std::optional<std::string>(std::move(value)));
}

void Database::erase(Family family, std::string key) {
  const std::lock_guard lock(impl_->mutex);
  impl_->pending_bytes += key.size();
  impl_->layer(family).insert_or_assign(std::move(key), std::nullopt);
}

std::size_t Database::pending_bytes() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->pending_bytes;
}

Status Database::write_pending() {
  rocksdb::WriteBatch batch;
  for (std::size_t i = 0; i < kFamilies; ++i) {
    auto* const handle = impl_->handles[i];
    for (const auto& [key, value] : impl_->layers[i]) {
      const auto status = value ? batch.Put(handle, key, *value) : batch.Delete(handle, key);
      if (!status.ok()) return to_error(status, impl_->path);
    }
  }
  rocksdb::WriteOptions options;
  options.sync = true;
  const auto status = impl_->db->Write(options, &batch);
  if (!status.ok()) return to_error(status, impl_->path);
  const std::lock_guard lock(impl_->mutex);
  for (auto& layer : impl_->layers) layer.clear();
  impl_->pending_bytes = 0;
  return {};
}

Status Database::put_now(Family family, std::string_view key, std::string_view value) {
  rocksdb::WriteOptions options;
  options.sync = true;
  const auto status = impl_->db->Put(options, impl_->handle(family), slice(key), slice(value));
  if (!status.ok()) return to_error(status, impl_->path);
  return {};
}

Status Database::erase_range_now(Family family, std::string_view from, std::string_view to) {
  const auto status =
      impl_->db->DeleteRange(rocksdb::WriteOptions(), impl_->handle(family), slice(from), slice(to));
  if (!status.ok()) return to_error(status, impl_->path);
  return {};
}

Status Database::close() {
  impl_->close();
  return {};
}

}  // namespace bfa
