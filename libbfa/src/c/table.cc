// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "base/try.h"
#include "c/archive.h"
#include "c/stop.h"
#include "store/archive_impl.h"
#include "store/object_row_format.h"
#include "store/object_rows.h"

namespace bfa {
namespace {

// The columns of a table, in the order in which programs see them.
enum class VersionColumn : std::uint8_t {
  kKey,
  kUrl,
  kKind,
  kNumber,
  kObserved,
  kSequence,
  kTitle,
  kAuthors,
  kTags,
  kCategories,
  kLanguage,
  kPublished,
  kModified,
  kStatus,
  kPost,
  kTextBytes,
  kVerdict,  // of BFA_TABLE_CHANGES
  kSimilarity,
  kReasons,
  kText,  // of BFA_TABLE_TEXT
  kHtml,
};
struct ColumnKind {
  const char* name;
  std::int32_t type;
  std::int32_t part = 0;
};
constexpr std::array kColumns = {
    ColumnKind{"key", BFA_COLUMN_TEXT},
    ColumnKind{"url", BFA_COLUMN_TEXT},
    ColumnKind{"kind", BFA_COLUMN_TEXT},
    ColumnKind{"version", BFA_COLUMN_INTEGER},
    ColumnKind{"observed", BFA_COLUMN_TIME},
    ColumnKind{"sequence", BFA_COLUMN_INTEGER},
    ColumnKind{"title", BFA_COLUMN_TEXT},
    ColumnKind{"authors", BFA_COLUMN_TEXT},
    ColumnKind{"tags", BFA_COLUMN_TEXT},
    ColumnKind{"categories", BFA_COLUMN_TEXT},
    ColumnKind{"language", BFA_COLUMN_TEXT},
    ColumnKind{"published", BFA_COLUMN_TIME},
    ColumnKind{"modified", BFA_COLUMN_TIME},
    ColumnKind{"status", BFA_COLUMN_TEXT},
    ColumnKind{"post", BFA_COLUMN_TEXT},
    ColumnKind{"text_bytes", BFA_COLUMN_INTEGER},
    ColumnKind{"verdict", BFA_COLUMN_TEXT, BFA_TABLE_CHANGES},
    ColumnKind{"similarity", BFA_COLUMN_NUMBER, BFA_TABLE_CHANGES},
    ColumnKind{"reasons", BFA_COLUMN_TEXT, BFA_TABLE_CHANGES},
    ColumnKind{"text", BFA_COLUMN_TEXT, BFA_TABLE_TEXT},
    ColumnKind{"html", BFA_COLUMN_TEXT, BFA_TABLE_TEXT},
};

struct ColumnData {
  std::vector<std::int64_t> offsets{0};
  std::string bytes;
  std::vector<std::int64_t> integers;
  std::vector<double> numbers;

  void add(std::string_view text) {
    bytes.append(text);
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
  void append(const ColumnData& other) {
    const auto begin = static_cast<std::int64_t>(bytes.size());
    bytes.append(other.bytes);
    for (std::size_t i = 1; i < other.offsets.size(); ++i) offsets.push_back(begin + other.offsets[i]);
    integers.insert(integers.end(), other.integers.begin(), other.integers.end());
    numbers.insert(numbers.end(), other.numbers.begin(), other.numbers.end());
  }
};

// The versions of some objects.
struct VersionRows {
  explicit VersionRows(std::int32_t wanted) : parts(wanted), columns(kColumns.size()) {}

  ColumnData& at(VersionColumn column) { return columns[static_cast<std::size_t>(column)]; }

  std::int32_t parts;
  std::size_t rows = 0;
  std::vector<ColumnData> columns;
};

}  // namespace
}  // namespace bfa

struct bfa_table : bfa::CHandle<bfa::HandleKind::kTable> {
  explicit bfa_table(std::int32_t parts) : all(parts) {
    for (std::size_t i = 0; i < bfa::kColumns.size(); ++i)
      if ((bfa::kColumns.at(i).part & ~parts) == 0) shown.push_back(i);
  }

  bfa::VersionRows all;
  std::vector<std::size_t> shown;  // columns
};

namespace bfa {
namespace {

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += "\n";
    text += item;
  }
  return text;
}

std::string reasons_of(const Change& change) {
  std::string text;
  for (const auto& reason : change.reasons) {
    if (!text.empty()) text += "\n";
    text += reason.field + " " + reason.kind;
  }
  return text;
}

std::int64_t date_or_none(const std::optional<Timestamp>& date) {
  return date ? time_of(date->utc) : BFA_NO_TIME;
}

// `change`: what differs from the version before; null for the first.
void add_row(VersionRows& table, const std::string& key, std::int64_t number, const Version& version,
             const Change* change) {
  using C = VersionColumn;
  const DataObject& object = version.object;
  table.at(C::kKey).add(key);
  table.at(C::kUrl).add(object.url);
  table.at(C::kKind).add(kind_name(object.kind));
  table.at(C::kNumber).integers.push_back(number);
  table.at(C::kObserved).integers.push_back(time_of(version.observed));
  table.at(C::kSequence).integers.push_back(static_cast<std::int64_t>(version.sequence));
  table.at(C::kTitle).add(object.title);
  table.at(C::kAuthors).add(joined(object.authors));
  table.at(C::kTags).add(joined(object.tags));
  const auto categories = object.attributes.find("categories");
  table.at(C::kCategories).add(categories != object.attributes.end() ? categories->second : std::string());
  table.at(C::kLanguage).add(object.language);
  table.at(C::kPublished).integers.push_back(date_or_none(object.published));
  table.at(C::kModified).integers.push_back(date_or_none(object.modified));
  table.at(C::kStatus).add(object.status);
  table.at(C::kPost).add(object.post);
  table.at(C::kTextBytes).integers.push_back(static_cast<std::int64_t>(object.text.size()));
  if ((table.parts & BFA_TABLE_CHANGES) != 0) {
    table.at(C::kVerdict).add(verdict_name(change != nullptr ? change->verdict : Verdict::kNew));
    table.at(C::kSimilarity).numbers.push_back(change != nullptr ? change->similarity : 0);
    table.at(C::kReasons).add(change != nullptr ? reasons_of(*change) : "");
  }
  if ((table.parts & BFA_TABLE_TEXT) != 0) {
    table.at(C::kText).add(object.text);
    table.at(C::kHtml).add(object.html);
  }
  ++table.rows;
}

// The change that leads to a version: that to its time.
const Change* change_to(const std::vector<Change>& changes, const Version& version) {
  for (const Change& change : changes)
    if (change.to == version.observed) return &change;
  return nullptr;
}

Status add_object(VersionRows& table, const Archive& archive, const std::string& key) {
  BFA_ASSIGN_OR_RETURN(const auto versions, archive.versions(key));
  std::vector<Change> changes;
  if (versions.size() > 1 && (table.parts & BFA_TABLE_CHANGES) != 0) {
    BFA_ASSIGN_OR_RETURN(changes, archive.changes(key));
  }
  std::int64_t number = 0;
  for (const Version& version : versions) {
    ++number;
    add_row(table, key, number, version, number > 1 ? change_to(changes, version) : nullptr);
  }
  return {};
}

// The objects of one thread: every one of `keys` from `begin` to `end`.
Status add_objects(VersionRows& table, const Archive& archive, const std::vector<std::string>& keys,
                   std::size_t begin, std::size_t end, const bfa_stop* stop) {
  return guarded([&]() -> Status {
    for (std::size_t i = begin; i < end; ++i) {
      if (stop != nullptr && stop->source.stop_requested())
        return Error{Code::kUnavailable, "stopped", archive.directory(), -1};
      BFA_RETURN_IF_ERROR(add_object(table, archive, keys[i]));
    }
    return {};
  });
}

// Whether the query asks for all objects, or all of a kind: their rows follow each other in the store.
bool is_of_neighbours(const ObjectChoice& wanted) {
  const ObjectQuery& query = wanted.query;
  return !wanted.belongs && query.blog_host.empty() && query.url.empty() && !query.at &&
         !query.first_seen_after && !query.changed_after;
}

// All versions of an object whose newest row is at hand.
Status add_versions(VersionRows& table, const Archive& archive, const ObjectRows& rows,
                    const FoundObject& object, const object_row::LatestRow& newest) {
  std::vector<Change> changes;
  if ((table.parts & BFA_TABLE_CHANGES) != 0) {
    BFA_ASSIGN_OR_RETURN(changes, archive.changes(object.key));
  }
  std::int64_t number = 0;
  return rows.for_each_version(object, &newest, [&](const StoredVersion& stored) -> Result<bool> {
    ++number;
    add_row(table, object.key, number, stored.version,
            number > 1 ? change_to(changes, stored.version) : nullptr);
    return true;
  });
}

// The same as add_objects() for keys that follow each other: their newest versions come by one scan. Most
// objects have no other one, and need no look-up.
Status add_neighbours(VersionRows& table, const ArchiveImpl& archive, const std::vector<std::string>& keys,
                      std::size_t begin, std::size_t end, const bfa_stop* stop) {
  return guarded([&]() -> Status {
    std::size_t next = begin;
    const ObjectRows rows(archive.database());
    const auto scan = [&](const FoundObject& object, object_row::LatestRow& newest) -> Result<bool> {
      if (stop != nullptr && stop->source.stop_requested())
        return Error{Code::kUnavailable, "stopped", archive.directory(), -1};
      // What the scan does not have: it moved meanwhile.
      for (; next < end && keys[next] < object.key; ++next)
        BFA_RETURN_IF_ERROR(add_object(table, archive, keys[next]));
      if (next == end || keys[next] != object.key) return true;
      if (object.head.versions == 1) {
        BFA_ASSIGN_OR_RETURN(const StoredVersion only,
                             object_row::make_version(newest.moment, newest.meta, newest.json));
        add_row(table, keys[next], 1, only.version, nullptr);
      } else {
        BFA_RETURN_IF_ERROR(add_versions(table, archive, rows, object, newest));
      }
      ++next;
      return true;
    };
    if (begin < end) BFA_RETURN_IF_ERROR(rows.for_each_latest_row(keys[begin], keys[end - 1] + '\0', scan));
    for (; next < end; ++next) BFA_RETURN_IF_ERROR(add_object(table, archive, keys[next]));
    return {};
  });
}

Status make_table(const Archive& archive, ObjectChoice wanted, const bfa_stop* stop, VersionRows& all) {
  // All of an object is read below: the listing needs its key and its address alone.
  wanted.query.heads_only = wanted.query.url.empty() && !wanted.query.at;
  std::vector<std::string> keys;
  BFA_RETURN_IF_ERROR(
      archive.for_each_object(wanted.query, [&](const std::string& key, const ObjectSummary& summary) {
        if (wanted.has(summary)) keys.push_back(key);
        return stop == nullptr || !stop->source.stop_requested();
      }));
  // The objects so far would look like all of them.
  if (stop != nullptr && stop->source.stop_requested())
    return Error{Code::kUnavailable, "stopped", archive.directory(), -1};
  constexpr std::size_t kMostThreads = 8, kLeastKeys = 64, kPartsOfAThread = 16;
  const std::size_t cores = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostThreads);
  // More parts than threads: objects of one kind follow each other, and some kinds are small.
  const std::size_t parts = std::clamp<std::size_t>(keys.size() / kLeastKeys, 1, cores * kPartsOfAThread);
  std::vector<VersionRows> tables(parts, VersionRows(all.parts));
  std::vector<Status> results(parts);
  const auto* const stored = dynamic_cast<const ArchiveImpl*>(&archive);
  const bool neighbours = stored != nullptr && is_of_neighbours(wanted) && std::ranges::is_sorted(keys);
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    for (std::size_t part = next++; part < parts; part = next++) {
      const std::size_t begin = keys.size() * part / parts, end = keys.size() * (part + 1) / parts;
      results[part] = neighbours ? add_neighbours(tables[part], *stored, keys, begin, end, stop)
                                 : add_objects(tables[part], archive, keys, begin, end, stop);
    }
  };
  {
    std::vector<std::jthread> threads;  // joined at the end of the block, also when one cannot be made
    for (std::size_t thread = 1; thread < std::min(cores, parts); ++thread) threads.emplace_back(run);
    run();
  }
  for (std::size_t part = 0; part < parts; ++part) {
    BFA_RETURN_IF_ERROR(results[part]);
    all.rows += tables[part].rows;
    for (std::size_t i = 0; i < all.columns.size(); ++i) all.columns[i].append(tables[part].columns[i]);
    tables[part].columns.clear();
  }
  return {};
}

}  // namespace
}  // namespace bfa

using bfa::Status;
using bfa::usable;

bfa_code bfa_archive_table(const bfa_archive* archive, const bfa_object_query* query, int32_t parts,
                           const bfa_stop* stop, bfa_table** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}}));
    BFA_RETURN_IF_ERROR(bfa::require_stop(stop));
    if ((parts & ~(BFA_TABLE_TEXT | BFA_TABLE_CHANGES)) != 0)
      return bfa::Error{bfa::Code::kUnsupported, "bfa_archive_table: there are no such parts", "C interface",
                        -1};
    BFA_ASSIGN_OR_RETURN(auto wanted, bfa::choice_of(*archive->archive, query));
    auto made = std::make_unique<bfa_table>(parts);
    BFA_RETURN_IF_ERROR(bfa::make_table(*archive->archive, std::move(wanted), stop, made->all));
    *out = made.release();
    return {};
  });
}

size_t bfa_table_rows(const bfa_table* table) {
  return usable(table) ? table->all.rows : 0;
}

size_t bfa_table_columns(const bfa_table* table) {
  return usable(table) ? table->shown.size() : 0;
}

bfa_code bfa_table_column(const bfa_table* table, size_t index, bfa_column* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{table, "table"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, table->shown.size()));
    const bfa::ColumnKind& kind = bfa::kColumns.at(table->shown[index]);
    const bfa::ColumnData& data = table->all.columns[table->shown[index]];
    bfa_column made{};
    made.name = bfa::view_of(kind.name);
    made.type = kind.type;
    if (made.type == BFA_COLUMN_TEXT) {
      made.offsets = data.offsets.data();
      made.bytes = data.bytes.c_str();
    } else if (made.type == BFA_COLUMN_NUMBER) {
      made.numbers = data.numbers.data();
    } else {
      made.integers = data.integers.data();
    }
    return bfa::fill(out, made, "bfa_column");
  });
}

void bfa_table_free(bfa_table* table) {
  bfa::free_handle(table);
}
