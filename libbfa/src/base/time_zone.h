// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/result.h"
#include "bfa/base/time.h"

namespace bfa {

// A civil time whose zone is not part of it.
using CivilTime = std::chrono::local_time<std::chrono::microseconds>;

// What a civil time means in a zone. kAmbiguous: the clock showed it twice; `utc` is the earlier instant and
// `later` the other. kMissing: the clock never showed it. kUnknown: outside of the years that the zone's data
// cover with whole minutes (about 1900 to 2037).
struct CivilMeaning {
  enum class Kind : std::uint8_t { kInstant, kAmbiguous, kMissing, kUnknown } kind = Kind::kUnknown;
  UtcTime utc{};    // kInstant, kAmbiguous
  UtcTime later{};  // kAmbiguous
};

// A time zone: one of the IANA database as the system has it (package tzdata), or a fixed offset. A value,
// thread-safe. Nothing is downloaded, and no file is read but those below /usr/share/zoneinfo.
class TimeZone {
 public:
  // `name`: "Europe/Berlin", "UTC", or an offset, "+02:00", "-03:30". Errors: kInvalidArgument: no such zone;
  // kUnsupported: the system has no zone database, or one that this library cannot read.
  static Result<TimeZone> find(std::string_view name);

  // UTC plus `offset`.
  static TimeZone fixed(std::chrono::minutes offset);

  // The names of the system's zones, links too, sorted. Errors: kUnsupported, as find().
  static Result<std::vector<std::string>> names();

  const std::string& name() const noexcept { return name_; }

  // Never throws but for memory.
  CivilMeaning to_utc(CivilTime local) const;

  // Civil time minus UTC at an instant; nothing where the data end, and before the zone had whole minutes.
  std::optional<std::chrono::minutes> offset_at(UtcTime time) const;

  // The offset at `from` and each later one with its first instant: zones with equal lists are the same zone
  // since `from`.
  std::vector<std::pair<UtcTime, std::chrono::minutes>> changes_since(UtcTime from) const;

 private:
  std::string name_;
  const void* rules_ = nullptr;  // of the database, which lives as long as the program; null: fixed
  std::chrono::minutes offset_{0};
};

}  // namespace bfa
