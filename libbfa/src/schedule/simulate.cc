// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/simulate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "base/guard.h"
#include "bfa/schedule/feed_rhythm.h"
#include "bfa/schedule/price.h"
#include "schedule/next_poll.h"

namespace bfa {
namespace {

constexpr std::int64_t kDay = 86400;
constexpr std::int64_t kMonday = 1704067200;  // 2024-01-01 00:00 UTC, the time 0 of the traces
constexpr double kLostHours = 7 * 24;

struct SimulatedFeed {
  const FeedTrace* trace = nullptr;
  FeedRhythm rhythm;
  double rate = 0;
  std::size_t seen = 0;  // items of the trace that were found or lost
  std::vector<double> delays;
  std::uint64_t lost = 0;
};

struct Poll {
  std::int64_t at;
  std::size_t feed;
  bool operator>(const Poll& other) const { return at != other.at ? at > other.at : feed > other.feed; }
};

class Simulation {
 public:
  Simulation(const std::vector<FeedTrace>& traces, const SimulationOptions& options)
      : options_(options),
        price_(options.polls_per_feed_day * static_cast<double>(traces.size()), options.alpha) {
    start_ = options.warm_up_days * kDay;
    end_ = start_ + options.scored_days * kDay;
    feeds_.resize(traces.size());
    for (std::size_t i = 0; i < traces.size(); ++i) {
      feeds_[i].trace = &traces[i];
      queue_.push({static_cast<std::int64_t>(i) * kDay / 2 / static_cast<std::int64_t>(traces.size()), i});
    }
  }
  SimulationResult run() {
    while (!queue_.empty()) {
      const Poll poll = queue_.top();
      queue_.pop();
      SimulatedFeed& feed = feeds_[poll.feed];
      const bool found = look(feed, poll.at);
      if (poll.at >= end_) continue;
      if (poll.at >= start_) {
        ++polls_;
        if (!found) ++wasted_;
      }
      queue_.push({plan(feed, poll.at), poll.feed});
    }
    return result();
  }

 private:
  bool look(SimulatedFeed& feed, std::int64_t now) {
    const auto& times = feed.trace->times;
    const auto end =
        static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), now) - times.begin());
    const std::size_t oldest = end > feed.trace->window ? end - feed.trace->window : 0;
    const bool first = !feed.rhythm.started();
    std::vector<ScheduleTime> dates;
    const std::size_t from = feed.seen;
    for (std::size_t i = from; i < end; ++i) {
      if (i < oldest) {
        if (scored(times[i])) ++feed.lost;
        continue;
      }
      dates.push_back(ScheduleTime(std::chrono::seconds(times[i] + kMonday)));
      if (scored(times[i])) feed.delays.push_back(static_cast<double>(now - times[i]) / 3600);
    }
    feed.seen = end;
    const FeedObservation observation{ScheduleTime(std::chrono::seconds(now + kMonday)), dates,
                                      !first && end > from && from <= oldest};
    feed.rhythm.learn(observation);
    const double rate = feed.rhythm.items_per_day(observation.now);
    price_.rate_changed(feed.rate, rate);
    feed.rate = rate;
    price_.spent(observation.now, 1);
    return !dates.empty();
  }
  std::int64_t plan(SimulatedFeed& feed, std::int64_t now) {
    const ScheduleTime at(std::chrono::seconds(now + kMonday));
    const FeedForecast forecast = feed.rhythm.forecast(at);
    const PollBounds bounds{price_.item_days(at, forecast.items_per_day),
                            0.5 * static_cast<double>(feed.trace->window), 300, 14 * kDay};
    return next_poll(forecast, now + kMonday, bounds).at - kMonday;
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
  PollPrice price_;
  std::vector<SimulatedFeed> feeds_;
  std::priority_queue<Poll, std::vector<Poll>, std::greater<>> queue_;
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
