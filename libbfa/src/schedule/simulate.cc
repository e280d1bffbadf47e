// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/simulate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/schedule/scheduler.h"

namespace bfa {
namespace {

constexpr std::int64_t kDay = 86400;
constexpr std::int64_t kMonday = 1704067200;  // 2024-01-01 00:00 UTC, the time 0 of the traces
constexpr double kLostHours = 7 * 24;

struct SimulatedFeed {
  const FeedTrace* trace = nullptr;
  bool polled = false;
  std::size_t seen = 0;  // items of the trace that were found or lost
  std::vector<double> delays;
  std::uint64_t lost = 0;
};

ScheduleTime time_of(std::int64_t seconds) {
  return ScheduleTime(std::chrono::seconds(seconds + kMonday));
}

class Simulation {
 public:
  Simulation(const std::vector<FeedTrace>& traces, const SimulationOptions& options)
      : options_(options), scheduler_(scheduler_options(options)), feeds_(traces.size()) {
    start_ = options.warm_up_days * kDay;
    end_ = start_ + options.scored_days * kDay;
    for (std::size_t i = 0; i < traces.size(); ++i) feeds_[i].trace = &traces[i];
  }

  Result<SimulationResult> run() {
    const auto count = static_cast<std::int64_t>(feeds_.size());
    for (std::int64_t i = 0; i < count; ++i) {
      // The feeds were subscribed to over half a day.
      BFA_RETURN_IF_ERROR(scheduler_.add(time_of(i * kDay / 2 / count), static_cast<std::uint64_t>(i)));
    }
    while (const auto due = scheduler_.next()) {
      const std::int64_t now = due->due.time_since_epoch().count() - kMonday;
      if (now >= end_) break;
      PollReport report;
      dates_.clear();
      report.whole_window_new = look(feeds_[due->feed], now);
      report.now = due->due;
      report.new_dates = dates_;
      report.window = static_cast<std::uint32_t>(feeds_[due->feed].trace->window);
      BFA_RETURN_IF_ERROR(scheduler_.report(due->feed, report));
      if (now < start_) continue;
      ++polls_;
      if (dates_.empty()) ++wasted_;
    }
    BFA_RETURN_IF_ERROR(look_once_more());
    return result();
  }

 private:
  static SchedulerOptions scheduler_options(const SimulationOptions& options) {
    SchedulerOptions out;
    out.polls_per_feed_day = options.polls_per_feed_day;
    out.alpha = options.alpha;
    out.seed = options.seed;
    return out;
  }

  // Finds what the feed's window shows at `now`: puts the dates of new items into dates_. Returns whether all
  // items of the window are new.
  bool look(SimulatedFeed& feed, std::int64_t now) {
    const auto& times = feed.trace->times;
    const auto end =
        static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), now) - times.begin());
    const std::size_t oldest = end > feed.trace->window ? end - feed.trace->window : 0;
    const bool whole = feed.polled && end > feed.seen && feed.seen <= oldest;
    for (std::size_t i = feed.seen; i < end; ++i) {
      if (i >= oldest) dates_.push_back(time_of(times[i]));
      if (!scored(times[i])) continue;
      if (i < oldest) {
        ++feed.lost;
      } else {
        feed.delays.push_back(static_cast<double>(now - times[i]) / 3600);
      }
    }
    feed.seen = end;
    feed.polled = true;
    return whole;
  }

  // What no poll has seen when the scored days end is found, or lost, by the poll that is planned then.
  Status look_once_more() {
    while (const auto due = scheduler_.next()) {
      look(feeds_[due->feed], due->due.time_since_epoch().count() - kMonday);
      BFA_RETURN_IF_ERROR(scheduler_.remove(due->feed));
    }
    return Status();
  }

  bool scored(std::int64_t time) const { return time >= start_ && time < end_; }
  static DelayFigures figures(std::vector<double> delays, std::uint64_t lost) {
    DelayFigures out;
    out.items = delays.size() + lost;
    out.lost = lost;
    if (out.items == 0) return out;
    double sum = 0;
    for (const double delay : delays) sum += delay;
    if (!delays.empty()) out.mean = sum / static_cast<double>(delays.size());
    std::sort(delays.begin(), delays.end());
    const auto at = [&](double share) {
      const auto i = static_cast<std::size_t>(share * static_cast<double>(out.items));
      return i < delays.size() ? delays[i] : std::numeric_limits<double>::infinity();
    };
    const auto within = [&](double hours) {
      return static_cast<double>(std::upper_bound(delays.begin(), delays.end(), hours) - delays.begin()) /
             static_cast<double>(out.items);
    };
    out.median = at(0.5);
    out.p90 = at(0.9);
    out.within_3h = within(3);
    out.within_12h = within(12);
    return out;
  }
  SimulationResult result() const {
    SimulationResult out;
    std::vector<double> all, other;
    std::uint64_t lost = 0, other_lost = 0, counted = 0;
    for (const SimulatedFeed& feed : feeds_) {
      all.insert(all.end(), feed.delays.begin(), feed.delays.end());
      lost += feed.lost;
      if (feed.trace->kind != "news") {
        other.insert(other.end(), feed.delays.begin(), feed.delays.end());
        other_lost += feed.lost;
      }
      const auto items = static_cast<double>(feed.delays.size() + feed.lost);
      if (items == 0) continue;
      double sum = kLostHours * static_cast<double>(feed.lost);
      for (const double delay : feed.delays) sum += delay;
      out.macro += sum / items;
      ++counted;
    }
    if (counted != 0) out.macro /= static_cast<double>(counted);
    out.all = figures(std::move(all), lost);
    out.non_news = figures(std::move(other), other_lost);
    out.polls = static_cast<double>(polls_) / options_.scored_days / static_cast<double>(feeds_.size());
    out.waste = polls_ == 0 ? 0 : static_cast<double>(wasted_) / static_cast<double>(polls_);
    return out;
  }

  SimulationOptions options_;
  std::int64_t start_ = 0, end_ = 0;
  Scheduler scheduler_;
  std::vector<SimulatedFeed> feeds_;
  std::vector<ScheduleTime> dates_;  // of the new items of a poll
  std::uint64_t polls_ = 0, wasted_ = 0;
};

}  // namespace

Result<SimulationResult> simulate_schedule(const std::vector<FeedTrace>& traces,
                                           const SimulationOptions& options) {
  return guarded(
      [&]() -> Result<SimulationResult> {
        if (!(options.polls_per_feed_day > 0) || !(options.alpha >= 0 && options.alpha <= 1) ||
            traces.empty() || options.warm_up_days < 0 || options.scored_days <= 0) {
          return Error{
              Code::kInvalidArgument, "a budget above 0, alpha from 0 to 1, and traces are needed", {}, -1};
        }
        return Simulation(traces, options).run();
      },
      "simulate");
}

}  // namespace bfa
