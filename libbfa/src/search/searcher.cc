// SPDX-License-Identifier: Apache-2.0
#include "search/searcher.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <unordered_map>

#include "base/try.h"
#include "bfa/object/filters.h"
#include "search/catalogue_queries.h"
#include "search/catalogue_rows.h"
#include "search/index_file.h"
#include "search/known_words.h"
#include "search/query_parser.h"
#include "search/snippet.h"

namespace bfa {
namespace {

constexpr std::size_t kMostHits = 1000;

// A row that fits, as the scan gives it.
struct ScannedRow {
  std::int64_t row = 0, object = 0;
  bool newest = false;
  double score = 0;
};

struct FoundRow {
  std::int64_t row = 0, object = 0;
  std::string key, host;
  std::uint64_t step = 0, number = 0, versions = 0;
  bool newest = false, gone = false;
  UtcTime observed{};
};

// Where the page before ended. By time: the row of its last hit, and how many versions the first page
// counted. Ranked: how many hits came before, and the step up to which they were looked for.
struct SearchMark {
  bool by_time = false;
  std::int64_t row = 0;
  std::uint64_t versions = 0;
  std::uint64_t skip = 0, reach = 0;
};

std::string mark_text(const SearchMark& mark) {
  if (mark.by_time) return "t." + std::to_string(mark.row) + "." + std::to_string(mark.versions);
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
  const std::size_t dot = rest.find('.');
  if (dot == std::string_view::npos) return bad;
  if (text[0] == 't') {
    mark.by_time = true;
    if (!read_number(rest.substr(0, dot), mark.row) || !read_number(rest.substr(dot + 1), mark.versions))
      return bad;
    return mark;
  }
  if (text[0] != 'r') return bad;
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
    BFA_ASSIGN_OR_RETURN(parsed_,
                         parse_search(
                             query_, languages, analyser_,
                             [&](const std::string& language, const std::string& stem) {
                               return words_of_stem(connection_, language, stem);
                             },
                             [&](const std::string& text) { return words_of_beginning(connection_, text); }));
    if (!query_.after.empty()) {
      BFA_ASSIGN_OR_RETURN(mark_, parse_mark(query_.after));
    }
    SearchAnswer out;
    BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(connection_));
    out.reach = state.reach;
    shift_ = state.shift;
    reach_ = mark_ && !mark_->by_time ? mark_->reach : state.reach;
    limit_ = std::clamp<std::size_t>(query_.limit, 1, kMostHits);
    BFA_ASSIGN_OR_RETURN(const auto rows, find(out));
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

  // The rows of a page, in its order.
  Result<std::vector<FoundRow>> find(SearchAnswer& out) {
    const std::uint64_t most = query_.newest ? SearchIndex::kMostCounted : SearchIndex::kMostRanked;
    std::vector<ScannedRow> page;
    if (mark_ && mark_->by_time) {
      BFA_ASSIGN_OR_RETURN(page, scan_behind());
      versions_ = mark_->versions;
    } else {
      BFA_ASSIGN_OR_RETURN(page, scan(most));
    }
    out.more_versions = versions_ > most;
    out.versions = std::min(versions_, most);
    out.by_time = (mark_ && mark_->by_time) || (!mark_ && (query_.newest || out.more_versions));
    if (!out.by_time) {
      BFA_ASSIGN_OR_RETURN(page, best_of(std::move(scanned_)));
    }
    if (more_ && !page.empty())
      out.next = mark_text(out.by_time ? SearchMark{true, page.back().row, versions_, 0, 0}
                                       : SearchMark{false, 0, 0, (mark_ ? mark_->skip : 0) + limit_, reach_});
    std::vector<FoundRow> rows;
    for (const ScannedRow& row : page) {
      BFA_ASSIGN_OR_RETURN(auto found, load(row.row));
      if (found) rows.push_back(std::move(*found));
    }
    return rows;
  }

  // One look at what fits, the newest row first: it counts up to one more than `most`, keeps these rows, and
  // gives the first page by time: one row an object, its newest one that fits.
  Result<std::vector<ScannedRow>> scan(std::uint64_t most) {
    const bool by_date = parsed_.published_from || parsed_.published_to;
    const bool scored = parsed_.one_phrase && !query_.newest;
    const std::string sql = std::string("SELECT d.id, d.object, d.newest") +
                            (scored ? ", phrase_score(words)" : ", 0") + source("", by_date) +
                            " ORDER BY w.rowid DESC";
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, sql.c_str()));
    bind_conditions(row);
    std::vector<ScannedRow> page;
    std::set<std::int64_t> objects;
    for (more_ = false; versions_ <= most || !more_;) {
      BFA_ASSIGN_OR_RETURN(const bool there, row.step());
      if (!there) break;
      BFA_ASSIGN_OR_RETURN(const bool meant, belongs(row.number(1)));
      if (!meant) continue;
      ++versions_;
      ScannedRow found{row.number(0), row.number(1), row.number(2) != 0, row.real(3)};
      if (versions_ <= most) scanned_.push_back(found);
      if (more_ || objects.contains(found.object)) continue;
      more_ = page.size() == limit_;
      if (more_) continue;
      objects.insert(found.object);
      page.push_back(found);
    }
    versions_ = std::min(versions_, most + 1);
    return page;
  }

  // A further page by time. An object that had a newer row was on a page before.
  Result<std::vector<ScannedRow>> scan_behind() {
    const bool by_date = parsed_.published_from || parsed_.published_to;
    const std::string sql =
        "SELECT d.id, d.object, d.newest" + source(" AND w.rowid<?7", by_date) + " ORDER BY w.rowid DESC";
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, sql.c_str()));
    bind_conditions(row);
    row.bind(7, mark_->row);
    std::vector<ScannedRow> page;
    std::set<std::int64_t> objects;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(more_, row.step());
      if (!more_) return page;
      const ScannedRow found{row.number(0), row.number(1), row.number(2) != 0, 0};
      if (!objects.insert(found.object).second) continue;
      BFA_ASSIGN_OR_RETURN(const bool meant, belongs(found.object));
      if (!meant) continue;
      if (!found.newest) {
        BFA_ASSIGN_OR_RETURN(const bool before, has_newer(found.object, mark_->row));
        if (before) continue;
      }
      if (page.size() == limit_) return page;
      page.push_back(found);
    }
  }

  // Whether the query means an object of the host. Each is asked for once.
  Result<bool> belongs(std::int64_t object) {
    if (parsed_.belongs.empty()) return true;
    const auto known = belonging_.find(object);
    if (known != belonging_.end()) return known->second;
    BFA_ASSIGN_OR_RETURN(auto* row, connection_.kept("SELECT s.url, o.post FROM object o CROSS JOIN state s "
                                                     "ON s.id=o.state WHERE o.id=?1"));
    BFA_ASSIGN_OR_RETURN(const bool there, row->bind(1, object).step());
    bool meant = there;
    if (there) {
      const std::string url = row->text(0), post = row->text(1);
      meant = std::all_of(parsed_.belongs.begin(), parsed_.belongs.end(),
                          [&](const ObjectFilter& filter) { return filter(url, post); });
    }
    row->reset();
    belonging_.emplace(object, meant);
    return meant;
  }

  // The best page of all that fits: one row an object, its newest one that fits, in the place of its best
  // one. `found`: newest first.
  Result<std::vector<ScannedRow>> best_of(std::vector<ScannedRow> found) {
    std::map<std::int64_t, ScannedRow> newest;
    for (const ScannedRow& row : found) newest.emplace(row.object, row);
    if (!parsed_.one_phrase) BFA_RETURN_IF_ERROR(score(found));
    std::sort(found.begin(), found.end(), [](const ScannedRow& a, const ScannedRow& b) {
      return std::pair(-a.score, a.row) < std::pair(-b.score, b.row);
    });
    std::vector<ScannedRow> page;
    std::set<std::int64_t> objects;
    std::uint64_t skip = mark_ ? mark_->skip : 0;
    more_ = false;
    for (const ScannedRow& row : found) {
      if (!objects.insert(row.object).second) continue;
      if (skip > 0) {
        --skip;
        continue;
      }
      more_ = page.size() == limit_;
      if (more_) break;
      page.push_back(newest.at(row.object));
    }
    return page;
  }

  // Ranks of several words: their rarity counts.
  Status score(std::vector<ScannedRow>& found) const {
    const bool by_date = parsed_.published_from || parsed_.published_to;
    const std::string sql = "SELECT d.id, bm25(words, 1, 6, 3, 3, 3, 0)" + source("", by_date);
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, sql.c_str()));
    bind_conditions(row);
    std::unordered_map<std::int64_t, double> scores;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool there, row.step());
      if (!there) break;
      scores.emplace(row.number(0), -row.real(1));
    }
    for (ScannedRow& each : found) each.score = scores[each.row];
    return {};
  }

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

  Result<std::optional<FoundRow>> load(std::int64_t id) const {
    BFA_ASSIGN_OR_RETURN(
        auto* row, connection_.kept("SELECT d.id, d.object, o.key, d.step, d.number, d.newest, d.observed, "
                                    "o.versions, o.gone, (SELECT h.name FROM host h WHERE h.id=o.host) "
                                    "FROM doc d CROSS JOIN object o ON o.id=d.object WHERE d.id=?1"));
    BFA_ASSIGN_OR_RETURN(const bool there, row->bind(1, id).step());
    std::optional<FoundRow> found;
    if (there) found = found_row(*row);
    row->reset();
    return found;
  }

  // Whether a version of the object in rows from `first` on fits.
  Result<bool> has_newer(std::int64_t object, std::int64_t first) const {
    BFA_ASSIGN_OR_RETURN(auto versions,
                         SqliteStatement::prepare(
                             connection_, "SELECT id FROM doc WHERE object=?1 AND id>=?2 ORDER BY id DESC"));
    const bool by_date = parsed_.published_from || parsed_.published_to;
    const std::string sql = "SELECT 1" + source(" AND w.rowid=?7", by_date);
    BFA_ASSIGN_OR_RETURN(auto fits, SqliteStatement::prepare(connection_, sql.c_str()));
    bind_conditions(fits);
    versions.bind(1, object).bind(2, first);
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, versions.step());
      if (!more) return false;
      fits.reset();
      BFA_ASSIGN_OR_RETURN(const bool is_hit, fits.bind(7, versions.number(0)).step());
      if (is_hit) return true;
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
    hit.comment_type = comment_type(object);
    hit.version = row.number;
    hit.versions = row.versions;
    hit.only_old = !row.newest;
    hit.gone = row.gone;
    hit.captured = row.observed;
    hit.sequence = row.step;
    hit.title_marks = marks_in(hit.title, parsed_, analyser_, "title");
    hit.authors = lines_of(object.authors, "author");
    hit.tags = lines_of(object.tags, "tag");
    const auto categories = object.attributes.find("categories");
    if (categories != object.attributes.end())
      hit.categories = lines_of(split_lines(categories->second), "category");
    if (hit.kind == ObjectKind::kComment) {
      BFA_ASSIGN_OR_RETURN(hit.post_title, title_of_post(connection_, object.post));
    }
    set_snippet(object, hit);
    return std::optional<SearchHit>(std::move(hit));
  }

  MarkedText lines_of(const std::vector<std::string>& names, std::string_view column) const {
    constexpr std::size_t kMostNames = 50;
    MarkedText out;
    for (std::size_t i = 0; i < names.size() && i < kMostNames; ++i)
      out.text += (i == 0 ? "" : ", ") + names[i];
    out.marks = marks_in(out.text, parsed_, analyser_, column);
    return out;
  }

  // From the text; from the subtitle where that alone has a word, or where there is no text. An object that
  // has neither, such as a post of one picture, shows the texts of its pictures and links.
  void set_snippet(const DataObject& object, SearchHit& hit) const {
    // The query has all words of a stem already: the text needs no stems.
    SearchSnippet made = make_snippet(object.text, "", parsed_, analyser_);
    if (made.marks.empty() && !object.subtitle.empty()) {
      SearchSnippet other = make_snippet(object.subtitle, "", parsed_, analyser_, "title");
      if (made.text.empty() || !other.marks.empty()) made = std::move(other);
    }
    if (made.text.empty()) {
      std::string texts;
      for (const Reference& reference : object.references) {
        if (!reference.text.empty()) texts += (texts.empty() ? "" : ", ") + reference.text;
      }
      made = make_snippet(texts, "", parsed_, analyser_);
      made.marks.clear();  // these texts are not in the index
    }
    hit.snippet = std::move(made.text);
    hit.marks = std::move(made.marks);
  }

  const Archive& archive_;
  SqliteConnection& connection_;
  SearchAnalyser& analyser_;
  const SearchQuery& query_;
  ParsedQuery parsed_;
  std::optional<SearchMark> mark_;
  std::uint64_t reach_ = 0;
  std::int64_t shift_ = 0;  // IndexState::shift
  std::size_t limit_ = 0;
  std::uint64_t versions_ = 0;       // that fit, up to one more than are counted
  std::vector<ScannedRow> scanned_;  // newest first
  bool more_ = false;                // there are hits behind the page
  std::unordered_map<std::int64_t, bool> belonging_;
};

}  // namespace

Result<SearchAnswer> run_search(const Archive& archive, SqliteConnection& connection,
                                SearchAnalyser& analyser, const SearchQuery& query) {
  return Searcher(archive, connection, analyser, query).run();
}

}  // namespace bfa
