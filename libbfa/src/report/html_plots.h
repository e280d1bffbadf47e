// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bfa/report/report.h"

namespace bfa {

// Bars of one series, or of several on top of each other, with a name below each.
struct BarPlot {
  std::string id, title, description;
  std::vector<std::string> parts;  // names of the series, lowest first; one: no legend
  struct Bar {
    std::string name, hint;
    std::vector<std::uint64_t> parts;
  };
  std::vector<Bar> bars;
};
std::string bar_plot(const BarPlot& plot);

// Hours across, weekdays down; the darker, the more.
std::string heat_map(const std::string& id, const std::string& title, const WeekCounts& week);

// For each row a box from the first quartile to the third, a line at the median, and lines to the extremes.
std::string box_plot(const std::string& id, const std::string& title,
                     const std::vector<std::pair<std::string, Spread>>& rows);

// For each quartile, the share of the series with at most that value. Source: Figure 2 of the paper.
std::string quartile_plot(const std::string& id, const std::string& title, const std::vector<Spread>& series);

inline constexpr std::array<const char*, 7> kWeekdays = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

}  // namespace bfa
