// SPDX-License-Identifier: Apache-2.0
#include "report/edits.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "base/try.h"
#include "store/object_history.h"

namespace bfa {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;

struct AgeClass {
  const char* name;
  hours below;
};
constexpr std::array<AgeClass, 5> kAges = {{{"hour", hours(1)},
                                            {"day", hours(24)},
                                            {"week", hours(24 * 7)},
                                            {"month", hours(24 * 30)},
                                            {"year", hours(24 * 365)}}};
constexpr std::size_t kLater = kAges.size();
constexpr std::size_t kUnknown = kLater + 1;

std::size_t class_of(microseconds age) {
  for (std::size_t i = 0; i < kAges.size(); ++i) {
    if (age < kAges[i].below) return i;
  }
  return kLater;
}

// Between which two instants a date is: without a zone it may be 14 hours off in either direction.
std::optional<std::pair<UtcTime, UtcTime>> bounds_of(const std::optional<Timestamp>& date) {
  if (!date) return std::nullopt;
  constexpr hours kZone(14);
  switch (date->precision) {
    case TimePrecision::kInstant:
      return std::pair(date->utc, date->utc);
    case TimePrecision::kLocalTime:
      return std::pair(date->utc - kZone, date->utc + kZone);
    case TimePrecision::kDay:
      return std::pair(date->utc - kZone, date->utc + hours(24) + kZone);
    case TimePrecision::kMonth:
    case TimePrecision::kYear:
      break;
  }
  return std::nullopt;
}

// The age of a post at an instant, when its date is exact enough to tell.
std::size_t age_at(const std::optional<Timestamp>& published, UtcTime time) {
  const auto bounds = bounds_of(published);
  if (!bounds || time < bounds->first) return kUnknown;
  const std::size_t youngest = class_of(std::max(time - bounds->second, microseconds(0)));
  const std::size_t oldest = class_of(time - bounds->first);
  return youngest == oldest ? youngest : kUnknown;
}

std::size_t similarity_class(const Change& change) {
  const bool same = std::none_of(change.reasons.begin(), change.reasons.end(),
                                 [](const ChangeReason& reason) { return reason.field == "text"; });
  if (same) return 0;
  constexpr std::array<double, 3> kAtLeast = {.99, .9, .5};
  std::size_t out = 1;
  for (const double least : kAtLeast) {
    if (change.similarity >= least) return out;
    ++out;
  }
  return out;
}

struct PostHistory {
  std::vector<Change> changes;
  std::vector<Sighting> sightings;
};

// Empty when the post is gone from this key since its head was read: it moved, or was taken out.
Result<PostHistory> history_of(const Archive& archive, const std::string& key, const ObjectSummary& post) {
  PostHistory out;
  if (post.versions > 1) {
    // Edit scripts are not counted, and are most of the cost of changes.
    auto history = history_in_short(archive, key);
    if (history) out.changes = std::move(history->changes);
    if (!history && history.error().code != Code::kNotFound) return std::move(history).error();
  }
  if (post.sightings > 0) {
    auto sightings = archive.sightings(key);
    if (sightings) out.sightings = std::move(*sightings);
    if (!sightings && sightings.error().code != Code::kNotFound) return std::move(sightings).error();
  }
  return out;
}

}  // namespace

const char* why_unusable(const std::optional<Timestamp>& date, UtcTime first_seen) {
  // Programs write year 1 or 1970 where they know no date. No blog is older than the Web.
  constexpr std::chrono::sys_days kWeb = std::chrono::year(1990) / 1 / 1;
  if (!date) return "none";
  if (date->utc < kWeb) return "ancient";
  return date->utc > first_seen + hours(24) ? "future" : nullptr;
}

std::string month_of(UtcTime time) {
  return format_rfc3339(time).substr(0, 7);
}

std::vector<AgeFigures> empty_ages() {
  std::vector<AgeFigures> out;
  for (const AgeClass& age : kAges) out.push_back({age.name, 0, 0, 0, {}});
  out.push_back({"later", 0, 0, 0, {}});
  out.push_back({"unknown", 0, 0, 0, {}});
  return out;
}

Result<bool> count_edits(const Archive& archive, const std::string& key, const ObjectSummary& post,
                         ArchiveReport& report) {
  BFA_ASSIGN_OR_RETURN(const auto history, history_of(archive, key, post));
  const auto& [changes, sightings] = history;
  std::optional<Timestamp> published = post.latest.published;
  if (why_unusable(published, post.first_seen) != nullptr) published.reset();
  for (const Change& change : changes) ++report.ages[age_at(published, change.to)].looks;
  for (const Sighting& sighting : sightings) {
    if (sighting.observed > post.first_seen) ++report.ages[age_at(published, sighting.observed)].looks;
  }
  bool edited = false;
  for (const Change& change : changes) {
    ++report.verdicts[std::string(verdict_name(change.verdict))];
    if (change.verdict != Verdict::kContent) continue;
    edited = true;
    ++report.months[month_of(change.to)].changes;
    std::set<std::string> fields;
    for (const ChangeReason& reason : change.reasons) fields.insert(reason.field);
    for (const auto& field : fields) ++report.changed_fields[field];
    const std::size_t seen = age_at(published, change.to);
    AgeFigures& age = report.ages[seen];
    ++age.changes;
    ++age.by_similarity[similarity_class(change)];
    UtcTime unchanged = change.from;
    for (const Sighting& sighting : sightings) {
      if (sighting.observed < change.to) unchanged = std::max(unchanged, sighting.observed);
    }
    if (seen != kUnknown && age_at(published, unchanged) == seen) ++age.certain;
  }
  return edited;
}

}  // namespace bfa
