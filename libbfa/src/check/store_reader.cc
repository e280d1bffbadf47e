// SPDX-License-Identifier: Apache-2.0
#include "check/store_reader.h"

#include <algorithm>
#include <array>
#include <tuple>
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
  if (is_refused(error)) {
    log.failure(error, "store", "the store");
    return;
  }
  log.damage("store_damaged", "store", "the store cannot be read: " + error.message, kRebuild);
}

}  // namespace

bool is_refused(const Error& error) {
  constexpr std::array<std::string_view, 6> kWords = {"Permission denied",  "not permitted",
                                                      "Input/output error", "Too many open files",
                                                      "Cannot allocate",    "out of memory"};
  return std::ranges::any_of(kWords,
                             [&](auto word) { return error.message.find(word) != std::string::npos; });
}

StoreReader StoreReader::open(FileSystem& fs, const std::string& directory, CheckLog& log) {
  StoreReader store;
  const std::string path = store.path_ = directory + "/store";
  const auto there = fs.exists(path + "/CURRENT");
  if (!there) {
    log.failure(there.error(), "store", "the store");
    return store;
  }
  if (!*there) {
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
  if (!old) {
    cannot_read(old.error(), log);
    return store;
  }
  if (*old) {
    log.unseen("store_old", "store", "the store has the format of an older version",
               "run a command that reads or writes the archive, as bfa ls: it upgrades the store; then check "
               "again");
    return store;
  }
  DatabaseOptions options;
  options.path = path;
  options.secondary_path = store.scratch_->path();
  store.own_disk_ = &fs != &posix_file_system();
  if (store.own_disk_) options.fs = &fs;
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

void StoreReader::verify(bool running, CheckLog& log) const {
  if (database_ == nullptr) return;
  // The log and the list of tables of a store that is being written to are complete for the writer only.
  const Status read = running || own_disk_ ? database_->verify_tables() : verify_store(path_);
  if (!read) cannot_read(read.error(), log);
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

namespace {

// Calls `on_file` with the file and a maker of the place, for each record that the store knows.
Status each_known_place(
    const Database& database, const CheckOptions& options, const std::function<void()>& on_bad_row,
    const std::function<void(const std::string&, std::uint64_t, const std::function<Place()>&)>& on_place,
    std::uint64_t* captures) {
  BFA_RETURN_IF_ERROR(
      database.for_each(Family::kCaptures, {}, {}, [&](const Database::Row& row) -> Result<bool> {
        if (options.stop.stop_requested()) return stopped_error();
        const auto record = decode_capture_record(row.second);
        if (!record) {
          on_bad_row();
          return true;
        }
        const std::uint64_t sequence = record->capture.sequence;
        if (captures != nullptr) ++*captures;
        on_place(record->capture.warc.file, sequence, [&] { return place_of(*record); });
        if (record->original)
          on_place(record->original->file, sequence, [&] { return original_place_of(*record); });
        return true;
      }));
  return database.for_each(Family::kDigests, {}, {}, [&](const Database::Row& row) -> Result<bool> {
    if (options.stop.stop_requested()) return stopped_error();
    const auto record = decode_digest_record(row.second);
    if (!record) {
      on_bad_row();
      return true;
    }
    on_place(record->warc.file, fast_hash(row.first), [&] { return digest_place_of(*record, row.first); });
    return true;
  });
}

}  // namespace

CaptureCounts count_captures(const Database& database, const CheckOptions& options, CheckLog& log) {
  CaptureCounts counts;
  const Status read = each_known_place(
      database, options, [&] { log.damage("store_damaged", "store", "a row cannot be read", kRebuild); },
      [&](const std::string& file, std::uint64_t, const std::function<Place()>&) { ++counts.by_file[file]; },
      &counts.captures);
  if (!read && !is_stopped(read.error())) cannot_read(read.error(), log);
  return counts;
}

Status read_places(
    const Database& database,
    const std::function<std::vector<Place>*(const std::string& file, std::uint64_t sequence)>& list_of,
    const CheckOptions& options) {
  const Status read = each_known_place(
      database, options, [] {},
      [&](const std::string& file, std::uint64_t sequence, const std::function<Place()>& make) {
        std::vector<Place>* const list = list_of(file, sequence);
        if (list != nullptr) list->push_back(make());
      },
      nullptr);
  // count_captures() has said what cannot be read.
  return !read && is_stopped(read.error()) ? read : Status();
}

void sort_places(std::vector<Place>& places) {
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return std::tuple(a.offset, a.original, a.sequence) < std::tuple(b.offset, b.original, b.sequence);
  });
}

}  // namespace bfa
