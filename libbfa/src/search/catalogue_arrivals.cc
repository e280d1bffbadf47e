// SPDX-License-Identifier: Apache-2.0
// Versions in the order in which they came.
#include <algorithm>
#include <functional>
#include <queue>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/object/filters.h"
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
  out.kind = kind_of_number(row.number(7));
  out.comment_type = comment_type_of_number(row.number(7));
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

// `table`: "d" or "o", which has the column.
std::string kind_condition(const ArrivalListQuery& query, const std::string& table) {
  if (query.kind) {
    const std::string also =
        query.kind == kPingback ? "," + std::to_string(static_cast<int>(kTrackback)) : "";
    return " AND " + table + ".kind IN (?3" + also + ")";
  }
  if (query.pages) return {};
  return " AND " + table + ".kind<>" + std::to_string(static_cast<int>(ObjectKind::kPage));
}

// `table` has the column.
std::string verdict_condition(const ArrivalListQuery& query, const std::string& table) {
  if (query.verdicts.empty()) return {};
  std::string numbers;
  for (const Verdict verdict : query.verdicts)
    (numbers += numbers.empty() ? "" : ",") += std::to_string(static_cast<int>(verdict));
  return " AND " + table + ".verdict IN (" + numbers + ")";
}

// Reads the arrivals of one query.
class ArrivalReader {
 public:
  ArrivalReader(SqliteConnection& connection, const ArrivalListQuery& query)
      : connection_(connection),
        query_(query),
        limit_(std::clamp<std::size_t>(query.limit, 1, kMostListed)),
        after_(query.newest_first && query.after == 0
                   ? INT64_MAX
                   : static_cast<std::int64_t>(std::min<std::uint64_t>(query.after, INT64_MAX))) {}

  Result<std::vector<ListedArrival>> run() {
    std::vector<ListedArrival> none;
    if (!query_.blog_host.empty()) {
      BFA_ASSIGN_OR_RETURN(host_, find_host(connection_, query_.blog_host));
      if (!host_) return none;
    }
    BFA_ASSIGN_OR_RETURN(const bool found, find_lists());
    if (!found) return none;
    const ValueList* shortest = nullptr;
    for (const ValueList& list : lists_) {
      if (shortest == nullptr || list.objects < shortest->objects) shortest = &list;
    }
    if (goes_by_verdict(shortest))
      return read("doc d INDEXED BY doc_verdict_step CROSS JOIN object o ON o.id=d.object", {});
    if (shortest != nullptr && query_.newest_first && !query_.belongs &&
        (after_ == INT64_MAX || shortest->objects <= kMostSorted)) {
      BFA_ASSIGN_OR_RETURN(const std::string docs, newest_docs(*shortest));
      if (docs.empty()) return none;
      return read("doc d NOT INDEXED CROSS JOIN object o ON o.id=d.object", {},
                  " AND d.id IN (" + docs + ")");
    }
    const std::string by_step = std::string("doc d INDEXED BY ") + (host_ ? "doc_host_step" : "doc_step") +
                                " CROSS JOIN object o ON o.id=d.object";
    if (shortest == nullptr || shortest->objects > kMostSorted) return read(by_step, {});
    BFA_ASSIGN_OR_RETURN(const auto edge, near_edge(shortest->objects));
    if (edge) {
      BFA_ASSIGN_OR_RETURN(auto near, read(by_step, edge));
      if (near.size() >= limit_ || *edge == whole()) return near;
    }
    return read("(SELECT DISTINCT object FROM member WHERE value IN (" + shortest->ids_text() +
                    ")) m CROSS JOIN object o ON o.id=m.object CROSS JOIN doc d ON d.object=o.id",
                {});
  }

 private:
  // False when there is no object with one of the values.
  Result<bool> find_lists() {
    const auto add = [&](std::initializer_list<ListedField> fields, const std::string& name) -> Result<bool> {
      if (name.empty()) return true;
      BFA_ASSIGN_OR_RETURN(auto list, find_values(connection_, fields, name, host_.value_or(0)));
      if (list) lists_.push_back(std::move(*list));
      return list.has_value();
    };
    BFA_ASSIGN_OR_RETURN(const bool tag, add({ListedField::kTag, ListedField::kCategory}, query_.tag));
    BFA_ASSIGN_OR_RETURN(const bool category, add({ListedField::kCategory}, query_.category));
    return tag && category;
  }

  // The rows of the newest versions of a list, as "7,12": a page of them, and all of its last step. Objects
  // are looked at from the last step of their newest version on, until those that are left are older than the
  // page.
  Result<std::string> newest_docs(const ValueList& list) const {
    std::string lists;
    for (const std::int64_t id : list.ids) {
      lists += lists.empty() ? "" : " UNION ";
      lists += "SELECT step, object FROM recent WHERE value=" + std::to_string(id);
    }
    lists += " ORDER BY 1 DESC, 2 DESC";  // merged: each list is in this order
    BFA_ASSIGN_OR_RETURN(auto objects, SqliteStatement::prepare(connection_, lists.c_str()));
    std::string sql =
        "SELECT d.step, d.id FROM object o CROSS JOIN doc d ON d.object=o.id WHERE o.id=?1 AND "
        "d.step<?2" +
        kind_condition(query_, "o") + verdict_condition(query_, "d");
    for (const ValueList& each : lists_) {
      if (&each != &list) sql += " AND " + each.condition();
    }
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, sql.c_str()));
    row.bind(2, after_);
    if (query_.kind) row.bind(3, static_cast<std::int64_t>(*query_.kind));
    std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> page;  // steps
    std::vector<std::pair<std::int64_t, std::int64_t>> docs;                            // step, row
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, objects.step());
      if (!more || (page.size() == limit_ && page.top() > objects.number(0))) break;
      row.reset();
      row.bind(1, objects.number(1));
      for (;;) {
        BFA_ASSIGN_OR_RETURN(const bool there, row.step());
        if (!there) break;
        docs.emplace_back(row.number(0), row.number(1));
        page.push(row.number(0));
        if (page.size() > limit_) page.pop();
      }
    }
    std::string rows;
    for (const auto& [step, id] : docs) {
      if (step >= page.top()) rows += (rows.empty() ? "" : ",") + std::to_string(id);
    }
    return rows;
  }

  // Whether the versions of one verdict are a better way than `shortest`, the host, or all versions.
  bool goes_by_verdict(const ValueList* shortest) const {
    if (query_.verdicts.size() != 1) return false;
    if (shortest != nullptr && shortest->objects <= kMostSorted) return false;
    const bool is_rare =
        !query_.verdicts.contains(Verdict::kNew) && !query_.verdicts.contains(Verdict::kContent);
    return !host_ || is_rare;
  }

  // A step up to which a page of a list of so many objects is likely: the nearest versions are looked at
  // before the whole list is sorted. Nothing when a page of them is not likely there.
  Result<std::optional<std::int64_t>> near_edge(std::int64_t objects) const {
    using Edge = std::optional<std::int64_t>;
    constexpr std::int64_t kNear = 8000;  // versions; each costs about a third of one that is sorted
    if (host_) return Edge();
    BFA_ASSIGN_OR_RETURN(auto* all, connection_.kept("SELECT max(id) FROM object"));
    BFA_ASSIGN_OR_RETURN(const bool any, all->step());
    const std::int64_t most = any ? all->number(0) : 0;
    all->reset();
    if (most == 0 || objects * kNear / most < 2 * static_cast<std::int64_t>(limit_)) return Edge();
    BFA_ASSIGN_OR_RETURN(
        auto* row,
        connection_.kept(query_.newest_first
                             ? "SELECT step FROM doc INDEXED BY doc_step WHERE step<?1 ORDER BY step DESC "
                               "LIMIT 1 OFFSET ?2"
                             : "SELECT step FROM doc INDEXED BY doc_step WHERE step>?1 ORDER BY step LIMIT 1 "
                               "OFFSET ?2"));
    BFA_ASSIGN_OR_RETURN(const bool there, row->bind(1, after_).bind(2, kNear).step());
    const std::int64_t edge = there ? row->number(0) : whole();
    row->reset();
    return Edge(edge);
  }

  // The edge that all steps are before.
  std::int64_t whole() const { return query_.newest_first ? INT64_MIN : INT64_MAX; }

  // `edge`: only versions up to this step. `more_conditions`: " AND ...".
  Result<std::vector<ListedArrival>> read(const std::string& from, const std::optional<std::int64_t>& edge,
                                          const std::string& more_conditions = {}) const {
    std::string where = query_.newest_first ? "d.step<?1" : "d.step>?1";
    for (const ValueList& list : lists_) where += " AND " + list.condition();
    if (host_) where += " AND d.host=?2";
    where += kind_condition(query_, "d") + verdict_condition(query_, "d") + more_conditions;
    if (edge) where += query_.newest_first ? " AND d.step>=?4" : " AND d.step<=?4";
    const std::string sql =
        "SELECT o.key, d.step, d.observed, s.url, s.title, h.name, o.post, d.kind, d.number, d.verdict, "
        "d.similarity, s.authors, d.fields FROM " +
        from + " CROSS JOIN state s ON s.id=d.state CROSS JOIN host h ON h.id=d.host WHERE " + where +
        " ORDER BY d.step" + (query_.newest_first ? " DESC, o.key DESC" : ", o.key");
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, sql.c_str()));
    row.bind(1, after_);
    if (host_) row.bind(2, *host_);
    if (query_.kind) row.bind(3, static_cast<std::int64_t>(*query_.kind));
    if (edge) row.bind(4, *edge);
    std::vector<ListedArrival> out;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, row.step());
      if (!more) return out;
      if (query_.belongs && !query_.belongs(row.text(kUrl), row.text(kPost))) continue;
      // A step is never cut: `after` could not say where to go on.
      if (out.size() >= limit_ && static_cast<std::uint64_t>(row.number(1)) != out.back().sequence)
        return out;
      BFA_ASSIGN_OR_RETURN(auto arrival, read_arrival(connection_, row));
      out.push_back(std::move(arrival));
    }
  }

  SqliteConnection& connection_;
  const ArrivalListQuery& query_;
  const std::size_t limit_;
  const std::int64_t after_;
  std::optional<std::int64_t> host_;
  std::vector<ValueList> lists_;
};

}  // namespace

Result<std::vector<ListedArrival>> read_arrivals(SqliteConnection& connection,
                                                 const ArrivalListQuery& query) {
  return ArrivalReader(connection, query).run();
}

Result<std::vector<ListedArrival>> read_arrivals_in_brief(SqliteConnection& connection, std::uint64_t after,
                                                          std::uint64_t up_to) {
  std::vector<ListedArrival> out;
  BFA_ASSIGN_OR_RETURN(
      auto* row, connection.kept(
                     "SELECT o.key, d.step, d.observed, d.kind, d.number, d.verdict, d.similarity FROM doc d "
                     "INDEXED BY doc_step CROSS JOIN object o ON o.id=d.object WHERE d.step>?1 AND "
                     "d.step<=?2 AND d.kind<>?3 ORDER BY d.step, o.key"));
  row->bind(1, static_cast<std::int64_t>(std::min<std::uint64_t>(after, INT64_MAX)));
  row->bind(2, static_cast<std::int64_t>(std::min<std::uint64_t>(up_to, INT64_MAX)));
  row->bind(3, static_cast<std::int64_t>(ObjectKind::kPage));
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row->step());
    if (!more) break;
    ListedArrival& arrival = out.emplace_back();
    arrival.key = row->text(0);
    arrival.sequence = static_cast<std::uint64_t>(row->number(1));
    arrival.captured = time_of(row->number(2));
    arrival.id = arrival_name(arrival.key, arrival.sequence, arrival.captured);
    arrival.kind = kind_of_number(row->number(3));
    arrival.comment_type = comment_type_of_number(row->number(3));
    arrival.version = static_cast<std::uint64_t>(row->number(4));
    arrival.verdict = static_cast<Verdict>(row->number(5));
    arrival.similarity = row->real(6);
  }
  row->reset();
  return out;
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
