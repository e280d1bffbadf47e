// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/feed_rhythm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace bfa {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

const ScheduleTime kMonday{seconds(1704067200)};  // 2024-01-01 00:00 UTC

// A rhythm that was polled once an hour for `days` days; `published` says whether an hour has an item.
template <class Published>
FeedRhythm learned(int days, Published published, minutes into_hour = minutes(20)) {
  FeedRhythm rhythm;
  rhythm.learn({kMonday, {}, false});
  for (int hour = 0; hour < days * 24; ++hour) {
    std::vector<ScheduleTime> dates;
    if (published(hour)) dates.push_back(kMonday + hours(hour) + into_hour);
    rhythm.learn({kMonday + hours(hour + 1), dates, false});
  }
  return rhythm;
}

std::string encoded(const FeedRhythm& rhythm) {
  std::string out;
  EXPECT_TRUE(rhythm.encode(out));
  return out;
}

TEST(FeedRhythm, KnowsNothingAtFirst) {
  const FeedRhythm rhythm;
  EXPECT_FALSE(rhythm.started());
  EXPECT_NEAR(rhythm.items_per_day(kMonday), 0.3, 0.01);  // the prior of all feeds
  const FeedForecast forecast = rhythm.forecast(kMonday);
  EXPECT_NEAR(std::accumulate(forecast.week.begin(), forecast.week.end(), 0.0), kWeekHours, 1e-3);
  EXPECT_NEAR(std::accumulate(forecast.hour.begin(), forecast.hour.end(), 0.0), kHourParts, 1e-3);
  EXPECT_GT(forecast.week[14], forecast.week[3]);            // people publish by day
  EXPECT_GT(forecast.week[14], forecast.week[24 * 6 + 14]);  // and less on Sundays
}

TEST(FeedRhythm, LearnsTheRate) {
  const FeedRhythm busy = learned(28, [](int hour) { return hour % 4 == 0; });
  EXPECT_NEAR(busy.items_per_day(kMonday + hours(24 * 28)), 6, 0.6);
  const FeedRhythm quiet = learned(28, [](int hour) { return hour % (24 * 7) == 30; });
  EXPECT_NEAR(quiet.items_per_day(kMonday + hours(24 * 28)), 1.0 / 7, 0.08);
}

TEST(FeedRhythm, ForgetsWhatIsLongAgo) {
  const FeedRhythm rhythm = learned(28, [](int hour) { return hour % 4 == 0; });
  EXPECT_LT(rhythm.items_per_day(kMonday + hours(24 * 60)), 1);
  EXPECT_LT(rhythm.items_per_day(kMonday + hours(24 * 400)), 0.3);
}

TEST(FeedRhythm, LearnsTheHoursOfTheWeek) {
  const FeedRhythm rhythm = learned(56, [](int hour) { return hour % 24 == 4 && hour / 24 % 7 != 2; });
  const FeedForecast forecast = rhythm.forecast(kMonday + hours(24 * 56));
  EXPECT_GT(forecast.week[4], 3 * forecast.week[16]);
  EXPECT_LT(forecast.week[2 * 24 + 4], forecast.week[4]);
}

TEST(FeedRhythm, LearnsThePartOfTheHour) {
  const FeedRhythm rhythm = learned(28, [](int hour) { return hour % 4 == 0; }, minutes(0));
  const FeedForecast forecast = rhythm.forecast(kMonday + hours(24 * 28));
  EXPECT_GT(forecast.hour[0], 5 * forecast.hour[6]);
}

TEST(FeedRhythm, ABurstRaisesTheRateForHours) {
  FeedRhythm rhythm = learned(28, [](int hour) { return hour % 24 == 0; });
  ScheduleTime now = kMonday + hours(24 * 28 + 12);
  rhythm.learn({now, {}, false});
  const std::vector<ScheduleTime> dates{now + minutes(1), now + minutes(2), now + minutes(3)};
  now += minutes(5);
  rhythm.learn({now, dates, false});
  const FeedForecast forecast = rhythm.forecast(now);
  FeedForecast calm = forecast;
  calm.burst = calm.busy_day = 0;
  EXPECT_GT(items_per_second(forecast, now), 2 * items_per_second(calm, now));
  const ScheduleTime later = now + hours(24 * 7);
  EXPECT_LT(items_per_second(forecast, later), 1.01 * items_per_second(calm, later));
}

TEST(FeedRhythm, AFullWindowCountsForWhatWasMissed) {
  FeedRhythm seen = learned(7, [](int hour) { return hour % 4 == 0; });
  FeedRhythm overflown = seen;
  const ScheduleTime now = kMonday + hours(24 * 8);
  std::vector<ScheduleTime> dates;
  for (int i = 0; i < 10; ++i) dates.push_back(now - minutes(10 * i + 5));
  seen.learn({now, dates, false});
  overflown.learn({now, dates, true});
  EXPECT_GT(overflown.items_per_day(now), 3 * seen.items_per_day(now));
}

TEST(FeedRhythm, FutureDatesCountAsNow) {
  FeedRhythm rhythm;
  rhythm.learn({kMonday, {}, false});
  const std::vector<ScheduleTime> dates{kMonday + hours(24 * 365), ScheduleTime(seconds(INT64_MAX))};
  rhythm.learn({kMonday + hours(1), dates, false});
  EXPECT_EQ(rhythm.newest(), kMonday + hours(1));
  EXPECT_EQ(rhythm.learned_until(), kMonday + hours(1));
}

TEST(FeedRhythm, AClockThatGoesBackChangesNoTime) {
  FeedRhythm rhythm = learned(7, [](int hour) { return hour % 4 == 0; });
  const double rate = rhythm.items_per_day(kMonday + hours(24 * 7));
  rhythm.learn({kMonday, {}, false});
  rhythm.learn({ScheduleTime(seconds(INT64_MIN)), {}, false});
  EXPECT_EQ(rhythm.learned_until(), kMonday + hours(24 * 7));
  EXPECT_DOUBLE_EQ(rhythm.items_per_day(kMonday + hours(24 * 7)), rate);
}

TEST(FeedRhythm, TenThousandOldEntriesAreOneFloodOfAThousand) {
  FeedRhythm rhythm = learned(28, [](int hour) { return hour % 24 == 0; });
  const std::vector<ScheduleTime> dates(10'000, kMonday);
  const ScheduleTime now = kMonday + hours(24 * 28 + 1);
  rhythm.learn({now, dates, false});
  EXPECT_LT(rhythm.items_per_day(now), 200);
  EXPECT_LT(rhythm.items_per_day(now + hours(24 * 30)), 12);  // it is forgotten within a month
  EXPECT_LE(encoded(rhythm).size(), 600U);
}

TEST(FeedRhythm, IsReadAsItWasWritten) {
  for (const int every : {1, 3, 30, 700}) {
    const FeedRhythm rhythm = learned(60, [&](int hour) { return hour % every == 0; });
    const std::string bytes = encoded(rhythm);
    EXPECT_LE(bytes.size(), 600U);
    std::string_view rest = bytes;
    const auto back = FeedRhythm::decode(rest);
    ASSERT_TRUE(back) << to_string(back.error());
    EXPECT_EQ(*back, rhythm);
    EXPECT_TRUE(rest.empty());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      std::string_view cut = std::string_view(bytes).substr(0, size);
      EXPECT_FALSE(FeedRhythm::decode(cut)) << size;
    }
  }
}

TEST(FeedRhythm, RefusesALaterVersionAndRubbish) {
  std::string bytes = encoded(learned(3, [](int hour) { return hour % 4 == 0; }));
  std::string later = bytes;
  later[0] = 2;
  std::string_view rest = later;
  EXPECT_EQ(FeedRhythm::decode(rest).error().code, Code::kUnsupported);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(0xFF);
    std::string_view view = changed;
    const auto got = FeedRhythm::decode(view);  // anything but a crash or a rate that is no number
    if (got) {
      EXPECT_TRUE(std::isfinite(got->items_per_day(kMonday)));
    }
  }
}

}  // namespace
}  // namespace bfa
