// SPDX-License-Identifier: Apache-2.0
#include "schedule/feed_state.h"

#include <algorithm>

#include "schedule/state_bytes.h"

namespace bfa {
namespace {

constexpr std::uint64_t kVersion = 1;
constexpr std::int64_t kMinute = 60, kHour = 60 * kMinute, kDay = 24 * kHour;

std::uint32_t seconds_of(std::chrono::seconds wish) noexcept {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(wish.count(), 0, 400 * kDay));
}

}  // namespace

ServerWishes FeedTiming::wishes() const noexcept {
  return {std::chrono::seconds(least_interval), std::chrono::seconds(retry_after), skip_hours, skip_days,
          pushed};
}

void FeedTiming::set_wishes(const ServerWishes& wishes) noexcept {
  least_interval = seconds_of(wishes.least_interval);
  retry_after = seconds_of(wishes.retry_after);
  skip_hours = wishes.skip_hours & 0xFFFFFF;
  skip_days = wishes.skip_days & 0x7F;
  pushed = wishes.pushed;
}

std::string encode_feed_timing(const FeedTiming& timing) {
  std::string out;
  append_number(out, kVersion);
  append_number(out, (timing.pushed ? 1U : 0U) | (timing.was_polled ? 2U : 0U));
  append_number(out, static_cast<std::uint64_t>(timing.reason));
  append_time(out, timing.due);
  append_time(out, timing.polled);
  append_time(out, timing.failing_since);
  append_fixed64(out, timing.salt);
  for (const std::uint32_t value : {timing.window, timing.failures, timing.least_interval, timing.retry_after,
                                    timing.skip_hours, std::uint32_t{timing.skip_days}}) {
    append_number(out, value);
  }
  return out;
}

Result<FeedTiming> decode_feed_timing(std::string_view bytes) {
  StateReader reader(bytes);
  if (const std::uint64_t version = reader.number(UINT32_MAX); reader.ok() && version != kVersion) {
    return Error{
        Code::kUnsupported, "timing of version " + std::to_string(version) + "; this one reads 1", {}, -1};
  }
  FeedTiming timing;
  const std::uint64_t flags = reader.number(3);
  timing.pushed = (flags & 1) != 0;
  timing.was_polled = (flags & 2) != 0;
  timing.reason = static_cast<PollReason>(reader.number(static_cast<std::uint64_t>(PollReason::kFailure)));
  timing.due = reader.time();
  timing.polled = reader.time();
  timing.failing_since = reader.time();
  timing.salt = reader.u64();
  for (std::uint32_t* value :
       {&timing.window, &timing.failures, &timing.least_interval, &timing.retry_after}) {
    *value = static_cast<std::uint32_t>(reader.number(UINT32_MAX));
  }
  timing.skip_hours = static_cast<std::uint32_t>(reader.number(0xFFFFFF));
  timing.skip_days = static_cast<std::uint8_t>(reader.number(0x7F));
  if (!reader.ok() || !reader.rest().empty()) {
    return Error{Code::kCorrupt, "a feed's timing has bytes that are cut, out of range or too many", {}, -1};
  }
  return timing;
}

std::int64_t retry_wait(const FeedTiming& timing, PollOutcome outcome, std::int64_t now,
                        std::uint64_t random) noexcept {
  const std::int64_t failing = now - timing.failing_since;
  std::int64_t wait = 0;
  if (failing >= 180 * kDay) {
    wait = 30 * kDay;
  } else if (failing >= 30 * kDay) {
    wait = 7 * kDay;
  } else {
    const std::int64_t first = outcome == PollOutcome::kFailed    ? 30 * kMinute
                               : outcome == PollOutcome::kRefused ? 2 * kHour
                                                                  : kDay;
    const std::uint32_t doublings = std::min<std::uint32_t>(timing.failures > 0 ? timing.failures - 1 : 0, 6);
    wait = std::min(first << doublings, kDay);
  }
  // Between 80 % and 120 %.
  const auto share = static_cast<double>(random >> 11) / static_cast<double>(std::uint64_t{1} << 53);
  return static_cast<std::int64_t>(static_cast<double>(wait) * (0.8 + 0.4 * share));
}

}  // namespace bfa
