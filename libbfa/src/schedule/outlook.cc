// SPDX-License-Identifier: Apache-2.0
#include "schedule/outlook.h"

#include <algorithm>
#include <cmath>

#include "schedule/rhythm_constants.h"
#include "schedule/season.h"

namespace bfa {
namespace {

constexpr double kDay = 86400, kHour = 3600, kWeek = 168 * kHour;

}  // namespace

Outlook::Outlook(const FeedForecast& forecast, std::int64_t from) noexcept
    : per_second_(forecast.items_per_day / kDay),
      burst_(forecast.burst),
      busy_day_(forecast.busy_day),
      start_(hour_of_week(from) * kHour + second_of_hour(from)),
      week_(forecast.week) {
  sums_[0] = 0;
  for (std::size_t i = 0; i < kWeekHours; ++i) sums_[i + 1] = sums_[i] + static_cast<double>(week_[i]);
  parts_[0] = 0;
  for (std::size_t i = 0; i < kHourParts; ++i) {
    parts_[i + 1] = parts_[i] + static_cast<double>(forecast.hour[i]) / kHourParts;
  }
}

double Outlook::week_hours(double later) const noexcept {
  const double seconds = start_ + later;
  const double weeks = std::floor(seconds / kWeek);
  const double hours = (seconds - weeks * kWeek) / kHour;
  const auto hour = std::min<std::size_t>(static_cast<std::size_t>(hours), kWeekHours - 1);
  const double part = std::min((hours - static_cast<double>(hour)) * kHourParts, kHourParts - 1e-9);
  const auto i = static_cast<std::size_t>(part);
  const double share = parts_[i] + (part - static_cast<double>(i)) * (parts_[i + 1] - parts_[i]);
  return weeks * sums_[kWeekHours] + sums_[hour] + share * static_cast<double>(week_[hour]);
}

double Outlook::burst_factor(double later) const noexcept {
  if (later > 8 * kBusyDaySeconds) return 1;  // less than a thousandth is left
  return (1 + burst_ * std::exp(-later / kBurstSeconds)) *
         (1 + busy_day_ * std::exp(-later / kBusyDaySeconds));
}

double Outlook::items(double begin, double begin_hours, double end, double end_hours) const noexcept {
  return per_second_ * kHour * (end_hours - begin_hours) * burst_factor((begin + end) / 2);
}

double Outlook::rate(std::size_t hour, double middle) const noexcept {
  return per_second_ * static_cast<double>(week_[hour]) * burst_factor(middle);
}

}  // namespace bfa
