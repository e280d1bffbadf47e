// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/utf8.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

using Words = std::vector<std::string_view>;

TEST(Unicode_3_9, ReplacesMaximalSubparts) {
  EXPECT_EQ(repair_utf8("a\xF0\x9F\x98\x80z"), "a\U0001F600z");
  EXPECT_EQ(repair_utf8("\xF0\x9F\x98"), "\uFFFD");
  EXPECT_EQ(repair_utf8("\xE0\x80\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(repair_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(repair_utf8("\xC0\xAF"), "\uFFFD\uFFFD");
  EXPECT_EQ(repair_utf8("\xE2\x82(x)"), "\uFFFD(x)");
  EXPECT_EQ(repair_utf8("\x80 ok \xFF"), "\uFFFD ok \uFFFD");
}

TEST(House_Utf8, ValidatesAtEveryAlignment) {
  for (std::size_t lead = 0; lead < 20; ++lead) {
    const std::string good = std::string(lead, 'a') + "\u00E9" + std::string(11, 'b') + "\U0001F600";
    EXPECT_TRUE(is_valid_utf8(good)) << lead;
    for (std::size_t cut = 1; cut <= 3; ++cut)
      EXPECT_FALSE(is_valid_utf8(std::string_view(good).substr(0, good.size() - cut))) << lead << " " << cut;
    std::string bad = good;
    bad[lead] = '\xFF';
    EXPECT_FALSE(is_valid_utf8(bad)) << lead;
  }
  EXPECT_TRUE(is_valid_utf8(""));
}

TEST(House_Utf8, EveryCodePointComesBack) {
  for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 7) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string bytes;
    append_code_point(bytes, c);
    std::size_t pos = 0;
    ASSERT_EQ(next_code_point(bytes, pos), c);
    ASSERT_EQ(pos, bytes.size());
    ASSERT_TRUE(is_valid_utf8(bytes));
  }
  std::string surrogate;
  append_code_point(surrogate, 0xD800);
  EXPECT_EQ(surrogate, "\uFFFD");
  EXPECT_EQ(count_code_points("a\u00E9\u3042\U0001F600"), 4u);
}

// Table 3-7 of the standard, for sequences of two and three bytes before other text.
TEST(Unicode_3_9, WellFormedSequencesBeforeOtherText) {
  const auto between = [](int byte, int low, int high) { return byte >= low && byte <= high; };
  for (int a = 0x80; a <= 0xFF; ++a) {
    for (const int b : {0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF}) {
      for (const int c : {0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xFF}) {
        const bool two = between(a, 0xC2, 0xDF) && between(b, 0x80, 0xBF);
        const int low = a == 0xE0 ? 0xA0 : 0x80, high = a == 0xED ? 0x9F : 0xBF;
        const bool three = between(a, 0xE0, 0xEF) && between(b, low, high) && between(c, 0x80, 0xBF);
        std::string bytes;
        for (const int byte : {a, b, c}) bytes += static_cast<char>(byte);
        std::size_t pos = 0;
        const char32_t got = next_code_point(bytes + "xyz", pos);
        EXPECT_EQ(is_valid_utf8(bytes + "xyz"), three || (two && c < 0x80)) << a << ' ' << b << ' ' << c;
        EXPECT_EQ(pos == 2 && got == static_cast<char32_t>((a & 0x1F) << 6 | (b & 0x3F)), two)
            << a << ' ' << b;
        if (three) {
          EXPECT_EQ(pos, 3u);
          EXPECT_EQ(got, static_cast<char32_t>((a & 0x0F) << 12 | (b & 0x3F) << 6 | (c & 0x3F)));
        }
      }
    }
  }
}

TEST(House_Unicode, Properties) {
  for (const char32_t c : {U'a', U'Z', U'0', U'\u00E9', U'\u0416', U'\u05D0', U'\u0905', U'\u0941', U'\u4E00',
                           U'\uAC00', U'\u0663', U'\U00020000'})
    EXPECT_TRUE(is_word_char(c)) << static_cast<unsigned>(c);
  for (const char32_t c :
       {U' ', U'-', U'_', U'.', U'\u00A0', U'\u2014', U'\u3002', U'\U0001F600', char32_t{0x10FFFF}})
    EXPECT_FALSE(is_word_char(c)) << static_cast<unsigned>(c);
  for (const char32_t c : {U' ', U'\n', U'\t', U'\u00A0', U'\u3000', U'\u200B', U'\u2009', U'\u2028'})
    EXPECT_TRUE(is_space_char(c)) << static_cast<unsigned>(c);
  EXPECT_FALSE(is_space_char(U'\u200D'));
  for (const char32_t c : {U'\u4E00', U'\u3042', U'\u30AB', U'\u0E01', U'\u3005'})
    EXPECT_TRUE(is_cjk_char(c));
  for (const char32_t c : {U'a', U'\uAC00', U'\u3002', U'\u0416'}) EXPECT_FALSE(is_cjk_char(c));
}

TEST(House_FoldCase, SimpleFolding) {
  EXPECT_EQ(fold_case("\u00C9T\u00C9 \u0416\u0423\u041A \u03A3\u03C2 \u1E9E \u0130"),
            "\u00E9t\u00E9 \u0436\u0443\u043A \u03C3\u03C3 \u00DF \u0130");
  EXPECT_EQ(fold_case(U'\U00010400'), U'\U00010428');
  EXPECT_EQ(fold_case(U'\u3042'), U'\u3042');
}

TEST(House_CollapseSpace, OneSpaceBetweenNoneAround) {
  EXPECT_EQ(collapse_space(" \n a\u00A0\u3000b \t"), "a b");
  EXPECT_EQ(collapse_space(" \u200B "), "");
  EXPECT_EQ(collapse_space("one two  three "), "one two three");
  EXPECT_EQ(collapse_space(" one\u00E9 two \u00A0 \u00E9 x "), "one\u00E9 two \u00E9 x");
  EXPECT_EQ(collapse_space("a "), "a");
}

TEST(House_FoldCase, EachByteWhereverItStands) {
  for (std::size_t lead = 0; lead < 17; ++lead) {
    for (int c = 1; c < 0x80; ++c) {
      const std::string text = std::string(lead, 'Q') + static_cast<char>(c) + "ZebrA\u00C9";
      const char small = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
      ASSERT_EQ(fold_case(text), std::string(lead, 'q') + small + "zebra\u00E9") << lead << " " << c;
    }
  }
}

TEST(House_SplitWords, ByScript) {
  EXPECT_EQ(split_words("It's 5 o'clock - go!"), (Words{"It", "s", "5", "o", "clock", "go"}));
  EXPECT_EQ(split_words("\u65E5\u672C\u8A9Eabc\u3067"),
            (Words{"\u65E5", "\u672C", "\u8A9E", "abc", "\u3067"}));
  EXPECT_EQ(split_words("\u0939\u093F\u0928\u094D\u0926\u0940"),
            (Words{"\u0939\u093F\u0928\u094D\u0926\u0940"}));
  EXPECT_EQ(split_words("\uD55C\uAD6D\uC5B4 \uBB38\uC11C"), (Words{"\uD55C\uAD6D\uC5B4", "\uBB38\uC11C"}));
  EXPECT_EQ(split_words("\u0E01\u0E31\u0E19"), (Words{"\u0E01\u0E31", "\u0E19"}));
  EXPECT_TRUE(split_words(" ... ").empty());
}

}  // namespace
}  // namespace bfa
