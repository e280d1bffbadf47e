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

void settle_local_time(const PageView& view, std::optional<Timestamp>& time, Provenance& provenance) {
  if (!is_local(time)) return;
  settle_by_given_zone(view.input, time, provenance);
  if (!view.input.zone.empty() || view.rules == nullptr || !is_certain_clock(*time)) return;
  settle(view.rules->source.zones, "learned", time, provenance);
}

void settle_by_given_zone(const PageInput& input, std::optional<Timestamp>& time, Provenance& provenance) {
  if (!input.zone.empty() && is_local(time)) settle({input.zone}, "given", time, provenance);
}

void take_offset(std::optional<Timestamp>& time, const std::optional<Timestamp>& other) {
  if (time && other && *time == *other && time->offset == std::chrono::minutes(0))
    time->offset = other->offset;
}

}  // namespace bfa
