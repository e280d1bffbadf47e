// SPDX-License-Identifier: Apache-2.0
#include "bfa/search/search_index.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <set>

#include "base/guard.h"
#include "base/try.h"
#include "search/analyser.h"
#include "search/capture_rows.h"
#include "search/index_file.h"
#include "search/index_update.h"
#include "search/query_parser.h"
#include "search/snippet.h"
#include "search/sqlite.h"

namespace bfa {
namespace {

struct FoundRow {
  std::int64_t row = 0, object = 0;
  std::string key;
  std::uint64_t step = 0, number = 0;
  bool newest = false;
};

class SqliteSearchIndex final : public SearchIndex {
 public:
  SqliteSearchIndex(std::string file, std::unique_ptr<SqliteConnection> reader,
                    std::unique_ptr<SqliteConnection> writer)
      : file_(std::move(file)), reader_(std::move(reader)), writer_(std::move(writer)) {}

  Result<std::uint64_t> update(const Archive& archive) override {
    return guarded([&] {
      const std::lock_guard lock(write_mutex_);
      return update_index(*writer_, archive, write_analyser_);
    });
  }

  Result<std::uint64_t> reach() const override {
    return guarded([&]() -> Result<std::uint64_t> {
      const std::lock_guard lock(read_mutex_);
      BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(*reader_));
      return state.reach;
    });
  }

  const std::string& file() const override { return file_; }

  Result<SearchAnswer> search(const Archive& archive, const SearchQuery& query) const override {
    return guarded([&]() -> Result<SearchAnswer> {
      const std::lock_guard lock(read_mutex_);
      BFA_ASSIGN_OR_RETURN(const auto languages, read_languages());
      BFA_ASSIGN_OR_RETURN(const ParsedQuery parsed, parse_search(query, languages, read_analyser_));
      return answer(archive, query, parsed);
    });
  }

  Result<ObjectList> list_objects(const ObjectListQuery&) const override { return missing(); }
  Result<std::vector<DayCounts>> count_days(const std::string&) const override { return missing(); }
  Result<std::vector<std::pair<std::string, std::uint64_t>>> count_values(const std::string&, ValueField,
                                                                          std::size_t) const override {
    return missing();
  }
  Result<std::vector<BlogCounts>> count_blogs() const override { return missing(); }
  Result<std::vector<ListedArrival>> list_arrivals(const ArrivalListQuery&) const override {
    return missing();
  }
  Result<std::optional<std::uint64_t>> find_arrival(const std::string&) const override { return missing(); }

  Status for_each_capture(const CaptureRange& range,
                          const std::function<bool(const IndexedCapture&)>& visit) const override {
    return guarded([&] {
      const std::lock_guard lock(read_mutex_);
      return visit_captures(*reader_, range, visit);
    });
  }

  Result<std::uint64_t> count_captures(const CaptureRange& range) const override {
    return guarded([&] {
      const std::lock_guard lock(read_mutex_);
      return bfa::count_captures(*reader_, range);
    });
  }

  Result<std::vector<std::uint64_t>> find_record(const std::string& record_id) const override {
    return guarded([&] {
      const std::lock_guard lock(read_mutex_);
      return bfa::find_record(*reader_, record_id);
    });
  }

 private:
  static Error missing() { return {Code::kUnsupported, "the index has no lists yet", {}, -1}; }

  Result<std::vector<std::string>> read_languages() const {
    std::vector<std::string> names;
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(*reader_, "SELECT name FROM language"));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, row.step());
      if (!more) return names;
      names.push_back(row.text(0));
    }
  }

  Result<SearchAnswer> answer(const Archive& archive, const SearchQuery& query,
                              const ParsedQuery& parsed) const {
    SearchAnswer out;
    BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(*reader_));
    out.reach = state.reach;
    BFA_ASSIGN_OR_RETURN(out.versions, count(parsed));
    out.more_versions = out.versions > kMostRanked;
    out.versions = std::min(out.versions, kMostRanked);
    out.by_time = query.newest || out.more_versions;
    BFA_ASSIGN_OR_RETURN(const auto rows, find(parsed, out.by_time, query.limit));
    for (const FoundRow& row : rows) {
      BFA_ASSIGN_OR_RETURN(auto hit, hit_of(archive, row, parsed));
      if (hit) out.hits.push_back(std::move(*hit));
    }
    return out;
  }

  Result<std::uint64_t> count(const ParsedQuery& parsed) const {
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(*reader_,
                                                            "SELECT count(*) FROM (SELECT 1 FROM words WHERE "
                                                            "words MATCH ?1 LIMIT ?2)"));
    row.bind(1, parsed.expression).bind(2, static_cast<std::int64_t>(kMostRanked + 1));
    BFA_ASSIGN_OR_RETURN(const bool there, row.step());
    return there ? static_cast<std::uint64_t>(row.number(0)) : 0;
  }

  // One row an object: that of its newest version that fits.
  Result<std::vector<FoundRow>> find(const ParsedQuery& parsed, bool by_time, std::size_t limit) const {
    constexpr const char* kSelect =
        "SELECT d.id, d.object, o.key, d.step, d.number, d.newest FROM words w JOIN doc d ON d.id=w.rowid "
        "JOIN "
        "object o ON o.id=d.object WHERE words MATCH ?1 ORDER BY ";
    const std::string sql =
        std::string(kSelect) + (by_time ? "w.rowid DESC" : "bm25(words, 6, 1, 3, 3, 0), w.rowid");
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(*reader_, sql.c_str()));
    row.bind(1, parsed.expression);
    std::vector<FoundRow> rows;
    std::set<std::int64_t> objects;
    while (rows.size() < limit) {
      BFA_ASSIGN_OR_RETURN(const bool more, row.step());
      if (!more) break;
      if (!objects.insert(row.number(1)).second) continue;
      rows.push_back({row.number(0), row.number(1), row.text(2), static_cast<std::uint64_t>(row.number(3)),
                      static_cast<std::uint64_t>(row.number(4)), row.number(5) != 0});
    }
    row.reset();
    for (FoundRow& found : rows) {
      if (!found.newest) BFA_RETURN_IF_ERROR(take_newest(parsed, found));
    }
    return rows;
  }

  // The newest version of the object that fits.
  Status take_newest(const ParsedQuery& parsed, FoundRow& found) const {
    BFA_ASSIGN_OR_RETURN(auto versions, SqliteStatement::prepare(
                                            *reader_,
                                            "SELECT id, step, number, newest FROM doc WHERE object=?1 AND "
                                            "number>?2 ORDER BY number DESC"));
    BFA_ASSIGN_OR_RETURN(auto fits, SqliteStatement::prepare(
                                        *reader_, "SELECT 1 FROM words WHERE words MATCH ?1 AND rowid=?2"));
    versions.bind(1, found.object).bind(2, static_cast<std::int64_t>(found.number));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, versions.step());
      if (!more) return {};
      BFA_ASSIGN_OR_RETURN(const bool is_hit,
                           fits.bind(1, parsed.expression).bind(2, versions.number(0)).step());
      fits.reset();
      if (!is_hit) continue;
      found.row = versions.number(0);
      found.step = static_cast<std::uint64_t>(versions.number(1));
      found.number = static_cast<std::uint64_t>(versions.number(2));
      found.newest = versions.number(3) != 0;
      return {};
    }
  }

  // Nothing when the archive does not have it any more.
  Result<std::optional<SearchHit>> hit_of(const Archive& archive, const FoundRow& row,
                                          const ParsedQuery& parsed) const {
    const auto versions = archive.versions(row.key);
    if (!versions && versions.error().code == Code::kNotFound) return std::optional<SearchHit>();
    if (!versions) return versions.error();
    const auto at = std::find_if(versions->begin(), versions->end(),
                                 [&](const Version& version) { return version.sequence == row.step; });
    if (at == versions->end()) return std::optional<SearchHit>();
    SearchHit hit;
    hit.key = row.key;
    hit.url = at->object.url;
    hit.title = at->object.title;
    hit.kind = at->object.kind;
    hit.version = static_cast<std::uint64_t>(at - versions->begin()) + 1;
    hit.versions = versions->size();
    hit.only_old = !row.newest;
    hit.captured = at->observed;
    hit.sequence = at->sequence;
    auto snippet =
        make_snippet(at->object.text, primary_language(at->object.language), parsed, read_analyser_);
    hit.snippet = std::move(snippet.text);
    hit.marks = std::move(snippet.marks);
    return std::optional<SearchHit>(std::move(hit));
  }

  std::string file_;
  mutable std::mutex read_mutex_, write_mutex_;
  std::unique_ptr<SqliteConnection> reader_, writer_;
  mutable SearchAnalyser read_analyser_;
  SearchAnalyser write_analyser_;
};

Result<std::string> index_path(const Archive& archive, const SearchIndexOptions& options) {
  std::string folder = options.folder;
  if (folder.empty()) {
    BFA_ASSIGN_OR_RETURN(folder, index_folder(archive));
  }
  return folder + "/search.sqlite";
}

}  // namespace

CapturePlace place_of(const IndexedCapture& capture) {
  return {capture.key, capture.time, capture.sequence, !capture.redirect.empty()};
}

Result<std::unique_ptr<SearchIndex>> SearchIndex::open(const Archive& archive,
                                                       const SearchIndexOptions& options) {
  return guarded([&]() -> Result<std::unique_ptr<SearchIndex>> {
    BFA_ASSIGN_OR_RETURN(const std::string file, index_path(archive, options));
    BFA_ASSIGN_OR_RETURN(auto writer, SqliteConnection::open(file));
    BFA_RETURN_IF_ERROR(prepare_tables(*writer, false));
    BFA_ASSIGN_OR_RETURN(auto reader, SqliteConnection::open(file));
    auto index = std::make_unique<SqliteSearchIndex>(file, std::move(reader), std::move(writer));
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

}  // namespace bfa
