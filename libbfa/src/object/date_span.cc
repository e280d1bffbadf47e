// SPDX-License-Identifier: Apache-2.0
#include "object/date_span.h"

#include <chrono>

namespace bfa {

DateSpan span_of(const Timestamp& time) {
  using std::chrono::hours;
  constexpr hours kZones{14};
  switch (time.precision) {
    case TimePrecision::kInstant:
      return {time.utc, time.utc};
    case TimePrecision::kLocalTime:
      return {time.utc - kZones, time.utc + kZones};
    case TimePrecision::kDay:
      return {time.utc - kZones, time.utc + hours(24) + kZones};
    case TimePrecision::kMonth:
      return {time.utc - kZones, time.utc + hours(24 * 31) + kZones};
    case TimePrecision::kYear:
      return {time.utc - kZones, time.utc + hours(24 * 366) + kZones};
  }
  return {time.utc, time.utc};
}

}  // namespace bfa
