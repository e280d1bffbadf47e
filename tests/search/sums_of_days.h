// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "search/index_lists.h"
#include "support/got.h"

namespace bfa::test {

// Months, and the days of a year, are what the days are.
inline void expect_sums_of_days(const SearchIndex& index, const std::string& host) {
  using Numbers = std::map<std::string, std::array<std::uint64_t, 3>>;
  Numbers months, found;
  std::map<std::string, Numbers> years;
  const auto add = [](Numbers& to, const std::string& name, const DayCounts& day) {
    auto& sum = to[name];
    sum[0] += day.posts;
    sum[1] += day.edits;
    sum[2] += day.captures;
  };
  for (const auto& day : got(index.count_days(host))) {
    add(months, day.day.substr(0, 7), day);
    add(years[day.day.substr(0, 4)], day.day, day);
  }
  for (const auto& month : got(count_months(index, host))) add(found, month.day, month);
  EXPECT_EQ(found, months) << host;
  for (const auto& [year, days] : years) {
    Numbers of_year;
    for (const auto& day : got(count_days_of_year(index, host, std::stoi(year)))) add(of_year, day.day, day);
    EXPECT_EQ(of_year, days) << host << ' ' << year;
  }
  EXPECT_TRUE(got(count_days_of_year(index, host, 1700)).empty());
  EXPECT_TRUE(got(count_days_of_year(index, host, 100'000)).empty());
}

}  // namespace bfa::test
