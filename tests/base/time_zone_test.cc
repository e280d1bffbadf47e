// SPDX-License-Identifier: Apache-2.0
#include "base/time_zone.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace bfa {
namespace {

using std::chrono::minutes;
using Kind = CivilMeaning::Kind;

CivilTime civil(const char* text) {
  const auto time = parse_timestamp(text);
  EXPECT_TRUE(time) << text;
  return CivilTime((time ? time->utc : UtcTime{}).time_since_epoch());
}

TimeZone zone(const char* name) {
  auto found = TimeZone::find(name);
  EXPECT_TRUE(found) << name << ": " << (found ? "" : found.error().message);
  return found ? *found : TimeZone::fixed(minutes(0));
}

struct Row {
  const char *zone, *local;
  Kind kind;
  const char *utc = "", *later = "";
};

class TimeZoneRows : public testing::TestWithParam<Row> {};

TEST_P(TimeZoneRows, GivesTheMeaningOfACivilTime) {
  const Row& row = GetParam();
  const CivilMeaning meaning = zone(row.zone).to_utc(civil(row.local));
  EXPECT_EQ(meaning.kind, row.kind);
  if (row.kind == Kind::kInstant || row.kind == Kind::kAmbiguous) {
    EXPECT_EQ(format_rfc3339(meaning.utc), row.utc);
  }
  if (row.kind == Kind::kAmbiguous) {
    EXPECT_EQ(format_rfc3339(meaning.later), row.later);
  }
}

const Row kRows[] = {
    {"Europe/Berlin", "2026-01-31T12:00:00", Kind::kInstant, "2026-01-31T11:00:00Z"},
    {"Europe/Berlin", "2026-07-31T12:00:00.25", Kind::kInstant, "2026-07-31T10:00:00.25Z"},
    {"Europe/Berlin", "2026-03-29T01:59:59", Kind::kInstant, "2026-03-29T00:59:59Z"},
    {"Europe/Berlin", "2026-03-29T02:00:00", Kind::kMissing},
    {"Europe/Berlin", "2026-03-29T02:59:59", Kind::kMissing},
    {"Europe/Berlin", "2026-03-29T03:00:00", Kind::kInstant, "2026-03-29T01:00:00Z"},
    {"Europe/Berlin", "2026-10-25T01:59:59", Kind::kInstant, "2026-10-24T23:59:59Z"},
    {"Europe/Berlin", "2026-10-25T02:00:00", Kind::kAmbiguous, "2026-10-25T00:00:00Z",
     "2026-10-25T01:00:00Z"},
    {"Europe/Berlin", "2026-10-25T02:30:00", Kind::kAmbiguous, "2026-10-25T00:30:00Z",
     "2026-10-25T01:30:00Z"},
    {"Europe/Berlin", "2026-10-25T03:00:00", Kind::kInstant, "2026-10-25T02:00:00Z"},
    {"America/New_York", "2026-03-08T02:30:00", Kind::kMissing},
    {"America/New_York", "2026-11-01T01:30:00", Kind::kAmbiguous, "2026-11-01T05:30:00Z",
     "2026-11-01T06:30:00Z"},
    {"America/New_York", "2006-03-20T12:00:00", Kind::kInstant, "2006-03-20T17:00:00Z"},  // the older law
    {"America/New_York", "2026-03-20T12:00:00", Kind::kInstant, "2026-03-20T16:00:00Z"},
    {"Australia/Lord_Howe", "2026-04-05T01:45:00", Kind::kAmbiguous, "2026-04-04T14:45:00Z",
     "2026-04-04T15:15:00Z"},
    {"Australia/Lord_Howe", "2026-04-05T02:00:00", Kind::kInstant, "2026-04-04T15:30:00Z"},
    {"Australia/Lord_Howe", "2026-10-04T02:15:00", Kind::kMissing},
    {"Asia/Kathmandu", "2026-01-31T12:00:00", Kind::kInstant, "2026-01-31T06:15:00Z"},
    {"Pacific/Apia", "2011-12-29T23:59:59", Kind::kInstant, "2011-12-30T09:59:59Z"},
    {"Pacific/Apia", "2011-12-30T00:00:00", Kind::kMissing},
    {"Pacific/Apia", "2011-12-30T12:00:00", Kind::kMissing},
    {"Pacific/Apia", "2011-12-31T00:00:00", Kind::kInstant, "2011-12-30T10:00:00Z"},
    {"Europe/Dublin", "2026-01-31T12:00:00", Kind::kInstant, "2026-01-31T12:00:00Z"},  // negative DST
    {"Europe/Dublin", "2026-07-31T12:00:00", Kind::kInstant, "2026-07-31T11:00:00Z"},
    {"Europe/Dublin", "2026-10-25T01:30:00", Kind::kAmbiguous, "2026-10-25T00:30:00Z",
     "2026-10-25T01:30:00Z"},
    {"UTC", "2026-10-25T02:30:00", Kind::kInstant, "2026-10-25T02:30:00Z"},
    {"-03:30", "2026-10-25T02:30:00", Kind::kInstant, "2026-10-25T06:00:00Z"},
    {"Europe/Berlin", "1880-01-01T00:00:00", Kind::kUnknown},  // local mean time has seconds
    {"Europe/Berlin", "2040-07-01T00:00:00", Kind::kUnknown},  // no zone file says what the law will be
    {"Europe/Berlin", "0000-01-01T00:00:00", Kind::kUnknown},
    {"Europe/Berlin", "9999-12-31T23:59:59", Kind::kUnknown},
};
INSTANTIATE_TEST_SUITE_P(Zones, TimeZoneRows, testing::ValuesIn(kRows));

TEST(TimeZone, GivesTheOffsetAtAnInstant) {
  const auto at = [](const char* name, const char* text) {
    return zone(name).offset_at(*parse_rfc3339(text));
  };
  EXPECT_EQ(at("Europe/Berlin", "2026-03-29T00:59:59Z"), minutes(60));
  EXPECT_EQ(at("Europe/Berlin", "2026-03-29T01:00:00Z"), minutes(120));
  EXPECT_EQ(at("America/St_Johns", "2026-01-01T00:00:00Z"), minutes(-210));
  EXPECT_EQ(at("Australia/Lord_Howe", "2026-01-01T00:00:00Z"), minutes(660));
  EXPECT_EQ(at("Europe/Berlin", "1880-01-01T00:00:00Z"), std::nullopt);
  EXPECT_EQ(at("Europe/Berlin", "2040-01-01T00:00:00Z"), std::nullopt);
  EXPECT_EQ(at("+14:00", "2040-01-01T00:00:00Z"), minutes(840));
}

TEST(TimeZone, RefusesNamesThatAreNone) {
  for (const char* const name : {"",
                                 "Europe",
                                 "Europe/",
                                 "europe/berlin",
                                 "Europe/Berlin ",
                                 "Berlin",
                                 "CEST",
                                 "../../etc/passwd",
                                 "/etc/passwd",
                                 "Europe/../Europe/Berlin",
                                 "posix/Europe/Berlin",
                                 "right/Europe/Berlin",
                                 "localtime",
                                 "tzdata.zi",
                                 "zone.tab",
                                 "leapseconds",
                                 "posixrules",
                                 "+2:00",
                                 "+24:00",
                                 "+01:60",
                                 "+0200",
                                 "Z",
                                 "Europe/\xc3\x84",
                                 "Europe/Berlin\n"}) {
    const auto found = TimeZone::find(name);
    ASSERT_FALSE(found) << name;
    EXPECT_EQ(found.error().code, Code::kInvalidArgument) << name;
  }
  EXPECT_FALSE(TimeZone::find(std::string("UTC\0", 4)));
  EXPECT_FALSE(TimeZone::find(std::string(100000, 'A')));
}

TEST(TimeZone, NamesOffsets) {
  EXPECT_EQ(zone("-03:30").name(), "-03:30");
  EXPECT_EQ(zone("+00:00").name(), "UTC");
  EXPECT_EQ(zone("Europe/Berlin").name(), "Europe/Berlin");
}

// Every zone of the system can be read, and civil times of its instants mean them again.
TEST(TimeZone, ReadsEveryZoneOfTheSystem) {
  const auto names = TimeZone::names();
  ASSERT_TRUE(names) << names.error().message;
  EXPECT_GT(names->size(), 400u);
  EXPECT_TRUE(std::is_sorted(names->begin(), names->end()));
  for (const std::string& name : *names) {
    const auto found = TimeZone::find(name);
    ASSERT_TRUE(found) << name << ": " << found.error().message;
    const UtcTime end = *parse_rfc3339("2030-01-01T00:00:00Z");
    for (UtcTime at = *parse_rfc3339("1995-01-01T00:30:00Z"); at < end; at += std::chrono::hours(311)) {
      const auto offset = found->offset_at(at);
      ASSERT_TRUE(offset) << name;
      const CivilMeaning meaning = found->to_utc(CivilTime((at + *offset).time_since_epoch()));
      ASSERT_TRUE(meaning.kind == Kind::kInstant || meaning.kind == Kind::kAmbiguous)
          << name << " " << format_rfc3339(at);
      EXPECT_TRUE(meaning.utc == at || (meaning.kind == Kind::kAmbiguous && meaning.later == at))
          << name << " " << format_rfc3339(at);
    }
  }
}

}  // namespace
}  // namespace bfa
