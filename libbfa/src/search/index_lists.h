// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/search/search_index.h"

namespace bfa {

// What the site reads of an index beside its public functions. Of another SearchIndex than that of
// SearchIndex::open() these are made of its public functions. Errors of all: those of SearchIndex.

// SearchIndex::count_days() of one year. Cost: by the days of the year.
Result<std::vector<DayCounts>> count_days_of_year(const SearchIndex& index, const std::string& blog_host,
                                                  int year);
// The sums of SearchIndex::count_days() by month, in order: DayCounts::day is "2026-01".
Result<std::vector<DayCounts>> count_months(const SearchIndex& index, const std::string& blog_host);
// The same of days that are given, in order.
std::vector<DayCounts> months_of(const std::vector<DayCounts>& days);

// What SearchIndex::list_arrivals() says of posts and comments of the steps after < step <= up_to, oldest
// first, but for url, title, blog_host, post, post_title, author and fields, which are empty: a third of its
// cost.
Result<std::vector<ListedArrival>> list_arrivals_in_brief(const SearchIndex& index, std::uint64_t after,
                                                          std::uint64_t up_to);

}  // namespace bfa
