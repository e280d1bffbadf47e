// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa {

// An instant in UTC with microseconds.
using UtcTime = std::chrono::sys_time<std::chrono::microseconds>;

// A date as its source gives it: an instant when time and zone are known, otherwise a civil date (with or
// without a civil time). `precision` says which parts are known. For kDay, kMonth and kYear `utc` is the
// start of that period; that it is in UTC is a convention, because no zone is known.
enum class TimePrecision : std::uint8_t { kYear, kMonth, kDay, kLocalTime, kInstant };
struct Timestamp {
  UtcTime utc{};
  TimePrecision precision = TimePrecision::kInstant;
  // Of kInstant: civil time minus UTC, as the source writes it ("+02:00"). 0: UTC or not known ("Z",
  // "-00:00").
  std::chrono::minutes offset{0};

  // The date as it is written: for kInstant `utc` plus the offset, otherwise `utc`.
  UtcTime civil() const { return precision == TimePrecision::kInstant ? utc + offset : utc; }

  // Two spellings of one instant are the same date: the offset does not count.
  bool operator==(const Timestamp& other) const { return utc == other.utc && precision == other.precision; }
};

// RFC 3339 UTC with seconds ("2026-01-31T23:59:59Z"); fractions only when they are not zero. This and
// the other texts of times are empty when memory runs out, which they never are otherwise.
BFA_EXPORT std::string format_rfc3339(UtcTime time);

// By precision: "2026", "2026-01", "2026-01-31", "2026-01-31T23:59:59" (no zone known) or RFC 3339, with the
// offset if it is not 0 ("2026-01-31T23:59:59+01:00"), else in UTC.
BFA_EXPORT std::string format_timestamp(const Timestamp& time);

// Reads the output of format_timestamp, and any RFC 3339 or W3CDTF form with a zone, whose offset it keeps.
// Errors: kCorrupt.
BFA_EXPORT Result<Timestamp> parse_timestamp(std::string_view text);

// As parse_timestamp, for full instants only. Errors: kCorrupt.
BFA_EXPORT Result<UtcTime> parse_rfc3339(std::string_view text);

// The 14 digits of CDX files, yyyymmddhhmmss. For years 0 to 9999.
BFA_EXPORT std::string format_cdx_time(UtcTime time);

// IMF-fixdate of RFC 9110 section 5.6.7, "Sun, 06 Nov 1994 08:49:37 GMT".
BFA_EXPORT std::string format_http_date(UtcTime time);

// RFC 9110 section 5.6.7: IMF-fixdate, RFC 850 and asctime forms. Errors: kCorrupt.
BFA_EXPORT Result<UtcTime> parse_http_date(std::string_view text);

// Whether `name` is a time zone: a name of the IANA database as this system has it ("Europe/Berlin"), or an
// offset ("+02:00"). Errors: kInvalidArgument: it is not; kUnsupported: the system has no zone database.
// Thread-safe.
BFA_EXPORT Status check_zone(std::string_view name);

// The source of the current time. Tests and reproducible crawls replace it. Thread-safe.
class BFA_EXPORT Clock {
 public:
  virtual ~Clock() = default;
  virtual UtcTime now() = 0;
};

// The system's clock. The returned object lives as long as the program.
BFA_EXPORT Clock& system_clock();

// A clock that always returns `time`.
BFA_EXPORT std::unique_ptr<Clock> make_fixed_clock(UtcTime time);

}  // namespace bfa
