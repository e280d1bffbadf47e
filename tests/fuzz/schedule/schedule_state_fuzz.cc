// SPDX-License-Identifier: Apache-2.0
// What reads as the state of a feed can be planned with, and is written again as the same bytes.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/schedule/scheduler.h"
#include "fuzz/fuzz_target.h"
#include "schedule/feed_state.h"

namespace {

void check_rhythm(std::string_view bytes) {
  const auto rhythm = bfa::FeedRhythm::decode(bytes);
  if (!rhythm) return;
  std::string out;
  if (!rhythm->encode(out)) std::abort();
  std::string_view again = out;
  const auto back = bfa::FeedRhythm::decode(again);
  if (!back || !(*back == *rhythm) || !again.empty()) std::abort();
}

void check_timing(std::string_view bytes) {
  const auto timing = bfa::decode_feed_timing(bytes);
  if (!timing) return;
  const auto back = bfa::decode_feed_timing(bfa::encode_feed_timing(*timing));
  if (!back || !(*back == *timing)) std::abort();
}

}  // namespace

// The first byte is how many of the others are the rhythm's.
BFA_FUZZ_TARGET(schedule_state) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string_view rhythm = bytes.substr(0, data[0]);
  const std::string_view timing = bytes.substr(rhythm.size());
  check_rhythm(bytes);
  check_timing(bytes);
  bfa::Scheduler scheduler((bfa::SchedulerOptions()));
  const auto feed = scheduler.restore(rhythm, timing);
  if (!feed) return 0;
  const auto now = scheduler.next()->due;
  bfa::PollReport report;
  report.now = now;
  const auto due = scheduler.report(*feed, report);
  if (!due || *due <= report.now) std::abort();
  if (!scheduler.explain(*feed, now)) std::abort();
  return 0;
}
