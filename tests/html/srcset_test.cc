// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "bfa/html/content.h"

namespace bfa {
namespace {

// The parsed candidates as text: "a.png 300w|b.png 2x|c.png".
std::string shape_of(std::string_view srcset) {
  std::ostringstream out;
  for (const auto& candidate : parse_srcset(srcset)) {
    out << (out.tellp() > 0 ? "|" : "") << candidate.url;
    if (candidate.width != 0) out << ' ' << candidate.width << 'w';
    if (candidate.width == 0 && candidate.density != 1) out << ' ' << candidate.density << 'x';
  }
  return out.str();
}

struct Row {
  const char* name;
  const char* srcset;
  const char* shape;
};
class Srcset : public testing::TestWithParam<Row> {};
TEST_P(Srcset, MatchesRow) {
  EXPECT_EQ(shape_of(GetParam().srcset), GetParam().shape);
}
INSTANTIATE_TEST_SUITE_P(
    HtmlStandard, Srcset,
    testing::Values(
        Row{"Empty", "", ""}, Row{"Blank", " \t\n", ""}, Row{"OnlyCommas", ", ,,", ""},
        Row{"OneUrl", "a.png", "a.png"}, Row{"Widths", "a.png 300w, b.png 600w", "a.png 300w|b.png 600w"},
        Row{"Densities", "a.png, b.png 2x,c.png 1.5x", "a.png|b.png 2x|c.png 1.5x"},
        Row{"White", "\n a.png\t300w \n,\n b.png   600w\n", "a.png 300w|b.png 600w"},
        Row{"CommaInUrl", "w_1,h_2/a.png 1x, w_2,h_4/b.png 2x", "w_1,h_2/a.png|w_2,h_4/b.png 2x"},
        Row{"CommaAfterUrl", "a.png, b.png 2x", "a.png|b.png 2x"},
        Row{"CommasAfterUrl", "a.png,,,, b.png 2x", "a.png|b.png 2x"},
        Row{"NoSpaceAfterComma", "a.png 1x,b.png 2x", "a.png|b.png 2x"},
        Row{"UrlsJoinedByAComma", "a.png,b.png 2x", "a.png,b.png 2x"},
        Row{"CommaFirst", ",a.png 1x", "a.png"}, Row{"CommaLast", "a.png 1x,", "a.png"},
        Row{"DataUrl", "data:image/png;base64,AAAA 1x, b.png 2x", "data:image/png;base64,AAAA|b.png 2x"},
        Row{"Parentheses", "a.png x(1,2 3)y, b.png 2x", "b.png 2x"},
        Row{"OpenParenthesis", "a.png (1x, b.png 2x", ""}, Row{"WidthZero", "a.png 0w", ""},
        Row{"WidthNegative", "a.png -1w", ""}, Row{"WidthFraction", "a.png 1.5w", ""},
        Row{"WidthPlus", "a.png +1w", ""}, Row{"WidthSpace", "a.png 300 w", ""},
        Row{"WidthHuge", "a.png 99999999999w", "a.png 4294967295w"}, Row{"UpperCase", "a.png 300W", ""},
        Row{"DensityZero", "a.png 0x", "a.png 0x"}, Row{"DensityNegative", "a.png -1x", ""},
        Row{"DensityPoint", "a.png .5x", "a.png 0.5x"}, Row{"DensityPointAlone", "a.png 1.x", ""},
        Row{"DensityExponent", "a.png 2e0x", "a.png 2x"}, Row{"DensityPlus", "a.png +1x", ""},
        Row{"DensityInfinite", "a.png infx", ""}, Row{"WidthAndHeight", "a.png 300w 200h", "a.png 300w"},
        Row{"HeightAndWidth", "a.png 200h 300w", "a.png 300w"}, Row{"HeightAlone", "a.png 200h", ""},
        Row{"WidthAndDensity", "a.png 300w 2x", ""}, Row{"TwoWidths", "a.png 300w 400w", ""},
        Row{"TwoDensities", "a.png 1x 2x", ""}, Row{"HeightAndDensity", "a.png 200h 1x", ""},
        Row{"UnknownUnit", "a.png 300q, b.png 2x", "b.png 2x"},
        Row{"UnitAlone", "a.png w, b.png x, c.png", "c.png"},
        Row{"BadOneOfSeveral", "a.png 300w, b.png bad 1w, c.png 600w", "a.png 300w|c.png 600w"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
