// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/server_wishes.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

const ScheduleTime kMonday{seconds(1704067200)};  // 2024-01-01 00:00 UTC

struct Row {
  const char* name;
  ServerWishes wishes;
  minutes expected;  // after the poll; 90 are planned
};
class Wishes : public testing::TestWithParam<Row> {};

TEST_P(Wishes, AreBoundsWithCaps) {
  const ScheduleTime polled = kMonday + hours(10);
  const ScheduleTime planned = polled + minutes(90);
  EXPECT_EQ(heed_wishes(planned, polled, GetParam().wishes) - polled, GetParam().expected);
}

ServerWishes interval(seconds least) {
  ServerWishes wishes;
  wishes.least_interval = least;
  return wishes;
}
ServerWishes retry(seconds after) {
  ServerWishes wishes;
  wishes.retry_after = after;
  return wishes;
}
ServerWishes skip(std::uint32_t hours_, std::uint8_t days) {
  ServerWishes wishes;
  wishes.skip_hours = hours_;
  wishes.skip_days = days;
  return wishes;
}
ServerWishes pushed() {
  ServerWishes wishes;
  wishes.pushed = true;
  return wishes;
}

INSTANTIATE_TEST_SUITE_P(
    House, Wishes,
    testing::Values(
        Row{"None", {}, minutes(90)}, Row{"ShorterThanPlanned", interval(hours(1)), minutes(90)},
        Row{"Longer", interval(hours(3)), hours(3)}, Row{"AYear", interval(hours(24 * 365)), hours(24)},
        Row{"RetryAfter", retry(hours(5)), hours(5)},
        Row{"RetryAfterAYear", retry(hours(24 * 365)), hours(48)}, Row{"Pushed", pushed(), hours(24)},
        // Planned at 11:30.
        Row{"SkipHour", skip(1U << 11, 0), hours(2)}, Row{"SkipAnotherHour", skip(1U << 12, 0), minutes(90)},
        Row{"SkipMonday", skip(0, 1), hours(14)}, Row{"SkipAllHours", skip(0xFFFFFF, 0), minutes(90)},
        Row{"SkipAllDays", skip(0, 0x7F), minutes(90)},
        Row{"SkipAllButSundayNoon", skip(0xFFFFFF & ~(1U << 12), 0x3F), hours(24 * 6 + 2)}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
