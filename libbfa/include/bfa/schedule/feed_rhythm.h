// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "bfa/base/export.h"
#include "bfa/base/result.h"

namespace bfa {

// Times of the schedule: UTC in whole seconds.
using ScheduleTime = std::chrono::sys_seconds;

// The hours of a week, Monday 00:00 UTC first, as factors of a rate. Their mean is 1.
inline constexpr int kWeekHours = 168;
using WeekShape = std::array<float, kWeekHours>;

// The twelfths of an hour, as factors with mean 1: many feeds publish on the hour.
inline constexpr int kHourParts = 12;
using HourShape = std::array<float, kHourParts>;

// What one feed is expected to publish: `items_per_day` on average over a week, times the factors of the hour
// of the week, of the part of that hour, and of what happens just now.
struct FeedForecast {
  ScheduleTime made{};
  double items_per_day = 0;
  WeekShape week{};
  HourShape hour{};
  // By how much the last two hours and the last day raise the rate (1: it is doubled); they fade with these
  // times. Negative: fewer items came than expected.
  double burst = 0, busy_day = 0;
};

// In items a second at `time`, which is not before `made`. Cannot fail.
BFA_EXPORT double items_per_second(const FeedForecast& forecast, ScheduleTime time) noexcept;

// What a poll found in the feed. `dates`: of the items that no poll saw before, in any order; dates that lie
// after `now` count as `now`. `whole_window_new`: every item of the feed's document was new, so that others
// may have come and gone between the polls.
struct FeedObservation {
  ScheduleTime now{};
  std::span<const ScheduleTime> dates;
  bool whole_window_new = false;
};

// How a feed publishes, learned from the dates of its items: a rate with two memories (90 days and 5 days),
// the hours of the week, the minutes of the hour, and bursts of hours and of days. Values: copyable,
// comparable; as thread-safe as any value. About 450 bytes, without memory of its own, so that a million fit
// into memory.
//
// Rates are those of gamma-Poisson models: l = (a + items) / (a / l0 + days), with items and days that fade.
// The slow rate has a prior for all feeds; the fast one has the slow rate as its prior. Hours are counts over
// a prior (the season of many feeds) that is compiled in. Bursts compare the items that came with those that
// were expected. docs/schedule.md has the formulas.
class BFA_EXPORT FeedRhythm {
 public:
  // Learns from one poll. The first poll starts the clock at the oldest date; the others are history.
  // Observations are to be in the order of time; one that is earlier counts as now. At most 1,000 dates of
  // a poll count: more are no rhythm. Cannot fail. Cost: O(dates).
  void learn(const FeedObservation& observation) noexcept;

  // As of `now`, from what was learned until then. Cost: about 1 us.
  FeedForecast forecast(ScheduleTime now) const noexcept;

  // The average rate alone, in items a day.
  double items_per_day(ScheduleTime now) const noexcept;

  // Whether a poll was learned, when the last was, and the newest date that any had.
  bool started() const noexcept { return started_; }
  ScheduleTime learned_until() const noexcept { return ScheduleTime(std::chrono::seconds(until_)); }
  ScheduleTime newest() const noexcept { return ScheduleTime(std::chrono::seconds(newest_)); }

  // Appends at most 600 bytes, a few dozen for a quiet feed: docs/schedule.md has the format. decode() takes
  // from `bytes` what encode() of this version or an earlier one wrote. Errors: kUnsupported: a later
  // version; kCorrupt; kTruncated; kIo.
  Status encode(std::string& out) const;
  static Result<FeedRhythm> decode(std::string_view& bytes);

  bool operator==(const FeedRhythm&) const = default;

 private:
  void fade(std::int64_t to, const WeekShape& week) noexcept;
  void count(std::int64_t date, double weight, const WeekShape& week) noexcept;

  bool started_ = false;
  std::int64_t until_ = 0;   // seconds: counts are as of then
  std::int64_t newest_ = 0;  // seconds
  float slow_items_ = 0, slow_days_ = 0, fast_items_ = 0, fast_days_ = 0;
  float burst_items_ = 0, burst_expected_ = 0, day_items_ = 0, day_expected_ = 0;
  std::array<std::uint16_t, kWeekHours> hours_{};  // in sixteenths of an item
  std::array<std::uint16_t, kHourParts> parts_{};  // in sixteenths of an item
};

}  // namespace bfa
