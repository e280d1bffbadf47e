// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "bfa/text/prose_date.h"
#include "text/date/calendars.h"

namespace bfa {
namespace {

UtcTime now() {
  return parse_rfc3339("2026-02-10T12:00:00Z").value();
}

std::string civil(DateCalendar calendar, int year, int month, int day) {
  const auto found = civil_day(calendar, year, month, day);
  return found ? format_timestamp({UtcTime(*found), TimePrecision::kDay}) : "none";
}

struct CalendarRow {
  const char* name;
  DateCalendar calendar;
  int year, month, day;
  const char* want;
};
class OtherCalendar : public testing::TestWithParam<CalendarRow> {};
TEST_P(OtherCalendar, GivesTheDayOfIcu) {
  const auto& row = GetParam();
  EXPECT_EQ(civil(row.calendar, row.year, row.month, row.day), row.want);
}
INSTANTIATE_TEST_SUITE_P(
    Icu72, OtherCalendar,
    testing::Values(CalendarRow{"PersianEsfand", DateCalendar::kPersian, 1404, 12, 1, "2026-02-20"},
                    CalendarRow{"PersianLeapEnd", DateCalendar::kPersian, 1403, 12, 30, "2025-03-20"},
                    CalendarRow{"PersianNoLeap", DateCalendar::kPersian, 1404, 12, 30, "none"},
                    CalendarRow{"PersianNewYear", DateCalendar::kPersian, 1399, 1, 1, "2020-03-20"},
                    CalendarRow{"PersianHalf", DateCalendar::kPersian, 1370, 6, 31, "1991-09-22"},
                    CalendarRow{"Islamic", DateCalendar::kIslamic, 1430, 2, 20, "2009-02-15"},
                    CalendarRow{"IslamicLater", DateCalendar::kIslamic, 1433, 3, 4, "2012-01-27"},
                    CalendarRow{"IslamicOutside", DateCalendar::kIslamic, 1700, 1, 1, "none"},
                    CalendarRow{"HebrewShevat", DateCalendar::kHebrew, 5786, 5, 4, "2026-01-22"},
                    CalendarRow{"HebrewAdarOne", DateCalendar::kHebrew, 5784, 6, 10, "2024-02-19"},
                    CalendarRow{"HebrewAdarTwo", DateCalendar::kHebrew, 5784, 14, 10, "2024-03-20"},
                    CalendarRow{"HebrewWhichAdar", DateCalendar::kHebrew, 5784, 7, 10, "none"},
                    CalendarRow{"HebrewHeshvan", DateCalendar::kHebrew, 5783, 2, 29, "2022-11-23"},
                    CalendarRow{"HebrewYearEnd", DateCalendar::kHebrew, 5785, 13, 29, "2025-09-22"}),
    [](const auto& row) { return std::string(row.param.name); });

struct ReadingsRow {
  const char* name;
  const char* text;
  const char* language;
  std::vector<std::string> want;  // all readings; one: not ambiguous
  bool by_language = false;
};
class AmbiguousDate : public testing::TestWithParam<ReadingsRow> {};
TEST_P(AmbiguousDate, ReportsItsReadings) {
  const auto& row = GetParam();
  const auto got = find_prose_date(row.text, row.language, now());
  ASSERT_TRUE(got);
  EXPECT_EQ(got->ambiguous, row.want.size() > 1);
  EXPECT_EQ(got->by_language, row.by_language);
  EXPECT_EQ(format_timestamp(got->time), row.want.front());
  if (row.want.size() == 1) {
    EXPECT_TRUE(got->readings.empty());
    return;
  }
  std::vector<std::string> readings;
  for (const Timestamp& time : got->readings) readings.push_back(format_timestamp(time));
  EXPECT_EQ(readings, row.want);
}
INSTANTIATE_TEST_SUITE_P(
    House_Readings, AmbiguousDate,
    testing::Values(
        ReadingsRow{"ThreeShortNumbers", "03/04/05", "", {"2005-03-04", "2005-04-03", "2003-04-05"}},
        ReadingsRow{"PastBeforeFuture", "03/12/25", "", {"2025-03-12", "2025-12-03", "2003-12-25"}},
        ReadingsRow{"OneInTheFuture", "11/01/2026", "", {"2026-01-11", "2026-11-01"}},
        ReadingsRow{"French", "03/04/2025", "fr", {"2025-04-03", "2025-03-04"}, true},
        ReadingsRow{"American", "03/04/2025", "en-US", {"2025-03-04", "2025-04-03"}, true},
        ReadingsRow{"British", "03/04/2025", "en-GB", {"2025-04-03", "2025-03-04"}, true},
        ReadingsRow{"EnglishIsTwo", "03/04/2025", "en", {"2025-03-04", "2025-04-03"}},
        ReadingsRow{"WeekdayTells", "Thursday 03/04/2025", "en", {"2025-04-03"}},
        ReadingsRow{"SameNumbers", "04/04/2025", "", {"2025-04-04"}},
        ReadingsRow{"NoMonthThirteen", "13/04/2025", "en-US", {"2025-04-13"}},
        ReadingsRow{"FullStops", "03.04.2025", "", {"2025-04-03"}},
        ReadingsRow{"YearFirst", "2025-04-03", "", {"2025-04-03"}},
        ReadingsRow{"MonthOfTwoLanguages", "3 listopada 2025", "", {"2025-11-03", "2025-10-03"}},
        ReadingsRow{"MonthOfTheLanguage", "3 listopada 2025", "hr", {"2025-10-03"}},
        ReadingsRow{"MonthByWeekday", "petak, 3 listopada 2025", "hr", {"2025-10-03"}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(House_Approximate, SuppliedPartsAreSaid) {
  EXPECT_TRUE(find_prose_date("31 January", "en", now())->approximate);
  EXPECT_TRUE(find_prose_date("3 weeks ago", "en", now())->approximate);
  EXPECT_FALSE(find_prose_date("3 days ago", "en", now())->approximate);
  EXPECT_FALSE(find_prose_date("31 January 2026", "en", now())->approximate);
  // Umm al-Qura is the calendar of one country; a weekday next to the date decides the day.
  const auto bare = find_prose_date("3 \u0634\u0639\u0628\u0627\u0646 1447", "ar", now());
  ASSERT_TRUE(bare);
  EXPECT_TRUE(bare->approximate);
  EXPECT_EQ(bare->calendar, DateCalendar::kIslamic);
  const auto friday = find_prose_date(
      "\u0627\u0644\u062C\u0645\u0639\u0629 3 \u0634\u0639\u0628\u0627\u0646 1447", "ar", now());
  ASSERT_TRUE(friday);
  EXPECT_FALSE(friday->approximate);
  EXPECT_EQ(format_timestamp(friday->time), "2026-01-23");
}

TEST(House_NotKnown, SaysNothingRatherThanAWrongDay) {
  for (const auto& [text, language] : std::vector<std::pair<const char*, const char*>>{
           {"\u519C\u5386 2025\u5E741\u670815\u65E5", "zh"},  // the lunar calendar
           {"30 Esfand 1404", "en"},
           {"Now we know that nobody was there and today nothing of it is left to see anywhere", "en"},
           {"in 3 days", "en"},
           {"5 days a week", "en"},
           {"May the 4", ""},
           {"chapter 3/4/5/6", "en"}}) {
    const auto got = find_prose_date(text, language, now());
    EXPECT_TRUE(!got || got->approximate) << text << ": " << format_timestamp(got->time);
  }
  EXPECT_FALSE(parse_feed_date("03/04/2025 10:00:00"));
  EXPECT_FALSE(parse_feed_date("3 listopada 2025 10:00:00"));
}

}  // namespace
}  // namespace bfa
