// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/scheduler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace bfa {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

const ScheduleTime kMonday{seconds(1704067200)};  // 2024-01-01 00:00 UTC
constexpr hours kDay(24);

// A scheduler whose only feed was polled for `days` days and published each `every` hours.
class OneFeed {
 public:
  explicit OneFeed(const SchedulerOptions& options = SchedulerOptions()) : scheduler(options) {
    feed = *scheduler.add(kMonday, 1);
  }

  // Polls once, when it is due. The document holds 10 items and the poll finds those since the last one.
  ScheduleTime poll(int every) {
    PollReport report;
    report.now = scheduler.next()->due;
    std::vector<ScheduleTime> dates;
    for (; next_item <= report.now; next_item += hours(every)) dates.push_back(next_item);
    report.new_dates = dates;
    report.window = 10;
    now = report.now;
    return *scheduler.report(feed, report);
  }
  ScheduleTime learn(int days, int every) {
    while (scheduler.next()->due < kMonday + days * kDay) poll(every);
    return scheduler.next()->due;
  }
  ScheduleTime fail(PollOutcome outcome, ScheduleTime at, ServerWishes wishes = {}) {
    PollReport report;
    report.now = at;
    report.outcome = outcome;
    report.wishes = wishes;
    return *scheduler.report(feed, report);
  }

  Scheduler scheduler;
  FeedId feed = 0;
  ScheduleTime now{}, next_item = kMonday;
};

TEST(Scheduler, GivesFeedsInTheOrderInWhichTheyAreDue) {
  Scheduler scheduler((SchedulerOptions()));
  EXPECT_FALSE(scheduler.next());
  for (const int hour : {5, 1, 9, 3}) ASSERT_TRUE(scheduler.add(kMonday + hours(hour), 1));
  EXPECT_EQ(scheduler.size(), 4U);
  EXPECT_FALSE(scheduler.take_due(kMonday));
  std::vector<FeedId> order;
  while (const auto due = scheduler.take_due(kMonday + hours(10), hours(24))) order.push_back(due->feed);
  EXPECT_EQ(order, (std::vector<FeedId>{1, 3, 0, 2}));
}

TEST(Scheduler, ALentFeedComesBackWhenNoReportComes) {
  OneFeed one;
  ASSERT_TRUE(one.scheduler.take_due(kMonday, seconds(90)));
  EXPECT_FALSE(one.scheduler.take_due(kMonday + seconds(89)));
  EXPECT_TRUE(one.scheduler.take_due(kMonday + seconds(90)));
}

TEST(Scheduler, SpendsMoreOnAFeedThatPublishesMore) {
  Scheduler scheduler((SchedulerOptions()));
  const FeedId busy = *scheduler.add(kMonday, 1);
  const FeedId quiet = *scheduler.add(kMonday, 2);
  std::vector<int> polls(2);
  ScheduleTime next[2] = {kMonday, kMonday};
  const hours every[2] = {hours(3), hours(24 * 5)};
  while (scheduler.next()->due < kMonday + 60 * kDay) {
    const auto due = *scheduler.next();
    std::vector<ScheduleTime> dates;
    for (; next[due.feed] <= due.due; next[due.feed] += every[due.feed]) dates.push_back(next[due.feed]);
    PollReport report;
    report.now = due.due;
    report.new_dates = dates;
    ASSERT_TRUE(scheduler.report(due.feed, report));
    ++polls[due.feed];
  }
  EXPECT_GT(polls[busy], 3 * polls[quiet]);
  EXPECT_GT(polls[quiet], 10);
  EXPECT_NEAR(polls[busy] + polls[quiet], 2 * 2 * 60, 24);  // the budget
  EXPECT_NEAR(scheduler.polls_per_day_of_late(), 4, 0.8);
}

TEST(Scheduler, TheSameCallsGiveTheSamePlan) {
  OneFeed a, b;
  a.learn(40, 7);
  b.learn(40, 7);
  EXPECT_EQ(a.scheduler.next()->due, b.scheduler.next()->due);
}

TEST(Scheduler, ARestoredFeedGoesOnAsBefore) {
  OneFeed one;
  one.learn(40, 30);
  const std::string rhythm = *one.scheduler.encode_rhythm(one.feed);
  while (one.next_item > one.now + hours(20))
    one.poll(30);  // polls that find nothing need not write the rhythm
  const std::string timing = *one.scheduler.encode_timing(one.feed);
  EXPECT_LE(timing.size(), 60U);
  Scheduler again((SchedulerOptions()));
  const auto feed = again.restore(rhythm, timing);
  ASSERT_TRUE(feed) << to_string(feed.error());
  EXPECT_EQ(again.next()->due, one.scheduler.next()->due);
  const auto before = *one.scheduler.explain(one.feed, one.now);
  const auto after = *again.explain(*feed, one.now);
  EXPECT_NEAR(after.items_per_day, before.items_per_day, 1e-4);
  EXPECT_EQ(after.reason, before.reason);
}

TEST(Scheduler, RefusesStatesThatAreNone) {
  OneFeed one;
  one.learn(3, 7);
  const std::string rhythm = *one.scheduler.encode_rhythm(one.feed);
  const std::string timing = *one.scheduler.encode_timing(one.feed);
  Scheduler again((SchedulerOptions()));
  for (std::size_t size = 0; size < timing.size(); ++size) {
    EXPECT_FALSE(again.restore(rhythm, timing.substr(0, size))) << size;
  }
  EXPECT_EQ(again.restore(rhythm, timing + "x").error().code, Code::kCorrupt);
  EXPECT_EQ(again.restore(rhythm + "x", timing).error().code, Code::kCorrupt);
  EXPECT_EQ(again.restore(rhythm, "\x02" + timing.substr(1)).error().code, Code::kUnsupported);
  EXPECT_EQ(again.size(), 0U);
  EXPECT_TRUE(again.restore("", timing));  // the rhythm is lost: it is learned again
}

TEST(Scheduler, AWindowIsPolledBeforeItIsFull) {
  SchedulerOptions options;
  options.polls_per_feed_day = 1;
  OneFeed one(options);
  one.learn(2, 2);  // the budget is corrected later
  const auto why = *one.scheduler.explain(one.feed, one.now);
  EXPECT_EQ(why.reason, PollReason::kWindow);
  EXPECT_LT(why.expected_items, 6);
}

TEST(Scheduler, FailuresWaitLongerEachTime) {
  OneFeed one;
  ScheduleTime at = kMonday;
  minutes waited(0);
  for (int i = 0; i < 6; ++i) {
    const ScheduleTime next = one.fail(PollOutcome::kFailed, at);
    EXPECT_GT(next - at, waited) << i;
    waited = std::chrono::duration_cast<minutes>(next - at);
    at = next;
  }
  EXPECT_GE(waited, hours(12));
  EXPECT_EQ(one.scheduler.explain(one.feed, at)->reason, PollReason::kFailure);
  EXPECT_EQ(one.scheduler.explain(one.feed, at)->failures, 6U);
}

TEST(Scheduler, ADeadFeedIsAskedOnceAWeekThenOnceAMonth) {
  OneFeed one;
  ScheduleTime at = kMonday;
  int in_second_month = 0, in_second_year = 0;
  while (at < kMonday + 730 * kDay) {
    at = one.fail(PollOutcome::kGone, at);
    if (at > kMonday + 31 * kDay && at <= kMonday + 61 * kDay) ++in_second_month;
    if (at > kMonday + 365 * kDay) ++in_second_year;
  }
  EXPECT_GE(in_second_month, 3);
  EXPECT_LE(in_second_month, 6);
  EXPECT_GE(in_second_year, 10);
  EXPECT_LE(in_second_year, 16);
  one.next_item = at;
  one.poll(5);  // it is back
  EXPECT_LT(one.scheduler.next()->due - one.now, 14 * kDay + hours(1));
  EXPECT_EQ(one.scheduler.explain(one.feed, one.now)->failures, 0U);
}

TEST(Scheduler, FeedsOfOneHostDoNotComeBackTogether) {
  Scheduler scheduler((SchedulerOptions()));
  std::vector<ScheduleTime> back;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const FeedId feed = *scheduler.add(kMonday, i);
    PollReport report;
    report.now = kMonday;
    report.outcome = PollOutcome::kRefused;
    back.push_back(*scheduler.report(feed, report));
  }
  std::sort(back.begin(), back.end());
  EXPECT_GT(back.back() - back.front(), minutes(40));
  EXPECT_LT(std::unique(back.begin(), back.end()) - back.begin(), 101);
  EXPECT_GT(std::unique(back.begin(), back.end()) - back.begin(), 80);
}

TEST(Scheduler, RetryAfterIsOfOneAnswer) {
  OneFeed one;
  ServerWishes wishes;
  wishes.retry_after = hours(30);
  const ScheduleTime next = one.fail(PollOutcome::kRefused, kMonday, wishes);
  EXPECT_EQ(next - kMonday, hours(30));
  EXPECT_EQ(one.scheduler.explain(one.feed, kMonday)->reason, PollReason::kWishes);
  EXPECT_LT(one.fail(PollOutcome::kRefused, next) - next, hours(6));
}

TEST(Scheduler, AnAnswerWithoutAFeedLeavesItsWishes) {
  OneFeed one;
  PollReport report;
  report.now = kMonday;
  report.window = 10;
  report.wishes.least_interval = hours(20);
  EXPECT_GE(*one.scheduler.report(one.feed, report), kMonday + hours(20));
  PollReport not_modified;
  not_modified.now = kMonday + hours(21);
  EXPECT_GE(*one.scheduler.report(one.feed, not_modified), not_modified.now + hours(20));
  EXPECT_EQ(one.scheduler.explain(one.feed, kMonday)->wishes.least_interval, hours(20));
}

TEST(Scheduler, AClockThatGoesBackOrLeapsIsBorne) {
  OneFeed one;
  one.learn(20, 6);
  PollReport report;
  report.now = kMonday;  // 20 days back
  EXPECT_GT(*one.scheduler.report(one.feed, report), one.now);
  report.now = kMonday + 10'000 * kDay;
  const auto next = one.scheduler.report(one.feed, report);
  ASSERT_TRUE(next);
  EXPECT_LE(*next, report.now + 14 * kDay);
  report.now = ScheduleTime(seconds(INT64_MAX));
  EXPECT_TRUE(one.scheduler.report(one.feed, report));
}

TEST(Scheduler, HurryMakesDue) {
  OneFeed one;
  one.learn(20, 30);
  ASSERT_TRUE(one.scheduler.hurry(one.feed, one.now + minutes(1)).ok());
  EXPECT_EQ(one.scheduler.next()->due, one.now + minutes(1));
}

TEST(Scheduler, RemovedFeedsAreNotThere) {
  Scheduler scheduler((SchedulerOptions()));
  std::vector<FeedId> feeds;
  for (int i = 0; i < 50; ++i) feeds.push_back(*scheduler.add(kMonday + minutes(i * 7 % 50), 1));
  for (int i = 0; i < 50; i += 2) ASSERT_TRUE(scheduler.remove(feeds[static_cast<std::size_t>(i)]).ok());
  EXPECT_EQ(scheduler.size(), 25U);
  EXPECT_EQ(scheduler.remove(feeds[0]).error().code, Code::kNotFound);
  EXPECT_EQ(scheduler.report(feeds[0], PollReport()).error().code, Code::kNotFound);
  EXPECT_EQ(scheduler.explain(999, kMonday).error().code, Code::kNotFound);
  ScheduleTime last = kMonday;
  int count = 0;
  while (const auto due = scheduler.take_due(kMonday + kDay, 48 * kDay)) {
    EXPECT_GE(due->due, last);
    EXPECT_EQ(due->feed % 2, 1U);
    last = due->due;
    ++count;
  }
  EXPECT_EQ(count, 25);
  EXPECT_EQ(*scheduler.add(kMonday, 1), feeds[48]);  // numbers are given again
}

TEST(Scheduler, ExplainsAPoll) {
  OneFeed one;
  one.learn(40, 6);
  const auto why = one.scheduler.explain(one.feed, one.now);
  ASSERT_TRUE(why);
  EXPECT_EQ(why->reason, PollReason::kPrice);
  EXPECT_EQ(why->due, why->planned);
  EXPECT_NEAR(why->items_per_day, 4, 0.8);
  EXPECT_GT(why->price_item_hours, 0);
  EXPECT_GT(why->expected_items, 0);
  EXPECT_GT(why->expected_wait, 0);
  EXPECT_NEAR(why->polls_per_day, 2, 1.5);
  EXPECT_EQ(reason_name(why->reason), "price");
}

}  // namespace
}  // namespace bfa
