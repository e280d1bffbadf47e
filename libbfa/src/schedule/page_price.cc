// SPDX-License-Identifier: Apache-2.0
#include "schedule/page_price.h"

#include <algorithm>
#include <cmath>

namespace bfa {
namespace {

constexpr std::int64_t kHour = 3600;
constexpr std::int64_t kLongestLeapHours = 24;
constexpr double kRecentHours = 48;
constexpr double kUsualPrice = 0.3;  // docs/schedule.md, "Edits of pages"
constexpr double kGain = 0.02;       // ten times too much for a day raises the price by half
constexpr double kLeast = 0.05, kMost = 1e4;

}  // namespace

void PagePrice::spent(ScheduleTime now, double requests) noexcept {
  advance(now.time_since_epoch().count());
  hour_requests_ += requests;
}

double PagePrice::edit_days(ScheduleTime now) noexcept {
  advance(now.time_since_epoch().count());
  return budget_ > 0 ? kUsualPrice * correction_ : kUsualPrice * kMost;
}

void PagePrice::restore(double correction, double requests_per_day_of_late) noexcept {
  correction_ = std::clamp(correction, kLeast, kMost);
  recent_ = std::max(0.0, requests_per_day_of_late);
}

void PagePrice::advance(std::int64_t now) noexcept {
  const std::int64_t hour = now / kHour;
  if (hour_ == INT64_MIN) hour_ = hour;
  hour_ = std::max(hour_, hour - kLongestLeapHours);
  while (hour_ < hour) {
    ++hour_;
    recent_ += (24 * hour_requests_ - recent_) / kRecentHours;
    hour_requests_ = 0;
    if (budget_ <= 0) continue;
    const double excess = std::clamp(recent_ / budget_ - 1, -1.0, 2.0);
    correction_ = std::clamp(correction_ * std::exp(kGain * excess), kLeast, kMost);
  }
}

}  // namespace bfa
