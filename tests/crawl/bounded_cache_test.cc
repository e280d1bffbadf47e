// SPDX-License-Identifier: Apache-2.0
#include "crawl/past/bounded_cache.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

using Cache = BoundedCache<std::string>;

// The value of `key` in `cache`; counts in `made` how often it had to be made.
std::string get(Cache& cache, const std::string& key, int& made, std::size_t bytes = 10) {
  const auto value = cache.get(key, [&]() -> Result<Cache::Made> {
    ++made;
    return Cache::Made{std::make_shared<const std::string>("of " + key), bytes};
  });
  return value && *value ? **value : "none";
}

TEST(BoundedCache, MakesAValueOnce) {
  Cache cache(4, 100);
  int made = 0;
  EXPECT_EQ(get(cache, "a", made), "of a");
  EXPECT_EQ(get(cache, "a", made), "of a");
  EXPECT_EQ(made, 1);
}

TEST(BoundedCache, DropsTheEntryThatWasUsedLongestAgo) {
  Cache cache(2, 100);
  int made = 0;
  get(cache, "a", made);
  get(cache, "b", made);
  get(cache, "a", made);
  get(cache, "c", made);  // in place of b
  get(cache, "a", made);
  EXPECT_EQ(made, 3);
  get(cache, "b", made);
  EXPECT_EQ(made, 4);
}

TEST(BoundedCache, DropsADemotedEntryFirst) {
  Cache cache(2, 100);
  int made = 0;
  get(cache, "a", made);
  get(cache, "b", made);
  cache.demote("b");
  cache.demote("unknown");
  get(cache, "b", made);  // used again: the last to go
  cache.demote("b");
  get(cache, "c", made);  // in place of b
  get(cache, "a", made);
  EXPECT_EQ(made, 3);
  get(cache, "b", made);
  EXPECT_EQ(made, 4);
}

TEST(BoundedCache, HoldsNoMoreBytesThanItMay) {
  Cache cache(10, 100);
  int made = 0;
  get(cache, "a", made, 60);
  get(cache, "b", made, 60);  // in place of a
  get(cache, "a", made, 60);
  EXPECT_EQ(made, 3);
  get(cache, "large", made, 101);
  get(cache, "large", made, 101);
  EXPECT_EQ(made, 5);
}

TEST(BoundedCache, MakesAForgottenValueAgain) {
  Cache cache(4, 100);
  int made = 0;
  get(cache, "a", made);
  cache.forget("a");
  get(cache, "a", made);
  EXPECT_EQ(made, 2);
}

TEST(BoundedCache, DoesNotKeepAValueThatIsForgottenWhileItIsMade) {
  Cache cache(4, 100);
  const auto old = cache.get("a", [&]() -> Result<Cache::Made> {
    cache.forget("a");  // as a commit of another thread does
    return Cache::Made{std::make_shared<const std::string>("old"), 3};
  });
  ASSERT_TRUE(old);
  EXPECT_EQ(**old, "old");
  int made = 0;
  EXPECT_EQ(get(cache, "a", made), "of a");
  EXPECT_EQ(made, 1);
}

TEST(BoundedCache, KeepsNeitherErrorsNorAbsence) {
  Cache cache(4, 100);
  const auto failed = cache.get("a", []() -> Result<Cache::Made> { return Error{Code::kIo, "no", "a", -1}; });
  EXPECT_FALSE(failed);
  const auto absent = cache.get("a", []() -> Result<Cache::Made> { return Cache::Made(); });
  ASSERT_TRUE(absent);
  EXPECT_EQ(*absent, nullptr);
  int made = 0;
  EXPECT_EQ(get(cache, "a", made), "of a");
}

}  // namespace
}  // namespace bfa
