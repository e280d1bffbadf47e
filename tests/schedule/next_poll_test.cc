// SPDX-License-Identifier: Apache-2.0
#include "schedule/next_poll.h"

#include <gtest/gtest.h>

#include <cmath>

#include "schedule/outlook.h"

namespace bfa {
namespace {

constexpr std::int64_t kMonday = 1704067200;  // 2024-01-01 00:00 UTC
constexpr std::int64_t kHour = 3600, kDay = 24 * kHour;
constexpr PollBounds kNoBounds{0.5, 1e9, 300, 14 * kDay};

FeedForecast steady(double items_per_day) {
  FeedForecast forecast;
  forecast.made = ScheduleTime(std::chrono::seconds(kMonday));
  forecast.items_per_day = items_per_day;
  forecast.week.fill(1);
  forecast.hour.fill(1);
  return forecast;
}

TEST(NextPoll, OfASteadyFeedIsTheBestInterval) {
  for (const double rate : {0.05, 0.5, 4.0, 50.0}) {
    const NextPoll next = next_poll(steady(rate), kMonday, kNoBounds);
    const double best = std::sqrt(2 * kNoBounds.price_item_days / rate) * kDay;
    EXPECT_NEAR(static_cast<double>(next.at - kMonday), best, best / 20) << rate;
    EXPECT_EQ(next.reason, PollReason::kPrice);
    EXPECT_NEAR(next.item_hours, 24 * kNoBounds.price_item_days, 1.5) << rate;
  }
}

TEST(NextPoll, WaitsForTheHourAtWhichAFeedPublishes) {
  FeedForecast forecast = steady(24);
  forecast.hour.fill(0.1F);
  forecast.hour[0] = 10.9F;
  for (int minute = 0; minute < 60; minute += 7) {
    const NextPoll next = next_poll(forecast, kMonday + minute * 60, {0.03, 1e9, 300, kDay});
    EXPECT_GE(next.at % kHour, 200) << minute;
    EXPECT_LE(next.at % kHour, 1000) << minute;
  }
}

TEST(NextPoll, LooksAheadToTheDay) {
  // All items come between 8:00 and 18:00. Who polls in the evening need not poll at night.
  FeedForecast forecast = steady(10);
  for (std::size_t i = 0; i < kWeekHours; ++i) forecast.week[i] = i % 24 >= 8 && i % 24 < 18 ? 2.39F : 0.004F;
  const NextPoll next = next_poll(forecast, kMonday + 18 * kHour + 600, {0.3, 1e9, 300, 14 * kDay});
  EXPECT_GT(next.at, kMonday + kDay + 8 * kHour);
  EXPECT_LT(next.at, kMonday + kDay + 16 * kHour);
}

TEST(NextPoll, KeepsItsBounds) {
  EXPECT_EQ(next_poll(steady(1e6), kMonday, kNoBounds).at, kMonday + 300);
  EXPECT_EQ(next_poll(steady(1e6), kMonday, kNoBounds).reason, PollReason::kShortest);
  EXPECT_EQ(next_poll(steady(1e-6), kMonday, kNoBounds).at, kMonday + 14 * kDay);
  EXPECT_EQ(next_poll(steady(1e-6), kMonday, kNoBounds).reason, PollReason::kLongest);
  const NextPoll full = next_poll(steady(24), kMonday, {100, 5, 300, 14 * kDay});
  EXPECT_NEAR(static_cast<double>(full.at - kMonday), 5 * kHour, 120);
  EXPECT_EQ(full.reason, PollReason::kWindow);
}

TEST(Outlook, AgreesWithWalking) {
  FeedForecast forecast = steady(7);
  for (std::size_t i = 0; i < kWeekHours; ++i) forecast.week[i] = 0.5F + static_cast<float>(i % 24) / 23;
  for (std::size_t i = 0; i < kHourParts; ++i) forecast.hour[i] = i == 3 ? 3.75F : 0.75F;
  const Outlook outlook(forecast, kMonday + 1234);
  for (const std::int64_t end : {600, 7000, 100'000, 1'300'000}) {
    double walked = 0;
    for (std::int64_t at = 100; at < end; at += 5) {
      walked += 5 * items_per_second(forecast, ScheduleTime(std::chrono::seconds(kMonday + 1234 + at)));
    }
    const auto later = static_cast<double>(end);
    const double items = outlook.items(100, outlook.week_hours(100), later, outlook.week_hours(later));
    EXPECT_NEAR(items, walked, walked / 50) << end;
  }
}

}  // namespace
}  // namespace bfa
