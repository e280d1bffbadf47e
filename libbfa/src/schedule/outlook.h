// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "bfa/schedule/feed_rhythm.h"

namespace bfa {

// What a forecast expects between two times, without walking from hour to hour.
class Outlook {
 public:
  Outlook(const FeedForecast& forecast, std::int64_t from) noexcept;

  // The factors of the week, summed over the hours from its Monday to `later` seconds after `from`.
  double week_hours(double later) const noexcept;

  // The items that are expected from `begin` to `end`, both in seconds after `from`, with week_hours() of the
  // two. Bursts count as in the middle between the two, so that these are not to be far apart compared with
  // the time that a burst takes.
  double items(double begin, double begin_hours, double end, double end_hours) const noexcept;

  // The mean rate of an hour, in items a second, with bursts as at that hour's `middle` (seconds after
  // `from`).
  double rate(std::size_t hour, double middle) const noexcept;

 private:
  double burst_factor(double later) const noexcept;

  double per_second_, burst_, busy_day_;
  double start_;                              // of `from` within the week, in seconds
  std::array<double, kWeekHours + 1> sums_;   // of the week's factors before each hour
  std::array<double, kHourParts + 1> parts_;  // shares of an hour before each part
  const WeekShape& week_;
};

}  // namespace bfa
