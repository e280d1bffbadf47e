// SPDX-License-Identifier: Apache-2.0
// Lists of objects. A list is read from the table that has its order, or from the smallest one that contains
// it, which is then sorted.
#include <algorithm>
#include <array>
#include <variant>

#include "base/try.h"
#include "bfa/object/filters.h"
#include "search/catalogue_queries.h"
#include "search/catalogue_rows.h"
#include "search/index_file.h"
#include "search/list_mark.h"

namespace bfa {
namespace {

constexpr std::size_t kMostListed = 1000;
constexpr const char* kByKey = "sqlite_autoindex_object_1";
constexpr std::int64_t kAhead = std::int64_t{2} * 86400 * 8;  // the same

constexpr int kPost = 3, kUrl = 4;  // of ObjectLister::columns()

using Order = ObjectListQuery::Order;
using Bound = std::variant<std::int64_t, std::string>;

// Conditions of a statement, with their values.
class Conditions {
 public:
  void add(const std::string& sql) { text_ += (text_.empty() ? " WHERE " : " AND ") + sql; }
  // `?` in `sql` stands for the value.
  void add(const std::string& sql, Bound value) {
    add(sql);
    values_.push_back(std::move(value));
  }
  void value(Bound value) { values_.push_back(std::move(value)); }
  const std::string& text() const { return text_; }
  const std::vector<Bound>& values() const { return values_; }

 private:
  std::string text_;
  std::vector<Bound> values_;
};

struct Listed {
  ListedObject object;
  ListMark mark;
};

class ObjectLister {
 public:
  ObjectLister(SqliteConnection& connection, const ObjectListQuery& query)
      : connection_(connection), query_(query) {}

  Result<ObjectList> run() {
    ObjectList out;
    limit_ = std::clamp<std::size_t>(query_.limit, 1, kMostListed);
    if (!query_.after.empty()) {
      BFA_ASSIGN_OR_RETURN(mark_, parse_list_mark(query_.order, query_.after));
    }
    BFA_ASSIGN_OR_RETURN(const bool possible, resolve());
    if (!possible) return out;
    static constexpr std::array kKinds = {ObjectKind::kBlog,    ObjectKind::kPost, ObjectKind::kPage,
                                          ObjectKind::kComment, kPingback,         kTrackback};
    for (const ObjectKind kind : kKinds) {
      if (query_.kind && *query_.kind != (kind == kTrackback ? kPingback : kind)) continue;
      if (!query_.post.empty() && !is_comment(kind)) continue;
      BFA_RETURN_IF_ERROR(list_kind(kind));
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [&](const Listed& a, const Listed& b) { return is_before(a.mark, b.mark); });
    const bool more = found_.size() > limit_;
    if (more) found_.resize(limit_);
    if (more) out.next = list_mark_text(query_.order, found_.back().mark);
    for (Listed& listed : found_) out.objects.push_back(std::move(listed.object));
    return out;
  }

 private:
  bool ascending() const { return query_.order == Order::kKey || query_.oldest_first; }

  bool is_before(const ListMark& a, const ListMark& b) const {
    if (query_.order == Order::kKey) return a.key < b.key;
    const std::pair left(a.sort, a.id), right(b.sort, b.id);
    return ascending() ? left < right : right < left;
  }

  // False when nothing can fit: an unknown host or value, a time before all captures.
  Result<bool> resolve() {
    if (!query_.blog_host.empty()) {
      BFA_ASSIGN_OR_RETURN(host_, find_host(connection_, query_.blog_host));
      if (!host_) return false;
    }
    BFA_ASSIGN_OR_RETURN(from_, date_bound(query_.published_from));
    BFA_ASSIGN_OR_RETURN(to_, date_limit(query_.published_to));
    if (!query_.at) return true;
    std::string sql = "SELECT 1 FROM host WHERE first_seen<=?1";
    if (host_) sql += " AND id=?2";
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, (sql + " LIMIT 1").c_str()));
    row.bind(1, ticks(*query_.at));
    if (host_) row.bind(2, *host_);
    return row.step();
  }

  // Nothing: no object of this kind has all values.
  Result<std::optional<std::vector<ValueList>>> value_lists(ObjectKind kind) {
    std::vector<ValueList> lists;
    const bool comment = is_comment(kind);
    const std::int64_t host = host_.value_or(0);
    bool possible = true;
    const auto add = [&](std::initializer_list<ListedField> fields, const std::string& name,
                         std::int64_t of_host) -> Status {
      if (name.empty()) return {};
      BFA_ASSIGN_OR_RETURN(auto list, find_values(connection_, fields, name, of_host));
      possible = possible && list;
      if (list) lists.push_back(std::move(*list));
      return {};
    };
    BFA_RETURN_IF_ERROR(add({comment ? ListedField::kCommenter : ListedField::kAuthor}, query_.author, host));
    BFA_RETURN_IF_ERROR(add({ListedField::kTag, ListedField::kCategory}, query_.tag, host));
    BFA_RETURN_IF_ERROR(add({ListedField::kCategory}, query_.category, host));
    // Of comments: see conditions().
    if (!comment) BFA_RETURN_IF_ERROR(add({ListedField::kLanguage}, query_.language, 0));
    if (!possible) return std::optional<std::vector<ValueList>>();
    std::sort(lists.begin(), lists.end(),
              [](const ValueList& a, const ValueList& b) { return a.objects < b.objects; });
    return std::optional(std::move(lists));
  }

  // How many objects of a kind a host, or the archive, has; with a condition on counts of hosts.
  Result<std::int64_t> count_of(const char* column) {
    std::string sql = std::string("SELECT sum(") + column + ") FROM host";
    if (host_) sql += " WHERE id=?1";
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, sql.c_str()));
    if (host_) row.bind(1, *host_);
    BFA_ASSIGN_OR_RETURN(const bool there, row.step());
    return there ? row.number(0) : 0;
  }

  static const char* column_of(ObjectKind kind) {
    return kind == ObjectKind::kPost      ? "posts"
           : kind == ObjectKind::kPage    ? "pages"
           : kind == ObjectKind::kComment ? "comments"
           : is_comment(kind)             ? "pingbacks"
                                          : "others";
  }

  Status list_kind(ObjectKind kind) {
    member_order_ = false;
    if (query_.at) return list_kind_at(kind);
    BFA_ASSIGN_OR_RETURN(const auto lists, value_lists(kind));
    if (!lists) return {};
    Conditions conditions;
    std::string from;
    BFA_ASSIGN_OR_RETURN(from, now_source(kind, *lists, conditions));
    add_filters(kind, conditions);
    for (const auto& list : *lists) conditions.add(list.condition());
    return read(columns("o.doc", "o.changed", "o.versions"), from, conditions, sort_column(), "o.id");
  }

  // The table that gives the rows. Small ones are sorted.
  Result<std::string> now_source(ObjectKind kind, const std::vector<ValueList>& lists,
                                 Conditions& conditions) {
    constexpr const char* kState = " CROSS JOIN state s ON s.id=o.state";
    if (!query_.post.empty()) {
      conditions.add("o.post=?", query_.post);
      return std::string(" FROM object o INDEXED BY object_post") + kState;
    }
    const bool by_date = query_.order == Order::kPublished;
    // Two lists are no order of one table: they are read whole when they are short.
    if (!lists.empty() && (lists.front().objects <= kMostSorted || (by_date && lists.front().is_one()))) {
      member_order_ = by_date;
      const std::string ids = lists.front().ids_text();
      const std::string member =
          lists.front().is_one()
              ? "member"
              : "(SELECT DISTINCT published, object FROM member WHERE value IN (" + ids + "))";
      if (lists.front().is_one()) conditions.add("m.value=" + ids);
      return " FROM " + member + " m CROSS JOIN object o ON o.id=m.object" + kState;
    }
    if (query_.gone || query_.edited) {
      BFA_ASSIGN_OR_RETURN(const std::int64_t few, count_of(query_.gone ? "gone" : "edited"));
      if (kind != ObjectKind::kPost || few <= kMostSorted) {
        return std::string(" FROM object o INDEXED BY ") + (query_.gone ? "object_gone" : "object_edited") +
               kState;
      }
    }
    if (query_.order == Order::kKey) {
      add_key_range(kind, conditions);
      return std::string(" FROM object o INDEXED BY ") + kByKey + kState;
    }
    return std::string(" FROM object o INDEXED BY object_") + (host_ ? "host_" : "") +
           (by_date ? "published" : "changed") + kState;
  }

  // Keys begin with the kind and the host.
  void add_key_range(ObjectKind listed, Conditions& conditions) const {
    const ObjectKind kind = kind_of_number(static_cast<std::int64_t>(listed));
    std::string first =
        object_key(kind, query_.blog_host.empty() ? "x:" : "http://" + query_.blog_host + "/");
    std::string last;
    if (query_.blog_host.empty()) {
      first.resize(2);
      last = first;
      ++last.back();
    } else {
      first.resize(first.find('\0', 2));
      last = first + ";";  // a port is behind ":"
    }
    conditions.add("o.key>=?", std::move(first));
    conditions.add("o.key<?", std::move(last));
  }

  std::string sort_column() const {
    if (query_.order == Order::kKey) return "o.key";
    if (query_.order == Order::kChanged) return "o.changed";
    return member_order_ ? "m.published" : "o.published";
  }

  void add_filters(ObjectKind kind, Conditions& conditions) {
    conditions.add("o.kind=?", static_cast<std::int64_t>(kind));
    if (host_) conditions.add("o.host=?", *host_);
    if (query_.gone) conditions.add("o.gone=1");
    if (query_.edited) conditions.add("o.edits>0");
    if (!query_.language.empty()) conditions.add("s.language=?", query_.language);
    const std::string published = member_order_ ? "m.published" : "o.published";
    if (from_) conditions.add(published + ">=?", *from_);
    if (to_) conditions.add(published + "<? AND " + published + ">" + std::to_string(kUnknownDate), *to_);
  }

  // Versions are numbered from the oldest on: that of a time is the number of those that there were.
  static std::string columns(const std::string& doc, const std::string& changed,
                             const std::string& versions) {
    return "o.id, o.key, o.kind, o.post, s.url, s.title, s.published, s.language, s.authors, s.tags, "
           "s.categories, o.first_seen, " +
           changed + ", " + versions + ", h.name, (SELECT w.number FROM doc w WHERE w.id=" + doc +
           "), (SELECT w.status FROM doc w WHERE w.id=" + doc + ")";
  }

  Status read(const std::string& select, const std::string& source, const Conditions& conditions,
              const std::string& sort, const std::string& id) {
    const bool by_key = query_.order == Order::kKey;
    std::string sql = "SELECT " + select + ", " + sort + ", " + id + source;
    sql += " CROSS JOIN host h ON h.id=o.host" + conditions.text();
    const char* const beyond = ascending() ? ">" : "<";
    std::vector<Bound> values = conditions.values();
    if (mark_ && by_key) {
      sql += " AND " + sort + ">?";
      values.emplace_back(mark_->key);
    } else if (mark_) {
      const std::string id_of_order = member_order_ ? "m.object" : id;
      sql += " AND (" + sort + ", " + id_of_order + ")" + beyond + "(?, ?)";
      values.emplace_back(mark_->sort);
      values.emplace_back(mark_->id);
    }
    const std::string direction = ascending() ? "" : " DESC";
    sql += " ORDER BY " + sort + direction;
    if (!by_key) sql += ", " + (member_order_ ? "m.object" : id) + direction;
    if (!query_.belongs) sql += " LIMIT " + std::to_string(limit_ + 1);
    BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection_, sql.c_str()));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const int at = static_cast<int>(i) + 1;
      if (const auto* number = std::get_if<std::int64_t>(&values[i])) row.bind(at, *number);
      if (const auto* text = std::get_if<std::string>(&values[i])) row.bind(at, *text);
    }
    for (std::size_t count = 0; count <= limit_;) {
      BFA_ASSIGN_OR_RETURN(const bool more, row.step());
      if (!more) return {};
      if (query_.belongs && !query_.belongs(row.text(kUrl), row.text(kPost))) continue;
      ++count;
      found_.push_back(listed(row));
      ListedObject& object = found_.back().object;
      if (object.kind == ObjectKind::kComment) {
        BFA_ASSIGN_OR_RETURN(object.post_title, title_of_post(connection_, object.post, query_.at));
      }
    }
    return {};
  }

  Listed listed(const SqliteStatement& row) const {
    Listed out;
    ListedObject& object = out.object;
    object.key = row.text(1);
    object.kind = kind_of_number(row.number(2));
    object.comment_type = comment_type_of_number(row.number(2));
    object.post = row.text(kPost);
    object.url = row.text(kUrl);
    object.title = row.text(5);
    object.published = row.text(6);
    object.language = row.text(7);
    object.authors = split_lines(row.text(8));
    object.tags = split_lines(row.text(9));
    object.categories = split_lines(row.text(10));
    object.first_seen = time_of(row.number(11));
    object.changed = time_of(row.number(12));
    object.versions = static_cast<std::uint64_t>(row.number(13));
    object.blog_host = row.text(14);
    object.version = static_cast<std::uint64_t>(row.number(15));
    object.status = status_text(static_cast<ListedStatus>(row.number(16)));
    constexpr int kSort = 17;
    if (query_.order == Order::kKey) {
      out.mark.key = object.key;
    } else {
      out.mark.sort = row.number(kSort);
      out.mark.id = row.number(kSort + 1);
    }
    return out;
  }

  // The version of an object at a time: the last one that was observed by then.
  static std::string version_at(const std::string& object) {
    return "(SELECT v.id FROM doc v WHERE v.object=" + object +
           " AND v.observed<=? ORDER BY v.observed DESC, v.step DESC LIMIT 1)";
  }

  Status list_kind_at(ObjectKind kind) {
    if (query_.order == Order::kChanged) return list_changed_at(kind);
    const bool by_date = query_.order == Order::kPublished;
    // Few objects are published after they were first seen: those are looked for apart, so that what was
    // published after the time is not gone through.
    for (const bool ahead : {false, true}) {
      Conditions conditions;
      std::string index;
      if (!query_.post.empty()) {
        index = " INDEXED BY object_post";
      } else if (!by_date) {
        index = std::string(" INDEXED BY ") + kByKey;
      } else {
        index = ahead ? " INDEXED BY object_ahead"
                      : std::string(" INDEXED BY object_") + (host_ ? "host_published" : "published");
      }
      const std::string from = " FROM object o" + index + " CROSS JOIN doc d ON d.id=" + version_at("o.id") +
                               " CROSS JOIN state s ON s.id=d.state";
      conditions.value(ticks(*query_.at));
      if (!query_.post.empty()) conditions.add("o.post=?", query_.post);
      if (!by_date && query_.post.empty()) add_key_range(kind, conditions);
      if (by_date) {
        conditions.add(ahead ? "o.ahead=1" : "o.ahead=0");
        if (!ahead) conditions.add("o.published<=?", date_code(*query_.at) + kAhead);
      }
      add_filters_at(kind, conditions);
      BFA_RETURN_IF_ERROR(read(columns("d.id", "d.observed", "d.number"), from, conditions,
                               by_date ? "o.published" : "o.key", "o.id"));
      if (!by_date) break;
    }
    return {};
  }

  void add_filters_at(ObjectKind kind, Conditions& conditions) {
    conditions.add("o.first_seen<=?", ticks(*query_.at));
    conditions.add("d.status<>" + std::to_string(static_cast<int>(ListedStatus::kGone)));
    conditions.add("o.kind=?", static_cast<std::int64_t>(kind));
    if (host_) conditions.add("o.host=?", *host_);
    if (query_.gone) conditions.add("o.gone=1");
    if (query_.edited) {
      conditions.add(
          "o.edits>0 AND EXISTS(SELECT 1 FROM doc e WHERE e.object=o.id AND e.observed<=? AND e.verdict=" +
              std::to_string(static_cast<int>(Verdict::kContent)) + ")",
          ticks(*query_.at));
    }
    if (!query_.language.empty()) conditions.add("s.language=?", query_.language);
    if (from_) conditions.add("o.published>=?", *from_);
    if (to_) conditions.add("o.published<? AND o.published>" + std::to_string(kUnknownDate), *to_);
    const auto has = [](const char* column) {
      return std::string("instr(char(10)||s.") + column + "||char(10), char(10)||?||char(10))>0";
    };
    if (!query_.author.empty()) conditions.add(has("authors"), query_.author);
    if (!query_.category.empty()) conditions.add(has("categories"), query_.category);
    if (query_.tag.empty()) return;
    conditions.add("(" + has("tags") + " OR " + has("categories") + ")", query_.tag);
    conditions.value(query_.tag);
  }

  // The newest captures by then first: rows of versions are in the order of time.
  Status list_changed_at(ObjectKind kind) {
    Conditions conditions;
    std::string from = " FROM doc d CROSS JOIN object o ON o.id=d.object CROSS JOIN state s ON s.id=d.state";
    bool few = !query_.post.empty();
    if (host_ && !few) {
      BFA_ASSIGN_OR_RETURN(const std::int64_t count, count_of(column_of(kind)));
      few = count <= kMostSorted;
    }
    if (few) {
      from = std::string(" FROM object o INDEXED BY ") +
             (query_.post.empty() ? "object_host_published" : "object_post") +
             " CROSS JOIN doc d ON d.object=o.id CROSS JOIN state s ON s.id=d.state";
      if (!query_.post.empty()) conditions.add("o.post=?", query_.post);
    } else {
      conditions.add("d.kind=?", static_cast<std::int64_t>(kind));
      if (host_) conditions.add("d.host=?", *host_);
    }
    BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(connection_));
    conditions.add("d.id<?", first_doc_row(*query_.at + std::chrono::seconds(1)) + state.shift);
    conditions.add("d.observed<=?", ticks(*query_.at));
    conditions.add("d.until>?", ticks(*query_.at));
    add_filters_at(kind, conditions);
    return read(columns("d.id", "d.observed", "d.number"), from, conditions, "d.id", "o.id");
  }

  SqliteConnection& connection_;
  const ObjectListQuery& query_;
  std::size_t limit_ = 50;
  std::optional<ListMark> mark_;
  std::optional<std::int64_t> host_, from_, to_;
  bool member_order_ = false;  // the table `member` gives the rows in their order
  std::vector<Listed> found_;
};

}  // namespace

Result<ObjectList> read_objects(SqliteConnection& connection, const ObjectListQuery& query) {
  return ObjectLister(connection, query).run();
}

}  // namespace bfa
