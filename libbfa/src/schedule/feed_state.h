// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/schedule/scheduler.h"

namespace bfa {

// What the scheduler keeps of a feed beside its rhythm.
struct FeedTiming {
  std::int64_t due = 0, polled = 0, failing_since = 0;  // seconds
  std::uint64_t salt = 0;
  std::uint32_t window = 0;                           // items in the document; 0: not known
  std::uint32_t failures = 0;                         // in a row
  std::uint32_t least_interval = 0, retry_after = 0;  // seconds; wishes
  std::uint32_t skip_hours = 0;
  std::uint8_t skip_days = 0;
  bool pushed = false, was_polled = false;
  PollReason reason = PollReason::kFirst;

  ServerWishes wishes() const noexcept;
  void set_wishes(const ServerWishes& wishes) noexcept;

  bool operator==(const FeedTiming&) const = default;
};

std::string encode_feed_timing(const FeedTiming& timing);

// Errors: kUnsupported, kCorrupt.
Result<FeedTiming> decode_feed_timing(std::string_view bytes);

// When to poll a feed again that did not answer, in seconds after the poll; `timing` has the failures with
// this one. `random`: 64 bits; they spread the feeds of a host, which would else all come back together.
std::int64_t retry_wait(const FeedTiming& timing, PollOutcome outcome, std::int64_t now,
                        std::uint64_t random) noexcept;

}  // namespace bfa
