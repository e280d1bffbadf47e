// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/base/export.h"
#include "bfa/base/result.h"
#include "bfa/schedule/feed_rhythm.h"

namespace bfa {

// The ages of a page by which edits are counted: below 6 hours, a day, a week, 30 days, 90 days, a year, and
// older.
inline constexpr int kEditAges = 7;
using EditTable = std::array<float, kEditAges>;

// Edits a day of a page by its age, of all blogs: what is expected before anything is known of a blog.
// docs/schedule.md says from what it was fitted.
BFA_EXPORT EditTable edit_prior() noexcept;

// What is known of one page. Times are UTC. A date of publishing after `first_check` counts as `first_check`.
struct PageHistory {
  ScheduleTime published{}, first_check{}, last_check{};
  std::uint64_t changes = 0;   // found between these checks
  std::uint64_t comments = 0;  // seen so far
};

// How often the pages of one blog are edited, by their age: a gamma-Poisson model. A blog's level has the
// prior of all blogs, the rate of an age has the level, and a page has the rates as its prior. Counts fade
// with a memory of two years. Values: copyable, comparable; as thread-safe as any value.
class BFA_EXPORT EditRates {
 public:
  explicit EditRates(const EditTable& prior = edit_prior()) noexcept : prior_(prior) {}

  // A page that was published at `published` was looked at at `from` and at `to`, and was `changed` or not.
  // The time of the change between these is not known: it counts for each age by how likely it was there. Any
  // order of calls gives the same counts, but for rounding, if none is a change. A `to` that is not after
  // `from` changes nothing. Cannot fail. Cost: O(kEditAges).
  void learn(ScheduleTime published, ScheduleTime from, ScheduleTime to, bool changed) noexcept;

  // Edits a day that are expected of a page of that age, of which nothing else is known. Above 0.
  double edits_per_day(std::chrono::seconds age) const noexcept;

  // By how much this page is edited more often than others of its blog and age (1: as often). Comments count
  // a little: somebody still reads the page.
  double page_factor(const PageHistory& page) const noexcept;

  // The expected sum of waiting of the edits since the last check, in edit-days, if the page is asked for at
  // `now`: what a request is worth. 0 if `now` is not after the last check.
  double waiting(const PageHistory& page, ScheduleTime now) const noexcept;

  // The time at which waiting() reaches `price` (edit-days, as PollPrice::item_days gives them), not earlier
  // than 6 hours and not later than a year after the last check. A price that is no positive number counts as
  // 0. Cost: about 3 us.
  ScheduleTime next_check(const PageHistory& page, double price) const noexcept;

  // Appends at most 80 bytes: docs/schedule.md has the format. The prior is not part of it. decode() takes
  // from `bytes` what encode() of this version wrote. Errors: kUnsupported: another version;
  // kTruncated: cut or out of range; kIo.
  Status encode(std::string& out) const;
  static Result<EditRates> decode(std::string_view& bytes);

  bool operator==(const EditRates&) const = default;

 private:
  EditTable rates() const noexcept;

  EditTable prior_;
  std::int64_t until_ = 0;  // seconds: counts are as of then
  EditTable days_{}, changes_{};
};

// What a request with conditions (ETag, Last-Modified) costs of one without: most are answered by 304 without
// a body.
inline constexpr double kConditionalCost = 0.5;

}  // namespace bfa
