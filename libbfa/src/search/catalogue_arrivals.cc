// SPDX-License-Identifier: Apache-2.0
// Versions in the order in which they came.
#include <algorithm>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "object/arrival_name.h"
#include "search/catalogue_queries.h"
#include "search/catalogue_rows.h"
#include "search/changed_fields.h"

namespace bfa {
namespace {

constexpr std::size_t kMostListed = 10'000;
constexpr int kUrl = 3, kPost = 6;  // columns of read_arrivals()

ListedArrival arrival_of(const SqliteStatement& row) {
  ListedArrival out;
  out.key = row.text(0);
  out.sequence = static_cast<std::uint64_t>(row.number(1));
  out.captured = time_of(row.number(2));
  out.id = arrival_name(out.key, out.sequence, out.captured);
  out.url = row.text(kUrl);
  out.title = row.text(4);
  out.blog_host = row.text(5);
  out.post = row.text(kPost);
  out.kind = static_cast<ObjectKind>(row.number(7));
  out.version = static_cast<std::uint64_t>(row.number(8));
  out.verdict = static_cast<Verdict>(row.number(9));
  out.similarity = row.real(10);
  out.fields = changed_fields(row.number(12));
  if (out.kind == ObjectKind::kComment) {
    const auto names = split_lines(row.text(11));
    if (!names.empty()) out.author = names.front();
  }
  return out;
}

// A comment is called by its post, too.
Result<ListedArrival> read_arrival(SqliteConnection& connection, const SqliteStatement& row) {
  ListedArrival out = arrival_of(row);
  if (out.kind == ObjectKind::kComment) {
    BFA_ASSIGN_OR_RETURN(out.post_title, title_of_post(connection, out.post));
  }
  return out;
}

std::string kind_condition(const ArrivalListQuery& query) {
  if (query.kind) return " AND d.kind=?3";
  if (query.pages) return {};
  return " AND d.kind<>" + std::to_string(static_cast<int>(ObjectKind::kPage));
}

}  // namespace

Result<std::vector<ListedArrival>> read_arrivals(SqliteConnection& connection,
                                                 const ArrivalListQuery& query) {
  std::vector<ListedArrival> out;
  std::optional<std::int64_t> host;
  if (!query.blog_host.empty()) {
    BFA_ASSIGN_OR_RETURN(host, find_host(connection, query.blog_host));
    if (!host) return out;
  }
  std::string from = std::string("doc d INDEXED BY ") + (host ? "doc_host_step" : "doc_step") +
                     " CROSS JOIN object o ON o.id=d.object";
  std::string where = query.newest_first ? "d.step<?1" : "d.step>?1";
  const ValueList* shortest = nullptr;
  std::vector<ValueList> lists;
  if (!query.tag.empty()) {
    BFA_ASSIGN_OR_RETURN(auto list, find_values(connection, {ListedField::kTag, ListedField::kCategory},
                                                query.tag, host.value_or(0)));
    if (!list) return out;
    lists.push_back(std::move(*list));
  }
  if (!query.category.empty()) {
    BFA_ASSIGN_OR_RETURN(auto list,
                         find_values(connection, {ListedField::kCategory}, query.category, host.value_or(0)));
    if (!list) return out;
    lists.push_back(std::move(*list));
  }
  for (const ValueList& list : lists) {
    where += " AND " + list.condition();
    if (shortest == nullptr || list.objects < shortest->objects) shortest = &list;
  }
  if (shortest != nullptr && shortest->objects <= kMostSorted) {
    from = "(SELECT DISTINCT object FROM member WHERE value IN (" + shortest->ids_text() +
           ")) m CROSS JOIN object o ON o.id=m.object CROSS JOIN doc d ON d.object=o.id";
  }
  if (host) where += " AND d.host=?2";
  where += kind_condition(query);
  const std::string sql =
      "SELECT o.key, d.step, d.observed, s.url, s.title, h.name, o.post, d.kind, d.number, d.verdict, "
      "d.similarity, s.authors, d.fields FROM " +
      from + " CROSS JOIN state s ON s.id=d.state CROSS JOIN host h ON h.id=d.host WHERE " + where +
      " ORDER BY d.step" + (query.newest_first ? " DESC, o.key DESC" : ", o.key");
  BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection, sql.c_str()));
  const bool from_newest = query.newest_first && query.after == 0;
  row.bind(1, from_newest ? INT64_MAX
                          : static_cast<std::int64_t>(std::min<std::uint64_t>(query.after, INT64_MAX)));
  if (host) row.bind(2, *host);
  if (query.kind) row.bind(3, static_cast<std::int64_t>(*query.kind));
  const std::size_t limit = std::clamp<std::size_t>(query.limit, 1, kMostListed);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row.step());
    if (!more) return out;
    if (query.belongs && !query.belongs(row.text(kUrl), row.text(kPost))) continue;
    // A step is never cut: `after` could not say where to go on.
    if (out.size() >= limit && static_cast<std::uint64_t>(row.number(1)) != out.back().sequence) return out;
    BFA_ASSIGN_OR_RETURN(auto arrival, read_arrival(connection, row));
    out.push_back(std::move(arrival));
  }
}

Result<std::optional<std::uint64_t>> find_arrival_step(SqliteConnection& connection, const std::string& id) {
  std::optional<std::uint64_t> step;
  BFA_ASSIGN_OR_RETURN(
      auto* row,
      connection.kept("SELECT o.key, d.step, d.observed FROM arrival a CROSS JOIN doc d ON d.id=a.doc "
                      "CROSS JOIN object o ON o.id=d.object WHERE a.hash=?1"));
  row->bind(1, static_cast<std::int64_t>(fast_hash(id) & 0x7fffffffU));
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row->step());
    if (!more) break;
    const auto found = static_cast<std::uint64_t>(row->number(1));
    if (arrival_name(row->text(0), found, time_of(row->number(2))) == id) step = found;
  }
  row->reset();
  return step;
}

}  // namespace bfa
