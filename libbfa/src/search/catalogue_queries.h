// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bfa/search/search_index.h"
#include "search/catalogue_rows.h"
#include "search/sqlite.h"

namespace bfa {

// The functions of SearchIndex that read the tables of lists, on a connection. Errors: those of theirs.
Result<ObjectList> read_objects(SqliteConnection& connection, const ObjectListQuery& query);
Result<std::vector<DayCounts>> read_days(SqliteConnection& connection, const std::string& blog_host);
Result<std::vector<DayCounts>> read_days_of_year(SqliteConnection& connection, const std::string& blog_host,
                                                 int year);
Result<std::vector<DayCounts>> read_months(SqliteConnection& connection, const std::string& blog_host);
Result<std::vector<std::pair<std::string, std::uint64_t>>> read_values(SqliteConnection& connection,
                                                                       const std::string& blog_host,
                                                                       ValueField field, std::size_t limit);
Result<std::vector<BlogCounts>> read_blogs(SqliteConnection& connection,
                                           const std::optional<UtcTime>& new_since);
Result<std::vector<ListedArrival>> read_arrivals(SqliteConnection& connection, const ArrivalListQuery& query);
// Of the steps after < step <= up_to: list_arrivals_in_brief().
Result<std::vector<ListedArrival>> read_arrivals_in_brief(SqliteConnection& connection, std::uint64_t after,
                                                          std::uint64_t up_to);
Result<std::optional<std::uint64_t>> find_arrival_step(SqliteConnection& connection, const std::string& id);

// But `last_capture`.
Result<IndexCoverage> read_coverage(SqliteConnection& connection);

// The title of the post at an address, as it is now or was at a time; empty when the index has no such post,
// or no title.
Result<std::string> title_of_post(SqliteConnection& connection, const std::string& url,
                                  const std::optional<UtcTime>& at = {});

// The row of a host; nothing when the index has none.
Result<std::optional<std::int64_t>> find_host(SqliteConnection& connection, const std::string& name);
// The rows of `value` that a filter names, and how many objects their lists have together: a tag is looked
// for in tags and categories.
struct ValueList {
  std::vector<std::int64_t> ids;
  std::int64_t objects = 0;

  bool is_one() const { return ids.size() == 1; }
  std::string ids_text() const;  // "7,12"
  // A condition on `o`, a row of `object`: one of the lists has it.
  std::string condition() const;
};
// Nothing when no object has this value. `host`: 0 for all hosts.
Result<std::optional<ValueList>> find_values(SqliteConnection& connection,
                                             std::initializer_list<ListedField> fields,
                                             const std::string& name, std::int64_t host);
// Lists of at most so many rows are read whole and sorted where no table has their order.
inline constexpr std::int64_t kMostSorted = 5000;

}  // namespace bfa
