// SPDX-License-Identifier: Apache-2.0
#include "report/spread.h"

#include <algorithm>
#include <cmath>

namespace bfa {
namespace {

double quantile(const std::vector<std::int64_t>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  return static_cast<double>(sorted[below]) * (1 - part) + static_cast<double>(sorted[above]) * part;
}

}  // namespace

std::vector<std::int64_t> intervals_of(std::vector<std::int64_t>& times) {
  std::sort(times.begin(), times.end());
  std::vector<std::int64_t> out;
  for (std::size_t i = 1; i < times.size(); ++i) out.push_back(times[i] - times[i - 1]);
  std::sort(out.begin(), out.end());
  return out;
}

Spread spread_of(std::vector<std::int64_t>& durations) {
  Spread out;
  out.count = durations.size();
  if (durations.empty()) return out;
  std::sort(durations.begin(), durations.end());
  out.min = static_cast<double>(durations.front());
  out.max = static_cast<double>(durations.back());
  out.q1 = quantile(durations, .25);
  out.median = quantile(durations, .5);
  out.q3 = quantile(durations, .75);
  const auto count = static_cast<double>(durations.size());
  double sum = 0, squares = 0;
  for (const std::int64_t duration : durations) sum += static_cast<double>(duration);
  out.mean = sum / count;
  for (const std::int64_t duration : durations) {
    const double off = static_cast<double>(duration) - out.mean;
    squares += off * off;
  }
  if (durations.size() > 1) out.deviation = std::sqrt(squares / (count - 1));
  return out;
}

void PooledDeviation::add(const Spread& series) {
  if (series.count == 0) return;
  ++series_;
  means_ += series.mean;
  if (!series.deviation) return;
  freedom_ += series.count - 1;
  squares_ += *series.deviation * *series.deviation * static_cast<double>(series.count - 1);
}

std::optional<double> PooledDeviation::mean() const {
  if (series_ == 0) return std::nullopt;
  return means_ / static_cast<double>(series_);
}

std::optional<double> PooledDeviation::deviation() const {
  if (freedom_ == 0) return std::nullopt;
  return std::sqrt(squares_ / static_cast<double>(freedom_));
}

}  // namespace bfa
