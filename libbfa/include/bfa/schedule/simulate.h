// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/schedule/traces.h"

namespace bfa {

struct SimulationOptions {
  double polls_per_feed_day = 2;  // the budget; above 0
  double alpha = 0.25;            // fairness: 0 makes all items equal, 1 all feeds
  std::uint64_t seed = 1;         // spreads the first polls
  int warm_up_days = 21;          // simulated, not scored
  int scored_days = 77;
};

// Delays of the items that a group of feeds published in the scored days, in hours.
struct DelayFigures {
  std::uint64_t items = 0;               // published
  std::uint64_t lost = 0;                // of these, gone from the feed's window before a poll saw them
  double mean = 0;                       // of those that were seen
  double median = 0, p90 = 0;            // of all; infinite when that item was lost
  double within_3h = 0, within_12h = 0;  // shares of all
};

struct SimulationResult {
  double polls = 0;  // per feed and day, in the scored days
  double waste = 0;  // share of these that found nothing new
  DelayFigures all, non_news;
  double macro = 0;  // mean over feeds of their mean delay, with 7 days for a lost item; hours
};

// Plays the traces against the scheduler: one process with one budget, and a clock that leaps from poll to
// poll. The scheduler learns only what its polls find. An item that is still to be found when the scored
// days end is found by the poll that is planned then. Deterministic. Errors: kInvalidArgument; kIo.
BFA_EXPORT Result<SimulationResult> simulate_schedule(const std::vector<FeedTrace>& traces,
                                                      const SimulationOptions& options);

}  // namespace bfa
