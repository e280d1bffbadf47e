// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "bfa/schedule/feed_rhythm.h"

namespace bfa {

// How many feeds publish by hour of day and by day of week (Monday first), in UTC; the mean of each is 1.
extern const std::array<float, 24> kHourPrior;
extern const std::array<float, 7> kDayPrior;

// The hours of a week from counts of items in sixteenths. Without counts it is the prior.
WeekShape week_shape(const std::array<std::uint16_t, kWeekHours>& counts) noexcept;

// The parts of an hour from counts of items in sixteenths. Without counts all are 1.
HourShape hour_shape(const std::array<std::uint16_t, kHourParts>& counts) noexcept;

// The hour of the week, 0 to 167, in which `seconds` since 1970 lies.
int hour_of_week(std::int64_t seconds) noexcept;

// Seconds since the full hour, 0 to 3599.
int second_of_hour(std::int64_t seconds) noexcept;

}  // namespace bfa
