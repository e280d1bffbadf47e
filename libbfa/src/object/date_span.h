// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/base/time.h"

namespace bfa {

struct DateSpan {
  UtcTime from, to;

  bool meets(const DateSpan& other) const { return from <= other.to && other.from <= to; }
};

// The instants that a date may mean, in any time zone of its author.
DateSpan span_of(const Timestamp& time);

}  // namespace bfa
