// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/object/filters.h"
#include "bfa/object/version.h"

namespace bfa {

// What the tables of the index say of an object, as values.

// The tables distinguish trackbacks, pingbacks (bfa/object/filters.h) and comments.
inline constexpr auto kTrackback = static_cast<ObjectKind>(7);
inline bool is_comment(ObjectKind listed) {
  return listed == ObjectKind::kComment || listed == kPingback || listed == kTrackback;
}
// The kind and the type of a comment for a number in the column `kind`.
ObjectKind kind_of_number(std::int64_t number);
std::string comment_type_of_number(std::int64_t number);

// The number of a field in the table `value`. Comments have a list of authors of their own: they outnumber
// posts.
enum class ListedField : std::uint8_t { kAuthor = 1, kTag = 2, kCategory = 3, kLanguage = 4, kCommenter = 5 };

// `status` of an object as a number.
enum class ListedStatus : std::uint8_t { kActive = 0, kGone = 1, kRestricted = 2 };
ListedStatus listed_status(std::string_view status);
std::string_view status_text(ListedStatus status);

// Dates in the order in which lists have them: by the beginning of the period, then the less precise first.
// Seconds since 1970, times 8, plus the precision. Unknown dates are before all others.
inline constexpr std::int64_t kUnknownDate = std::numeric_limits<std::int64_t>::min() / 4;
std::int64_t date_code(const std::optional<Timestamp>& date);
std::int64_t date_code(UtcTime time);  // of an instant
// Of the first date of a query: the least code of what begins with it or later, so that the day, the month
// and the year are found from the instant at which they begin. Nothing for an empty text. Errors:
// kInvalidArgument.
Result<std::optional<std::int64_t>> date_bound(const std::string& text);
// Of the last date of a query: the least code behind all that it says.
Result<std::optional<std::int64_t>> date_limit(const std::string& text);
// The day (since 1970, UTC) of a date that has one.
std::optional<std::int64_t> day_of(const std::optional<Timestamp>& date);
std::int64_t day_of(UtcTime time);
// "2026-01-31".
std::string day_text(std::int64_t day);
// The month of a day: 12 * year + month, January is 0.
std::int64_t month_number(std::int64_t day);
// "2026-01".
std::string month_text(std::int64_t month);

// The least number of a row of `doc` for a capture in the second of `time`: rows are in the order of time, so
// that newest first is an order of the words. A second has so many rows; what is more goes to the next free
// ones, at most IndexState::shift behind the second. Few, because FTS5 stores the differences of row numbers
// with each word.
inline constexpr std::int64_t kRowsOfASecond = 16;
std::int64_t first_doc_row(UtcTime time);

// The year of a date, or its month ("2026-01"), as the filter terms of words have it; "early" and "late" for
// what is before 1990 and after 2049.
inline constexpr std::string_view kFirstYear = "1990", kLastYear = "2049";
std::string period_of(UtcTime time, bool with_month);

inline std::int64_t ticks(UtcTime time) {
  return time.time_since_epoch().count();
}
inline UtcTime time_of(std::int64_t ticks) {
  return UtcTime(std::chrono::microseconds(ticks));
}

// The host of an object: of its URL, else of the URL of its post; lower case, without the port.
std::string listed_host(const DataObject& object);
std::vector<std::string> categories_of(const DataObject& object);

// Lists of names as one text, a line each.
std::string joined_lines(const std::vector<std::string>& lines);
std::vector<std::string> split_lines(std::string_view text);

// What versions of an object show in lists. Most versions have the state of the one before.
struct ListedState {
  std::string url, title, published, language, authors, tags, categories;

  bool operator==(const ListedState&) const = default;
};

struct ListedVersion {
  UtcTime observed{};
  std::uint64_t step = 0, number = 0;
  bool newest = false;
  std::int64_t until = std::numeric_limits<std::int64_t>::max();  // when the next version was observed
  ListedState state;
  ListedStatus status = ListedStatus::kActive;
  Verdict verdict = Verdict::kNew;
  double similarity = 1;
  std::int64_t fields = 0;  // changed_fields_code() of what it changed
  std::uint64_t readings = 1;
  std::string filter;  // the terms of the column `filter`
};

struct ListedHistory {
  std::string key, host, post;
  ObjectKind kind = ObjectKind::kPost;    // kPingback and kTrackback too
  std::int64_t published = kUnknownDate;  // date_code of the newest version
  std::optional<std::int64_t> day;        // of its publication
  std::vector<ListedVersion> versions;    // oldest first; at least one
};

// `changes`: one for each version but the first.
ListedHistory listed_history(const std::string& key, const std::vector<Version>& versions,
                             const std::vector<Change>& changes);

}  // namespace bfa
