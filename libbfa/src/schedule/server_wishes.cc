// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/server_wishes.h"

#include <algorithm>

#include "schedule/season.h"

namespace bfa {
namespace {

constexpr std::int64_t kHour = 3600;

bool skipped(std::int64_t time, const ServerWishes& wishes) noexcept {
  const auto hour = static_cast<unsigned>(hour_of_week(time));
  return (wishes.skip_hours >> (hour % 24) & 1U) != 0 || (wishes.skip_days >> (hour / 24) & 1U) != 0;
}

}  // namespace

ScheduleTime heed_wishes(ScheduleTime planned, ScheduleTime polled, const ServerWishes& wishes,
                         const WishCaps& caps) noexcept {
  ScheduleTime time = planned;
  time = std::max(time, polled + std::min(wishes.least_interval, caps.least_interval));
  time = std::max(time, polled + std::min(wishes.retry_after, caps.retry_after));
  if (wishes.pushed) time = std::max(time, polled + caps.pushed);
  if (wishes.skip_hours == 0 && wishes.skip_days == 0) return time;
  std::int64_t at = time.time_since_epoch().count();
  for (int hours = 0; hours <= kWeekHours; ++hours) {
    if (!skipped(at, wishes)) return ScheduleTime(std::chrono::seconds(at));
    at += kHour - second_of_hour(at);
  }
  return time;
}

}  // namespace bfa
