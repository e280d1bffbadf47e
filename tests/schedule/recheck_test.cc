// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/recheck.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bfa {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::seconds;

const ScheduleTime kStart{seconds(1704067200)};  // 2024-01-01 00:00 UTC
constexpr double kPrice = 0.16;

PageHistory page_of_age(days age) {
  PageHistory page;
  page.published = kStart - age;
  page.first_check = page.last_check = kStart;
  return page;
}

TEST(EditRates, AYoungPageIsLookedAtSoonerThanAnOldOne) {
  const EditRates rates;
  ScheduleTime before{};
  for (const int age : {0, 20, 60, 200, 1000}) {
    const ScheduleTime due = rates.next_check(page_of_age(days(age)), kPrice);
    EXPECT_GT(due, before) << age;
    before = due;
  }
  EXPECT_LT(rates.next_check(page_of_age(days(0)), kPrice), kStart + days(14));
  EXPECT_GT(rates.next_check(page_of_age(days(1000)), kPrice), kStart + days(30));
}

TEST(EditRates, TheNextCheckIsWhereTheWaitingReachesThePrice) {
  const EditRates rates;
  for (const int age : {0, 5, 29, 89, 364, 2000}) {
    for (const double price : {0.02, 0.16, 1.0}) {
      const PageHistory page = page_of_age(days(age));
      const ScheduleTime due = rates.next_check(page, price);
      EXPECT_NEAR(rates.waiting(page, due), price, price * 1e-3) << age << ' ' << price;
    }
  }
}

TEST(EditRates, TheIntervalHasBounds) {
  const EditRates rates;
  struct Row {
    double price;
    hours expected;
  };
  for (const Row& row :
       {Row{0, hours(6)}, Row{-1, hours(6)}, Row{std::nan(""), hours(6)}, Row{1e9, hours(365 * 24)},
        Row{std::numeric_limits<double>::infinity(), hours(365 * 24)}}) {
    EXPECT_EQ(rates.next_check(page_of_age(days(3)), row.price) - kStart, row.expected) << row.price;
  }
}

TEST(EditRates, ABlogThatEditsIsLookedAtSooner) {
  EditRates busy, quiet;
  for (int i = 0; i < 50; ++i) {
    busy.learn(kStart - days(400), kStart - days(30), kStart, i % 2 == 0);
    quiet.learn(kStart - days(400), kStart - days(30), kStart, false);
  }
  const PageHistory page = page_of_age(days(400));
  EXPECT_LT(busy.next_check(page, kPrice), EditRates().next_check(page, kPrice));
  EXPECT_GT(quiet.next_check(page, kPrice), EditRates().next_check(page, kPrice));
  EXPECT_GT(busy.edits_per_day(days(2)), EditRates().edits_per_day(days(2)))
      << "the level holds for all ages";
}

TEST(EditRates, ThePagesOwnChangesAndCommentsRaiseItsRate) {
  const EditRates rates;
  PageHistory plain = page_of_age(days(100));
  plain.last_check = kStart + days(50);
  PageHistory edited = plain, talked = plain, fresh = plain;
  edited.changes = 3;
  talked.comments = 5;
  fresh.last_check = kStart;
  EXPECT_GT(rates.page_factor(edited), rates.page_factor(talked));
  EXPECT_GT(rates.page_factor(talked), rates.page_factor(plain));
  EXPECT_LT(rates.page_factor(plain), rates.page_factor(fresh)) << "watched without a change";
  EXPECT_LT(rates.next_check(edited, kPrice), rates.next_check(plain, kPrice));
}

TEST(EditRates, OldCountsFade) {
  EditRates once;
  for (int i = 0; i < 20; ++i) once.learn(kStart - days(400), kStart - days(10), kStart, true);
  const double then = once.edits_per_day(days(400));
  once.learn(kStart, kStart + days(9000), kStart + days(9001), false);
  EXPECT_LT(once.edits_per_day(days(400)), then / 10);
}

TEST(EditRates, TheOrderOfUnchangedPagesDoesNotMatter) {
  EditRates forward, backward;
  for (int i = 0; i < 30; ++i) {
    const int j = 29 - i;
    forward.learn(kStart, kStart + days(i), kStart + days(i + 20), false);
    backward.learn(kStart, kStart + days(j), kStart + days(j + 20), false);
  }
  for (const int age : {1, 10, 40}) {
    EXPECT_NEAR(forward.edits_per_day(days(age)) / backward.edits_per_day(days(age)), 1, 1e-4) << age;
  }
}

TEST(EditRates, BadTimesChangeNothing) {
  EditRates rates;
  rates.learn(kStart, kStart, kStart, true);
  rates.learn(kStart, kStart + days(1), kStart, true);
  EXPECT_EQ(rates, EditRates());
  PageHistory page = page_of_age(days(-500));  // published in the future
  EXPECT_GT(rates.next_check(page, kPrice), kStart);
  EXPECT_EQ(rates.waiting(page, kStart - days(1)), 0);
}

TEST(EditRates, AreReadAsTheyWereWritten) {
  EditRates rates;
  for (int i = 0; i < 10; ++i) rates.learn(kStart, kStart + days(i), kStart + days(40 * i + 1), i % 3 == 0);
  std::string bytes;
  ASSERT_TRUE(rates.encode(bytes));
  EXPECT_LE(bytes.size(), 80u);
  std::string_view rest = bytes;
  const auto back = EditRates::decode(rest);
  ASSERT_TRUE(back) << to_string(back.error());
  EXPECT_EQ(*back, rates);
  EXPECT_TRUE(rest.empty());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::string_view cut = std::string_view(bytes).substr(0, size);
    const auto none = EditRates::decode(cut);
    ASSERT_FALSE(none) << size;
    EXPECT_EQ(none.error().code, Code::kTruncated) << size;
    EXPECT_EQ(cut.size(), size) << "what is refused is not taken";
  }
}

struct Malformed {
  const char* name;
  std::size_t at;
  std::string bytes;
  Code code;
};
class MalformedRates : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedRates, AreRefused) {
  std::string bytes;
  ASSERT_TRUE(EditRates().encode(bytes));
  bytes.replace(GetParam().at, GetParam().bytes.size(), GetParam().bytes);
  std::string_view rest = bytes;
  const auto rates = EditRates::decode(rest);
  ASSERT_FALSE(rates);
  EXPECT_EQ(rates.error().code, GetParam().code);
}

using std::string_literals::operator""s;
INSTANTIATE_TEST_SUITE_P(All, MalformedRates,
                         testing::Values(Malformed{"LaterVersion", 0, "\x02"s, Code::kUnsupported},
                                         Malformed{"NoVersion", 0, "\x00"s, Code::kUnsupported},
                                         Malformed{"NegativeDays", 2, "\x00\x00\x80\xbf"s, Code::kTruncated},
                                         Malformed{"NotANumber", 2, "\x00\x00\xc0\x7f"s, Code::kTruncated},
                                         Malformed{"Infinite", 30, "\x00\x00\x80\x7f"s, Code::kTruncated},
                                         Malformed{"TooMany", 30, "\x00\x00\x80\x51"s, Code::kTruncated}),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace bfa
