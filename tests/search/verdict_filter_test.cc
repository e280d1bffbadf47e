// SPDX-License-Identifier: Apache-2.0
// Lists of arrivals by what happened in a version: the list without the filter, with the others left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "search/made_index.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

template <class T>
T got(Result<T> result) {
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? std::move(*result) : T();
}

// All arrivals of a query, read in parts.
std::vector<std::string> read_in_parts(const SearchIndex& index, ArrivalListQuery query) {
  std::vector<std::string> out;
  query.limit = 4;
  for (auto part = got(index.list_arrivals(query)); !part.empty(); part = got(index.list_arrivals(query))) {
    for (const auto& arrival : part) out.push_back(arrival.id);
    query.after = part.back().sequence;
  }
  return out;
}

class VerdictsOfArrivals : public testing::TestWithParam<std::set<Verdict>> {};

TEST_P(VerdictsOfArrivals, LeaveOutTheOthers) {
  MadeBlogs blogs(3);
  blogs.steps(160);
  const auto index = got(SearchIndex::open(blogs.archive()));
  std::size_t filled = 0;
  for (const char* const tag : {"", "red", "rare", "Music"}) {
    for (const char* const host : {"", "blog1.example"}) {
      for (const bool newest_first : {false, true}) {
        ArrivalListQuery query;
        query.tag = tag;
        query.blog_host = host;
        query.pages = true;
        query.newest_first = newest_first;
        query.limit = 10'000;
        std::vector<std::string> wanted;
        for (const auto& arrival : got(index->list_arrivals(query)))
          if (GetParam().contains(arrival.verdict)) wanted.push_back(arrival.id);
        query.verdicts = GetParam();
        EXPECT_EQ(read_in_parts(*index, query), wanted) << tag << " " << host << " " << newest_first;
        filled += wanted.empty() ? 0 : 1;
      }
    }
  }
  EXPECT_GT(filled, 7U);
}

INSTANTIATE_TEST_SUITE_P(Listed, VerdictsOfArrivals,
                         testing::Values(std::set{Verdict::kNew}, std::set{Verdict::kContent},
                                         std::set{Verdict::kGone}, std::set{Verdict::kBack},
                                         std::set{Verdict::kGone, Verdict::kNew},
                                         std::set{Verdict::kContent, Verdict::kBack}));

}  // namespace
}  // namespace bfa
