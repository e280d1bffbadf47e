// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bfa/schedule/feed_rhythm.h"

namespace bfa {

// The price of a request for a known page, in edit-days (EditRates::next_check): a controller moves it once
// an hour of the clock until the requests keep their budget. What they leave of it is for polls. A value; for
// one thread.
class PagePrice {
 public:
  // The budget from now on, of all blogs together. 0: as few requests as the rules of re-checks allow.
  void set_requests_per_day(double requests) noexcept { budget_ = requests; }

  void spent(ScheduleTime now, double requests) noexcept;
  double edit_days(ScheduleTime now) noexcept;
  // A mean that fades over two days; 0 before the first request.
  double requests_per_day_of_late() const noexcept { return recent_; }

  // What the controller has found, to be kept over a restart.
  double correction() const noexcept { return correction_; }
  void restore(double correction, double requests_per_day_of_late) noexcept;

 private:
  void advance(std::int64_t now) noexcept;

  double budget_ = 0, correction_ = 1, recent_ = 0, hour_requests_ = 0;
  std::int64_t hour_ = INT64_MIN;  // of the clock, since 1970
};

}  // namespace bfa
