// SPDX-License-Identifier: Apache-2.0
#include "bfa/object/filters.h"

#include <chrono>

namespace bfa {

UtcTime end_of(const Timestamp& date) {
  namespace chrono = std::chrono;
  const auto day = chrono::floor<chrono::days>(date.utc);
  const chrono::year_month_day civil(day);
  switch (date.precision) {
    case TimePrecision::kYear:
      return UtcTime(chrono::sys_days((civil.year() + chrono::years(1)) / chrono::January / 1));
    case TimePrecision::kMonth:
      return UtcTime(chrono::sys_days((civil.year() / civil.month() + chrono::months(1)) / 1));
    case TimePrecision::kDay:
      return UtcTime(day + chrono::days(1));
    case TimePrecision::kLocalTime:
    case TimePrecision::kInstant:
      break;
  }
  const bool whole = date.utc == chrono::floor<chrono::seconds>(date.utc);
  return date.utc + (whole ? chrono::microseconds(1'000'000) : chrono::microseconds(1));
}

UtcTime last_instant_of(const Timestamp& date) {
  return end_of(date) - std::chrono::microseconds(1);
}

}  // namespace bfa
