// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bfa/report/report.h"

namespace bfa {

// The differences of neighbours in time, sorted by size. `times` is sorted on return.
std::vector<std::int64_t> intervals_of(std::vector<std::int64_t>& times);

// Of durations in seconds, which are sorted on return. Quartiles lie between members where their place does:
// that of q is q * (n - 1).
Spread spread_of(std::vector<std::int64_t>& durations);

// Joins the series of several sources: the deviation of each from its own mean.
class PooledDeviation {
 public:
  void add(const Spread& series);
  std::uint64_t series() const { return series_; }
  std::optional<double> mean() const;       // the average of the means
  std::optional<double> deviation() const;  // absent without a series of two

 private:
  std::uint64_t series_ = 0, freedom_ = 0;
  double means_ = 0, squares_ = 0;
};

}  // namespace bfa
