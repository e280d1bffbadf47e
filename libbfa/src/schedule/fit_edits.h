// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bfa/schedule/recheck.h"

namespace bfa {

inline constexpr double kSecondsOfDay = 86'400;

// EditHistory in days since 1970.
struct ReplayedPost {
  std::size_t blog = 0;
  double published = 0, first = 0, last = 0;
  std::vector<std::pair<double, double>> between;  // the edits
};

inline ScheduleTime time_of_days(double days) {
  return ScheduleTime(std::chrono::seconds(static_cast<std::int64_t>(days * kSecondsOfDay)));
}

// Edits a day by age, by expectation and maximization. `without`: a blog that is held out.
EditTable fit_edits(const std::vector<ReplayedPost>& posts, std::optional<std::size_t> without);

}  // namespace bfa
