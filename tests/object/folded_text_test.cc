// SPDX-License-Identifier: Apache-2.0
// The form that texts are compared by: canonical equivalence (Unicode, section 3.7 to 3.12).
#include "object/folded_text.h"

#include <gtest/gtest.h>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

struct Pair {
  const char* name;
  std::string a, b;
  bool same;
};

TEST(FoldedText, CanonicallyEquivalentTextsAreTheSame) {
  for (const Pair& pair : {
           Pair{"composed", "caf\u00e9", "cafe\u0301", true},
           Pair{"order of marks of two classes", "a\u0323\u0302", "a\u0302\u0323", true},
           Pair{"order of marks of one class", "a\u0301\u0302", "a\u0302\u0301", false},
           Pair{"letter with two marks", "\u1ead", "\u00e2\u0323", true},
           Pair{"letter with the other mark", "\u1ead", "\u1ea1\u0302", true},
           Pair{"three marks", "a\u0323\u0302\u0301x", "a\u0302\u0323\u0301x", true},
           Pair{"marks at the end", "xa\u0302\u0323", "xa\u0323\u0302", true},
           Pair{"marks without a letter", "\u0302\u0323", "\u0323\u0302", true},
           Pair{"a mark on the next letter", "ab\u0323", "a\u0323b", false},
           Pair{"a mark behind a space", "a \u0323b", "a\u0323b", true},
           Pair{"a space between marks", "a\u0301 \u0316", "a\u0301\u0316", true},
           Pair{"a line break between marks", "a\u0301\n\u0316", "a\u0316\u0301", true},
           Pair{"a space that does not break", "a\u0301\u00a0\u0316", "a\u0301 \u0316", true},
           Pair{"Hangul", "\ud55c\uae00", "\u1112\u1161\u11ab\u1100\u1173\u11af", true},
           Pair{"Hangul without a final", "\uac00", "\u1100\u1161", true},
           Pair{"singletons", "\u212b \u2126", "\u00c5 \u03a9", true},
           Pair{"compatibility ideograph", "\uf900", "\u8c48", true},
           Pair{"compatibility characters differ", "\u00b2", "2", false},
           Pair{"Hebrew points", "\u05e9\u05bc\u05c1", "\u05e9\u05c1\u05bc", true},
           Pair{"Arabic marks", "\u0628\u0651\u064e", "\u0628\u064e\u0651", true},
           Pair{"ellipsis with a mark", "\u2026\u0323\u0302", "...\u0302\u0323", true},
       }) {
    EXPECT_EQ(same_text(pair.a, pair.b), pair.same) << pair.name;
    EXPECT_EQ(folded_key(pair.a) == folded_key(pair.b), pair.same) << pair.name;
  }
}

// windows-1258 has the letter with its circumflex or breve, and the tone as a mark behind it.
TEST(FoldedText, VietnameseTextIsTheSameInAllItsEncodings) {
  constexpr char32_t kLetters[][2] = {{0x1EAC, 0xC2}, {0x1EAD, 0xE2}, {0x1EB6, 0x102}, {0x1EB7, 0x103},
                                      {0x1EC6, 0xCA}, {0x1EC7, 0xEA}, {0x1ED8, 0xD4},  {0x1ED9, 0xF4}};
  for (const auto& letter : kLetters) {
    std::string composed = "th", of_1258 = "th";
    append_code_point(composed, letter[0]);
    append_code_point(of_1258, letter[1]);
    of_1258 += "\u0323";
    EXPECT_TRUE(same_text(composed + "t", of_1258 + "t"))
        << std::hex << static_cast<std::uint32_t>(letter[0]);
  }
}

TEST(FoldedText, EachCodePointEqualsItsOwnDecomposition) {
  for (char32_t c = 0xC0; c < 0x30000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string composed, decomposed;
    append_code_point(composed, c);
    const CanonicalDecomposition parts = canonical_decomposition(c);
    ASSERT_GT(parts.size, 0u);
    for (std::size_t i = 0; i < parts.size; ++i) append_code_point(decomposed, parts.points[i].value);
    ASSERT_EQ(folded_key(composed), folded_key(decomposed)) << std::hex << static_cast<std::uint32_t>(c);
  }
}

TEST(FoldedText, ManyMarksNeedNoMemoryAndLoseNone) {
  std::string marks = "a";
  for (int i = 0; i < 50'000; ++i) marks += i % 2 == 0 ? "\u0302" : "\u0323";
  EXPECT_TRUE(same_text(marks, marks + " "));
  EXPECT_FALSE(same_text(marks, marks + "\u0302"));
  FoldedText folded(marks);
  std::size_t count = 0;
  while (folded.next() != 0) ++count;
  EXPECT_EQ(count, 50'001u);
}

TEST(FoldedText, IdeographsBesideOtherCharacters) {
  // The same with and without the short way for ideographs: the next character decides.
  EXPECT_EQ(folded_key("\u4E2D\u6587 \u4E2D\u3001a\u4E2D"), "\u4E2D\u6587\u4E2D\u3001a\u4E2D");
  EXPECT_EQ(folded_key("\u4E2D\u0323\u0301"), folded_key("\u4E2D\u0301\u0323"));
  EXPECT_EQ(folded_key("\u9FFF\u4E00\u00AD\u4E00"), "\u9FFF\u4E00\u4E00");
  EXPECT_EQ(folded_key("\u4E2D--\u6587"), folded_key("\u4E2D\u2014\u6587"));
  EXPECT_EQ(folded_key("\u4E2D\u304C"), folded_key("\u4E2D\u304B\u3099"));
  EXPECT_EQ(folded_key("\xE4\xB8 \u4E2D"), folded_key("\uFFFD\u4E2D"));
}

}  // namespace
}  // namespace bfa
