// SPDX-License-Identifier: Apache-2.0
// Polls of feeds and requests for known pages share one budget.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bfa/schedule/scheduler.h"

namespace bfa {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

const ScheduleTime kMonday{seconds(1704067200)};  // 2024-01-01 00:00 UTC
constexpr int kFeeds = 40;

struct Spent {
  double polls = 0, pages = 0;  // a day, over the last 30 days
};

// Feeds that publish each six hours, and pages of which the more are asked for the cheaper they are:
// `wanted` a day at the usual price.
Spent live(const SchedulerOptions& options, double wanted, int days) {
  Scheduler scheduler(options);
  std::vector<ScheduleTime> next_item(kFeeds, kMonday);
  for (int i = 0; i < kFeeds; ++i) EXPECT_TRUE(scheduler.add(kMonday + seconds(i * 600), 1));
  const ScheduleTime end = kMonday + hours(24 * days), counted = end - hours(24 * 30);
  ScheduleTime next_pages = kMonday;
  Spent spent;
  double left = 0;  // of a request
  while (scheduler.next()->due < end) {
    const ScheduleTime now = scheduler.next()->due;
    for (; next_pages <= now; next_pages += hours(1)) {
      left += wanted / 24 * std::sqrt(0.3 / scheduler.page_price(next_pages));
      const double requests = std::floor(left);
      left -= requests;
      scheduler.spent_on_pages(next_pages, requests);
      if (next_pages >= counted) spent.pages += requests / 30;
    }
    const FeedId feed = scheduler.next()->feed;
    PollReport report;
    report.now = now;
    report.window = 10;
    std::vector<ScheduleTime> dates;
    for (; next_item[feed] <= now; next_item[feed] += hours(6)) dates.push_back(next_item[feed]);
    report.new_dates = dates;
    EXPECT_TRUE(scheduler.report(feed, report));
    if (now >= counted) spent.polls += 1.0 / 30;
  }
  return spent;
}

TEST(SharedBudget, PagesTakeTheirShareAndPollsTheRest) {
  struct Row {
    double budget, share, wanted;
  };
  for (const Row& row : {Row{4, 0.25, 400}, Row{4, 0.25, 40}, Row{8, 0.5, 100}, Row{4, 0.1, 1000}}) {
    SCOPED_TRACE(testing::Message() << row.budget << " " << row.share << " " << row.wanted);
    SchedulerOptions options;
    options.polls_per_feed_day = row.budget;
    options.page_share = row.share;
    const Spent spent = live(options, row.wanted, 150);
    const double all = row.budget * kFeeds;
    EXPECT_NEAR(spent.pages, row.share * all, 0.15 * row.share * all);
    EXPECT_NEAR(spent.polls + spent.pages, all, 0.1 * all);
  }
}

TEST(SharedBudget, WhatPagesLeaveIsForPolls) {
  SchedulerOptions options;
  options.polls_per_feed_day = 4;
  const Spent spent = live(options, 0.01, 120);
  EXPECT_LT(spent.pages, 1);
  EXPECT_NEAR(spent.polls, 4 * kFeeds, 0.1 * 4 * kFeeds);
}

TEST(SharedBudget, WithoutAShareARequestIsDear) {
  SchedulerOptions options;
  options.page_share = 0;
  Scheduler scheduler(options);
  EXPECT_GT(scheduler.page_price(kMonday), 1000);
}

TEST(SharedBudget, PricesLastOverARestart) {
  SchedulerOptions options;
  Scheduler before(options);
  ASSERT_TRUE(before.add(kMonday, 1));
  for (int hour = 0; hour < 24 * 30; ++hour) before.spent_on_pages(kMonday + hours(hour), 10);
  const ScheduleTime now = kMonday + hours(24 * 30);
  const auto bytes = before.encode_prices();
  ASSERT_TRUE(bytes);
  EXPECT_LE(bytes->size(), 60U);
  Scheduler after(options);
  ASSERT_TRUE(after.restore_prices(*bytes).ok());
  EXPECT_NEAR(after.page_price(now), before.page_price(now), 0.01 * before.page_price(now));
  EXPECT_GT(after.page_price(now), 1);
  for (std::size_t size = 0; size < bytes->size(); ++size)
    EXPECT_FALSE(after.restore_prices(std::string_view(*bytes).substr(0, size)).ok()) << size;
  std::string newer = *bytes;
  newer[0] = 9;
  EXPECT_EQ(after.restore_prices(newer).error().code, Code::kUnsupported);
}

}  // namespace
}  // namespace bfa
