// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/base/export.h"
#include "bfa/base/time.h"

namespace bfa {

// What a date means that a person gives as a bound: its beginning as the first one, all of it as the last
// one. "until 2026-04" takes all of April, "at 2026-04-30" is the end of that day, and a whole second is all
// of the second, as captures have microseconds that nobody writes.

// The first instant after all that the date says. Thread-safe.
BFA_EXPORT UtcTime end_of(const Timestamp& date);
// The last instant, in microseconds, of what it says. Thread-safe.
BFA_EXPORT UtcTime last_instant_of(const Timestamp& date);

}  // namespace bfa
