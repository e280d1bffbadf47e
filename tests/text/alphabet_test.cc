// SPDX-License-Identifier: Apache-2.0
#include "text/alphabet.h"

#include <gtest/gtest.h>

#include <string>

namespace {

struct Row {
  const char* name;
  const char* text;
  const char* language;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class LanguageOfLetters : public testing::TestWithParam<Row> {};

TEST_P(LanguageOfLetters, MatchesRow) {
  EXPECT_EQ(bfa::language_of_letters(GetParam().text), GetParam().language);
}

INSTANTIATE_TEST_SUITE_P(
    House, LanguageOfLetters,
    testing::Values(
        Row{"Empty", "", ""}, Row{"Latin", "A few words in English", ""},
        Row{"Chinese", "\u6628\u5929\u6211\u4eec\u53bb\u4e86\u6d77\u8fb9", "zh"},
        Row{"Japanese", "\u6628\u65e5\u306f\u6d77\u3078\u884c\u304d\u307e\u3057\u305f", "ja"},
        Row{"Korean", "\uc5b4\uc81c\ub294 \ubc14\ub2e4\uc5d0 \uac14\ub2e4", "ko"},
        Row{"KoreanWithNames", "\uc5b4\uc81c\ub294 Busan \ubc14\ub2e4\uc5d0 \uac14\ub2e4", "ko"},
        Row{"LatinWithHangul", "We went to the sea near Busan (\ubd80\uc0b0) by train", ""},
        Row{"Russian",
            "\u0412\u0447\u0435\u0440\u0430 \u043c\u044b \u0431\u044b\u043b\u0438 \u043d\u0430 "
            "\u043c\u043e\u0440\u0435",
            "ru"},
        Row{"Ukrainian",
            "\u0423\u0447\u043e\u0440\u0430 \u043c\u0438 \u0431\u0443\u043b\u0438 \u0431\u0456\u043b\u044f "
            "\u043c\u043e\u0440\u044f",
            ""},
        Row{"Bulgarian",
            "\u0412\u0447\u0435\u0440\u0430 \u0431\u044f\u0445\u043c\u0435 \u043d\u0430 "
            "\u043c\u043e\u0440\u0435\u0442\u043e",
            ""},
        Row{"Greek", "\u03c7\u03b8\u03b5\u03c2 \u03c0\u03ae\u03b3\u03b1\u03bc\u03b5", ""},
        Row{"RussianWithChinese", "\u043c\u044b \u4e2d\u6587", ""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(LettersOfAnExpectedLanguage, MayBeFewer) {
  const std::string mixed = "\xe3\x81\x93\xe3\x82\x8c\xe3\x81\xaf Raspberry \xe3\x81\xa7\xe3\x81\x99";
  EXPECT_EQ(bfa::language_of_letters(mixed + " and some other words"), "");
  EXPECT_EQ(bfa::language_of_letters(mixed + " and some other words", "ja"), "ja");
  EXPECT_EQ(bfa::language_of_letters(mixed + " and some other words", "ko"), "");
  EXPECT_EQ(bfa::language_of_letters(mixed + std::string(60, 'w'), "ja"), "");
}

}  // namespace
