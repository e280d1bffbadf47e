// SPDX-License-Identifier: Apache-2.0
#include "check/store_reader.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "check/watched_file.h"
#include "store/bytes.h"
#include "store/keys.h"

namespace bfa {
namespace {

constexpr const char* kRebuild = "run bfa rebuild: it makes the store again from the WARC files";

void cannot_read(const Error& error, CheckLog& log) {
  log.damage("store_damaged", "store", "the store cannot be read: " + error.message, kRebuild);
}

// The files that a capture refers to.
template <class Visit>
void each_place(const CaptureRecord& record, Visit visit) {
  visit(record.capture.warc.file, [&] { return place_of(record); });
  if (record.original) visit(record.original->file, [&] { return original_place_of(record); });
}

}  // namespace

StoreReader StoreReader::open(FileSystem& fs, const std::string& directory, CheckLog& log) {
  StoreReader store;
  const std::string path = directory + "/store";
  const auto there = fs.exists(path + "/CURRENT");
  if (!there || !*there) {
    log.damage("store_missing", "store", "the archive has no store", kRebuild);
    return store;
  }
  auto scratch = ScratchFolder::make();
  if (!scratch) {
    log.failure(scratch.error(), "store", "the store");
    return store;
  }
  store.scratch_ = std::move(*scratch);
  const auto old = is_format_1(path);
  if (old && *old) {
    log.unseen("store_old", "store", "the store has the format of an older version",
               "run a command that reads or writes the archive, as bfa ls: it upgrades the store; then check "
               "again");
    return store;
  }
  DatabaseOptions options;
  options.path = path;
  options.secondary_path = store.scratch_->path();
  if (&fs != &posix_file_system()) options.fs = &fs;
  auto database = Database::open(options);
  if (!database) {
    cannot_read(database.error(), log);
    return store;
  }
  const auto format = (*database)->get(Family::kMeta, meta::kFormat);
  auto marks = read_marks(**database);
  if (!format || !marks) {
    cannot_read(format ? marks.error() : format.error(), log);
    return store;
  }
  if (*format && u64_value(**format) > kStoreFormat) {
    log.unseen("store_new", "store", "the store has a newer format than this version knows",
               "check with the version that wrote it");
    return store;
  }
  store.marks_ = std::move(*marks);
  store.database_ = std::move(*database);
  return store;
}

std::uint64_t SampleChoice::rank(std::string_view name) const {
  return fast_hash(std::to_string(seed_) + "/" + std::string(name));
}

bool SampleChoice::takes(std::string_view what) const {
  constexpr double kParts = 1'000'000;
  return all() || static_cast<double>(rank(what) % 1'000'000) < percent_ / 100 * kParts;
}

bool SampleChoice::takes(std::uint64_t number) const {
  return all() || takes(u64_bytes(number));
}

CaptureCounts count_captures(const Database& database, const CheckOptions& options, CheckLog& log) {
  CaptureCounts counts;
  const Status read =
      database.for_each(Family::kCaptures, {}, {}, [&](const Database::Row& row) -> Result<bool> {
        if (options.stop.stop_requested()) return stopped_error();
        const auto record = decode_capture_record(row.second);
        if (!record) {
          log.damage("store_damaged", "store", "the row of a capture cannot be read", kRebuild);
          return true;
        }
        ++counts.captures;
        each_place(*record, [&](const std::string& file, const auto&) { ++counts.by_file[file]; });
        return true;
      });
  if (!read && !is_stopped(read.error())) cannot_read(read.error(), log);
  return counts;
}

Status read_places(
    const Database& database,
    const std::function<std::vector<Place>*(const std::string& file, std::uint64_t sequence)>& list_of,
    const CheckOptions& options) {
  return database.for_each(Family::kCaptures, {}, {}, [&](const Database::Row& row) -> Result<bool> {
    if (options.stop.stop_requested()) return stopped_error();
    const auto record = decode_capture_record(row.second);
    if (!record) return true;  // count_captures() has said so
    each_place(*record, [&](const std::string& file, const auto& make) {
      std::vector<Place>* const list = list_of(file, record->capture.sequence);
      if (list != nullptr) list->push_back(make());
    });
    return true;
  });
}

void sort_places(std::vector<Place>& places) {
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return std::pair(a.offset, a.sequence) < std::pair(b.offset, b.sequence);
  });
}

}  // namespace bfa
