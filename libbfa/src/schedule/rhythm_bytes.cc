// SPDX-License-Identifier: Apache-2.0
// The bytes of a FeedRhythm: docs/schedule.md.
#include <numeric>

#include "base/guard.h"
#include "bfa/schedule/feed_rhythm.h"
#include "schedule/rhythm_constants.h"
#include "schedule/state_bytes.h"

namespace bfa {
namespace {

constexpr std::uint64_t kVersion = 1;

template <std::size_t N>
void append_counts(std::string& out, const std::array<std::uint16_t, N>& counts) {
  std::uint64_t used = 0;
  for (const std::uint16_t count : counts) used += count != 0 ? 1 : 0;
  append_number(out, used);
  std::size_t next = 0;
  for (std::size_t i = 0; i < N; ++i) {
    if (counts[i] == 0) continue;
    append_number(out, i - next);  // how many are 0 before it
    append_number(out, counts[i]);
    next = i + 1;
  }
}

template <std::size_t N>
bool read_counts(StateReader& reader, std::array<std::uint16_t, N>& counts, std::uint32_t most) {
  std::size_t next = 0;
  for (std::uint64_t used = reader.number(N); used > 0 && reader.ok(); --used) {
    next += reader.number(N);
    if (next >= N) return false;
    counts[next] = static_cast<std::uint16_t>(reader.number(UINT16_MAX));
    if (counts[next] == 0) return false;
    ++next;
  }
  return reader.ok() && std::accumulate(counts.begin(), counts.end(), 0U) <= most;
}

}  // namespace

Status FeedRhythm::encode(std::string& out) const {
  return guarded(
      [&]() -> Status {
        append_number(out, kVersion);
        append_number(out, started_ ? 1 : 0);
        append_time(out, until_);
        append_time(out, newest_);
        for (const float value : {slow_items_, slow_days_, fast_items_, fast_days_, burst_items_,
                                  burst_expected_, day_items_, day_expected_}) {
          append_float(out, value);
        }
        append_counts(out, hours_);
        append_counts(out, parts_);
        return Status();
      },
      "rhythm");
}

Result<FeedRhythm> FeedRhythm::decode(std::string_view& bytes) {
  StateReader reader(bytes);
  if (const std::uint64_t version = reader.number(UINT32_MAX); reader.ok() && version != kVersion) {
    return Error{
        Code::kUnsupported, "rhythm of version " + std::to_string(version) + "; this one reads 1", {}, -1};
  }
  FeedRhythm rhythm;
  rhythm.started_ = reader.number(1) != 0;
  rhythm.until_ = reader.time();
  rhythm.newest_ = reader.time();
  for (float* value :
       {&rhythm.slow_items_, &rhythm.slow_days_, &rhythm.fast_items_, &rhythm.fast_days_,
        &rhythm.burst_items_, &rhythm.burst_expected_, &rhythm.day_items_, &rhythm.day_expected_}) {
    *value = reader.count(kMostRhythmItems);
  }
  if (!read_counts(reader, rhythm.hours_, kMostHourCounts) ||
      !read_counts(reader, rhythm.parts_, kMostPartCounts)) {
    return Error{
        reader.ok() ? Code::kCorrupt : Code::kTruncated, "a rhythm's bytes are cut or out of range", {}, -1};
  }
  bytes = reader.rest();
  return rhythm;
}

}  // namespace bfa
