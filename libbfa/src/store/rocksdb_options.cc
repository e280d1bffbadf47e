// SPDX-License-Identifier: Apache-2.0
#include "store/rocksdb_options.h"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/file_checksum.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <cstdarg>
#include <memory>

namespace bfa {
namespace {

constexpr std::uint64_t kWriteBufferBytes = 48u << 20;  // of all families together

// States of objects: much text, most of it like that of other objects.
bool has_states(Family family) {
  return family == Family::kLatest || family == Family::kHistory || family == Family::kReadings;
}

// RocksDB's log of its own doings says nothing that an archive needs, and an error of writing it (a full
// disk) would end the program.
class NoLog : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

}  // namespace

rocksdb::ColumnFamilyOptions family_options(Family family, const std::shared_ptr<rocksdb::Cache>& cache) {
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

}  // namespace bfa
