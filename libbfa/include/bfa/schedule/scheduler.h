// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bfa/base/export.h"
#include "bfa/base/result.h"
#include "bfa/schedule/feed_rhythm.h"
#include "bfa/schedule/server_wishes.h"

namespace bfa {

struct SchedulerOptions {
  double polls_per_feed_day = 2;  // the budget, times the number of feeds; above 0
  double alpha = 0.25;            // fairness: 0 makes all items equal, 1 all feeds
  // Of the budget, what requests for known pages may take, 0 to 0.9. What they leave is for polls.
  double page_share = 0.25;
  std::uint64_t seed = 1;                                   // of the jitter
  std::chrono::seconds shortest = std::chrono::minutes(5);  // between two polls of a feed
  std::chrono::seconds longest = std::chrono::hours(24 * 14);
  WishCaps caps;
};

// A feed's number within one Scheduler; the number of a removed feed is given again.
using FeedId = std::uint32_t;

struct DueFeed {
  FeedId feed = 0;
  ScheduleTime due{};
};

enum class PollOutcome : std::uint8_t {
  kFetched,  // the feed answered, also that nothing changed
  kFailed,   // no answer, a server error, or no feed
  kRefused,  // 429, or 403, which many servers send for 429
  kGone,     // 404, 410, or no such host
};

// What came of a poll.
struct PollReport {
  ScheduleTime now{};
  PollOutcome outcome = PollOutcome::kFetched;
  std::span<const ScheduleTime> new_dates;  // of the items that no poll saw before
  bool whole_window_new = false;            // every item of the document is one of these
  std::uint32_t window = 0;                 // items in the document; 0: not known, as after a 304
  // Of this answer. One without a feed (304, errors) leaves the feed's own wishes as they were: only
  // `retry_after` counts.
  ServerWishes wishes;
};

// Why a feed is polled when it is.
enum class PollReason : std::uint8_t {
  kFirst,     // it was not polled yet
  kPrice,     // its items are worth a poll by then
  kWindow,    // its document may be full by then
  kLongest,   // after the longest interval
  kShortest,  // after the shortest interval
  kWishes,    // the server does not want it earlier
  kFailure,   // the last poll failed
};

// "first", "price", "window", ... Thread-safe, cannot fail.
BFA_EXPORT std::string_view reason_name(PollReason reason) noexcept;

// What explains the next poll, for people. Times in hours, rates in items a day.
struct PollExplanation {
  ScheduleTime due{}, polled{};
  PollReason reason = PollReason::kFirst;
  ScheduleTime planned{};       // by the price alone, without bounds, wishes and failures
  double items_per_day = 0;     // on average
  double now_factor = 1;        // of the hour and of bursts, at the time of asking
  double price_item_hours = 0;  // a poll is made for so much waiting
  double expected_items = 0;    // from the last poll to `planned`
  double expected_wait = 0;     // mean wait of such an item
  double polls_per_day = 0;     // that the feed costs at this price; half the wait costs twice that
  std::uint32_t failures = 0;   // in a row
  ServerWishes wishes;
};

// When to poll which feed, within one budget. It knows no network and no store: the caller asks what is due,
// polls, and reports. All follows from the calls, their times and the seed. Clocks may jump: a time before
// the last one changes no counts. For one thread. A million feeds take about 0.6 GB.
//
//   while (const auto due = scheduler.take_due(now)) scheduler.report(due->feed, poll(due->feed));
//
// Source: docs/schedule.md.
class BFA_EXPORT Scheduler {
 public:
  explicit Scheduler(const SchedulerOptions& options);
  ~Scheduler();
  Scheduler(Scheduler&&) noexcept;
  Scheduler& operator=(Scheduler&&) noexcept;

  // A new feed, first polled at `first`. `salt`: the same for the same feed at each start, as a hash of its
  // address; it gives the feed its jitter. Errors: kLimit: 2^32 - 1 feeds; kIo.
  Result<FeedId> add(ScheduleTime first, std::uint64_t salt);

  // A feed as it was when these bytes were written. `rhythm` may be older than `timing`: polls that found
  // nothing change only the second. Errors: kCorrupt, kUnsupported; those of add().
  Result<FeedId> restore(std::string_view rhythm, std::string_view timing);

  // Ends the scheduling of a feed. Errors: kNotFound.
  Status remove(FeedId feed);

  std::size_t size() const noexcept;

  // The feed that is due first, now or later; nothing without feeds.
  std::optional<DueFeed> next() const noexcept;

  // The feed that is due first, if it is due at `now`. It is lent: when no report comes within `lease`, it is
  // due again. Cost of this and of report(): O(log feeds), about 10 us in all.
  std::optional<DueFeed> take_due(ScheduleTime now,
                                  std::chrono::seconds lease = std::chrono::minutes(2)) noexcept;

  // Learns from a poll and plans the next. Returns when that is. A poll that is reported without take_due()
  // counts as well. Errors: kNotFound.
  Result<ScheduleTime> report(FeedId feed, const PollReport& report);

  // Due now: for a feed of which a hub or a user says that it has news. Errors: kNotFound.
  Status hurry(FeedId feed, ScheduleTime now);

  // Why the feed is polled when it is. Errors: kNotFound.
  Result<PollExplanation> explain(FeedId feed, ScheduleTime now);

  // The feed's state, to be kept for restore(): at most 60 bytes that each poll changes, and the rhythm, at
  // most 600 bytes, which need be written only after polls that found items. Errors: kNotFound, kIo.
  Result<std::string> encode_timing(FeedId feed) const;
  Result<std::string> encode_rhythm(FeedId feed) const;

  // What a request for a known page is worth at `now`, in edit-days: for EditRates::next_check(). It rises
  // and falls until these requests keep their share of the budget.
  double page_price(ScheduleTime now) noexcept;
  // Requests for known pages were made: polls get that much less.
  void spent_on_pages(ScheduleTime now, double requests) noexcept;

  // What the prices have learned of the spending, at most 60 bytes, to be kept over a restart.
  // restore_prices() takes them; call it before polls are reported. Errors: kIo; kCorrupt, kUnsupported.
  Result<std::string> encode_prices() const;
  Status restore_prices(std::string_view bytes);

  // All feeds together, and requests for known pages.
  double polls_per_day_of_late() const noexcept;
  double page_requests_per_day_of_late() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
