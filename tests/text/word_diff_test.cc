// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/word_diff.h"

#include <gtest/gtest.h>

#include <random>

namespace bfa {
namespace {

using Op = TextEdit::Op;
using Edits = std::vector<TextEdit>;

std::string side(const Edits& edits, Op left_out) {
  std::string text;
  for (const auto& edit : edits)
    if (edit.op != left_out) text += edit.text;
  return text;
}

TEST(House_WordDiff, WordsSpacesAndMarksAreTokens) {
  EXPECT_EQ(word_diff("The old cat.", "The new cat!"), (Edits{{Op::kKeep, "The "},
                                                              {Op::kDelete, "old"},
                                                              {Op::kInsert, "new"},
                                                              {Op::kKeep, " cat"},
                                                              {Op::kDelete, "."},
                                                              {Op::kInsert, "!"}}));
  EXPECT_EQ(word_diff("same text", "same text"), (Edits{{Op::kKeep, "same text"}}));
  EXPECT_EQ(word_diff("", "new"), (Edits{{Op::kInsert, "new"}}));
  EXPECT_EQ(word_diff("old", ""), (Edits{{Op::kDelete, "old"}}));
  EXPECT_TRUE(word_diff("", "").empty());
}

TEST(House_WordDiff, CharactersWhereWordsHaveNoSpaces) {
  EXPECT_EQ(word_diff("\u4ECA\u65E5\u6674", "\u4ECA\u65E5\u96E8"),
            (Edits{{Op::kKeep, "\u4ECA\u65E5"}, {Op::kDelete, "\u6674"}, {Op::kInsert, "\u96E8"}}));
}

TEST(House_WordDiff, PastTheBoundTheMiddleIsReplaced) {
  const Edits edits = word_diff("a 1 2 3 4 z", "a 5 6 7 8 z", 2);
  EXPECT_EQ(
      edits,
      (Edits{{Op::kKeep, "a "}, {Op::kDelete, "1 2 3 4"}, {Op::kInsert, "5 6 7 8"}, {Op::kKeep, " z"}}));
}

std::size_t longest_common(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> t(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j)
      t[i][j] = a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : std::max(t[i - 1][j], t[i][j - 1]);
  return t[a.size()][b.size()];
}

TEST(Myers_1986, RandomTextsAreRebuiltFromTheShortestScript) {
  std::mt19937 random(20260121);
  for (int round = 0; round < 3000; ++round) {
    const auto text = [&] {
      std::string out;
      for (auto n = random() % 12; n > 0; --n) out += "!?.,;"[random() % 4];
      return out;
    };
    const std::string a = text(), b = text();
    const Edits edits = word_diff(a, b);
    ASSERT_EQ(side(edits, Op::kInsert), a);
    ASSERT_EQ(side(edits, Op::kDelete), b);
    std::size_t kept = 0;
    for (const auto& edit : edits) kept += edit.op == Op::kKeep ? edit.text.size() : 0;
    ASSERT_EQ(kept, longest_common(a, b)) << a << " | " << b;
    for (const int bound : {0, 1, 3}) {
      const Edits bounded = word_diff(a, b, bound);
      ASSERT_EQ(side(bounded, Op::kInsert), a);
      ASSERT_EQ(side(bounded, Op::kDelete), b);
    }
  }
}

TEST(House_WordDiff, BytesThatAreNotUtf8Survive) {
  const std::string a = "x\xFFy \xE2\x82", b = "x\xFFz \xE2";
  const Edits edits = word_diff(a, b);
  EXPECT_EQ(side(edits, Op::kInsert), a);
  EXPECT_EQ(side(edits, Op::kDelete), b);
}

}  // namespace
}  // namespace bfa
