// SPDX-License-Identifier: Apache-2.0
// The scheduler with many feeds: what a decision, a feed in memory and a start cost.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bfa/schedule/scheduler.h"

namespace {

using bfa::ScheduleTime;
using std::chrono::seconds;

const ScheduleTime kMonday{seconds(1704067200)};

// Feeds of 0.01 to 100 items a day, most of them quiet, that publish by chance.
class Feeds {
 public:
  explicit Feeds(std::size_t count) : scheduler_((bfa::SchedulerOptions())) {
    for (std::size_t i = 0; i < count; ++i) {
      per_second_.push_back(std::pow(10.0, -2 + 4 * std::pow(uniform(), 3)) / 86400);
      const auto first = kMonday + seconds(static_cast<std::int64_t>(i * 43200 / count));
      if (!scheduler_.add(first, i)) std::abort();
    }
    for (std::size_t i = 0; i < 2 * count; ++i) poll(i < count ? 10 : 0);
  }

  void poll(int history = 0) {
    const auto due = *scheduler_.next();
    dates_.clear();
    for (int i = 1; i <= history; ++i) {
      dates_.push_back(due.due - seconds(static_cast<std::int64_t>(i / per_second_[due.feed])));
    }
    if (history == 0 && uniform() < 0.4) {
      dates_.push_back(due.due - seconds(static_cast<std::int64_t>(3600 * uniform())));
    }
    bfa::PollReport report;
    report.now = due.due;
    report.new_dates = dates_;
    report.window = 10;
    if (!scheduler_.take_due(due.due) || !scheduler_.report(due.feed, report)) std::abort();
  }

  bfa::Scheduler& scheduler() { return scheduler_; }

 private:
  double uniform() {
    return static_cast<double>(random_() >> 11) / static_cast<double>(std::uint64_t{1} << 53);
  }

  bfa::Scheduler scheduler_;
  std::vector<double> per_second_;
  std::vector<ScheduleTime> dates_;
  std::mt19937_64 random_{1};
};

double bytes_in_use() {
  const struct mallinfo2 use = mallinfo2();
  return static_cast<double>(use.uordblks + use.hblkhd);
}

void decisions(benchmark::State& state) {
  const double before = bytes_in_use();
  Feeds feeds(static_cast<std::size_t>(state.range(0)));
  state.counters["bytes_a_feed"] = (bytes_in_use() - before) / static_cast<double>(state.range(0));
  for (auto unused : state) feeds.poll();
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(decisions)->Arg(1'000)->Arg(1'000'000)->Unit(benchmark::kMicrosecond)->MinTime(3);

void start(benchmark::State& state) {
  Feeds feeds(static_cast<std::size_t>(state.range(0)));
  std::vector<std::pair<std::string, std::string>> kept;
  double rhythms = 0, timings = 0;
  for (bfa::FeedId i = 0; i < state.range(0); ++i) {
    kept.emplace_back(*feeds.scheduler().encode_rhythm(i), *feeds.scheduler().encode_timing(i));
    rhythms += static_cast<double>(kept.back().first.size());
    timings += static_cast<double>(kept.back().second.size());
  }
  for (auto unused : state) {
    bfa::Scheduler scheduler((bfa::SchedulerOptions()));
    for (const auto& [rhythm, timing] : kept) benchmark::DoNotOptimize(scheduler.restore(rhythm, timing));
  }
  state.counters["rhythm_bytes"] = rhythms / static_cast<double>(kept.size());
  state.counters["timing_bytes"] = timings / static_cast<double>(kept.size());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(start)->Arg(200'000)->Unit(benchmark::kMillisecond);

}  // namespace
