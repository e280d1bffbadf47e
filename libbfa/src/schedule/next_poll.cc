// SPDX-License-Identifier: Apache-2.0
#include "schedule/next_poll.h"

#include <algorithm>
#include <cmath>

#include "schedule/season.h"

namespace bfa {
namespace {

constexpr double kDay = 86400;
constexpr std::int64_t kHour = 3600;

// Seconds until `items` that wait, growing by `rate` a second, have waited `wanted` item-seconds more.
double seconds_to_wait(double items, double rate, double wanted) noexcept {
  // items x + rate x^2 / 2 = wanted, in the form that does not cancel for small rates.
  return 2 * wanted / (items + std::sqrt(items * items + 2 * rate * wanted));
}

}  // namespace

NextPoll next_poll(const FeedForecast& forecast, std::int64_t from, const PollBounds& bounds) noexcept {
  const double price = bounds.price_item_days * kDay;
  NextPoll poll{from, PollReason::kLongest, 0, 0};
  const std::int64_t end = from + bounds.longest_s;
  double waited = 0;
  auto hour = static_cast<std::size_t>(hour_of_week(from));
  std::int64_t at = from;
  while (at < end) {
    const std::int64_t boundary = at - (((at % kHour) + kHour) % kHour) + kHour;
    const auto length = static_cast<double>(std::min(boundary, end) - at);
    const double rate = forecast.items_per_day / kDay * static_cast<double>(forecast.shape[hour]);
    const double by_price = seconds_to_wait(poll.items, rate, price - waited);
    const double by_window = rate > 0 ? (bounds.most_items - poll.items) / rate : length + 1;
    const double step = std::min({length, by_price, by_window});
    waited += poll.items * step + rate * step * step / 2;
    poll.items += rate * step;
    if (step < length) {
      poll.at = at + static_cast<std::int64_t>(std::ceil(step));
      poll.reason = by_price <= by_window ? PollReason::kPrice : PollReason::kWindow;
      break;
    }
    at = std::min(boundary, end);
    poll.at = at;
    hour = (hour + 1) % kWeekHours;
  }
  poll.item_hours = waited / 3600;
  if (poll.at < from + bounds.shortest_s) {
    poll.at = from + bounds.shortest_s;
    poll.reason = PollReason::kShortest;
  }
  return poll;
}

}  // namespace bfa
