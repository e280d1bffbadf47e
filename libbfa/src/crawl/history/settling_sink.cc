// SPDX-License-Identifier: Apache-2.0
#include "crawl/history/settling_sink.h"

#include <algorithm>
#include <iterator>

#include "base/try.h"
#include "bfa/extract/rules.h"

namespace bfa {

void SettlingSink::set_numbers(std::vector<std::uint64_t> free, std::uint64_t last) {
  free_ = std::move(free);
  last_ = last;
}

void SettlingSink::note_used(std::uint64_t number) {
  used_.insert(number);
  greatest_ = std::max(greatest_, number);
}

// Greater than all numbers before: of two readings, feeds or templates the one with the greater number is the
// newer one.
std::uint64_t SettlingSink::next_number() {
  const auto at = std::upper_bound(free_.begin(), free_.end(), greatest_);
  const std::uint64_t number = at != free_.end() ? *at : ++last_;
  note_used(number);
  return number;
}

bool SettlingSink::is_older_feed(const StepResult& result, std::uint64_t number) const {
  if (!result.feed) return false;
  const auto before = feeds_.find(result.feed->url);
  return before != feeds_.end() && number < before->second;
}

// What a page step reads anew of older captures is a step of its own: its number has to be greater than those
// of the readings before it.
Status SettlingSink::commit_readings(StepResult& result) {
  const auto is_state = [](const Observation& observation) { return !observation.reading; };
  const auto first = std::stable_partition(result.objects.begin(), result.objects.end(), is_state);
  if (first == result.objects.end()) return {};
  StepResult readings;
  readings.task = result.task;
  std::move(first, result.objects.end(), std::back_inserter(readings.objects));
  result.objects.erase(first, result.objects.end());
  RecordedStep recorded;
  recorded.sequence = next_number();
  BFA_ASSIGN_OR_RETURN(const Committed committed, archive_.commit_recorded(std::move(readings), recorded));
  (void)committed;
  return {};
}

Result<Committed> SettlingSink::commit(StepResult result) {
  if (result.exchanges.empty() && result.outcome == Outcome::kFailed) {
    // Nothing was asked for: that a capture is missing is no failure of the blog.
    result.outcome = Outcome::kRetry;
    if (result.tasks.empty() && !result.blog && !result.learned && result.objects.empty()) {
      BFA_RETURN_IF_ERROR(archive_.frontier().done(result.task));
      return Committed{};
    }
  }
  const auto pins = pins_.find(result.task.blog);
  if (result.learned && pins != pins_.end()) apply_pins(*result.learned, pins->second);
  RecordedStep recorded;
  bool repeats_instant = false;
  for (const Exchange& exchange : result.exchanges) {
    BFA_ASSIGN_OR_RETURN(LeftCaptures::Served served, captures_.take(exchange));
    recorded.exchanges.push_back(std::move(served.written));
    recorded.sequence = served.sequence;
    recorded.file = std::move(served.file);
    repeats_instant = served.repeats_instant;
  }
  // A capture that is used twice, and one whose place among others follows from its number, get another one.
  const bool keeps = !result.exchanges.empty() && !repeats_instant && !used_.contains(recorded.sequence) &&
                     !is_older_feed(result, recorded.sequence);
  if (!keeps) recorded.sequence = next_number();
  if (result.feed) feeds_[result.feed->url] = recorded.sequence;
  if (!result.exchanges.empty()) BFA_RETURN_IF_ERROR(commit_readings(result));
  note_used(recorded.sequence);
  return archive_.commit_recorded(std::move(result), recorded);
}

}  // namespace bfa
