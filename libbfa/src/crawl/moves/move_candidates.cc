// SPDX-License-Identifier: Apache-2.0
#include "crawl/moves/move_candidates.h"

#include <algorithm>
#include <utility>

namespace bfa {
namespace {

constexpr std::size_t kMaxBucket = 32;  // objects that share one property; with more it says nothing
constexpr double kClear = 0.05;         // the least distance to the second best that is a difference

std::vector<std::string> properties_of(const MoveSide& side) {
  std::vector<std::string> out;
  if (!side.title.empty()) out.push_back("t" + side.title);
  if (!side.slug.empty()) out.push_back("s" + side.slug);
  const auto& sketch = side.text.sketch();
  for (std::size_t i = 0; i < sketch.size(); ++i) {
    if (sketch[i] != 0) out.push_back("x" + std::to_string(i) + ":" + std::to_string(sketch[i]));
  }
  return out;
}

struct Scored {
  std::size_t other = 0;
  double strength = 0;
  std::string_view reason;
};

// The best of a list, if it is clearly better than the others.
std::optional<Scored> clear_best(const std::vector<Scored>& list) {
  if (list.empty()) return std::nullopt;
  const auto best = std::max_element(
      list.begin(), list.end(), [](const Scored& a, const Scored& b) { return a.strength < b.strength; });
  for (const Scored& other : list) {
    if (other.other != best->other && best->strength - other.strength < kClear) return std::nullopt;
  }
  return *best;
}

}  // namespace

void MoveCandidates::add_left(MoveSide side) {
  left_.push_back(std::move(side));
}

void MoveCandidates::add_present(MoveSide side) {
  const std::size_t number = present_.size();
  for (auto& property : properties_of(side)) {
    auto& bucket = index_[std::move(property)];
    if (bucket.size() <= kMaxBucket) bucket.push_back(number);
  }
  present_.push_back(std::move(side));
}

std::vector<MoveCandidates::Pair> MoveCandidates::match() const {
  std::vector<std::vector<Scored>> of_left(left_.size()), of_present(present_.size());
  for (std::size_t i = 0; i < left_.size(); ++i) {
    std::vector<std::size_t> candidates;
    for (const auto& property : properties_of(left_[i])) {
      const auto bucket = index_.find(property);
      if (bucket == index_.end() || bucket->second.size() > kMaxBucket) continue;
      candidates.insert(candidates.end(), bucket->second.begin(), bucket->second.end());
    }
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    for (const std::size_t j : candidates) {
      const MoveJudgement judgement = judge_move(left_[i], present_[j], MoveEvidence::kLeft);
      if (!judgement.moved) continue;
      of_left[i].push_back({j, judgement.strength, judgement.reason});
      of_present[j].push_back({i, judgement.strength, judgement.reason});
    }
  }
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < left_.size(); ++i) {
    const auto best = clear_best(of_left[i]);
    if (!best) continue;
    const auto back = clear_best(of_present[best->other]);
    if (!back || back->other != i) continue;
    pairs.push_back({left_[i].object.url, present_[best->other].object.url, best->reason});
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.from < b.from; });
  return pairs;
}

}  // namespace bfa
