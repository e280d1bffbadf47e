// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/price.h"

#include <algorithm>
#include <cmath>

namespace bfa {
namespace {

constexpr std::int64_t kHour = 3600;
constexpr double kRecentHours = 48;
constexpr std::int64_t kSettlingHours = 48;  // the first polls of all feeds say nothing about the price
constexpr std::int64_t kLongestLeapHours = 24;
constexpr double kGain = 0.02;               // a tenth too much for a day raises the price by 5 %
constexpr double kHaste = 6, kFarOff = 0.2;  // a price that is far off moves faster
constexpr double kOwedHours = 24 * 7;        // what was spent too much is saved over a week

// The correction at which the price alone does not do; it is 0.5 to 2 when it does.
constexpr double kHighCorrection = 4;
constexpr double kLeastCorrection = 1e-3, kMostCorrection = 1e3;

}  // namespace

PollPrice::PollPrice(double polls_per_day, double alpha) noexcept
    : budget_(polls_per_day), alpha_(std::clamp(alpha, 0.0, 1.0)) {}

double PollPrice::share(double items_per_day) const noexcept {
  return items_per_day <= 0 ? 0 : std::pow(items_per_day, (1 - alpha_) / 2);
}

void PollPrice::spent(ScheduleTime now, double polls) noexcept {
  advance(now.time_since_epoch().count());
  hour_polls_ += polls;
}

void PollPrice::restore(const Learned& learned) noexcept {
  correction_ = std::clamp(learned.correction, kLeastCorrection, kMostCorrection);
  recent_ = std::max(0.0, learned.recent);
  owed_ = std::clamp(learned.owed, -budget_, budget_);
  restored_ = true;
}

void PollPrice::advance(std::int64_t now) noexcept {
  const std::int64_t hour = now / kHour;
  if (hour_ == INT64_MIN) {
    begun_ = hour_ = hour;
    if (restored_) {
      begun_ -= kSettlingHours;
    } else {
      recent_ = budget_;
    }
  }
  hour_ = std::max(hour_, hour - kLongestLeapHours);
  while (hour_ < hour) {
    ++hour_;
    if (hour_ - begun_ > kSettlingHours / 2) recent_ += (24 * hour_polls_ - recent_) / kRecentHours;
    if (hour_ - begun_ <= kSettlingHours) {
      hour_polls_ = 0;
      continue;
    }
    owed_ += hour_polls_ - budget_ / 24;
    owed_ = std::clamp(owed_, -budget_, budget_);
    hour_polls_ = 0;
    const double excess = std::clamp(recent_ / budget_ - 1 + owed_ / (budget_ / 24 * kOwedHours), -1.0, 1.0);
    correction_ = std::clamp(
        correction_ * std::exp(kGain * excess * (1 + kHaste * std::max(0.0, std::abs(excess) - kFarOff))),
        kLeastCorrection, kMostCorrection);
  }
}

double PollPrice::item_days(ScheduleTime now, double items_per_day) noexcept {
  advance(now.time_since_epoch().count());
  const double root = std::max(sum_, 1e-6) / (std::sqrt(2.0) * budget_);
  return correction_ * root * root * std::pow(std::max(items_per_day, 1e-9), alpha_);
}

double PollPrice::pressure() const noexcept {
  return std::max(1.0, correction_ / kHighCorrection);
}

}  // namespace bfa
