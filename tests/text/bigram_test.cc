// SPDX-License-Identifier: Apache-2.0
#include "text/bigram.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

BigramSet set_of(std::string_view text) {
  BigramSet set;
  set.add_text(text);
  return set;
}

TEST(BlogForever_Bigrams, CountsDistinctPairs) {
  EXPECT_TRUE(set_of("").empty());
  EXPECT_TRUE(set_of("a").empty());
  EXPECT_EQ(set_of("ab").size(), 1u);
  EXPECT_EQ(set_of("abab").size(), 2u);
  EXPECT_EQ(set_of("a  \n\u00A0b"), set_of("a b"));
  EXPECT_NE(set_of("Ab"), set_of("ab"));
}

TEST(BlogForever_Similarity, PaperFormula) {
  EXPECT_DOUBLE_EQ(bigram_similarity("night", "nacht"), 2.0 * 1 / 8);
  EXPECT_DOUBLE_EQ(dice(set_of("night"), set_of("nacht")), 2.0 * 1 / 8);
  EXPECT_DOUBLE_EQ(bigram_similarity("\u00E9t\u00E9s", "\u00E9t\u00E9s"), 1);
  EXPECT_DOUBLE_EQ(bigram_similarity("", ""), 0);
  EXPECT_DOUBLE_EQ(dice(BigramSet(), BigramSet()), 0);
  EXPECT_DOUBLE_EQ(bigram_similarity("abc", ""), 0);
  EXPECT_DOUBLE_EQ(bigram_similarity("aaaa", "aa"), 1) << "sets, not multisets";
}

TEST(House_BigramSet, UnionAndBorderPairsMakeTheWhole) {
  BigramSet parts = set_of("abc");
  parts.add(set_of("def"));
  parts.add_pair(U'c', U'd');
  EXPECT_EQ(parts, set_of("abcdef"));
  EXPECT_EQ(BigramSet::intersection_size(set_of("abc"), set_of("bcd")), 1u);
}

TEST(House_BigramSet, ASparseSetCountsTheSame) {
  for (const char* const text :
       {"", "a", "3 May 2013", "May 3rd, 2013 at 5:04", "\u4E94\u6708\u4E09\u65E5"}) {
    const BigramSet::Sparse sparse(set_of(text));
    for (const char* const other : {"", "Posted on 3 May 2013 by Ann", "\u4E94\u6708", "2013-05-03"})
      EXPECT_EQ(sparse.intersection_size(set_of(other)),
                BigramSet::intersection_size(set_of(text), set_of(other)))
          << text << " and " << other;
  }
}

TEST(House_BigramSet, HashedDiceIsCloseToTheExactOne) {
  std::string a, b;
  for (int i = 0; i < 200; ++i) {
    a += "word" + std::to_string(i * 7919 % 1000) + " ";
    b += "word" + std::to_string(i * 104729 % 1000) + " ";
  }
  EXPECT_NEAR(dice(set_of(a), set_of(b)), bigram_similarity(a, b), 0.05);
}

}  // namespace
}  // namespace bfa
