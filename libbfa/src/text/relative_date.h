// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "text/date_tokens.h"

namespace bfa {

// How one language counts back from now: forms divided by '|', each "<unit><count>:<form>". Units: y m w d h
// n (minute) s, or a weekday (0: Sunday); count "#" stands in the form as "#".
struct RelativeForms {
  std::string_view language;
  std::string_view forms;
};
extern const RelativeForms kRelativeForms[];
extern const std::size_t kRelativeFormsCount;

struct FoundRelative {
  Timestamp time;
  bool approximate = false;  // counted in weeks, months or years
  std::size_t end = 0;       // tokens
};

// "3 days ago", "vor 2 Stunden 5 Minuten", "yesterday at 5 pm", "last Monday" at `pos`. Forms without a
// number are words of running text too ("now"): they count in short texts only.
std::optional<FoundRelative> relative_at(const DateTokens& tokens, std::size_t pos, std::string_view language,
                                         UtcTime now);

// The last day before `now`'s that is `weekday`, 1 for Sunday.
UtcTime last_weekday(UtcTime now, int weekday);

}  // namespace bfa
