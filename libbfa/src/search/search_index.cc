// SPDX-License-Identifier: Apache-2.0
#include "bfa/search/search_index.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>

#include "base/guard.h"
#include "base/try.h"
#include "search/analyser.h"
#include "search/capture_rows.h"
#include "search/catalogue_queries.h"
#include "search/file_identity.h"
#include "search/index_check.h"
#include "search/index_file.h"
#include "search/index_lists.h"
#include "search/index_update.h"
#include "search/reader_pool.h"
#include "search/searcher.h"
#include "search/sqlite.h"

namespace bfa {
namespace {

class SqliteSearchIndex final : public SearchIndex {
 public:
  SqliteSearchIndex(std::string file, std::unique_ptr<SqliteConnection> writer)
      : file_(std::move(file)),
        identity_(file_identity(file_)),
        readers_(file_, false),
        writer_(std::move(writer)) {}
  // `unchanging`: of SqliteConnection::open_to_read; it is to be opened anew when that is over.
  SqliteSearchIndex(std::string file, const std::optional<FileState>& unchanging)
      : file_(std::move(file)),
        identity_(file_identity(file_)),
        unchanging_(unchanging),
        readers_(file_, true) {}

  Result<std::uint64_t> update(const Archive& archive) override {
    return guarded([&]() -> Result<std::uint64_t> {
      const std::lock_guard lock(write_mutex_);
      if (is_replaced()) return being_made();
      if (!writer_) return nothing_to_add(archive);
      BFA_ASSIGN_OR_RETURN(const std::uint64_t added, update_index(*writer_, archive, write_analyser_));
      BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(*writer_));
      least_ = state.reach;
      return added;
    });
  }

  Result<std::uint64_t> reach() const override {
    return read([](SqliteConnection& connection) -> Result<std::uint64_t> {
      BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(connection));
      return state.reach;
    });
  }

  Result<IndexCoverage> coverage(const Archive& archive) const override {
    BFA_ASSIGN_OR_RETURN(IndexCoverage out,
                         read([](SqliteConnection& connection) { return read_coverage(connection); }));
    return guarded([&]() -> Result<IndexCoverage> {
      constexpr std::uint64_t kStepsBack = 256;  // steps without a capture are few
      for (std::uint64_t step = out.reach; step > 0 && out.reach - step < kStepsBack; --step) {
        BFA_ASSIGN_OR_RETURN(const auto capture, archive.view().capture(step));
        if (!capture) continue;
        out.last_capture = capture->time;
        break;
      }
      return out;
    });
  }

  bool is_replaced() const override {
    return guarded_or(
        [&] {
          if (unchanging_ && file_state(file_) != unchanging_) return true;
          return file_identity(file_) != identity_;
        },
        [] { return true; });
  }

  const std::string& file() const override { return file_; }

  Result<SearchAnswer> search(const Archive& archive, const SearchQuery& query) const override {
    return guarded([&]() -> Result<SearchAnswer> {
      BFA_ASSIGN_OR_RETURN(const auto reader, take_reader());
      return run_search(archive, reader.connection(), reader.analyser(), query);
    });
  }

  Result<ObjectList> list_objects(const ObjectListQuery& query) const override {
    return read([&](SqliteConnection& connection) { return read_objects(connection, query); });
  }
  Result<std::vector<DayCounts>> count_days(const std::string& blog_host) const override {
    return read([&](SqliteConnection& connection) { return read_days(connection, blog_host); });
  }
  Result<std::vector<std::pair<std::string, std::uint64_t>>> count_values(const std::string& blog_host,
                                                                          ValueField field,
                                                                          std::size_t limit) const override {
    return read(
        [&](SqliteConnection& connection) { return read_values(connection, blog_host, field, limit); });
  }
  Result<std::vector<BlogCounts>> count_blogs(const std::optional<UtcTime>& new_since) const override {
    return read([&](SqliteConnection& connection) { return read_blogs(connection, new_since); });
  }
  Result<std::vector<ListedArrival>> list_arrivals(const ArrivalListQuery& query) const override {
    return read([&](SqliteConnection& connection) { return read_arrivals(connection, query); });
  }
  Result<std::optional<std::uint64_t>> find_arrival(const std::string& id) const override {
    return read([&](SqliteConnection& connection) { return find_arrival_step(connection, id); });
  }

  Status for_each_capture(const CaptureRange& range,
                          const std::function<bool(const IndexedCapture&)>& visit) const override {
    return guarded([&]() -> Status {
      BFA_ASSIGN_OR_RETURN(const auto reader, take_reader());
      return visit_captures(reader.connection(), range, visit);
    });
  }
  Result<std::uint64_t> count_captures(const CaptureRange& range) const override {
    return read([&](SqliteConnection& connection) { return bfa::count_captures(connection, range); });
  }
  Result<std::vector<std::uint64_t>> find_record(const std::string& record_id) const override {
    return read([&](SqliteConnection& connection) { return bfa::find_record(connection, record_id); });
  }

  // One state of the index for all statements of a query.
  template <class Body>
  auto read(const Body& body) const -> decltype(body(std::declval<SqliteConnection&>())) {
    return guarded([&]() -> decltype(body(std::declval<SqliteConnection&>())) {
      BFA_ASSIGN_OR_RETURN(const auto reader, take_reader());
      BFA_ASSIGN_OR_RETURN(auto one_state, SqliteTransaction::begin(reader.connection(), "BEGIN"));
      return body(reader.connection());
    });
  }

 private:
  Error being_made() const {
    return {Code::kUnavailable, "the index is made anew just now: try again in a while", file_, -1};
  }

  Result<std::uint64_t> nothing_to_add(const Archive& archive) const {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t last, archive.last_step());
    BFA_ASSIGN_OR_RETURN(const std::uint64_t there, reach());
    if (there >= last) return std::uint64_t{0};
    return Error{Code::kDenied,
                 "the index cannot be written to, and has the archive's history up to step " +
                     std::to_string(there) + " only: what came later is not found",
                 file_, -1};
  }

  // Never a reader of an index that is only half made: not one of a new file at the same path, and not one
  // that another process began anew in this file.
  Result<ReaderPool::Lease> take_reader() const {
    BFA_ASSIGN_OR_RETURN(auto reader, readers_.take());
    if (is_replaced()) return being_made();
    BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(reader.connection()));
    if (state.reach < least_) return being_made();
    return Result<ReaderPool::Lease>(std::move(reader));
  }

  const std::string file_;
  const std::optional<FileIdentity> identity_;  // of the file that was opened
  const std::optional<FileState> unchanging_;   // an index that is read as if nobody wrote to it
  std::atomic<std::uint64_t> least_{0};         // the index has reached this step once
  mutable ReaderPool readers_;
  std::mutex write_mutex_;
  std::unique_ptr<SqliteConnection> writer_;
  SearchAnalyser write_analyser_;
};

Result<std::string> index_path(const Archive& archive, const SearchIndexOptions& options) {
  std::string folder = options.folder;
  if (folder.empty()) {
    BFA_ASSIGN_OR_RETURN(folder, index_folder(archive.directory()));
  }
  return folder + "/" + kIndexFile;
}

// An index that another user keeps.
Result<std::unique_ptr<SearchIndex>> open_to_read(const Archive& archive, const std::string& file) {
  const auto state_of_file = file_state(file);
  bool unchanging = false;
  BFA_ASSIGN_OR_RETURN(const auto connection, SqliteConnection::open_to_read(file, unchanging));
  BFA_ASSIGN_OR_RETURN(const bool current, has_current_format(*connection));
  BFA_ASSIGN_OR_RETURN(const IndexState state, current ? read_index_state(*connection) : IndexState());
  BFA_ASSIGN_OR_RETURN(const std::string store, store_identity(archive));
  if (!current || state.store != store) {
    return Error{
        Code::kDenied,
        std::string("the index is of ") + (current ? "a former store of this archive" : "another version") +
            ", and cannot be written to: a user who may write has to run bfa search or bfa rebuild --index",
        file, -1};
  }
  return std::unique_ptr<SearchIndex>(
      std::make_unique<SqliteSearchIndex>(file, unchanging ? state_of_file : std::nullopt));
}

}  // namespace

Result<std::vector<DayCounts>> count_days_of_year(const SearchIndex& index, const std::string& blog_host,
                                                  int year) {
  if (const auto* const own = dynamic_cast<const SqliteSearchIndex*>(&index))
    return own->read(
        [&](SqliteConnection& connection) { return read_days_of_year(connection, blog_host, year); });
  BFA_ASSIGN_OR_RETURN(auto days, index.count_days(blog_host));
  std::erase_if(days, [year](const DayCounts& day) { return std::atoi(day.day.c_str()) != year; });
  return days;
}

Result<std::vector<DayCounts>> count_months(const SearchIndex& index, const std::string& blog_host) {
  if (const auto* const own = dynamic_cast<const SqliteSearchIndex*>(&index))
    return own->read([&](SqliteConnection& connection) { return read_months(connection, blog_host); });
  BFA_ASSIGN_OR_RETURN(const auto days, index.count_days(blog_host));
  return months_of(days);
}

std::vector<DayCounts> months_of(const std::vector<DayCounts>& days) {
  std::vector<DayCounts> out;
  for (const DayCounts& day : days) {
    const std::string month = day.day.substr(0, day.day.rfind('-'));
    if (out.empty() || out.back().day != month) out.push_back({month, 0, 0, 0});
    DayCounts& sum = out.back();
    sum.posts += day.posts;
    sum.edits += day.edits;
    sum.captures += day.captures;
  }
  return out;
}

Result<std::vector<ListedArrival>> list_arrivals_in_brief(const SearchIndex& index, std::uint64_t after,
                                                          std::uint64_t up_to) {
  if (const auto* const own = dynamic_cast<const SqliteSearchIndex*>(&index))
    return own->read(
        [&](SqliteConnection& connection) { return read_arrivals_in_brief(connection, after, up_to); });
  std::vector<ListedArrival> out;
  ArrivalListQuery query;
  query.after = after;
  while (query.after < up_to) {
    BFA_ASSIGN_OR_RETURN(auto found, index.list_arrivals(query));
    if (found.empty()) break;
    query.after = found.back().sequence;
    for (ListedArrival& each : found) {
      if (each.sequence <= up_to) out.push_back(std::move(each));
    }
  }
  return out;
}

CapturePlace place_of(const IndexedCapture& capture) {
  return {capture.key, capture.time, capture.sequence, capture.hop};
}

Result<std::unique_ptr<SearchIndex>> SearchIndex::open(const Archive& archive,
                                                       const SearchIndexOptions& options) {
  return guarded([&]() -> Result<std::unique_ptr<SearchIndex>> {
    std::string file_to_read;
    if (options.folder.empty()) {
      file_to_read = read_only_index(archive.directory());
    } else if (std::string given = options.folder + "/" + kIndexFile; is_only_readable(given)) {
      file_to_read = std::move(given);
    }
    if (!file_to_read.empty()) return open_to_read(archive, file_to_read);
    BFA_ASSIGN_OR_RETURN(const std::string file, index_path(archive, options));
    BFA_ASSIGN_OR_RETURN(auto writer, SqliteConnection::open(file));
    BFA_RETURN_IF_ERROR(prepare_tables(*writer, false));
    auto index = std::make_unique<SqliteSearchIndex>(file, std::move(writer));
    BFA_ASSIGN_OR_RETURN(const std::uint64_t added, index->update(archive));
    (void)added;
    return std::unique_ptr<SearchIndex>(std::move(index));
  });
}

Status SearchIndex::remove(const Archive& archive, const SearchIndexOptions& options) {
  return guarded([&]() -> Status {
    BFA_ASSIGN_OR_RETURN(const std::string file, index_path(archive, options));
    for (const char* end : {"", "-wal", "-shm"}) {
      std::error_code error;
      std::filesystem::remove(file + end, error);
      if (error) return Error{Code::kIo, "cannot be removed: " + error.message(), file + end, -1};
    }
    return {};
  });
}

bool SearchIndex::exists(const std::string& archive_directory) {
  return guarded_or([&] { return !find_index_file(archive_directory).empty(); }, [] { return false; });
}

Result<std::uint64_t> SearchIndex::update_existing(const Archive& archive) {
  return guarded([&]() -> Result<std::uint64_t> {
    const std::string file = find_index_file(archive.directory());
    if (file.empty()) return std::uint64_t{0};
    BFA_ASSIGN_OR_RETURN(auto writer, SqliteConnection::open(file));
    BFA_RETURN_IF_ERROR(prepare_tables(*writer, false));
    SearchAnalyser analyser;
    return update_index(*writer, archive, analyser);
  });
}

Result<IndexHealth> SearchIndex::check(const std::string& archive_directory) {
  return guarded([&] { return check_index(archive_directory); });
}

}  // namespace bfa
