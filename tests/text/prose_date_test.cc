// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/prose_date.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace bfa {
namespace {

UtcTime now() {
  return parse_rfc3339("2026-02-10T12:00:00Z").value();
}

struct FeedRow {
  const char* name;
  const char* text;
  const char* want;  // nullptr: refused
};
class FeedDate : public testing::TestWithParam<FeedRow> {};
TEST_P(FeedDate, MatchesRow) {
  const auto got = parse_feed_date(GetParam().text);
  if (GetParam().want == nullptr) {
    ASSERT_FALSE(got) << format_timestamp(*got);
    EXPECT_EQ(got.error().code, Code::kCorrupt);
    return;
  }
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(format_timestamp(*got), GetParam().want);
}
INSTANTIATE_TEST_SUITE_P(
    Rfc822, FeedDate,
    testing::Values(FeedRow{"Plain", "Sat, 31 Jan 2026 17:04:09 +0100", "2026-01-31T17:04:09+01:00"},
                    FeedRow{"UnknownOffset", "Sat, 31 Jan 2026 17:04:09 -0000", "2026-01-31T17:04:09Z"},
                    FeedRow{"NamedZone", "Sat, 31 Jan 2026 17:04:09 EST", "2026-01-31T17:04:09-05:00"},
                    FeedRow{"GmtOffset", "Sat, 31 Jan 2026 17:04:09 GMT+0100", "2026-01-31T17:04:09+01:00"},
                    FeedRow{"NoZone", "Sat, 31 Jan 2026 17:04:09", "2026-01-31T17:04:09"},
                    FeedRow{"NoSeconds", "Sat, 31 Jan 2026 17:04 GMT", "2026-01-31T17:04:00Z"},
                    FeedRow{"TwoDigitYear", "Sat, 31 Jan 26 17:04:09 GMT", "2026-01-31T17:04:09Z"},
                    FeedRow{"LastCentury", "Sun, 31 Jan 99 17:04:09 GMT", "1999-01-31T17:04:09Z"},
                    FeedRow{"WrongWeekday", "Mon, 31 Jan 2026 17:04:09 GMT", "2026-01-31T17:04:09Z"},
                    FeedRow{"NoWeekday", "31 Jan 2026 17:04:09 Z", "2026-01-31T17:04:09Z"},
                    FeedRow{"LongNames", "Saturday, 31 January 2026 17:04:09 GMT", "2026-01-31T17:04:09Z"},
                    FeedRow{"Spaces", "  Sat ,\t31  Jan\n2026 17:04:09 GMT ", "2026-01-31T17:04:09Z"},
                    FeedRow{"TwelveHours", "Jan 31, 2026 5:04 PM", "2026-01-31T17:04:00"},
                    FeedRow{"Comment", "Sat Jan 31 2026 17:04:09 GMT+0000 (Coordinated Universal Time)",
                            "2026-01-31T17:04:09Z"},
                    FeedRow{"Asctime", "Sat Jan 31 17:04:09 UTC 2026", "2026-01-31T17:04:09Z"},
                    FeedRow{"French", "sam., 31 janv. 2026 17:04:09 +0100", "2026-01-31T17:04:09+01:00"},
                    FeedRow{"MonthOnly", "January 2026", "2026-01"}),
    [](const auto& row) { return std::string(row.param.name); });
TEST(UnsetDate, IsDayOfYearOneOrStartOfUnixTime) {
  const auto unset = [](const char* text) { return is_unset(parse_timestamp(text).value()); };
  for (const char* text : {"0001-01-01T00:00:00Z", "0001-01-01", "0001", "0001-12-31T23:59:59-01:00",
                           "1970-01-01T00:00:00Z", "1970-01-01T01:00:00+01:00"})
    EXPECT_TRUE(unset(text)) << text;
  EXPECT_TRUE(is_unset(parse_feed_date("Mon, 01 Jan 0001 00:00:00 +0000").value()));
  EXPECT_FALSE(find_prose_date("January 1, 0001", "en", now()));
  const auto later = find_prose_date("January 1, 0001, written on March 5, 2024", "en", now());
  EXPECT_TRUE(later && format_timestamp(later->time) == "2024-03-05");
  for (const char* text :
       {"0002-01-01", "1660-01-01", "1970-01-01", "1970-01-01T00:00:01Z", "2026-01-31T17:04:09Z"})
    EXPECT_FALSE(unset(text)) << text;
}
INSTANTIATE_TEST_SUITE_P(
    OtherForms, FeedDate,
    testing::Values(FeedRow{"W3cDtf", "2026-01-31T17:04:09+01:00", "2026-01-31T17:04:09+01:00"},
                    FeedRow{"Year", "2026", "2026"}, FeedRow{"Day", "2026-01-31", "2026-01-31"},
                    FeedRow{"SpacedZone", "2026-01-31 17:04:09 +0100", "2026-01-31T17:04:09+01:00"},
                    FeedRow{"ShortYear", "26-01-31T17:04:09Z", "2026-01-31T17:04:09Z"},
                    FeedRow{"OneDigitParts", "2026-1-3T7:04:09Z", "2026-01-03T07:04:09Z"},
                    FeedRow{"TwoZones", "2026-01-31T17:04:09+01:00Z", "2026-01-31T17:04:09+01:00"},
                    FeedRow{"Epoch", "1769878800", "2026-01-31T17:00:00Z"},
                    FeedRow{"EpochMilliseconds", "1769878800000", "2026-01-31T17:00:00Z"},
                    FeedRow{"Compact", "20260131", "2026-01-31"},
                    FeedRow{"CompactTime", "20260131170409", "2026-01-31T17:04:09"},
                    FeedRow{"Korean", "2026-01-31 \uC624\uD6C4 11:23:17", "2026-01-31T23:23:17+09:00"},
                    FeedRow{"German", "31.01.2026", "2026-01-31"}),
    [](const auto& row) { return std::string(row.param.name); });
INSTANTIATE_TEST_SUITE_P(Malformed, FeedDate,
                         testing::Values(FeedRow{"Empty", "", nullptr}, FeedRow{"Words", "soon", nullptr},
                                         FeedRow{"NoSuchDay", "Sat, 31 Feb 2026 17:04:09 GMT", nullptr},
                                         FeedRow{"NoMonth", "Sat, 31 Zzz 2026 17:04:09 GMT", nullptr},
                                         FeedRow{"BadZone", "Sat, 31 Jan 2026 17:04:09 +00:zz", nullptr},
                                         FeedRow{"BadMinute", "2026-01-31T17:61:09Z", nullptr},
                                         FeedRow{"ExtraPart", "2026-01-31-01", nullptr},
                                         FeedRow{"NoYear", "31 Jan", nullptr},
                                         FeedRow{"TrailingWord", "2026-01-31T17:04:09Zextra", nullptr},
                                         FeedRow{"Number", "12399", nullptr},
                                         FeedRow{"NotUtf8", "\xFF\xFE 2026", nullptr}),
                         [](const auto& row) { return std::string(row.param.name); });

struct ProseRow {
  const char* name;
  const char* text;
  const char* language;
  const char* want;  // nullptr: none
  bool ambiguous = false;
};
class ProseDateTest : public testing::TestWithParam<ProseRow> {};
TEST_P(ProseDateTest, MatchesRow) {
  const auto got = find_prose_date(GetParam().text, GetParam().language, now());
  if (GetParam().want == nullptr) {
    EXPECT_FALSE(got) << format_timestamp(got->time);
    return;
  }
  ASSERT_TRUE(got);
  EXPECT_EQ(format_timestamp(got->time), GetParam().want);
  EXPECT_EQ(got->ambiguous, GetParam().ambiguous);
}
INSTANTIATE_TEST_SUITE_P(
    House_Languages, ProseDateTest,
    testing::Values(
        ProseRow{"English", "Posted by Ann on January 31st, 2026 at 5:04 pm | 3 comments", "en",
                 "2026-01-31T17:04:00"},
        ProseRow{"German", "Geschrieben am 31. J\u00E4nner 2026 um 17:04 Uhr", "de", "2026-01-31T17:04:00"},
        ProseRow{"French", "Publi\u00E9 le 1er f\u00E9vrier 2026 \u00E0 17h04", "fr", "2026-02-01T17:04:00"},
        ProseRow{"Spanish", "s\u00E1bado, 31 de enero de 2026", "es", "2026-01-31"},
        ProseRow{"Italian", "31 gennaio 2026", "it", "2026-01-31"},
        ProseRow{"Portuguese", "22 de dezembro de 2025 \u00E0s 02:38", "pt", "2025-12-22T02:38:00"},
        ProseRow{"Dutch", "za 31 jan. 2026", "nl", "2026-01-31"},
        ProseRow{"Russian", "31 \u044F\u043D\u0432\u0430\u0440\u044F 2026 \u0433. 19:13", "ru",
                 "2026-01-31T19:13:00"},
        ProseRow{"Polish", "31 stycznia 2026", "pl", "2026-01-31"},
        ProseRow{"Czech", "31. ledna 2026", "cs", "2026-01-31"},
        ProseRow{"Finnish", "31. tammikuuta 2026 klo 17.04", "fi", "2026-01-31T17:04:00"},
        ProseRow{"Japanese", "2026\u5E741\u670831\u65E5 17\u664204\u5206", "ja", "2026-01-31T17:04:00"},
        ProseRow{"Chinese", "\u53D1\u8868\u4E8E 2026\u5E7401\u670831\u65E5", "zh", "2026-01-31"},
        ProseRow{"Korean", "2026\uB144 1\uC6D4 31\uC77C \uC624\uD6C4 5:04", "ko", "2026-01-31T17:04:00"},
        ProseRow{"Arabic", "31 \u064A\u0646\u0627\u064A\u0631\u060C 2026", "ar", "2026-01-31"},
        ProseRow{"Hungarian", "2026. janu\u00E1r 31.", "hu", "2026-01-31"},
        ProseRow{"Hindi", "\u0967\u096C \u0926\u093F\u0938\u092E\u094D\u092C\u0930 \u0967\u096F\u096D\u0967",
                 "hi", "1971-12-16"},
        ProseRow{"NoLanguage", "31 janvier 2026", "", "2026-01-31"}),
    [](const auto& row) { return std::string(row.param.name); });
INSTANTIATE_TEST_SUITE_P(
    House_Forms, ProseDateTest,
    testing::Values(ProseRow{"Iso", "x 2026-01-31 y", "", "2026-01-31"},
                    ProseRow{"IsoTime", "2026-01-31T17:04:09+01:00", "", "2026-01-31T17:04:09+01:00"},
                    ProseRow{"AmericanOrder", "03/04/2026", "en", "2026-03-04", true},
                    ProseRow{"BritishOrder", "03/04/2026", "en-GB", "2026-04-03", true},
                    ProseRow{"FrenchOrder", "03/04/2026", "fr", "2026-04-03", true},
                    ProseRow{"OnlyOneOrder", "31/01/2026", "en", "2026-01-31"},
                    ProseRow{"Dots", "03.04.26", "en", "2026-04-03"},
                    ProseRow{"MonthYear", "Archive: January 2026", "en", "2026-01"},
                    ProseRow{"NoYearPast", "Jan 31", "en", "2026-01-31"},
                    ProseRow{"NoYearLast", "December 24", "en", "2025-12-24"},
                    ProseRow{"TimeFirst", "5:04 pm, 31 Jan 2026", "en", "2026-01-31T17:04:00"},
                    ProseRow{"Zone", "Jan 31 2026 | 4:32 pm EST", "en", "2026-01-31T16:32:00-05:00"},
                    ProseRow{"WeekdayLikeAMonth", "mar. 27 janv. 2026", "fr", "2026-01-27"},
                    ProseRow{"YearBeatsNoYear", "May 3 was sunny, said Ann on 31 January 2026", "en",
                             "2026-01-31"},
                    ProseRow{"None", "There is no date here, only 5 apples and 1,234 pears.", "en", nullptr},
                    ProseRow{"NoSuchDay", "31/02/2026", "fr", nullptr},
                    ProseRow{"Version", "version 1.2.3 of 10.20.30.40", "en", nullptr},
                    ProseRow{"Empty", "", "", nullptr}),
    [](const auto& row) { return std::string(row.param.name); });
INSTANTIATE_TEST_SUITE_P(
    House_Relative, ProseDateTest,
    testing::Values(ProseRow{"DaysAgo", "3 days ago", "en", "2026-02-07"},
                    ProseRow{"AnHourAgo", "about an hour ago", "en", "2026-02-10T11:00:00Z"},
                    ProseRow{"Yesterday", "Yesterday, by Ann", "en", "2026-02-09"},
                    ProseRow{"German", "vor 2 Stunden", "de", "2026-02-10T10:00:00Z"},
                    ProseRow{"French", "il y a 3 jours", "fr", "2026-02-07"},
                    ProseRow{"Spanish", "hace 2 semanas", "es", "2026-01-27"},
                    ProseRow{"Russian", "3 \u0434\u043D\u044F \u043D\u0430\u0437\u0430\u0434", "ru",
                             "2026-02-07"},
                    ProseRow{"Japanese", "3\u65E5\u524D", "ja", "2026-02-07"},
                    ProseRow{"Months", "2 months ago", "en", "2025-12"},
                    ProseRow{"NotADate", "5 days a week", "en", nullptr}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(BlogForever_DateTargets, EveryFullRenderingIsReadBack) {
  const Timestamp time{parse_rfc3339("2026-01-31T17:04:00Z").value(), TimePrecision::kInstant};
  for (const char* language : {"en", "de", "fr", "es", "it", "pt-BR", "nl", "ru", "uk", "pl", "cs",
                               "sv", "da", "nb", "fi", "ja", "zh",    "ko", "tr", "hu", "ro", "el"}) {
    const auto forms = date_renderings(time, language);
    EXPECT_GE(forms.size(), 8u) << language;
    for (const auto& form : forms) {
      const auto got = find_prose_date(form, language, now());
      ASSERT_TRUE(got) << language << ": " << form;
      EXPECT_EQ(format_timestamp(got->time).substr(0, 10), "2026-01-31") << language << ": " << form;
    }
  }
}

TEST(BlogForever_DateTargets, HoldsTheUsualForms) {
  const Timestamp time{parse_rfc3339("2026-01-02T17:04:00Z").value(), TimePrecision::kDay};
  const auto has = [&](const char* language, const char* form) {
    const auto forms = date_renderings(time, language);
    return std::find(forms.begin(), forms.end(), form) != forms.end();
  };
  EXPECT_TRUE(has("en", "January 2, 2026"));
  EXPECT_TRUE(has("en", "January 2nd, 2026"));
  EXPECT_TRUE(has("en-US", "Friday, January 2, 2026"));
  EXPECT_TRUE(has("de-AT", "2. Januar 2026"));
  EXPECT_TRUE(has("es", "2 de enero de 2026"));
  EXPECT_TRUE(has("ja", "2026\u5E741\u67082\u65E5"));
  EXPECT_TRUE(has("xx", "2026-01-02"));
  EXPECT_EQ(date_renderings({time.utc, TimePrecision::kYear}, "en"), std::vector<std::string>{"2026"});
}

}  // namespace
}  // namespace bfa
