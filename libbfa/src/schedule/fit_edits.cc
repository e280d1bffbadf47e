// SPDX-License-Identifier: Apache-2.0
#include "schedule/fit_edits.h"

#include <algorithm>
#include <array>

namespace bfa {
namespace {

constexpr int kRounds = 30;
constexpr std::array<double, kEditAges + 1> kEnds{0, 0.25, 1, 7, 30, 90, 365, 1e6};  // of ages, in days

struct Counts {
  std::array<double, kEditAges> days{}, edits{};
};

// The parts of a span of time in each age of the post.
std::array<double, kEditAges> overlaps(const ReplayedPost& post, double from, double to) {
  std::array<double, kEditAges> out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double part =
        std::min(to - post.published, kEnds[i + 1]) - std::max(from - post.published, kEnds[i]);
    out[i] = std::max(part, 0.0);
  }
  return out;
}

void count(const ReplayedPost& post, const EditTable& rates, Counts& counts) {
  const auto days = overlaps(post, post.first, post.last);
  for (std::size_t i = 0; i < rates.size(); ++i) counts.days[i] += days[i];
  for (const auto& [from, to] : post.between) {
    auto share = overlaps(post, from, to);
    double sum = 0;
    for (std::size_t i = 0; i < rates.size(); ++i) sum += share[i] *= static_cast<double>(rates[i]);
    if (sum <= 0) continue;
    for (std::size_t i = 0; i < rates.size(); ++i) counts.edits[i] += share[i] / sum;
  }
}

}  // namespace

EditTable fit_edits(const std::vector<ReplayedPost>& posts, std::optional<std::size_t> without) {
  EditTable rates;
  rates.fill(0.001F);
  for (int round = 0; round < kRounds; ++round) {
    Counts counts;
    for (const ReplayedPost& post : posts) {
      if (post.blog != without) count(post, rates, counts);
    }
    double days = 0, edits = 0;
    for (std::size_t i = 0; i < rates.size(); ++i) days += counts.days[i], edits += counts.edits[i];
    // A weak prior, the rate of the next age, keeps ages without edits above 0.
    double next = days > 0 && edits > 0 ? edits / days : 0.001;
    for (std::size_t i = rates.size(); i-- > 0;) {
      next = (2 + counts.edits[i]) / (2 / next + counts.days[i]);
      rates[i] = static_cast<float>(next);
    }
  }
  return rates;
}

}  // namespace bfa
