// SPDX-License-Identifier: Apache-2.0
#include "schedule/next_poll.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "schedule/outlook.h"
#include "schedule/season.h"

namespace bfa {
namespace {

constexpr double kHour = 3600;

// The plan looks ahead on a grid of cells: 10 as long as the simple rule would wait, for 5 such times, of
// which the last 2 only end what begins before.
constexpr int kCellsPerWait = 10, kPlanned = 3 * kCellsPerWait, kCells = 5 * kCellsPerWait;
constexpr int kMostCellsApart = 25;
constexpr double kRuleShare = 0.15;  // a plan trusts the shape of the week more than it is worth
constexpr double kShortestWait = 120;

// Seconds until `items` that wait, growing by `rate` a second, have waited `wanted` item-seconds more.
double seconds_to_wait(double items, double rate, double wanted) noexcept {
  // items x + rate x^2 / 2 = wanted, in the form that does not cancel for small rates.
  return 2 * wanted / (items + std::sqrt(items * items + 2 * rate * wanted));
}

// The simple rule: poll when the items are expected to have waited for as long as a poll is worth. It is the
// best for a rate that does not change. Seconds after `from`, at most `longest`.
double simple_wait(const Outlook& outlook, std::int64_t from, double price, double longest) noexcept {
  double items = 0, waited = 0;
  auto hour = static_cast<std::size_t>(hour_of_week(from));
  for (double at = 0, next = kHour - second_of_hour(from); at < longest; at = next, next += kHour) {
    const double length = next - at;
    const double rate = outlook.rate(hour, at + length / 2);
    const double step = seconds_to_wait(items, rate, price - waited);
    if (step < length) return std::min(longest, at + step);
    waited += items * length + rate * length * length / 2;
    items += rate * length;
    hour = (hour + 1) % kWeekHours;
  }
  return longest;
}

// Expected items until a time, and the sum of their times, so that waiting is a difference of two of these.
struct Expected {
  double at = 0, items = 0, moment = 0;
  double week_hours = 0;  // Outlook::week_hours() of `at`
};

Expected later(const Outlook& outlook, const Expected& from, double at) noexcept {
  const double hours = outlook.week_hours(at);
  const double items = outlook.items(from.at, from.week_hours, at, hours);
  return {at, from.items + items, from.moment + items * (from.at + at) / 2, hours};
}

// The waiting of the items that come between two polls, in item-seconds.
double waiting(const Expected& poll, const Expected& next) noexcept {
  return next.at * (next.items - poll.items) - (next.moment - poll.moment);
}

// The costs of polls and of waiting over some polls ahead, by dynamic programming on the grid.
class Plan {
 public:
  Plan(const Outlook& outlook, double price, double wait) noexcept : outlook_(outlook), price_(price) {
    grid_[0].week_hours = outlook.week_hours(0);
    for (int i = 0; i < kCells; ++i) grid_[i + 1] = later(outlook, grid_[i], (i + 1) * wait / kCellsPerWait);
    // Who polls late in the end has fewer polls to pay afterwards: credit at the rate of a steady feed.
    const Expected &end = grid_[kCells], &planned = grid_[kPlanned];
    const double rate = (end.items - planned.items) / (end.at - planned.at);
    const double cost_rate = std::sqrt(2 * price * std::max(rate, 0.0));
    for (int i = kPlanned; i <= kCells; ++i) cost_[i] = -cost_rate * (grid_[i].at - planned.at);
    for (int i = kPlanned - 1; i >= 0; --i) {
      cost_[i] = std::numeric_limits<double>::max();
      for (int j = i + 1; j <= std::min(kCells, i + kMostCellsApart); ++j) {
        const double cost = waiting(grid_[i], grid_[j]) + price + cost_[j];
        if (cost >= cost_[i]) continue;
        cost_[i] = cost;
        next_ = j;
      }
    }
  }

  // When to poll next, in seconds: the best cell, then the best minute near it.
  double best() const noexcept {
    double low = grid_[std::max(0, next_ - 1)].at, high = grid_[std::min(kCells, next_ + 1)].at;
    double best = grid_[next_].at;
    constexpr int kTries = 20;
    while (high - low > 60) {
      const double step = std::max(60.0, (high - low) / kTries);
      double least = std::numeric_limits<double>::max();
      for (double at = low + step; at < high; at += step) {
        const double cost = cost_of(at);
        if (cost >= least) continue;
        least = cost;
        best = at;
      }
      if (step <= 60) break;
      low = best - step;
      high = best + step;
    }
    return best;
  }

  // When `items` are expected to have come; `wait` if that is later.
  double full(double items, double wait) const noexcept {
    for (int i = 1; i <= kCells && grid_[i - 1].at < wait; ++i) {
      if (grid_[i].items <= items) continue;
      const double share = (items - grid_[i - 1].items) / (grid_[i].items - grid_[i - 1].items);
      return std::min(wait, grid_[i - 1].at + share * (grid_[i].at - grid_[i - 1].at));
    }
    return wait;
  }

  Expected until(double at) const noexcept {
    int i = 0;
    while (i < kCells && grid_[i + 1].at <= at) ++i;
    return later(outlook_, grid_[i], at);
  }

 private:
  double cost_of(double at) const noexcept {
    const Expected poll = until(at);
    double least = std::numeric_limits<double>::max();
    for (int j = next_; j <= std::min(kCells, next_ + kMostCellsApart); ++j) {
      if (grid_[j].at > at) least = std::min(least, waiting(poll, grid_[j]) + cost_[j]);
    }
    return waiting(grid_[0], poll) + price_ + least + price_;
  }

  const Outlook& outlook_;
  double price_;
  int next_ = 1;
  std::array<Expected, kCells + 1> grid_{};
  std::array<double, kCells + 1> cost_{};
};

}  // namespace

NextPoll next_poll(const FeedForecast& forecast, std::int64_t from, const PollBounds& bounds) noexcept {
  const Outlook outlook(forecast, from);
  const double price = bounds.price_item_days * 86400;
  const auto longest = static_cast<double>(bounds.longest_s);
  const double simple = std::max(kShortestWait, simple_wait(outlook, from, price, longest));
  const Plan plan(outlook, price, simple);
  double wait = (1 - kRuleShare) * plan.best() + kRuleShare * simple;
  NextPoll poll;
  poll.reason = PollReason::kPrice;
  if (const double full = plan.full(bounds.most_items, wait); full < wait) {
    wait = full;
    poll.reason = PollReason::kWindow;
  }
  if (wait >= longest) {
    wait = longest;
    poll.reason = PollReason::kLongest;
  }
  if (wait < static_cast<double>(bounds.shortest_s)) {
    wait = static_cast<double>(bounds.shortest_s);
    poll.reason = PollReason::kShortest;
  }
  poll.at = from + std::llround(wait);
  const Expected expected = plan.until(wait);
  poll.items = expected.items;
  poll.item_hours = waiting(Expected(), expected) / kHour;
  return poll;
}

}  // namespace bfa
