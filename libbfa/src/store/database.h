// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/result.h"
#include "bfa/io/file_system.h"

namespace bfa {

// The column families of a store. Stored by name: never rename. Those of format 1 alone are there only in a
// store that was made with it and is not upgraded.
enum class Family : std::uint8_t {
  kMeta,        // numbers, blogs, robots, templates, crawls, failures
  kHeads,       // object key -> head of the object, or where it moved
  kLatest,      // object key -> newest version
  kHistory,     // object number, time, sequence -> version
  kReadings,    // object number, time, sequence, step -> an older reading of the version
  kSightings,   // object number, time, sequence -> nothing
  kCaptures,    // sequence -> capture
  kUrls,        // secondary indexes by URL
  kFeeds,       // URL, sequence -> feed version
  kDigests,     // payload digest -> original
  kFrontier,    // tasks to do
  kSeen,        // URLs that a crawl knows
  kSteps,       // steps that were committed
  kObjects1,    // format 1: object key -> its history without its states
  kVersions1,   // format 1: object key, time, sequence -> object
  kSightings1,  // format 1: object key, time, sequence -> nothing
  kChanges1,    // format 1: object key, time, sequence -> change against the version before
};
inline constexpr std::size_t kFamilies = 17;

struct DatabaseOptions {
  std::string path;
  bool write = false;
  std::string secondary_path;  // of a reader: a folder only for it
  std::uint64_t cache_bytes = 32u << 20;
  FileSystem* fs = nullptr;  // the disk of RocksDB; null: RocksDB's default
};

// RocksDB with a layer of changes in memory over it. put() and erase() change that layer only;
// write_pending() makes all of it durable at once. Reads see the layer. In this way a whole group of steps
// reaches the disk after its WARC bytes, and no step before them. put(), erase() and write_pending() belong
// to one thread; reads are thread-safe at the same time. A family that the store does not have is empty, and
// nothing may be put there.
class Database {
 public:
  using Row = std::pair<std::string, std::string>;

  static Result<std::unique_ptr<Database>> open(const DatabaseOptions& options);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  Result<std::optional<std::string>> get(Family family, std::string_view key) const;
  Result<bool> contains(Family family, std::string_view key) const;
  // Up to `limit` rows with from <= key < to in order; `to` empty: to the end.
  Result<std::vector<Row>> rows(Family family, std::string_view from, std::string_view to,
                                std::size_t limit) const;
  // The row with the greatest key in [from, to).
  Result<std::optional<Row>> last_row(Family family, std::string_view from, std::string_view to) const;
  // Calls `visit` for each row in [from, to) until it returns false, one group of rows at a time and without
  // a lock: `visit` may read and write.
  Status for_each(Family family, std::string from, const std::string& to,
                  const std::function<Result<bool>(const Row&)>& visit) const;

  // Reads the rows of [from, to) one after another, some at a time and without a lock between. The database
  // must outlive it. One thread.
  class Cursor {
   public:
    Cursor(const Database& database, Family family, std::string from, std::string to)
        : database_(database), family_(family), from_(std::move(from)), to_(std::move(to)) {}
    // The next row; null at the end. Valid until the next call.
    Result<Row*> next();

   private:
    const Database& database_;
    Family family_;
    std::string from_, to_;
    std::vector<Row> page_;
    std::size_t at_ = 0;
    bool last_ = false;
  };

  void put(Family family, std::string key, std::string value);
  void erase(Family family, std::string key);
  std::size_t pending_bytes() const;
  // Writes the layer in one atomic, synced batch.
  Status write_pending();
  // Writes one row at once, synced, without the layer.
  Status put_now(Family family, std::string_view key, std::string_view value);
  // Whether the store has this family. drop_now() removes it with all its rows, on disk at once.
  bool has(Family family) const;
  Status drop_now(Family family);
  // Removes [from, to) on disk at once; the layer is not touched.
  Status erase_range_now(Family family, std::string_view from, std::string_view to);
  Status close();
  // Reads every table that it has open and compares its check sum; of a table without one, those of its
  // blocks. Errors: kCorrupt, kIo.
  Status verify_tables() const;
  // Of a database that was opened to read: takes in what its writer wrote since. Other threads may read.
  Status catch_up();

 private:
  Database();
  // As rows(), and at most kPageBytes and one row; `last`: nothing is left.
  Result<std::vector<Row>> page(Family family, std::string_view from, std::string_view to, std::size_t limit,
                                std::size_t bytes, bool& last) const;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Reads every table and the log of a store that nobody writes to, strictly: a reader beside a writer leaves
// out a table that it cannot open and goes on with what the log has before damage. The end of the log may be
// cut: a crash leaves it so. Errors: kCorrupt, kIo.
Status verify_store(const std::string& path);

// Whether the store there has the families of format 1. Cost: its list of files. Errors: kIo, kCorrupt.
Result<bool> is_format_1(const std::string& path);

}  // namespace bfa
