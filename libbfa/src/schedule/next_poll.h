// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bfa/schedule/feed_rhythm.h"
#include "bfa/schedule/scheduler.h"

namespace bfa {

struct NextPoll {
  std::int64_t at = 0;  // seconds
  PollReason reason = PollReason::kPrice;
  double items = 0;       // expected by then
  double item_hours = 0;  // expected waiting of these items until then
};

struct PollBounds {
  double price_item_days = 0;                  // a poll is worth this much waiting
  double most_items = 0;                       // expected items at which to poll at the latest
  std::int64_t shortest_s = 0, longest_s = 0;  // after `from`
};

// When to poll a feed whose items were all seen until `from`.
NextPoll next_poll(const FeedForecast& forecast, std::int64_t from, const PollBounds& bounds) noexcept;

}  // namespace bfa
