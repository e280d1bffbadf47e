// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/feed_rhythm.h"

#include <algorithm>
#include <cmath>

#include "schedule/season.h"

namespace bfa {
namespace {

constexpr double kDay = 86400;
constexpr double kSlowMemoryDays = 120, kFastMemoryDays = 7;
constexpr double kPriorItems = 0.5, kPriorItemsPerDay = 0.3;  // of the slow rate, over all feeds
constexpr double kFastWeight = 4;   // items as which the slow rate counts in the fast
constexpr double kMostWeight = 20;  // an overflow multiplies the items that were seen by at most this
constexpr std::size_t kMostDates = 1000;
constexpr std::uint32_t kMostHourCounts = 16 * 1000;

double fast_rate(double slow_items, double slow_days, double fast_items, double fast_days) noexcept {
  const double slow = (kPriorItems + slow_items) / (kPriorItems / kPriorItemsPerDay + slow_days);
  return (kFastWeight + fast_items) / (kFastWeight / slow + fast_days);
}

// The days that count after `days` more passed, of a count of days that fades.
double faded_days(double counted, double days, double memory) noexcept {
  const double kept = std::exp(-days / memory);
  return counted * kept + memory * (1 - kept);
}

}  // namespace

void FeedRhythm::fade(std::int64_t to) noexcept {
  if (to <= until_) return;
  const double days = static_cast<double>(to - until_) / kDay;
  slow_items_ = static_cast<float>(slow_items_ * std::exp(-days / kSlowMemoryDays));
  fast_items_ = static_cast<float>(fast_items_ * std::exp(-days / kFastMemoryDays));
  slow_days_ = static_cast<float>(faded_days(slow_days_, days, kSlowMemoryDays));
  fast_days_ = static_cast<float>(faded_days(fast_days_, days, kFastMemoryDays));
  until_ = to;
}

void FeedRhythm::count(std::int64_t date, double weight) noexcept {
  fade(date);
  newest_ = std::max(newest_, date);
  slow_items_ += static_cast<float>(weight);
  fast_items_ += static_cast<float>(weight);
  hours_[static_cast<std::size_t>(hour_of_week(date))] += 16;
  hour_total_ += 16;
  if (hour_total_ <= kMostHourCounts) return;
  hour_total_ = 0;
  for (std::uint16_t& hour : hours_) hour_total_ += hour = static_cast<std::uint16_t>(hour * 7 / 8);
}

void FeedRhythm::learn(const FeedObservation& observation) noexcept {
  std::array<std::int64_t, kMostDates> dates{};
  const std::size_t size = std::min(observation.dates.size(), kMostDates);
  const std::int64_t now =
      std::max(observation.now.time_since_epoch().count(), started_ ? until_ : INT64_MIN);
  for (std::size_t i = 0; i < size; ++i) {
    dates[i] = std::min<std::int64_t>(observation.dates[i].time_since_epoch().count(), now);
  }
  std::sort(dates.begin(), dates.begin() + static_cast<std::ptrdiff_t>(size));
  std::size_t first = 0;
  double weight = 1;
  if (!started_) {
    started_ = true;
    until_ = newest_ = size == 0 ? now : dates[0];
    first = size == 0 ? 0 : 1;  // the oldest item only starts the clock: what came before it is not known
  } else if (observation.whole_window_new && size != 0 && dates[0] > until_ && now > dates[0]) {
    weight = std::min(kMostWeight, static_cast<double>(now - until_) / static_cast<double>(now - dates[0]));
  }
  for (std::size_t i = first; i < size; ++i) count(dates[i], weight);
  fade(now);
}

double FeedRhythm::items_per_day(ScheduleTime now) const noexcept {
  const double days = std::max(0.0, static_cast<double>(now.time_since_epoch().count() - until_) / kDay);
  return fast_rate(
      slow_items_ * std::exp(-days / kSlowMemoryDays), faded_days(slow_days_, days, kSlowMemoryDays),
      fast_items_ * std::exp(-days / kFastMemoryDays), faded_days(fast_days_, days, kFastMemoryDays));
}

FeedForecast FeedRhythm::forecast(ScheduleTime now) const noexcept {
  return {items_per_day(now), week_shape(hours_)};
}

}  // namespace bfa
