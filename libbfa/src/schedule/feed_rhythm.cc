// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/feed_rhythm.h"

#include <algorithm>
#include <cmath>

#include "schedule/rhythm_constants.h"
#include "schedule/season.h"
#include "schedule/state_bytes.h"

namespace bfa {
namespace {

constexpr double kDay = 86400;
constexpr std::int64_t kHour = 3600;
constexpr double kSlowMemoryDays = 90, kFastMemoryDays = 5;
constexpr double kPriorItems = 0.5, kPriorItemsPerDay = 0.3;  // of the slow rate, over all feeds
constexpr double kFastWeight = 4;                       // items as which the slow rate counts in the fast
constexpr double kBurstWeight = 3, kBusyDayWeight = 3;  // expected items as which no burst counts
constexpr double kMostWeight = 20;  // an overflow multiplies the items that were seen by at most this
constexpr std::size_t kMostDates = 1000;

double fast_rate(double slow_items, double slow_days, double fast_items, double fast_days) noexcept {
  const double slow = (kPriorItems + slow_items) / (kPriorItems / kPriorItemsPerDay + slow_days);
  return (kFastWeight + fast_items) / (kFastWeight / slow + fast_days);
}

// The days that count after `days` more passed, of a count of days that fades.
double faded_days(double counted, double days, double memory) noexcept {
  const double kept = std::exp(-days / memory);
  return counted * kept + memory * (1 - kept);
}

std::int64_t bounded(ScheduleTime time) noexcept {
  return std::clamp(static_cast<std::int64_t>(time.time_since_epoch().count()), -kFurthestTime,
                    kFurthestTime);
}

// Adds an item, and takes old items away where there are more than `most`.
template <std::size_t N>
void add_count(std::array<std::uint16_t, N>& counts, std::size_t i, std::uint32_t most) noexcept {
  counts[i] = static_cast<std::uint16_t>(counts[i] + 16);
  std::uint32_t total = 0;
  for (const std::uint16_t count : counts) total += count;
  if (total <= most) return;
  for (std::uint16_t& count : counts) count = static_cast<std::uint16_t>(count - count / 10);
}

}  // namespace

void FeedRhythm::fade(std::int64_t to, const WeekShape& week) noexcept {
  if (to <= until_) return;
  // What was expected of late, hour by hour. What lies longer back than this has faded.
  const double per_second = fast_rate(slow_items_, slow_days_, fast_items_, fast_days_) / kDay;
  const auto furthest = static_cast<std::int64_t>(10 * kBusyDaySeconds);
  double burst_items = burst_items_, burst_expected = burst_expected_;
  double day_items = day_items_, day_expected = day_expected_;
  for (std::int64_t at = std::max(until_, to - furthest); at < to;) {
    const std::int64_t next = std::min(to, at - second_of_hour(at) + kHour);
    const auto seconds = static_cast<double>(next - at);
    const double rate = per_second * static_cast<double>(week[static_cast<std::size_t>(hour_of_week(at))]);
    const double burst_kept = std::exp(-seconds / kBurstSeconds);
    const double day_kept = std::exp(-seconds / kBusyDaySeconds);
    burst_items *= burst_kept;
    burst_expected = burst_expected * burst_kept + rate * kBurstSeconds * (1 - burst_kept);
    day_items *= day_kept;
    day_expected = day_expected * day_kept + rate * kBusyDaySeconds * (1 - day_kept);
    at = next;
  }
  burst_items_ = static_cast<float>(burst_items);
  burst_expected_ = static_cast<float>(burst_expected);
  day_items_ = static_cast<float>(day_items);
  day_expected_ = static_cast<float>(day_expected);

  const double days = static_cast<double>(to - until_) / kDay;
  slow_items_ = static_cast<float>(slow_items_ * std::exp(-days / kSlowMemoryDays));
  fast_items_ = static_cast<float>(fast_items_ * std::exp(-days / kFastMemoryDays));
  slow_days_ = static_cast<float>(faded_days(slow_days_, days, kSlowMemoryDays));
  fast_days_ = static_cast<float>(faded_days(fast_days_, days, kFastMemoryDays));
  until_ = to;
}

void FeedRhythm::count(std::int64_t date, double weight, const WeekShape& week) noexcept {
  fade(date, week);
  newest_ = std::max(newest_, date);
  const auto items = static_cast<float>(weight);
  for (float* counted : {&slow_items_, &fast_items_, &burst_items_, &day_items_}) {
    *counted = std::min(kMostRhythmItems, *counted + items);
  }
  add_count(hours_, static_cast<std::size_t>(hour_of_week(date)), kMostHourCounts);
  add_count(parts_, static_cast<std::size_t>(second_of_hour(date) * kHourParts / kHour), kMostPartCounts);
}

void FeedRhythm::learn(const FeedObservation& observation) noexcept {
  std::array<std::int64_t, kMostDates> dates;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  const std::size_t size = std::min(observation.dates.size(), kMostDates);
  const std::int64_t now = std::max(bounded(observation.now), started_ ? until_ : -kFurthestTime);
  for (std::size_t i = 0; i < size; ++i) {
    dates[i] = std::min(bounded(observation.dates[i]), now);
  }
  std::sort(dates.begin(), dates.begin() + static_cast<std::ptrdiff_t>(size));
  const WeekShape week = week_shape(hours_);
  std::size_t first = 0;
  double weight = 1;
  if (!started_) {
    started_ = true;
    until_ = newest_ = size == 0 ? now : dates[0];
    first = size == 0 ? 0 : 1;  // the oldest item only starts the clock: what came before it is not known
  } else if (observation.whole_window_new && size != 0 && dates[0] > until_ && now > dates[0]) {
    weight = std::min(kMostWeight, static_cast<double>(now - until_) / static_cast<double>(now - dates[0]));
  }
  for (std::size_t i = first; i < size; ++i) count(dates[i], weight, week);
  fade(now, week);
}

double FeedRhythm::items_per_day(ScheduleTime now) const noexcept {
  if (!started_) return kPriorItemsPerDay;
  const double days = std::max(0.0, static_cast<double>(bounded(now) - until_) / kDay);
  return fast_rate(
      slow_items_ * std::exp(-days / kSlowMemoryDays), faded_days(slow_days_, days, kSlowMemoryDays),
      fast_items_ * std::exp(-days / kFastMemoryDays), faded_days(fast_days_, days, kFastMemoryDays));
}

FeedForecast FeedRhythm::forecast(ScheduleTime now) const noexcept {
  FeedForecast forecast;
  forecast.made = now;
  forecast.items_per_day = items_per_day(now);
  forecast.week = week_shape(hours_);
  forecast.hour = hour_shape(parts_);
  if (!started_) return forecast;
  const double day = (kBusyDayWeight + day_items_) / (kBusyDayWeight + day_expected_);
  const double burst = (kBurstWeight + burst_items_) / (kBurstWeight + burst_expected_ * day);
  const auto since = static_cast<double>(std::max<std::int64_t>(0, bounded(now) - until_));
  forecast.busy_day = (day - 1) * std::exp(-since / kBusyDaySeconds);
  forecast.burst = (burst - 1) * std::exp(-since / kBurstSeconds);
  return forecast;
}

double items_per_second(const FeedForecast& forecast, ScheduleTime time) noexcept {
  const std::int64_t at = time.time_since_epoch().count();
  const auto later = static_cast<double>(std::max<std::int64_t>(0, (time - forecast.made).count()));
  return forecast.items_per_day / kDay *
         static_cast<double>(forecast.week[static_cast<std::size_t>(hour_of_week(at))]) *
         static_cast<double>(
             forecast.hour[static_cast<std::size_t>(second_of_hour(at) * kHourParts / kHour)]) *
         (1 + forecast.burst * std::exp(-later / kBurstSeconds)) *
         (1 + forecast.busy_day * std::exp(-later / kBusyDaySeconds));
}

}  // namespace bfa
