// SPDX-License-Identifier: Apache-2.0
#include "search/searcher.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "base/try.h"
#include "search/catalogue_rows.h"
#include "search/index_file.h"
#include "search/query_parser.h"
#include "search/snippet.h"

namespace bfa {
namespace {

constexpr std::size_t kMostHits = 1000;

struct FoundRow {
  std::int64_t row = 0, object = 0;
  std::string key, host;
  std::uint64_t step = 0, number = 0, versions = 0;
  bool newest = false, gone = false;
  UtcTime observed{};
};

// Where the page before ended. By time: the row of its last hit. Ranked: how many hits came before, and the
// step up to which they were looked for.
struct SearchMark {
  bool by_time = false;
  std::int64_t row = 0;
  std::uint64_t skip = 0, reach = 0;
};

std::string mark_text(const SearchMark& mark) {
  if (mark.by_time) return "t." + std::to_string(mark.row);
  return "r." + std::to_string(mark.skip) + "." + std::to_string(mark.reach);
}

template <class Number>
bool read_number(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

Result<SearchMark> parse_mark(std::string_view text) {
  const Error bad{Code::kInvalidArgument, "`after` is not the mark of a page of a search", {}, -1};
  SearchMark mark;
  if (text.size() < 3 || text[1] != '.') return bad;
  const std::string_view rest = text.substr(2);
  if (text[0] == 't') {
    mark.by_time = true;
    if (!read_number(rest, mark.row)) return bad;
    return mark;
  }
  const std::size_t dot = rest.find('.');
  if (text[0] != 'r' || dot == std::string_view::npos) return bad;
  if (!read_number(rest.substr(0, dot), mark.skip) || !read_number(rest.substr(dot + 1), mark.reach))
    return bad;
  return mark;
}

// Answers one query.
class Searcher {
 public:
  Searcher(const Archive& archive, SqliteConnection& connection, SearchAnalyser& analyser,
           const SearchQuery& query)
      : archive_(archive), connection_(connection), analyser_(analyser), query_(query) {}

  Result<SearchAnswer> run() {
    BFA_ASSIGN_OR_RETURN(auto one_state, SqliteTransaction::begin(connection_, "BEGIN"));
    BFA_ASSIGN_OR_RETURN(const auto languages, read_languages());
    BFA_ASSIGN_OR_RETURN(parsed_, parse_search(query_, languages, analyser_,
                                               [&](const std::string& language, const std::string& stem) {
                                                 return words_of_stem(language, stem);
                                               }));
    if (!query_.after.empty()) {
      BFA_ASSIGN_OR_RETURN(mark_, parse_mark(query_.after));
    }
    SearchAnswer out;
    BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(connection_));
    out.reach = state.reach;
    shift_ = state.shift;
    reach_ = mark_ && !mark_->by_time ? mark_->reach : state.reach;
    const std::uint64_t most = query_.newest ? SearchIndex::kMostCounted : SearchIndex::kMostRanked;
    BFA_ASSIGN_OR_RETURN(out.versions, count(most));
    out.more_versions = out.versions > most;
    out.versions = std::min(out.versions, most);
    out.by_time = mark_ ? mark_->by_time : query_.newest || out.more_versions;
    const std::size_t limit = std::clamp<std::size_t>(query_.limit, 1, kMostHits);
    BFA_ASSIGN_OR_RETURN(const auto rows, out.by_time ? find_newest(limit) : find_best(limit));
    if (rows.size() == limit && more_) {
      out.next = mark_text(out.by_time ? SearchMark{true, last_row_, 0, 0}
                                       : SearchMark{false, 0, (mark_ ? mark_->skip : 0) + limit, reach_});
    }
    for (const FoundRow& row : rows) {
      BFA_ASSIGN_OR_RETURN(auto hit, hit_of(row));
      if (hit) out.hits.push_back(std::move(*hit));
    }
    return out;
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

  Result<std::vector<std::string>> words_of_stem(const std::string& language, const std::string& stem) const {
    std::vector<std::string> words;
    BFA_ASSIGN_OR_RETURN(auto* row,
                         connection_.kept("SELECT word FROM stem WHERE language=?1 AND stem=?2 LIMIT 100"));
    row->bind(1, language).bind(2, stem);
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, row->step());
      if (!more) break;
      words.push_back(row->text(0));
    }
    row->reset();
    return words;
  }

  // The versions that fit, ?1 to ?6 are bound by bind_conditions. Words of rows that are there no more lead
  // to no row of doc.
  std::string source(const char* which = "", bool with_object = true) const {
    std::string sql = " FROM words w CROSS JOIN doc d ON d.id=w.rowid";
    if (with_object) sql += " CROSS JOIN object o ON o.id=d.object";
    sql += " WHERE words MATCH ?1";
    sql += which;
    if (query_.since) sql += " AND w.rowid>=?2 AND d.observed>=?3";
    if (query_.until) sql += " AND w.rowid<?4 AND d.observed<?5";
    if (parsed_.published_from) sql += " AND o.published>=" + std::to_string(*parsed_.published_from);
    if (parsed_.published_to) sql += " AND o.published<" + std::to_string(*parsed_.published_to);
    if (parsed_.published_from || parsed_.published_to)
      sql += " AND o.published>" + std::to_string(kUnknownDate);
    if (mark_ && !mark_->by_time) sql += " AND d.step<=?6";
    return sql;
  }

  void bind_conditions(SqliteStatement& row) const {
    row.bind(1, parsed_.expression);
    if (query_.since) row.bind(2, first_doc_row(*query_.since)).bind(3, ticks(*query_.since));
    if (query_.until)
      row.bind(4, first_doc_row(*query_.until + std::chrono::seconds(1)) + shift_)
          .bind(5, ticks(*query_.until));
    if (mark_ && !mark_->by_time) row.bind(6, static_cast<std::int64_t>(mark_->reach));
  }

  // Up to one more than `most`.
  Result<std::uint64_t> count(std::uint64_t most) const {
    const bool by_date = parsed_.published_from || parsed_.published_to;
    const std::string sql = "SELECT count(*) FROM (SELECT 1" + source("", by_date) + " LIMIT ?7)";
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, sql.c_str()));
    bind_conditions(row);
    row.bind(7, static_cast<std::int64_t>(most + 1));
    BFA_ASSIGN_OR_RETURN(const bool there, row.step());
    return there ? static_cast<std::uint64_t>(row.number(0)) : 0;
  }

  static constexpr const char* kColumns =
      "SELECT d.id, d.object, o.key, d.step, d.number, d.newest, d.observed, o.versions, o.gone, "
      "(SELECT h.name FROM host h WHERE h.id=o.host)";

  static FoundRow found_row(const SqliteStatement& row) {
    FoundRow out;
    out.row = row.number(0);
    out.object = row.number(1);
    out.key = row.text(2);
    out.step = static_cast<std::uint64_t>(row.number(3));
    out.number = static_cast<std::uint64_t>(row.number(4));
    out.newest = row.number(5) != 0;
    out.observed = time_of(row.number(6));
    out.versions = static_cast<std::uint64_t>(row.number(7));
    out.gone = row.number(8) != 0;
    out.host = row.text(9);
    return out;
  }

  // One row an object: that of its newest version that fits, as rows are in the order of time. On a further
  // page an object that had a newer one is left out: it was on a page before.
  Result<std::vector<FoundRow>> find_newest(std::size_t limit) {
    const std::string sql = kColumns + source(mark_ ? " AND w.rowid<?7" : "") + " ORDER BY w.rowid DESC";
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, sql.c_str()));
    bind_conditions(row);
    if (mark_) row.bind(7, mark_->row);
    std::vector<FoundRow> rows;
    std::set<std::int64_t> objects;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(more_, row.step());
      if (!more_) return rows;
      if (!objects.insert(row.number(1)).second) continue;
      if (mark_ && row.number(5) == 0) {
        BFA_ASSIGN_OR_RETURN(const auto newer, newer_version(row.number(1), mark_->row));
        if (newer) continue;
      }
      if (rows.size() == limit) return rows;
      rows.push_back(found_row(row));
      last_row_ = rows.back().row;
    }
  }

  // One row an object: that of its newest version that fits, in the place of its best one.
  Result<std::vector<FoundRow>> find_best(std::size_t limit) {
    const std::string sql = kColumns + source() + " ORDER BY bm25(words, 1, 6, 3, 3, 3, 0), w.rowid";
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, sql.c_str()));
    bind_conditions(row);
    std::vector<FoundRow> rows;
    std::set<std::int64_t> objects;
    std::uint64_t skip = mark_ ? mark_->skip : 0;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(more_, row.step());
      if (!more_) break;
      if (!objects.insert(row.number(1)).second) continue;
      if (skip > 0) {
        --skip;
        continue;
      }
      if (rows.size() == limit) break;
      rows.push_back(found_row(row));
    }
    row.reset();
    for (FoundRow& found : rows) {
      if (found.newest) continue;
      BFA_ASSIGN_OR_RETURN(auto newer, newer_version(found.object, found.row + 1));
      if (newer) found = std::move(*newer);
    }
    return rows;
  }

  // The newest version of the object that fits, of those in rows from `first` on.
  Result<std::optional<FoundRow>> newer_version(std::int64_t object, std::int64_t first) const {
    BFA_ASSIGN_OR_RETURN(auto versions,
                         SqliteStatement::prepare(
                             connection_, "SELECT id FROM doc WHERE object=?1 AND id>=?2 ORDER BY id DESC"));
    const std::string sql = kColumns + source(" AND w.rowid=?7");
    BFA_ASSIGN_OR_RETURN(auto fits, SqliteStatement::prepare(connection_, sql.c_str()));
    bind_conditions(fits);
    versions.bind(1, object).bind(2, first);
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, versions.step());
      if (!more) return std::optional<FoundRow>();
      fits.reset();
      BFA_ASSIGN_OR_RETURN(const bool is_hit, fits.bind(7, versions.number(0)).step());
      if (is_hit) return std::optional(found_row(fits));
    }
  }

  // Nothing when the archive does not have it any more.
  Result<std::optional<SearchHit>> hit_of(const FoundRow& row) {
    BFA_ASSIGN_OR_RETURN(auto version, archive_.version_at(row.key, row.observed));
    if (!version || version->sequence != row.step) {
      BFA_ASSIGN_OR_RETURN(auto versions, archive_.versions(row.key));
      const auto at = std::find_if(versions.begin(), versions.end(),
                                   [&](const Version& other) { return other.sequence == row.step; });
      if (at == versions.end()) return std::optional<SearchHit>();
      version = std::move(*at);
    }
    const DataObject& object = version->object;
    SearchHit hit;
    hit.key = row.key;
    hit.url = object.url;
    hit.title = object.title;
    hit.blog_host = row.host;
    hit.post = object.post;
    if (object.published) hit.published = format_timestamp(*object.published);
    hit.language = object.language;
    hit.kind = object.kind;
    hit.version = row.number;
    hit.versions = row.versions;
    hit.only_old = !row.newest;
    hit.gone = row.gone;
    hit.captured = row.observed;
    hit.sequence = row.step;
    // The query has all words of a stem already: the text needs no stems.
    auto snippet = make_snippet(object.text, "", parsed_, analyser_);
    hit.snippet = std::move(snippet.text);
    hit.marks = std::move(snippet.marks);
    return std::optional<SearchHit>(std::move(hit));
  }

  const Archive& archive_;
  SqliteConnection& connection_;
  SearchAnalyser& analyser_;
  const SearchQuery& query_;
  ParsedQuery parsed_;
  std::optional<SearchMark> mark_;
  std::uint64_t reach_ = 0;
  std::int64_t shift_ = 0;     // IndexState::shift
  bool more_ = false;          // there are rows behind the last hit
  std::int64_t last_row_ = 0;  // of the last hit
};

}  // namespace

Result<SearchAnswer> run_search(const Archive& archive, SqliteConnection& connection,
                                SearchAnalyser& analyser, const SearchQuery& query) {
  return Searcher(archive, connection, analyser, query).run();
}

}  // namespace bfa
