// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "bfa/base/result.h"
#include "bfa/base/time.h"

namespace bfa::tool {

// The beginning of a time as users write it: RFC 3339; a day, month or year (in UTC); "today" or "yesterday";
// a span before `now` ("30m", "24h", "7d"). Errors: kInvalidArgument.
Result<UtcTime> parse_since(const std::string& text, UtcTime now);

// A length of time: "30m", "8h", "7d". Errors: kInvalidArgument.
Result<std::chrono::minutes> parse_span(const std::string& text);

}  // namespace bfa::tool
