// SPDX-License-Identifier: Apache-2.0
#include "text/stemmer.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace bfa {
namespace {

struct Row {
  const char* language;
  const char* word;
  const char* stem;
};

class StemmerTest : public testing::TestWithParam<Row> {};

TEST_P(StemmerTest, Stems) {
  EXPECT_EQ(Stemmer(GetParam().language).stem(GetParam().word), GetParam().stem);
}

INSTANTIATE_TEST_SUITE_P(All, StemmerTest,
                         testing::Values(Row{"en", "Studies", "studi"}, Row{"en-GB", "studying", "studi"},
                                         Row{"EN_us", "student", "student"}, Row{"de", "Aufgaben", "aufgab"},
                                         Row{"fr", "continuellement", "continuel"},
                                         Row{"nb", "bakerne", "bakern"}, Row{"ja", "Baking", "baking"},
                                         Row{"", "Baking", "baking"}, Row{"en", "", ""},
                                         Row{"ru", "\xd0\x9a\xd0\xbd\xd0\xb8\xd0\xb3\xd0\xb8",
                                             "\xd0\xba\xd0\xbd\xd0\xb8\xd0\xb3"}));

TEST(Stemmer, KnowsWhichLanguagesHaveRules) {
  EXPECT_TRUE(Stemmer("en").has_rules());
  EXPECT_FALSE(Stemmer("zh-Hant").has_rules());
  EXPECT_FALSE(Stemmer("no such language").has_rules());
}

TEST(Stemmer, Moves) {
  Stemmer a("en");
  Stemmer b = std::move(a);
  EXPECT_EQ(b.stem("ovens"), "oven");
}

}  // namespace
}  // namespace bfa
