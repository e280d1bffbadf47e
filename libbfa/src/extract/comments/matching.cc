// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/matching.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace bfa {
namespace {

// Assigns every row of a matrix with no more rows than columns so that the sum of costs is least.
std::vector<std::int32_t> assign_rows(const std::vector<std::vector<double>>& cost) {
  const std::size_t rows = cost.size();
  const std::size_t columns = cost.front().size();
  constexpr double kFar = std::numeric_limits<double>::max();
  std::vector<double> row_potential(rows + 1, 0), column_potential(columns + 1, 0);
  std::vector<std::size_t> row_of(columns + 1, 0), previous(columns + 1, 0);  // 0: none; counted from 1
  for (std::size_t row = 1; row <= rows; ++row) {
    row_of[0] = row;
    std::size_t column = 0;
    std::vector<double> least(columns + 1, kFar);
    std::vector<bool> used(columns + 1, false);
    do {
      used[column] = true;
      const std::size_t at = row_of[column];
      double delta = kFar;
      std::size_t next = 0;
      for (std::size_t c = 1; c <= columns; ++c) {
        if (used[c]) continue;
        const double reduced = cost[at - 1][c - 1] - row_potential[at] - column_potential[c];
        if (reduced < least[c]) {
          least[c] = reduced;
          previous[c] = column;
        }
        if (least[c] < delta) {
          delta = least[c];
          next = c;
        }
      }
      for (std::size_t c = 0; c <= columns; ++c) {
        if (used[c]) {
          row_potential[row_of[c]] += delta;
          column_potential[c] -= delta;
        } else {
          least[c] -= delta;
        }
      }
      column = next;
    } while (row_of[column] != 0);
    while (column != 0) {
      row_of[column] = row_of[previous[column]];
      column = previous[column];
    }
  }
  std::vector<std::int32_t> out(rows, -1);
  for (std::size_t c = 1; c <= columns; ++c) {
    if (row_of[c] != 0) out[row_of[c] - 1] = static_cast<std::int32_t>(c - 1);
  }
  return out;
}

}  // namespace

std::vector<std::int32_t> max_weight_matching(const std::vector<std::vector<double>>& weights) {
  const std::size_t rows = weights.size();
  const std::size_t columns = rows == 0 ? 0 : weights.front().size();
  std::vector<std::int32_t> out(rows, -1);
  if (columns == 0) return out;
  const bool flip = rows > columns;
  // Costs are negated weights; a missing edge and an unmatched node cost nothing.
  std::vector<std::vector<double>> cost(flip ? columns : rows, std::vector<double>(flip ? rows : columns, 0));
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      const double value = -std::max(0.0, weights[r][c]);
      (flip ? cost[c][r] : cost[r][c]) = value;
    }
  }
  const std::vector<std::int32_t> assigned = assign_rows(cost);
  for (std::size_t i = 0; i < assigned.size(); ++i) {
    if (assigned[i] < 0) continue;
    const auto other = static_cast<std::size_t>(assigned[i]);
    const std::size_t r = flip ? other : i;
    const std::size_t c = flip ? i : other;
    if (weights[r][c] > 0) out[r] = static_cast<std::int32_t>(c);
  }
  return out;
}

}  // namespace bfa
