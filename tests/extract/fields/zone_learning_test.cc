// SPDX-License-Identifier: Apache-2.0
// Zones learned from pairs of a page's civil time and a feed's instant: which civil times become instants.
#include "extract/learn/zone_learning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/time_zone.h"
#include "extract/fields/local_time.h"

namespace bfa {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

// The instant of "2024-01-31T14:05:00Z" on a blog in `zone`.
TimePair pair_in(const char* zone, const char* instant) {
  const UtcTime utc = *parse_rfc3339(instant);
  const auto offset = TimeZone::find(zone)->offset_at(utc);
  return {Timestamp{utc + *offset, TimePrecision::kLocalTime}, utc};
}

std::vector<TimePair> pairs_in(const char* zone, const std::vector<const char*>& instants) {
  std::vector<TimePair> pairs;
  pairs.reserve(instants.size());
  for (const char* const instant : instants) pairs.push_back(pair_in(zone, instant));
  return pairs;
}

const std::vector<const char*> kWinter = {"2024-01-05T13:07:00Z", "2024-01-20T16:41:12Z",
                                          "2024-02-02T08:30:00Z", "2024-02-14T19:15:40Z",
                                          "2023-12-24T12:12:12Z"};
const std::vector<const char*> kYear = {
    "2024-01-05T13:07:00Z", "2024-03-05T16:41:12Z", "2024-05-02T08:30:00Z", "2024-07-14T19:15:40Z",
    "2024-09-24T12:12:12Z", "2024-10-28T18:00:01Z", "2024-11-11T11:11:00Z", "2024-03-29T13:00:00Z"};

std::string settled(const std::vector<std::string>& zones, const char* local) {
  const Timestamp time = *parse_timestamp(local);
  return format_timestamp(instant_in(zones, time).value_or(time));
}

TEST(ZoneLearning, AYearOfPairsTellsSummerFromWinter) {
  const auto zones = learn_zones(pairs_in("Europe/Berlin", kYear));
  ASSERT_FALSE(zones.empty());
  EXPECT_EQ(settled(zones, "2022-01-31T12:00:00"), "2022-01-31T12:00:00+01:00");
  EXPECT_EQ(settled(zones, "2022-07-31T12:00:00"), "2022-07-31T12:00:00+02:00");
  EXPECT_EQ(settled(zones, "2022-03-27T02:30:00"), "2022-03-27T02:30:00");  // the clock never showed it
  EXPECT_EQ(settled(zones, "2022-10-30T02:30:00"), "2022-10-30T02:30:00");  // it showed it twice
}

TEST(ZoneLearning, PairsOfOneWinterSayNothingAboutSummer) {
  const auto zones = learn_zones(pairs_in("Europe/Berlin", kWinter));
  ASSERT_FALSE(zones.empty());
  EXPECT_EQ(settled(zones, "2022-01-31T12:00:00"), "2022-01-31T12:00:00+01:00");
  EXPECT_EQ(settled(zones, "2022-07-31T12:00:00"), "2022-07-31T12:00:00");
}

TEST(ZoneLearning, AFixedOffsetIsNotTakenForAZoneWithSummerTime) {
  const auto zones = learn_zones(pairs_in("+01:00", kYear));
  ASSERT_FALSE(zones.empty());
  EXPECT_EQ(settled(zones, "2022-07-31T12:00:00"), "2022-07-31T12:00:00+01:00");
}

TEST(ZoneLearning, EveryZoneGivesOnlyItsOwnInstants) {
  for (const char* const name :
       {"America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia",
        "Europe/Dublin", "America/Sao_Paulo", "Europe/Istanbul", "Africa/Casablanca", "Asia/Tokyo", "UTC"}) {
    const auto zones = learn_zones(pairs_in(name, kYear));
    ASSERT_FALSE(zones.empty()) << name;
    const TimeZone zone = *TimeZone::find(name);
    std::size_t instants = 0, all = 0;
    for (UtcTime at = *parse_rfc3339("1999-01-01T05:05:00Z"); at < *parse_rfc3339("2027-01-01T00:00:00Z");
         at += hours(101)) {
      const auto offset = zone.offset_at(at);
      const auto got = instant_in(zones, Timestamp{at + *offset, TimePrecision::kLocalTime});
      ++all;
      if (!got) continue;
      ++instants;
      const CivilMeaning own = zone.to_utc(CivilTime((at + *offset).time_since_epoch()));
      EXPECT_TRUE(own.kind == CivilMeaning::Kind::kInstant) << name << " " << format_rfc3339(at);
      EXPECT_EQ(got->utc, at) << name << " " << format_rfc3339(at);
    }
    EXPECT_GT(instants * 20, all) << name;
  }
}

TEST(ZoneLearning, AnEditDoesNotHideTheZone) {
  auto pairs = pairs_in("Europe/Berlin", kYear);
  pairs[2].local.utc += minutes(7);
  const auto zones = learn_zones(pairs);
  EXPECT_EQ(settled(zones, "2022-07-31T12:00:00"), "2022-07-31T12:00:00+02:00");
}

TEST(ZoneLearning, WhatDoesNotTellEnoughGivesNothing) {
  const auto good = pairs_in("Europe/Berlin", kYear);
  EXPECT_TRUE(learn_zones({}).empty());
  EXPECT_TRUE(learn_zones({good.begin(), good.begin() + 3}).empty());
  EXPECT_TRUE(learn_zones(std::vector<TimePair>(10, good[0])).empty());  // one time
  auto edited = good;
  for (std::size_t i = 0; i < 3; ++i) edited[i].local.utc += minutes(7 + static_cast<int>(i));
  EXPECT_TRUE(learn_zones(edited).empty());
  auto mixed = good;  // whole hours off, on three of eight pages
  for (std::size_t i = 0; i < 3; ++i) mixed[i].local.utc += hours(3);
  EXPECT_TRUE(learn_zones(mixed).empty());
  auto midnights = good;
  for (TimePair& pair : midnights) pair.local.utc = std::chrono::floor<std::chrono::days>(pair.local.utc);
  EXPECT_TRUE(learn_zones(midnights).empty());
  // "3:05" without "pm": only hours up to 12.
  auto halves = good;
  for (TimePair& pair : halves) {
    const auto day = std::chrono::floor<std::chrono::days>(pair.local.utc);
    if (pair.local.utc - day >= hours(13)) pair.local.utc -= hours(12);
  }
  EXPECT_TRUE(learn_zones(halves).empty());
}

TEST(ZoneLearning, AFeedThatIsDaysOffGivesNothing) {
  auto pairs = pairs_in("UTC", kYear);
  for (TimePair& pair : pairs) pair.local.utc += hours(24);
  EXPECT_TRUE(learn_zones(pairs).empty());
}

TEST(LocalTime, TheFeedsInstantIsRightWhereAGivenZoneContradictsIt) {
  const Url url = *Url::parse("http://a.example/p");
  FeedEntry entry;
  entry.published = *parse_timestamp("2026-02-02T13:05:00Z");
  struct Row {
    const char* zone;
    const char* local;
    const char* want;
    const char* method;
  };
  for (const Row& row : {Row{"America/New_York", "2026-02-02T14:05:00", "2026-02-02T14:05:00+01:00", "feed"},
                         Row{"Europe/Berlin", "2026-02-02T14:05:00", "2026-02-02T14:05:00+01:00", "given"},
                         // An edit: the feed says nothing about the zone.
                         Row{"America/New_York", "2026-02-02T14:07:00", "2026-02-02T14:07:00-05:00", "given"},
                         Row{"", "2026-02-02T14:05:00", "2026-02-02T14:05:00", ""}}) {
    PageInput input{url, url, nullptr, &entry, {}, {}};
    input.zone = row.zone;
    std::optional<Timestamp> time = *parse_timestamp(row.local);
    Provenance provenance;
    settle_published(input, time, provenance);
    EXPECT_EQ(format_timestamp(*time), row.want) << row.zone;
    EXPECT_EQ(provenance.methods["zone"], row.method) << row.zone << row.local;
  }
}

TEST(LocalTime, AnUnknownZoneLeavesItLocal) {
  EXPECT_EQ(settled({"Mars/Olympus"}, "2022-01-31T12:00:00"), "2022-01-31T12:00:00");
  EXPECT_EQ(settled({"Europe/Berlin", "Mars/Olympus"}, "2022-01-31T12:00:00"), "2022-01-31T12:00:00");
  EXPECT_EQ(settled({"Europe/Berlin", "Europe/London"}, "2022-01-31T12:00:00"), "2022-01-31T12:00:00");
  EXPECT_EQ(settled({"Europe/Berlin", "Europe/Paris"}, "2022-01-31T12:00:00"), "2022-01-31T12:00:00+01:00");
  EXPECT_EQ(settled({}, "2022-01-31T12:00:00"), "2022-01-31T12:00:00");
}

}  // namespace
}  // namespace bfa
