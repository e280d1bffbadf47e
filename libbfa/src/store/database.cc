// SPDX-License-Identifier: Apache-2.0
#include "store/database.h"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/file_checksum.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <limits>
#include <map>
#include <mutex>

#include "base/try.h"
#include "store/rocksdb_env.h"
#include "store/rocksdb_options.h"

namespace bfa {
namespace {

constexpr std::array<const char*, kFamilies> kFamilyNames = {
    "default", "heads",    "latest", "history", "readings", "revisits", "captures",  "urls",   "feeds",
    "digests", "frontier", "seen",   "steps",   "objects",  "versions", "sightings", "changes"};
constexpr std::size_t kFirstOld = static_cast<std::size_t>(Family::kObjects1);
constexpr std::uint64_t kWriteBufferBytes = 48u << 20;  // of all families together
constexpr std::uint64_t kLogWorthFlushing = 512u << 10;
constexpr std::size_t kPage = 256;
constexpr std::size_t kPageBytes = 1u << 20;

rocksdb::Slice slice(std::string_view bytes) {
  return {bytes.data(), bytes.size()};
}

// States of objects: much text, most of it like that of other objects.
bool has_states(std::size_t family) {
  return family == static_cast<std::size_t>(Family::kLatest) ||
         family == static_cast<std::size_t>(Family::kHistory) ||
         family == static_cast<std::size_t>(Family::kReadings);
}

rocksdb::ColumnFamilyOptions family_options(std::size_t family,
                                            const std::shared_ptr<rocksdb::Cache>& cache) {
  rocksdb::ColumnFamilyOptions options;
  options.compression = rocksdb::kZSTD;
  // Tables of the first level are merged soon: packing them well would be lost work.
  const auto known = rocksdb::GetSupportedCompressions();
  if (std::find(known.begin(), known.end(), rocksdb::kLZ4Compression) != known.end())
    options.compression_per_level = {rocksdb::kLZ4Compression, rocksdb::kZSTD};
  options.write_buffer_size = 16u << 20;
  options.level0_file_num_compaction_trigger = 6;
  options.target_file_size_base = 32u << 20;
  options.memtable_prefix_bloom_size_ratio = 0.02;  // most lookups are for absent keys
  options.memtable_whole_key_filtering = true;
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = cache;
  table.block_size = 16u << 10;
  if (has_states(family)) {
    table.block_size = 32u << 10;
    options.bottommost_compression = rocksdb::kZSTD;
    options.bottommost_compression_opts.enabled = true;
    options.bottommost_compression_opts.max_dict_bytes = 32u << 10;
    options.bottommost_compression_opts.zstd_max_train_bytes = 512u << 10;
    options.bottommost_compression_opts.max_dict_buffer_bytes = 4u << 20;
  }
  // An index or filter is read in parts: a whole one would not fit into a part of the cache, and would be
  // unpacked again for each look-up.
  table.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
  table.partition_filters = true;
  table.cache_index_and_filter_blocks = true;
  table.enable_index_compression = false;
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

}  // namespace

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

Status to_status(const rocksdb::Status& status, const std::string& path) {
  return status.ok() ? Status() : to_error(status, path);
}

rocksdb::DBOptions database_options(const DatabaseOptions& options) {
  rocksdb::DBOptions out;
  out.create_if_missing = options.write;
  out.create_missing_column_families = options.write;
  out.db_write_buffer_size = kWriteBufferBytes;
  out.max_total_wal_size = 32u << 20;
  out.max_open_files = options.write ? 512 : -1;  // a secondary must keep files that the writer removes
  out.max_background_jobs = 2;
  out.max_file_opening_threads = 1;  // several end the process where the system gives no thread
  // All families are written together: without its last log the store is older, as its marks say.
  out.atomic_flush = true;
  out.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  out.bytes_per_sync = 1u << 20;
  // Each table has a check sum over the whole file in RocksDB's list: blocks alone leave out filters.
  out.file_checksum_gen_factory = rocksdb::GetFileChecksumGenCrc32cFactory();
  out.info_log = std::make_shared<NoLog>();
  out.stats_dump_period_sec = 0;
  out.stats_persist_period_sec = 0;
  return out;
}

struct Database::Impl {
  using Layer = std::map<std::string, std::optional<std::string>, std::less<>>;

  std::string path;
  bool write = false;
  std::unique_ptr<rocksdb::Env> env;
  std::unique_ptr<rocksdb::DB> db;
  std::array<rocksdb::ColumnFamilyHandle*, kFamilies> handles{};  // null: the store has no such family
  mutable std::mutex mutex;                                       // guards layers
  std::vector<std::size_t> opened;                                // which families the handles of RocksDB are
  std::array<Layer, kFamilies> layers;
  std::size_t pending_bytes = 0;

  rocksdb::ColumnFamilyHandle* handle(Family family) const {
    return handles[static_cast<std::size_t>(family)];
  }
  const Layer& layer(Family family) const { return layers[static_cast<std::size_t>(family)]; }
  Layer& layer(Family family) { return layers[static_cast<std::size_t>(family)]; }

  // Families that are in the store; a writer makes those of the present format.
  Result<std::vector<rocksdb::ColumnFamilyDescriptor>> families(const DatabaseOptions& options,
                                                                const rocksdb::DBOptions& db_options) {
    std::vector<std::string> there;
    const auto status = rocksdb::DB::ListColumnFamilies(db_options, path, &there);
    if (!status.ok() && !options.write) return to_error(status, path);
    constexpr int kShardBits = 3;  // more shards would be too small for large blocks
    const auto cache = rocksdb::NewLRUCache(options.cache_bytes, kShardBits);
    std::vector<rocksdb::ColumnFamilyDescriptor> out;
    opened.clear();
    for (std::size_t i = 0; i < kFamilies; ++i) {
      const bool exists = std::find(there.begin(), there.end(), kFamilyNames[i]) != there.end();
      if (!exists && (!options.write || i >= kFirstOld)) continue;
      out.emplace_back(kFamilyNames[i], family_options(i, cache));
      opened.push_back(i);
    }
    return out;
  }

  void take(const std::vector<rocksdb::ColumnFamilyHandle*>& made) {
    for (std::size_t i = 0; i < opened.size() && i < made.size(); ++i) handles[opened[i]] = made[i];
  }

  Status open_primary(const DatabaseOptions& options) {
    rocksdb::DBOptions db_options = database_options(options);
    if (options.fs != nullptr) {
      env = make_rocksdb_env(*options.fs);
      db_options.env = env.get();
    }
    BFA_ASSIGN_OR_RETURN(const auto wanted, families(options, db_options));
    std::vector<rocksdb::ColumnFamilyHandle*> made;
    rocksdb::DB* out = nullptr;
    BFA_RETURN_IF_ERROR(to_status(rocksdb::DB::Open(db_options, path, wanted, &made, &out), path));
    db.reset(out);
    take(made);
    return {};
  }

  // The writer may remove files between our reading its list and opening them: then the list has changed, and
  // trying again finds the new ones.
  Status open_secondary(const DatabaseOptions& options) {
    constexpr int kAttempts = 8;
    Status last;
    for (int i = 0; i < kAttempts; ++i) {
      last = try_secondary(options);
      if (last) return {};
      close();
    }
    return last;
  }

  Status try_secondary(const DatabaseOptions& options) {
    const rocksdb::DBOptions db_options = database_options(options);
    BFA_ASSIGN_OR_RETURN(const auto wanted, families(options, db_options));
    std::vector<rocksdb::ColumnFamilyHandle*> made;
    rocksdb::DB* out = nullptr;
    BFA_RETURN_IF_ERROR(to_status(
        rocksdb::DB::OpenAsSecondary(db_options, path, options.secondary_path, wanted, &made, &out), path));
    db.reset(out);
    take(made);
    return catch_up();
  }

  Status catch_up() {
    BFA_RETURN_IF_ERROR(to_status(db->TryCatchUpWithPrimary(), path));
    return no_table_left_out(*db, path);
  }

  Status flush_log() {
    rocksdb::VectorLogPtr logs;
    BFA_RETURN_IF_ERROR(to_status(db->GetSortedWalFiles(logs), path));
    std::uint64_t bytes = 0;
    for (const auto& log : logs) bytes += log->SizeFileBytes();
    if (bytes < kLogWorthFlushing) return {};
    std::vector<rocksdb::ColumnFamilyHandle*> all;
    for (auto* const family : handles) {
      if (family != nullptr) all.push_back(family);
    }
    return to_status(db->Flush(rocksdb::FlushOptions(), all), path);
  }

  void close() {
    if (db == nullptr) return;
    for (auto*& family : handles) {
      if (family != nullptr) db->DestroyColumnFamilyHandle(family);
      family = nullptr;
    }
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
  database->impl_->write = options.write;
  BFA_RETURN_IF_ERROR(options.write ? database->impl_->open_primary(options)
                                    : database->impl_->open_secondary(options));
  return database;
}

Result<std::optional<std::string>> Database::get(Family family, std::string_view key) const {
  {
    const std::lock_guard lock(impl_->mutex);
    const auto& layer = impl_->layer(family);
    if (const auto found = layer.find(key); found != layer.end()) return found->second;
  }
  if (!has(family)) return std::optional<std::string>();
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

Result<std::vector<Database::Row>> Database::rows(Family family, std::string_view from, std::string_view to,
                                                  std::size_t limit) const {
  bool last = false;
  return page(family, from, to, limit, std::numeric_limits<std::size_t>::max(), last);
}

// The lock is held over the read of the disk: between the two looks write_pending() could move rows.
Result<std::vector<Database::Row>> Database::page(Family family, std::string_view from, std::string_view to,
                                                  std::size_t limit, std::size_t bytes, bool& last) const {
  last = true;
  if (!has(family)) return std::vector<Row>();
  const rocksdb::Slice upper = slice(to);
  const std::lock_guard lock(impl_->mutex);
  const std::unique_ptr<rocksdb::Iterator> disk(impl_->db->NewIterator(
      impl_->read_options(nullptr, to.empty() ? nullptr : &upper), impl_->handle(family)));
  const auto& layer = impl_->layer(family);
  auto memory = layer.lower_bound(from);
  const auto memory_end = to.empty() ? layer.end() : layer.lower_bound(to);
  std::vector<Row> out;
  disk->Seek(slice(from));
  std::size_t taken = 0;
  while (disk->Valid() || memory != memory_end) {
    if (out.size() >= limit || taken >= bytes) {
      last = false;
      break;
    }
    const bool take_memory =
        memory != memory_end && (!disk->Valid() || memory->first <= disk->key().ToStringView());
    if (!take_memory) {
      out.emplace_back(disk->key().ToString(), disk->value().ToString());
      taken += out.back().first.size() + out.back().second.size();
      disk->Next();
      continue;
    }
    if (disk->Valid() && disk->key().ToStringView() == memory->first) disk->Next();
    if (memory->second) {
      out.emplace_back(memory->first, *memory->second);
      taken += out.back().first.size() + out.back().second.size();
    }
    ++memory;
  }
  if (!disk->status().ok()) return to_error(disk->status(), impl_->path);
  return out;
}

Result<std::optional<Database::Row>> Database::last_row(Family family, std::string_view from,
                                                        std::string_view to) const {
  if (!has(family)) return std::optional<Row>();
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
  Cursor cursor(*this, family, std::move(from), to);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const Row* const row, cursor.next());
    if (row == nullptr) return {};
    BFA_ASSIGN_OR_RETURN(const bool go_on, visit(*row));
    if (!go_on) return {};
  }
}

Result<Database::Row*> Database::Cursor::next() {
  if (at_ == page_.size()) {
    if (last_) return static_cast<Row*>(nullptr);
    BFA_ASSIGN_OR_RETURN(page_, database_.page(family_, from_, to_, kPage, kPageBytes, last_));
    at_ = 0;
    if (page_.empty()) return static_cast<Row*>(nullptr);
    from_ = page_.back().first + '\0';
  }
  return &page_[at_++];
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
      BFA_RETURN_IF_ERROR(
          to_status(value ? batch.Put(handle, key, *value) : batch.Delete(handle, key), impl_->path));
    }
  }
  rocksdb::WriteOptions options;
  options.sync = true;
  BFA_RETURN_IF_ERROR(to_status(impl_->db->Write(options, &batch), impl_->path));
  const std::lock_guard lock(impl_->mutex);
  for (auto& layer : impl_->layers) layer.clear();
  impl_->pending_bytes = 0;
  return {};
}

Status Database::put_now(Family family, std::string_view key, std::string_view value) {
  rocksdb::WriteOptions options;
  options.sync = true;
  return to_status(impl_->db->Put(options, impl_->handle(family), slice(key), slice(value)), impl_->path);
}

bool Database::has(Family family) const {
  return impl_->handle(family) != nullptr;
}

Status Database::drop_now(Family family) {
  auto*& handle = impl_->handles[static_cast<std::size_t>(family)];
  if (!has(family)) return {};
  BFA_RETURN_IF_ERROR(to_status(impl_->db->DropColumnFamily(handle), impl_->path));
  impl_->db->DestroyColumnFamilyHandle(handle);
  handle = nullptr;
  return {};
}

Status Database::erase_range_now(Family family, std::string_view from, std::string_view to) {
  return to_status(
      impl_->db->DeleteRange(rocksdb::WriteOptions(), impl_->handle(family), slice(from), slice(to)),
      impl_->path);
}

// A reader replays the log of what is not in tables yet each time it opens the store, so that a long log is
// worth writing out once.
Status Database::close() {
  Status flushed;
  if (impl_->db != nullptr && impl_->write) flushed = impl_->flush_log();
  impl_->close();
  return flushed;
}

Status Database::verify_tables() const {
  return bfa::verify_tables(*impl_->db, impl_->path);
}

Status Database::catch_up() {
  return impl_->catch_up();
}

Result<bool> is_format_1(const std::string& path) {
  std::vector<std::string> there;
  BFA_RETURN_IF_ERROR(to_status(rocksdb::DB::ListColumnFamilies(rocksdb::DBOptions(), path, &there), path));
  return std::find(there.begin(), there.end(), kFamilyNames[kFirstOld]) != there.end();
}

}  // namespace bfa
