// SPDX-License-Identifier: Apache-2.0
#include "bfa/base/time.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

struct Row {
  const char* name;
  const char* text;
  const char* want;  // as format_timestamp gives it; nullptr: refused
};

class ParseTimestamp : public testing::TestWithParam<Row> {};
TEST_P(ParseTimestamp, MatchesRow) {
  const auto got = parse_timestamp(GetParam().text);
  if (GetParam().want == nullptr) {
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, Code::kCorrupt);
    return;
  }
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(format_timestamp(*got), GetParam().want);
}
INSTANTIATE_TEST_SUITE_P(
    W3cDtf, ParseTimestamp,
    testing::Values(Row{"Year", "2026", "2026"}, Row{"Month", "2026-01", "2026-01"},
                    Row{"Day", "2026-01-31", "2026-01-31"},
                    Row{"LocalMinute", "2026-01-31T23:59", "2026-01-31T23:59:00"},
                    Row{"LocalSecond", "2026-01-31T23:59:58", "2026-01-31T23:59:58"},
                    Row{"Utc", "2026-01-31T23:59:58Z", "2026-01-31T23:59:58Z"},
                    Row{"LowerCase", "2026-01-31t23:59:58z", "2026-01-31T23:59:58Z"},
                    Row{"SpaceForT", "2026-01-31 23:59:58Z", "2026-01-31T23:59:58Z"},
                    Row{"East", "2026-01-01T00:30:00+01:00", "2026-01-01T00:30:00+01:00"},
                    Row{"West", "2025-12-31T23:30:00-0130", "2025-12-31T23:30:00-01:30"},
                    Row{"HourZone", "2025-12-31T23:30:00-01", "2025-12-31T23:30:00-01:00"},
                    Row{"UnknownOffset", "2026-01-31T23:59:58-00:00",
                        "2026-01-31T23:59:58Z"},  // RFC 3339, 4.3
                    Row{"ZeroOffset", "2026-01-31T23:59:58+00:00", "2026-01-31T23:59:58Z"},
                    Row{"FractionAndOffset", "2026-01-31T23:59:58.5+05:45", "2026-01-31T23:59:58.5+05:45"},
                    Row{"BeforeYearZeroInUtc", "0000-01-01T00:30:00+01:00", "0000-01-01T00:30:00+01:00"},
                    Row{"AfterYear9999InUtc", "9999-12-31T23:30:00-01:00", "9999-12-31T23:30:00-01:00"},
                    Row{"Fraction", "2026-01-31T23:59:58.120Z", "2026-01-31T23:59:58.12Z"},
                    Row{"LongFraction", "2026-01-31T23:59:58.123456789Z", "2026-01-31T23:59:58.123456Z"},
                    Row{"LeapSecond", "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"},
                    Row{"LeapDay", "2024-02-29", "2024-02-29"}),
    [](const auto& row) { return std::string(row.param.name); });
INSTANTIATE_TEST_SUITE_P(
    Malformed, ParseTimestamp,
    testing::Values(Row{"Empty", "", nullptr}, Row{"ShortYear", "026", nullptr},
                    Row{"Month13", "2026-13", nullptr}, Row{"Month0", "2026-00", nullptr},
                    Row{"NoLeapDay", "2023-02-29", nullptr}, Row{"Day32", "2026-01-32", nullptr},
                    Row{"Hour24", "2026-01-31T24:00:00Z", nullptr},
                    Row{"Minute60", "2026-01-31T23:60Z", nullptr},
                    Row{"Second61", "2026-01-31T23:00:61Z", nullptr},
                    Row{"EmptyFraction", "2026-01-31T23:59:58.Z", nullptr},
                    Row{"Trailing", "2026-01-31T23:59:58Z ", nullptr},
                    Row{"BadZone", "2026-01-31T23:59:58+1:00", nullptr},
                    Row{"CutAfterT", "2026-01-31T", nullptr}, Row{"Words", "yesterday", nullptr}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(House_Timestamp, IsTheSameDateInEverySpellingOfItsInstant) {
  const Timestamp east = *parse_timestamp("2026-01-01T00:30:00+01:00"),
                  utc = *parse_timestamp("2025-12-31T23:30:00Z");
  EXPECT_EQ(east, utc);
  EXPECT_EQ(east.offset, std::chrono::minutes(60));
  EXPECT_EQ(east.utc, utc.utc);
  EXPECT_EQ(format_rfc3339(east.civil()), "2026-01-01T00:30:00Z");
  EXPECT_EQ(utc.civil(), utc.utc);
  EXPECT_NE(*parse_timestamp("2025-12-31T23:30:00"), utc);  // no zone is known: another date
}

TEST(House_ParseRfc3339, WantsAnInstant) {
  EXPECT_TRUE(parse_rfc3339("2026-01-31T00:00:00Z"));
  EXPECT_FALSE(parse_rfc3339("2026-01-31"));
  EXPECT_FALSE(parse_rfc3339("2026-01-31T00:00:00"));
}

TEST(House_FormatTime, OtherForms) {
  const auto time = parse_rfc3339("1994-11-06T08:49:37.5Z").value();
  EXPECT_EQ(format_cdx_time(time), "19941106084937");
  EXPECT_EQ(format_http_date(time), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(format_rfc3339(time), "1994-11-06T08:49:37.5Z");
  EXPECT_EQ(format_rfc3339(UtcTime(std::chrono::microseconds(-1))), "1969-12-31T23:59:59.999999Z");
}

class ParseHttpDate : public testing::TestWithParam<Row> {};
TEST_P(ParseHttpDate, MatchesRow) {
  const auto got = parse_http_date(GetParam().text);
  if (GetParam().want == nullptr) {
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, Code::kCorrupt);
    return;
  }
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(format_rfc3339(*got), GetParam().want);
}
INSTANTIATE_TEST_SUITE_P(
    Rfc9110_5_6_7, ParseHttpDate,
    testing::Values(Row{"Imf", "Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"},
                    Row{"Rfc850", "Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"},
                    Row{"Rfc850Century", "Friday, 06-Nov-20 08:49:37 GMT", "2020-11-06T08:49:37Z"},
                    Row{"Asctime", "Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"},
                    Row{"AsctimeTwoDigits", "Wed Nov 16 08:49:37 1994", "1994-11-16T08:49:37Z"},
                    Row{"WrongWeekday", "Mon, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"},
                    Row{"NoZone", "Sun, 06 Nov 1994 08:49:37", nullptr},
                    Row{"BadMonth", "Sun, 06 Nob 1994 08:49:37 GMT", nullptr},
                    Row{"NoDay", "Sun, 31 Nov 1994 08:49:37 GMT", nullptr}, Row{"Zero", "0", nullptr},
                    Row{"MinusOne", "-1", nullptr}, Row{"Empty", "", nullptr}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(House_Clock, FixedStandsStillAndSystemDoesNotGoBack) {
  const auto time = parse_rfc3339("2026-01-31T00:00:00Z").value();
  const auto clock = make_fixed_clock(time);
  EXPECT_EQ(clock->now(), time);
  EXPECT_EQ(clock->now(), time);
  const auto before = system_clock().now();
  EXPECT_GT(before, parse_rfc3339("2020-01-01T00:00:00Z").value());
  EXPECT_LE(before, system_clock().now());
}

}  // namespace
}  // namespace bfa
