// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/scheduler.h"

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/schedule/price.h"
#include "schedule/due_queue.h"
#include "schedule/feed_state.h"
#include "schedule/next_poll.h"
#include "schedule/page_price.h"
#include "schedule/state_bytes.h"

namespace bfa {
namespace {

constexpr std::uint32_t kUnknownWindow = 10;  // what most blogs give
constexpr double kWindowShare = 0.5;  // a poll is due when the window is expected to be so full: bursts come
constexpr double kMostStretch = 4;    // of the longest interval, where the budget is too small for it
constexpr double kHour = 3600;
constexpr double kMostPageShare = 0.9;
constexpr std::uint64_t kPricesVersion = 1;
constexpr float kMostPrice = 1e12F;

std::int64_t seconds_of(ScheduleTime time) noexcept {
  return std::clamp(static_cast<std::int64_t>(time.time_since_epoch().count()), -kFurthestTime,
                    kFurthestTime);
}

ScheduleTime time_of(std::int64_t seconds) noexcept {
  return ScheduleTime(std::chrono::seconds(seconds));
}

// splitmix64: 64 bits that look random, from 64 bits.
std::uint64_t mixed(std::uint64_t x) noexcept {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

struct ScheduledFeed {
  FeedRhythm rhythm;
  FeedTiming timing;
  double share = 0;  // of the price's sum
  bool used = false;
};

Error no_such_feed(FeedId feed) {
  return Error{Code::kNotFound, "no feed has the number " + std::to_string(feed), {}, -1};
}

}  // namespace

std::string_view reason_name(PollReason reason) noexcept {
  switch (reason) {
    case PollReason::kFirst:
      return "first";
    case PollReason::kPrice:
      return "price";
    case PollReason::kWindow:
      return "window";
    case PollReason::kLongest:
      return "longest";
    case PollReason::kShortest:
      return "shortest";
    case PollReason::kWishes:
      return "wishes";
    case PollReason::kFailure:
      return "failure";
  }
  return "";
}

struct Scheduler::Impl {
  explicit Impl(const SchedulerOptions& wanted)
      : options(wanted), price(wanted.polls_per_feed_day, wanted.alpha) {}

  Result<FeedId> insert(const FeedTiming& timing, const FeedRhythm& rhythm);
  ScheduledFeed* find(FeedId feed) noexcept {
    return feed < feeds.size() && feeds[feed].used ? &feeds[feed] : nullptr;
  }
  // Shares the budget: known pages first, within their share, and polls get the rest.
  void share_budget() noexcept {
    const double all = options.polls_per_feed_day * static_cast<double>(std::max<std::size_t>(size, 1));
    const double share = std::clamp(options.page_share, 0.0, kMostPageShare);
    pages.set_requests_per_day(share * all);
    price.set_polls_per_day(all - std::min(pages.requests_per_day_of_late(), kMostPageShare * all));
  }
  NextPoll plan(const ScheduledFeed& feed, const FeedForecast& forecast, std::int64_t from, std::int64_t now);
  void plan_after(ScheduledFeed& feed, PollOutcome outcome, std::int64_t now);

  SchedulerOptions options;
  PollPrice price;
  PagePrice pages;
  std::deque<ScheduledFeed> feeds;  // not a vector: it would need twice the memory while it grows
  std::vector<FeedId> unused;
  DueQueue queue;
  std::size_t size = 0;
};

Result<FeedId> Scheduler::Impl::insert(const FeedTiming& timing, const FeedRhythm& rhythm) {
  if (unused.empty() && feeds.size() >= UINT32_MAX)
    return Error{Code::kLimit, "2^32 - 1 feeds are the most", {}, -1};
  const FeedId feed = unused.empty() ? static_cast<FeedId>(feeds.size()) : unused.back();
  queue.set(feed, timing.due);
  if (unused.empty()) {
    feeds.emplace_back();
  } else {
    unused.pop_back();
  }
  ScheduledFeed& added = feeds[feed];
  added = {rhythm, timing, 0, true};
  if (rhythm.started()) {
    added.share = price.share(rhythm.items_per_day(time_of(timing.polled)));
    price.share_changed(0, added.share);
  }
  ++size;
  share_budget();
  return feed;
}

NextPoll Scheduler::Impl::plan(const ScheduledFeed& feed, const FeedForecast& forecast, std::int64_t from,
                               std::int64_t now) {
  const std::uint32_t window = feed.timing.window == 0 ? kUnknownWindow : feed.timing.window;
  PollBounds bounds;
  bounds.price_item_days = price.item_days(time_of(now), forecast.items_per_day);
  bounds.most_items = kWindowShare * window * price.pressure();
  bounds.shortest_s = options.shortest.count();
  bounds.longest_s = static_cast<std::int64_t>(static_cast<double>(options.longest.count()) *
                                               std::min(kMostStretch, price.pressure()));
  return next_poll(forecast, from, bounds);
}

void Scheduler::Impl::plan_after(ScheduledFeed& feed, PollOutcome outcome, std::int64_t now) {
  FeedTiming& timing = feed.timing;
  const ServerWishes wishes = timing.wishes();
  if (outcome != PollOutcome::kFetched) {
    const std::uint64_t random = mixed(mixed(options.seed ^ timing.salt) + timing.failures);
    timing.due = now + retry_wait(timing, outcome, now, random);
    timing.reason = PollReason::kFailure;
  } else {
    const NextPoll next = plan(feed, feed.rhythm.forecast(time_of(now)), now, now);
    timing.due = next.at;
    timing.reason = next.reason;
  }
  const std::int64_t heeded =
      seconds_of(heed_wishes(time_of(timing.due), time_of(now), wishes, options.caps));
  if (heeded != timing.due) timing.reason = PollReason::kWishes;
  timing.due = heeded;
}

Scheduler::Scheduler(const SchedulerOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Scheduler::~Scheduler() = default;
Scheduler::Scheduler(Scheduler&&) noexcept = default;
Scheduler& Scheduler::operator=(Scheduler&&) noexcept = default;

Result<FeedId> Scheduler::add(ScheduleTime first, std::uint64_t salt) {
  return guarded(
      [&] {
        FeedTiming timing;
        timing.due = seconds_of(first);
        timing.salt = salt;
        return impl_->insert(timing, FeedRhythm());
      },
      "scheduler");
}

Result<FeedId> Scheduler::restore(std::string_view rhythm_bytes, std::string_view timing_bytes) {
  return guarded(
      [&]() -> Result<FeedId> {
        BFA_ASSIGN_OR_RETURN(const FeedTiming timing, decode_feed_timing(timing_bytes));
        FeedRhythm rhythm;
        if (!rhythm_bytes.empty()) {
          BFA_ASSIGN_OR_RETURN(rhythm, FeedRhythm::decode(rhythm_bytes));
          if (!rhythm_bytes.empty()) return Error{Code::kCorrupt, "bytes after a feed's rhythm", {}, -1};
        }
        // Polls that found nothing, after the rhythm was written.
        if (rhythm.started() && timing.was_polled) rhythm.learn({time_of(timing.polled), {}, false});
        return impl_->insert(timing, rhythm);
      },
      "scheduler");
}

Status Scheduler::remove(FeedId feed) {
  return guarded(
      [&]() -> Status {
        ScheduledFeed* const found = impl_->find(feed);
        if (found == nullptr) return no_such_feed(feed);
        impl_->unused.push_back(feed);
        impl_->queue.remove(feed);
        impl_->price.share_changed(found->share, 0);
        *found = ScheduledFeed();
        --impl_->size;
        impl_->share_budget();
        return Status();
      },
      "scheduler");
}

std::size_t Scheduler::size() const noexcept {
  return impl_->size;
}

std::optional<DueFeed> Scheduler::next() const noexcept {
  if (impl_->queue.empty()) return std::nullopt;
  return DueFeed{impl_->queue.front().feed, time_of(impl_->queue.front().due)};
}

std::optional<DueFeed> Scheduler::take_due(ScheduleTime now, std::chrono::seconds lease) noexcept {
  const auto due = next();
  if (!due || due->due > now) return std::nullopt;
  // The feed has a place in the queue, so that this needs no memory.
  impl_->queue.set(due->feed, seconds_of(now) + std::max<std::int64_t>(1, lease.count()));
  return due;
}

Result<ScheduleTime> Scheduler::report(FeedId feed, const PollReport& report) {
  return guarded(
      [&]() -> Result<ScheduleTime> {
        ScheduledFeed* const found = impl_->find(feed);
        if (found == nullptr) return no_such_feed(feed);
        FeedTiming& timing = found->timing;
        const std::int64_t now =
            std::max(seconds_of(report.now), timing.was_polled ? timing.polled : -kFurthestTime);
        timing.was_polled = true;
        timing.polled = now;
        impl_->price.spent(time_of(now), 1);
        if (report.window != 0) {
          timing.window = report.window;
          timing.set_wishes(report.wishes);
        }
        timing.retry_after = 0;
        if (report.wishes.retry_after.count() > 0) {
          FeedTiming once;
          once.set_wishes(report.wishes);
          timing.retry_after = once.retry_after;
        }
        if (report.outcome == PollOutcome::kFetched) {
          timing.failures = 0;
          timing.failing_since = 0;
          found->rhythm.learn({time_of(now), report.new_dates, report.whole_window_new});
          const double share = impl_->price.share(found->rhythm.items_per_day(time_of(now)));
          impl_->price.share_changed(found->share, share);
          found->share = share;
        } else {
          if (timing.failures == 0) timing.failing_since = now;
          timing.failures = std::min<std::uint32_t>(timing.failures + 1, 1'000'000);
        }
        impl_->plan_after(*found, report.outcome, now);
        impl_->queue.set(feed, timing.due);
        return time_of(timing.due);
      },
      "scheduler");
}

Status Scheduler::hurry(FeedId feed, ScheduleTime now) {
  return guarded(
      [&]() -> Status {
        ScheduledFeed* const found = impl_->find(feed);
        if (found == nullptr) return no_such_feed(feed);
        found->timing.due = std::min(found->timing.due, seconds_of(now));
        impl_->queue.set(feed, found->timing.due);
        return Status();
      },
      "scheduler");
}

Result<PollExplanation> Scheduler::explain(FeedId feed, ScheduleTime now) {
  return guarded(
      [&]() -> Result<PollExplanation> {
        const ScheduledFeed* const found = impl_->find(feed);
        if (found == nullptr) return no_such_feed(feed);
        const FeedTiming& timing = found->timing;
        PollExplanation out;
        out.due = time_of(timing.due);
        out.polled = time_of(timing.polled);
        out.reason = timing.reason;
        out.failures = timing.failures;
        out.wishes = timing.wishes();
        const std::int64_t asked = std::max(seconds_of(now), timing.polled);
        const FeedForecast forecast = found->rhythm.forecast(time_of(timing.polled));
        const NextPoll next = impl_->plan(*found, forecast, timing.polled, asked);
        out.planned = time_of(next.at);
        out.items_per_day = forecast.items_per_day;
        out.now_factor = items_per_second(forecast, time_of(asked)) * 86400 / forecast.items_per_day;
        out.price_item_hours = 24 * impl_->price.item_days(time_of(asked), forecast.items_per_day);
        out.expected_items = next.items;
        out.expected_wait = next.items > 0 ? next.item_hours / next.items : 0;
        out.polls_per_day =
            24 * kHour / static_cast<double>(std::max<std::int64_t>(1, next.at - timing.polled));
        return out;
      },
      "scheduler");
}

Result<std::string> Scheduler::encode_timing(FeedId feed) const {
  return guarded(
      [&]() -> Result<std::string> {
        const ScheduledFeed* const found = impl_->find(feed);
        if (found == nullptr) return no_such_feed(feed);
        return encode_feed_timing(found->timing);
      },
      "scheduler");
}

Result<std::string> Scheduler::encode_rhythm(FeedId feed) const {
  return guarded(
      [&]() -> Result<std::string> {
        const ScheduledFeed* const found = impl_->find(feed);
        if (found == nullptr) return no_such_feed(feed);
        std::string out;
        BFA_RETURN_IF_ERROR(found->rhythm.encode(out));
        return out;
      },
      "scheduler");
}

double Scheduler::polls_per_day_of_late() const noexcept {
  return impl_->price.polls_per_day_of_late();
}

double Scheduler::page_price(ScheduleTime now) noexcept {
  const double price = impl_->pages.edit_days(now);
  impl_->share_budget();
  return price;
}

void Scheduler::spent_on_pages(ScheduleTime now, double requests) noexcept {
  impl_->pages.spent(now, requests);
  impl_->share_budget();
}

double Scheduler::page_requests_per_day_of_late() const noexcept {
  return impl_->pages.requests_per_day_of_late();
}

Result<std::string> Scheduler::encode_prices() const {
  return guarded(
      [&]() -> Result<std::string> {
        const PollPrice::Learned polls = impl_->price.learned();
        std::string out;
        append_number(out, kPricesVersion);
        const double owed = polls.owed / impl_->price.polls_per_day() + 1;  // 0 to 2
        for (const double value : {polls.correction, polls.recent, owed, impl_->pages.correction(),
                                   impl_->pages.requests_per_day_of_late()})
          append_float(out, static_cast<float>(value));
        return out;
      },
      "scheduler");
}

Status Scheduler::restore_prices(std::string_view bytes) {
  StateReader reader(bytes);
  if (const std::uint64_t version = reader.number(UINT32_MAX); reader.ok() && version != kPricesVersion)
    return Error{Code::kUnsupported, "prices of another version", {}, -1};
  std::array<double, 5> values{};
  for (double& value : values) value = static_cast<double>(reader.count(kMostPrice));
  if (!reader.ok()) return Error{Code::kCorrupt, "the bytes of prices are cut or out of range", {}, -1};
  impl_->pages.restore(values[3], values[4]);
  impl_->share_budget();
  impl_->price.restore({values[0], values[1], (values[2] - 1) * impl_->price.polls_per_day()});
  return {};
}

}  // namespace bfa
