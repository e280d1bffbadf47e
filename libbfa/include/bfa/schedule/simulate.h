// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/result.h"

namespace bfa {

// When a real feed published: what a simulation of the schedule plays.
struct FeedTrace {
  std::string name;
  std::string kind;                 // "news", "blog", ...: results are given with and without "news"
  std::string half;                 // which part of the feeds a measurement may use; not interpreted
  std::size_t window = 0;           // items that the feed's document holds
  std::vector<std::int64_t> times;  // ascending, seconds since a Monday 00:00 UTC; negative: before it
};

// Reads one trace a line: name, kind, half, window, number of times, the times; separated by spaces. `name`
// is for errors. Errors: kCorrupt with the line as `where` ("FILE:LINE"): fields are missing or no numbers,
// the number of times differs, times descend or lie more than 100 years away; no line.
BFA_EXPORT Result<std::vector<FeedTrace>> parse_traces(std::string_view text, const std::string& name);

// The snapshots of a post, and between which of them it was edited: what a simulation of re-checks plays.
struct EditHistory {
  struct Edit {
    std::int64_t after = 0, before = 0;  // the times of two snapshots
  };
  std::string blog;
  std::int64_t published = 0, first = 0, last = 0;  // `first`, `last`: snapshots; all in seconds since 1970
  std::vector<Edit> edits;                          // ascending
};

// Reads one post a line, as scripts/edit_history.py writes them: blog, published, first, last, and the edits
// as AFTER-BEFORE with commas between them; separated by tabs or spaces. `name` is for errors. Errors:
// kCorrupt with the line as `where` ("FILE:LINE"): fields are missing or no numbers, a time before another
// one that it is to follow, or outside of the years 1970 to 2200; no line.
BFA_EXPORT Result<std::vector<EditHistory>> parse_edit_histories(std::string_view text,
                                                                 const std::string& name);

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

// Which pages are asked for again.
enum class RecheckRule : std::uint8_t {
  kDue,      // when the time since the last look is a share of that since the last change before it
  kUniform,  // all at equal intervals
  kRates     // EditRates, by a price
};

struct PageSimulationOptions {
  // Shares of the rule kDue: each gives a cost, and the other rules are set to the same. Above 0.
  std::vector<double> due{0.125, 0.25, 0.5, 1};
  std::size_t draws = 10;        // of the times of the edits, which lie between two snapshots; at least 1
  std::size_t resamples = 1000;  // of blogs and then of their posts, for the ranges; at least 40
  std::uint64_t seed = 1;
  bool synthetic = false;  // draw the edits from rates that are fitted to the histories
};

// The result of a rule at a cost. Delays in days.
struct RecheckFigures {
  struct Range {
    double low = 0, high = 0;  // 95 %
  };
  RecheckRule rule = RecheckRule::kDue;
  double level = 0;     // its share, interval in days or price in edit-days
  double requests = 0;  // on average over the draws, as what follows
  double edits = 0;
  double found = 0;  // a share
  double delay = 0;  // mean; an edit that was not found waits until the last snapshot of its post
  std::vector<double> delay_of_blog;  // in the order of PageSimulation::blogs; 0 without edits
  std::optional<Range> against_due, against_uniform;  // the difference of the mean delays
};

struct PageSimulation {
  std::vector<std::string> blogs;
  std::vector<RecheckFigures> figures;  // for each cost: kDue, kUniform, kRates
};

// Plays histories of posts: one visit a day to each blog. The prior of each blog is fitted to the other
// blogs, by expectation and maximization. Deterministic. Cost: about 2,000 times posts by days for ten draws.
// Errors: kInvalidArgument (options; fewer than two blogs); kIo.
BFA_EXPORT Result<PageSimulation> simulate_pages(const std::vector<EditHistory>& posts,
                                                 const PageSimulationOptions& options);

}  // namespace bfa
