// SPDX-License-Identifier: Apache-2.0
#include "search/analyser.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

std::string joined(std::string_view text, std::string_view language = "") {
  SearchAnalyser analyser;
  std::string out;
  for (const SearchTerm& term : analyser.terms(text, language)) {
    if (!out.empty()) out += ' ';
    out += term.exact;
    if (!term.stem.empty()) out += "=" + term.stem;
  }
  return out;
}

struct FoldRow {
  const char* name;
  const char* text;
  const char* language;
  const char* terms;
};

class AnalyserTerms : public testing::TestWithParam<FoldRow> {};

TEST_P(AnalyserTerms, AreFolded) {
  EXPECT_EQ(joined(GetParam().text, GetParam().language), GetParam().terms);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, AnalyserTerms,
    testing::Values(
        FoldRow{"empty", "", "", ""}, FoldRow{"operators", "* \" ( ) - : AND", "", "and"},
        FoldRow{"case", "Hello WORLD", "", "hello world"},
        FoldRow{"stem", "running dogs", "en", "running=run dogs=dog"},
        FoldRow{"no_rules", "running", "xx", "running"},
        FoldRow{"accents", "Caf\u00e9 na\u00efve", "", "cafe naive"},
        FoldRow{"decomposed", "Cafe\u0301", "", "cafe"}, FoldRow{"sharp_s", "Stra\u00dfe", "", "strasse"},
        FoldRow{"full_width", "\uff21\uff22\uff23\uff11", "", "abc1"},
        FoldRow{"yo", "\u0451\u043b\u043a\u0430", "", "\u0435\u043b\u043a\u0430"},
        FoldRow{"harakat", "\u0643\u064e\u062a\u064e\u0628", "", "\u0643\u062a\u0628"},
        FoldRow{"alef_hamza", "\u0623\u062d\u0645\u062f", "", "\u0627\u062d\u0645\u062f"},
        FoldRow{"niqqud", "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd", "", "\u05e9\u05dc\u05d5\u05dd"},
        FoldRow{"thai", "\u0e01\u0e23\u0e38\u0e07", "", "\u0e01\u0e23\u0e38 \u0e23\u0e38\u0e07 \u0e07"},
        FoldRow{"override", "\u202eabc\u202c d", "", "abc d"},
        FoldRow{"han", "\u6771\u4eac\u90fd", "", "\u6771\u4eac \u4eac\u90fd \u90fd"},
        FoldRow{"one_han", "\u732b", "", "\u732b"},
        FoldRow{"hangul", "\ud55c\uad6d\uc5d0", "", "\ud55c\uad6d \uad6d\uc5d0 \uc5d0"},
        FoldRow{"half_width_kana", "\uff76\uff9e\uff77", "", "\u30ac\u30ad \u30ad"},
        FoldRow{"mixed", "iPhone\u7248 15", "", "iphone \u7248 15"},
        FoldRow{"not_utf8",
                "a\xff"
                "b",
                "", "a b"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Analyser, SaysWhereTermsStand) {
  SearchAnalyser analyser;
  const std::string text = "Ein Caf\u00e9, \u6771\u4eac\u90fd!";
  for (const SearchTerm& term : analyser.terms(text, "de")) {
    ASSERT_LE(term.end, text.size());
    EXPECT_EQ(folded_term(text.substr(term.begin, term.end - term.begin)), term.exact);
  }
}

TEST(Analyser, CutsLongWordsBetweenCharacters) {
  const std::string term = folded_term(std::string("x") + std::string(300, 'a') + "\u00df");
  EXPECT_EQ(term.size(), 100U);
  std::string accents = "y";
  for (int i = 0; i < 100; ++i) accents += "\u0436";
  EXPECT_EQ(folded_term(accents).size(), 99U);
}

}  // namespace
}  // namespace bfa
