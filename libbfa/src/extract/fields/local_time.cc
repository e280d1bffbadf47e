// SPDX-License-Identifier: Apache-2.0
#include "extract/fields/local_time.h"

#include <chrono>

#include "base/time_zone.h"

namespace bfa {
namespace {

constexpr UtcTime kLearnedFrom = std::chrono::sys_days(std::chrono::year(1990) / 1 / 3);

bool is_local(const std::optional<Timestamp>& time) {
  return time && time->precision == TimePrecision::kLocalTime;
}

void settle(const std::vector<std::string>& zones, const char* method, std::optional<Timestamp>& time,
            Provenance& provenance) {
  const auto instant = instant_in(zones, *time);
  if (!instant) return;
  time = instant;
  provenance.rules["zone"] = zones.front();
  provenance.methods["zone"] = method;
}

}  // namespace

std::optional<Timestamp> instant_in(const std::vector<std::string>& zones, const Timestamp& time) {
  std::optional<Timestamp> found;
  for (const std::string& name : zones) {
    const auto zone = TimeZone::find(name);
    if (!zone) return std::nullopt;
    const CivilMeaning meaning = zone->to_utc(CivilTime(time.utc.time_since_epoch()));
    if (meaning.kind != CivilMeaning::Kind::kInstant) return std::nullopt;
    if (found && found->utc != meaning.utc) return std::nullopt;
    const auto offset = std::chrono::floor<std::chrono::minutes>(time.utc - meaning.utc);
    found = Timestamp{meaning.utc, TimePrecision::kInstant, offset};
  }
  return found;
}

bool is_certain_clock(const Timestamp& time) {
  return time.utc >= kLearnedFrom && time.utc != std::chrono::floor<std::chrono::days>(time.utc);
}

namespace {

// The feed has the instant of this very post. The offset that the page's clock has then, if it is one.
std::optional<std::chrono::minutes> offset_by_feed(const FeedEntry& entry, const Timestamp& time) {
  using std::chrono::minutes;
  if (!entry.published || entry.published->precision != TimePrecision::kInstant) return std::nullopt;
  const minutes gap =
      std::chrono::floor<minutes>(time.utc) - std::chrono::floor<minutes>(entry.published->utc);
  const bool is_offset =
      gap % minutes(15) == minutes(0) && gap >= std::chrono::hours(-12) && gap <= std::chrono::hours(14);
  return is_offset ? std::optional(gap) : std::nullopt;
}

// A zone that the user gave wrongly does not change an instant that the feed has. False: it does not
// contradict.
bool settle_by_feed(const PageInput& input, std::optional<Timestamp>& time, Provenance& provenance) {
  if (input.zone.empty() || input.entry == nullptr) return false;
  const auto offset = offset_by_feed(*input.entry, *time);
  if (!offset) return false;
  const auto by_zone = instant_in({input.zone}, *time);
  if (by_zone && by_zone->offset == *offset) return false;
  time = Timestamp{time->utc - *offset, TimePrecision::kInstant, *offset};
  provenance.rules["zone"] = TimeZone::fixed(*offset).name();
  provenance.methods["zone"] = "feed";
  return true;
}

}  // namespace

void settle_local_time(const PageView& view, std::optional<Timestamp>& time, Provenance& provenance) {
  settle_published(view.input, time, provenance);
  if (!is_local(time)) return;
  if (!view.input.zone.empty() || view.rules == nullptr || !is_certain_clock(*time)) return;
  settle(view.rules->source.zones, "learned", time, provenance);
}

void settle_published(const PageInput& input, std::optional<Timestamp>& time, Provenance& provenance) {
  if (is_local(time) && !settle_by_feed(input, time, provenance))
    settle_by_given_zone(input, time, provenance);
}

void settle_by_given_zone(const PageInput& input, std::optional<Timestamp>& time, Provenance& provenance) {
  if (!input.zone.empty() && is_local(time)) settle({input.zone}, "given", time, provenance);
}

void take_offset(std::optional<Timestamp>& time, const std::optional<Timestamp>& other) {
  if (time && other && *time == *other && time->offset == std::chrono::minutes(0))
    time->offset = other->offset;
}

}  // namespace bfa
