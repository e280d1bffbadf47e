// SPDX-License-Identifier: Apache-2.0
#include "store/database.h"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/db.h>

#include <algorithm>
#include <array>
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
constexpr std::uint64_t kLogWorthFlushing = 512u << 10;
constexpr std::size_t kPage = 256;
constexpr std::size_t kPageBytes = 1u << 20;

rocksdb::Slice slice(std::string_view bytes) {
  return {bytes.data(), bytes.size()};
}

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
  // For readers. A store that is only read has nothing in its layers, so that its readers need not wait for
  // each other.
  std::unique_lock<std::mutex> lock_to_read() const {
    return write ? std::unique_lock(mutex) : std::unique_lock<std::mutex>();
  }
  const Layer& layer(Family family) const { return layers[static_cast<std::size_t>(family)]; }
  Layer& layer(Family family) { return layers[static_cast<std::size_t>(family)]; }

  using Descriptors = std::vector<rocksdb::ColumnFamilyDescriptor>;
  struct Wanted {
    Descriptors there, missing;
  };

  // Families that are in the store; a writer makes those of the present format.
  Result<Wanted> families(const DatabaseOptions& options, const rocksdb::DBOptions& db_options) {
    std::vector<std::string> there;
    const auto status = rocksdb::DB::ListColumnFamilies(db_options, path, &there);
    if (!status.ok() && !options.write) return to_error(status, path);
    constexpr int kShardBits = 3;  // more shards would be too small for large blocks
    const auto cache = rocksdb::NewLRUCache(options.cache_bytes, kShardBits);
    Wanted wanted;
    opened.clear();
    const auto want = [&](bool existing) {
      for (std::size_t i = 0; i < kFamilies; ++i) {
        // RocksDB makes the first one with the store.
        const bool exists = (i == 0 && options.write) ||
                            std::find(there.begin(), there.end(), kFamilyNames[i]) != there.end();
        if (exists != existing || (!exists && (!options.write || i >= kFirstOld))) continue;
        (exists ? wanted.there : wanted.missing)
            .emplace_back(kFamilyNames[i], family_options(static_cast<Family>(i), cache));
        opened.push_back(i);
      }
    };
    want(true);
    want(false);
    return wanted;
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
    BFA_RETURN_IF_ERROR(to_status(rocksdb::DB::Open(db_options, path, wanted.there, &made, &out), path));
    db.reset(out);
    // All at once: RocksDB writes the options of all families after each call, and reads them again.
    std::vector<rocksdb::ColumnFamilyHandle*> more;
    Status status;
    if (!wanted.missing.empty()) status = to_status(db->CreateColumnFamilies(wanted.missing, &more), path);
    made.insert(made.end(), more.begin(), more.end());
    take(made);
    return status;
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
        rocksdb::DB::OpenAsSecondary(db_options, path, options.secondary_path, wanted.there, &made, &out),
        path));
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
    const auto lock = impl_->lock_to_read();
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
  const auto lock = impl_->lock_to_read();
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
  const auto lock = impl_->lock_to_read();
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
  rocksdb::WriteBatch batch(impl_->pending_bytes / 4 * 5);  // a quarter for the heads of rows
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
