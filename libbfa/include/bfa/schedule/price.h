// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bfa/base/export.h"
#include "bfa/schedule/feed_rhythm.h"

namespace bfa {

// The price of a poll, in item-days of waiting: a feed is polled when its items are expected to have waited
// that long in sum. One price for all feeds spends the budget where it brings most.
//
// The price follows from the rates of the feeds (a sum that is kept up to date feed by feed), and a
// controller corrects it once an hour of the clock by what was really spent. Values; not thread-safe.
class BFA_EXPORT PollPrice {
 public:
  // `polls_per_day`: of all feeds together, above 0. `alpha`, 0 to 1: 0 makes all items equal, 1 all feeds.
  PollPrice(double polls_per_day, double alpha) noexcept;

  // The budget from now on: feeds were added or removed.
  void set_polls_per_day(double polls_per_day) noexcept { budget_ = polls_per_day; }
  double polls_per_day() const noexcept { return budget_; }
  double alpha() const noexcept { return alpha_; }

  // What a feed with that rate adds to the sum from which the price follows; 0 for a rate of 0.
  double share(double items_per_day) const noexcept;

  // A feed's share was `before` (0: the feed is new) and is `after` (0: the feed is gone).
  void share_changed(double before, double after) noexcept { sum_ = sum_ + after - before; }

  // Polls were made at `now`.
  void spent(ScheduleTime now, double polls) noexcept;

  // The price of a poll of a feed with that rate at `now`, in item-days. Moves the controller to `now`; a
  // clock that goes back changes nothing, and one that leaps ahead counts as a day at most.
  double item_days(ScheduleTime now, double items_per_day) noexcept;

  // 1, or more when even a high price does not keep the budget: what is polled for other reasons than the
  // price (documents that fill up, the longest interval) is to wait that much longer.
  double pressure() const noexcept;

  // What the controller has found, to be kept over a restart: the correction of the price, polls a day of
  // late, polls above the budget. Out of their range they count as the nearest that is in it.
  struct Learned {
    double correction = 1, recent = 0, owed = 0;
  };
  Learned learned() const noexcept { return {correction_, recent_, owed_}; }
  // Before the first poll is spent. The controller goes on at once.
  void restore(const Learned& learned) noexcept;

  // Polls a day of late (a mean that fades over two days).
  double polls_per_day_of_late() const noexcept { return recent_; }

 private:
  void advance(std::int64_t now) noexcept;

  double budget_, alpha_;
  double sum_ = 0;         // of the feeds' shares
  double correction_ = 1;  // kappa
  double recent_ = 0;
  double owed_ = 0;  // polls that were spent above the budget; negative: below
  double hour_polls_ = 0;
  std::int64_t hour_ = INT64_MIN;   // of the clock, since 1970
  std::int64_t begun_ = INT64_MIN;  // the first of these
  bool restored_ = false;
};

}  // namespace bfa
