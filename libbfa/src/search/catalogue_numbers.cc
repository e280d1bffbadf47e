// SPDX-License-Identifier: Apache-2.0
// Reads what catalogue_counts.cc writes.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>

#include "base/ascii.h"
#include "base/try.h"
#include "search/catalogue_queries.h"
#include "search/catalogue_rows.h"
#include "search/index_file.h"

namespace bfa {
namespace {

std::optional<UtcTime> time_or_nothing(const SqliteStatement& row, int column) {
  if (row.is_null(column)) return {};
  return time_of(row.number(column));
}

std::uint64_t count(const SqliteStatement& row, int column) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(row.number(column), 0));
}

ListedField field_of(ValueField field) {
  switch (field) {
    case ValueField::kAuthor:
      return ListedField::kAuthor;
    case ValueField::kTag:
      return ListedField::kTag;
    case ValueField::kCategory:
      return ListedField::kCategory;
    case ValueField::kLanguage:
      break;
  }
  return ListedField::kLanguage;
}

}  // namespace

Result<std::optional<std::int64_t>> find_host(SqliteConnection& connection, const std::string& name) {
  BFA_ASSIGN_OR_RETURN(auto* row, connection.kept("SELECT id FROM host WHERE name=?1"));
  BFA_ASSIGN_OR_RETURN(const bool there, row->bind(1, ascii_lower_case(name)).step());
  std::optional<std::int64_t> id;
  if (there) id = row->number(0);
  row->reset();
  return id;
}

std::string ValueList::ids_text() const {
  std::string out;
  for (const std::int64_t id : ids) (out += out.empty() ? "" : ",") += std::to_string(id);
  return out;
}

std::string ValueList::condition() const {
  return "EXISTS(SELECT 1 FROM member e WHERE e.value IN (" + ids_text() +
         ") AND e.published=o.published AND e.object=o.id)";
}

Result<std::optional<ValueList>> find_values(SqliteConnection& connection,
                                             std::initializer_list<ListedField> fields,
                                             const std::string& name, std::int64_t host) {
  BFA_ASSIGN_OR_RETURN(auto* row, connection.kept("SELECT id, objects FROM value WHERE field=?1 AND host=?2 "
                                                  "AND name=?3 AND objects>0"));
  ValueList found;
  for (const ListedField field : fields) {
    row->bind(1, static_cast<std::int64_t>(field)).bind(2, host).bind(3, name);
    BFA_ASSIGN_OR_RETURN(const bool there, row->step());
    if (there) {
      found.ids.push_back(row->number(0));
      found.objects += row->number(1);
    }
    row->reset();
  }
  return found.ids.empty() ? std::optional<ValueList>() : std::optional(std::move(found));
}

Result<std::string> title_of_post(SqliteConnection& connection, const std::string& url,
                                  const std::optional<UtcTime>& at) {
  std::string title;
  if (url.empty()) return title;
  BFA_ASSIGN_OR_RETURN(
      auto* row,
      connection.kept(at ? "SELECT s.title FROM object o JOIN doc d ON d.object=o.id JOIN state s ON "
                           "s.id=d.state WHERE o.key=?1 AND d.observed<=?2 ORDER BY d.observed DESC, d.step "
                           "DESC LIMIT 1"
                         : "SELECT s.title FROM object o JOIN state s ON s.id=o.state WHERE o.key=?1"));
  row->bind(1, object_key(ObjectKind::kPost, url));
  if (at) row->bind(2, ticks(*at));
  BFA_ASSIGN_OR_RETURN(const bool there, row->step());
  if (there) title = row->text(0);
  row->reset();
  return title;
}

// Rows of `day` or `month` between two numbers.
static Result<std::vector<DayCounts>> read_counts(SqliteConnection& connection, const char* sql,
                                                  const std::string& blog_host, std::int64_t first,
                                                  std::int64_t last, std::string (*name)(std::int64_t)) {
  std::vector<DayCounts> out;
  std::int64_t host = 0;
  if (!blog_host.empty()) {
    BFA_ASSIGN_OR_RETURN(const auto id, find_host(connection, blog_host));
    if (!id) return out;
    host = *id;
  }
  BFA_ASSIGN_OR_RETURN(auto* row, connection.kept(sql));
  row->bind(1, host).bind(2, first).bind(3, last);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row->step());
    if (!more) break;
    out.push_back({name(row->number(0)), count(*row, 1), count(*row, 2), count(*row, 3)});
  }
  row->reset();
  return out;
}

constexpr const char* kDaysBetween =
    "SELECT day, posts, edits, captures FROM day WHERE host=?1 AND day BETWEEN ?2 AND ?3 AND "
    "(posts>0 OR edits>0 OR captures>0) ORDER BY day";

Result<std::vector<DayCounts>> read_days(SqliteConnection& connection, const std::string& blog_host) {
  return read_counts(connection, kDaysBetween, blog_host, INT64_MIN, INT64_MAX, day_text);
}

Result<std::vector<DayCounts>> read_days_of_year(SqliteConnection& connection, const std::string& blog_host,
                                                 int year) {
  if (year < -9999 || year > 9999) return std::vector<DayCounts>();
  const auto number = [year](int month, int day) {
    return std::int64_t{
        std::chrono::sys_days(std::chrono::year(year) / month / day).time_since_epoch().count()};
  };
  return read_counts(connection, kDaysBetween, blog_host, number(1, 1), number(12, 31), day_text);
}

Result<std::vector<DayCounts>> read_months(SqliteConnection& connection, const std::string& blog_host) {
  return read_counts(connection,
                     "SELECT month, posts, edits, captures FROM month WHERE host=?1 AND month BETWEEN ?2 "
                     "AND ?3 AND (posts>0 OR edits>0 OR captures>0) ORDER BY month",
                     blog_host, INT64_MIN, INT64_MAX, month_text);
}

Result<std::vector<std::pair<std::string, std::uint64_t>>> read_values(SqliteConnection& connection,
                                                                       const std::string& blog_host,
                                                                       ValueField field, std::size_t limit) {
  std::vector<std::pair<std::string, std::uint64_t>> out;
  std::int64_t host = 0;
  if (!blog_host.empty()) {
    BFA_ASSIGN_OR_RETURN(const auto id, find_host(connection, blog_host));
    if (!id) return out;
    host = *id;
  }
  BFA_ASSIGN_OR_RETURN(auto* row,
                       connection.kept("SELECT name, posts FROM value WHERE field=?1 AND host=?2 AND posts>0 "
                                       "ORDER BY posts DESC, name LIMIT ?3"));
  row->bind(1, static_cast<std::int64_t>(field_of(field))).bind(2, host);
  row->bind(3, static_cast<std::int64_t>(std::min<std::size_t>(limit, 100'000)));
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row->step());
    if (!more) break;
    out.emplace_back(row->text(0), count(*row, 1));
  }
  row->reset();
  return out;
}

// Posts by host whose first version was captured at `since` or later: rows of versions are in the order of
// time.
static Result<std::map<std::string, std::uint64_t>> new_posts(SqliteConnection& connection, UtcTime since) {
  std::map<std::string, std::uint64_t> out;
  BFA_ASSIGN_OR_RETURN(
      auto* row, connection.kept("SELECT h.name, count(*) FROM doc d CROSS JOIN host h ON h.id=d.host WHERE "
                                 "d.id>=?1 AND d.observed>=?2 AND d.number=1 AND d.kind=?3 GROUP BY d.host"));
  row->bind(1, first_doc_row(since)).bind(2, ticks(since));
  row->bind(3, static_cast<std::int64_t>(ObjectKind::kPost));
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row->step());
    if (!more) break;
    out[row->text(0)] = count(*row, 1);
  }
  row->reset();
  return out;
}

Result<std::vector<BlogCounts>> read_blogs(SqliteConnection& connection,
                                           const std::optional<UtcTime>& new_since) {
  std::vector<BlogCounts> out;
  std::map<std::string, std::uint64_t> fresh;
  if (new_since) {
    BFA_ASSIGN_OR_RETURN(fresh, new_posts(connection, *new_since));
  }
  BFA_ASSIGN_OR_RETURN(
      auto* row,
      connection.kept("SELECT name, posts, pages, comments, edited, gone, versions, first_seen, "
                      "last_changed, newest_post, pingbacks FROM host WHERE versions>0 ORDER BY name"));
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row->step());
    if (!more) break;
    BlogCounts blog;
    blog.host = row->text(0);
    blog.posts = count(*row, 1);
    blog.pages = count(*row, 2);
    blog.comments = count(*row, 3);
    blog.pingbacks = count(*row, 10);
    blog.edited = count(*row, 4);
    blog.gone = count(*row, 5);
    blog.versions = count(*row, 6);
    blog.first_seen = time_or_nothing(*row, 7);
    blog.last_changed = time_or_nothing(*row, 8);
    blog.newest_post = row->text(9);
    if (const auto at = fresh.find(blog.host); at != fresh.end()) blog.new_posts = at->second;
    out.push_back(std::move(blog));
  }
  row->reset();
  return out;
}

Result<IndexCoverage> read_coverage(SqliteConnection& connection) {
  IndexCoverage out;
  BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(connection));
  out.reach = state.reach;
  BFA_ASSIGN_OR_RETURN(
      auto row,
      SqliteStatement::prepare(connection,
                               "SELECT sum(posts+pages+comments+pingbacks+others), sum(versions) FROM host"));
  BFA_ASSIGN_OR_RETURN(const bool there, row.step());
  if (!there) return out;
  out.objects = static_cast<std::uint64_t>(row.number(0));
  out.versions = static_cast<std::uint64_t>(row.number(1));
  return out;
}

}  // namespace bfa
