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
#include "search/catalogue_queries.h"
#include "search/index_file.h"
#include "search/index_update.h"
#include "search/query_parser.h"
#include "search/reader_pool.h"
#include "search/snippet.h"
#include "search/sqlite.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMostRanked = SearchIndex::kMostRanked;

struct FoundRow {
  std::int64_t row = 0, object = 0;
  std::string key;
  std::uint64_t step = 0, number = 0;
  bool newest = false;
};

// Answers one query, on one connection.
class Searcher {
 public:
  Searcher(const Archive& archive, SqliteConnection& connection, SearchAnalyser& analyser)
      : archive_(archive), connection_(connection), analyser_(analyser) {}

  Result<SearchAnswer> run(const SearchQuery& query) {
    BFA_ASSIGN_OR_RETURN(auto one_state, SqliteTransaction::begin(connection_, "BEGIN"));
    BFA_ASSIGN_OR_RETURN(const auto languages, read_languages());
    BFA_ASSIGN_OR_RETURN(const ParsedQuery parsed, parse_search(query, languages, analyser_));
    return answer(query, parsed);
  }

 private:
  Result<std::vector<std::string>> read_languages() const {
    std::vector<std::string> names;
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, "SELECT name FROM language"));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, row.step());
      if (!more) return names;
      names.push_back(row.text(0));
    }
  }

  Result<SearchAnswer> answer(const SearchQuery& query, const ParsedQuery& parsed) {
    SearchAnswer out;
    BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(connection_));
    out.reach = state.reach;
    BFA_ASSIGN_OR_RETURN(out.versions, count(parsed));
    out.more_versions = out.versions > kMostRanked;
    out.versions = std::min(out.versions, kMostRanked);
    out.by_time = query.newest || out.more_versions;
    BFA_ASSIGN_OR_RETURN(const auto rows, find(parsed, out.by_time, query.limit));
    for (const FoundRow& row : rows) {
      BFA_ASSIGN_OR_RETURN(auto hit, hit_of(row, parsed));
      if (hit) out.hits.push_back(std::move(*hit));
    }
    return out;
  }

  Result<std::uint64_t> count(const ParsedQuery& parsed) const {
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_,
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
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, sql.c_str()));
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
                                            connection_,
                                            "SELECT id, step, number, newest FROM doc WHERE object=?1 AND "
                                            "number>?2 ORDER BY number DESC"));
    BFA_ASSIGN_OR_RETURN(
        auto fits,
        SqliteStatement::prepare(connection_, "SELECT 1 FROM words WHERE words MATCH ?1 AND rowid=?2"));
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
  Result<std::optional<SearchHit>> hit_of(const FoundRow& row, const ParsedQuery& parsed) {
    const auto versions = archive_.versions(row.key);
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
    auto snippet = make_snippet(at->object.text, primary_language(at->object.language), parsed, analyser_);
    hit.snippet = std::move(snippet.text);
    hit.marks = std::move(snippet.marks);
    return std::optional<SearchHit>(std::move(hit));
  }

  const Archive& archive_;
  SqliteConnection& connection_;
  SearchAnalyser& analyser_;
};

class SqliteSearchIndex final : public SearchIndex {
 public:
  SqliteSearchIndex(std::string file, std::unique_ptr<SqliteConnection> writer)
      : file_(std::move(file)), readers_(file_), writer_(std::move(writer)) {}

  Result<std::uint64_t> update(const Archive& archive) override {
    return guarded([&] {
      const std::lock_guard lock(write_mutex_);
      return update_index(*writer_, archive, write_analyser_);
    });
  }

  Result<std::uint64_t> reach() const override {
    return read([](SqliteConnection& connection) -> Result<std::uint64_t> {
      BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(connection));
      return state.reach;
    });
  }

  const std::string& file() const override { return file_; }

  Result<SearchAnswer> search(const Archive& archive, const SearchQuery& query) const override {
    return guarded([&]() -> Result<SearchAnswer> {
      BFA_ASSIGN_OR_RETURN(const auto reader, readers_.take());
      return Searcher(archive, reader.connection(), reader.analyser()).run(query);
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
  Result<std::vector<BlogCounts>> count_blogs() const override { return read(read_blogs); }
  Result<std::vector<ListedArrival>> list_arrivals(const ArrivalListQuery& query) const override {
    return read([&](SqliteConnection& connection) { return read_arrivals(connection, query); });
  }
  Result<std::optional<std::uint64_t>> find_arrival(const std::string& id) const override {
    return read([&](SqliteConnection& connection) { return find_arrival_step(connection, id); });
  }

  Status for_each_capture(const CaptureRange& range,
                          const std::function<bool(const IndexedCapture&)>& visit) const override {
    return guarded([&]() -> Status {
      BFA_ASSIGN_OR_RETURN(const auto reader, readers_.take());
      return visit_captures(reader.connection(), range, visit);
    });
  }
  Result<std::uint64_t> count_captures(const CaptureRange& range) const override {
    return read([&](SqliteConnection& connection) { return bfa::count_captures(connection, range); });
  }
  Result<std::vector<std::uint64_t>> find_record(const std::string& record_id) const override {
    return read([&](SqliteConnection& connection) { return bfa::find_record(connection, record_id); });
  }

 private:
  // One state of the index for all statements of a query.
  template <class Body>
  auto read(const Body& body) const -> decltype(body(std::declval<SqliteConnection&>())) {
    return guarded([&]() -> decltype(body(std::declval<SqliteConnection&>())) {
      BFA_ASSIGN_OR_RETURN(const auto reader, readers_.take());
      BFA_ASSIGN_OR_RETURN(auto one_state, SqliteTransaction::begin(reader.connection(), "BEGIN"));
      return body(reader.connection());
    });
  }

  const std::string file_;
  mutable ReaderPool readers_;
  std::mutex write_mutex_;
  std::unique_ptr<SqliteConnection> writer_;
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

}  // namespace bfa
