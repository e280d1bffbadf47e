// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace bfa {

// How fast a burst and a busy day fade.
inline constexpr double kBurstSeconds = 2 * 3600, kBusyDaySeconds = 24 * 3600;

// Counts of items by hour and by part of the hour, in sixteenths: above these, old items are taken away.
inline constexpr std::uint32_t kMostHourCounts = 16 * 1000, kMostPartCounts = 16 * 500;

// Items that count at a time are fewer: a poll counts 1,000 dates, up to 20 times each.
inline constexpr float kMostRhythmItems = 1e9F;

}  // namespace bfa
