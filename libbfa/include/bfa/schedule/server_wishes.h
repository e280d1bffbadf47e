// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

#include "bfa/base/export.h"
#include "bfa/schedule/feed_rhythm.h"

namespace bfa {

// When a server or a feed asks not to be polled. Zero is no wish.
struct ServerWishes {
  // The longest of RSS `ttl`, `sy:updatePeriod` over `sy:updateFrequency`, `Cache-Control: max-age`, and
  // `Expires`.
  std::chrono::seconds least_interval{0};
  std::chrono::seconds retry_after{0};  // `Retry-After`; of one answer only
  std::uint32_t skip_hours = 0;         // RSS `skipHours`: bit h is the hour h in UTC
  std::uint8_t skip_days = 0;           // RSS `skipDays`: bit 0 is Monday, in UTC
  bool pushed = false;                  // a WebSub hub tells what is new: a poll only makes sure

  bool operator==(const ServerWishes&) const = default;
};

// Up to where wishes are heeded: feeds ask for a year by mistake.
struct WishCaps {
  std::chrono::seconds least_interval = std::chrono::hours(24);
  std::chrono::seconds retry_after = std::chrono::hours(48);
  std::chrono::seconds pushed = std::chrono::hours(24);  // between two polls of a feed that is pushed
};

// The first time, from `planned` on, that heeds the wishes of a feed that was polled last at `polled`. Hours
// and days to skip that leave no hour of a week are none. Cannot fail.
BFA_EXPORT ScheduleTime heed_wishes(ScheduleTime planned, ScheduleTime polled, const ServerWishes& wishes,
                                    const WishCaps& caps = WishCaps()) noexcept;

}  // namespace bfa
