// SPDX-License-Identifier: Apache-2.0
#include "html/text_shape.h"

#include <gtest/gtest.h>

#include <string>

namespace bfa {
namespace {

// Byte by byte, as the bits are defined.
TextShape slow_shape(const std::string& text) {
  TextShape shape;
  bool single = !text.empty();
  bool ordinary = !text.empty();
  bool unescaped = !text.empty();
  bool blank = !text.empty();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte > 0x20) ++shape.graphic;
    if (byte < 0x20 || text.compare(i, 2, "  ") == 0) single = false;
    if (text[i] == '&' || text[i] == '<' || text[i] == '>') unescaped = false;
    if (special_at(std::string_view(text).substr(i)).length != 0) ordinary = false;
    if (std::string_view(" \t\n\f\r").find(text[i]) == std::string_view::npos) blank = false;
  }
  if (single) shape.bits |= TextShape::kSingleSpaces;
  if (ordinary) shape.bits |= TextShape::kOrdinary;
  if (unescaped) shape.bits |= TextShape::kUnescaped;
  if (blank) shape.bits |= TextShape::kBlank;
  return shape;
}

struct PieceRow {
  const char* name;
  std::string piece;
  int bits;  // of the piece between letters
};
class TextShapes : public testing::TestWithParam<PieceRow> {};
TEST_P(TextShapes, AreSeenAtEveryPlace) {
  for (std::size_t before = 0; before < 40; ++before) {
    for (const std::size_t behind : {0, 1, 15, 16, 17, 33}) {
      const std::string text = std::string(before, 'a') + GetParam().piece + std::string(behind, 'b');
      const TextShape got = shape_of_text(text);
      const TextShape want = slow_shape(text);
      ASSERT_EQ(got.bits, want.bits) << before << ' ' << behind;
      ASSERT_EQ(got.graphic, want.graphic) << before << ' ' << behind;
    }
  }
  EXPECT_EQ(shape_of_text("a" + GetParam().piece + "b").bits, GetParam().bits);
}
constexpr int kAll = TextShape::kSingleSpaces | TextShape::kOrdinary | TextShape::kUnescaped;
INSTANTIATE_TEST_SUITE_P(
    Pieces, TextShapes,
    testing::Values(PieceRow{"Nothing", "", kAll}, PieceRow{"Space", " ", kAll},
                    PieceRow{"TwoSpaces", "  ", kAll & ~TextShape::kSingleSpaces},
                    PieceRow{"Newline", "\n", kAll & ~TextShape::kSingleSpaces},
                    PieceRow{"SpaceAndTab", " \t", kAll & ~TextShape::kSingleSpaces},
                    PieceRow{"Control", "\x01", kAll & ~TextShape::kSingleSpaces},
                    PieceRow{"Delete", "\x7f", kAll},
                    PieceRow{"Ampersand", "&", kAll & ~TextShape::kUnescaped},
                    PieceRow{"Less", "<", kAll & ~TextShape::kUnescaped},
                    PieceRow{"Greater", ">", kAll & ~TextShape::kUnescaped}, PieceRow{"Equals", "=", kAll},
                    PieceRow{"Quote", "\xE2\x80\x99", kAll}, PieceRow{"Accent", "\xC3\xA9", kAll},
                    PieceRow{"NoBreakSpace", "\xC2\xA0", kAll & ~TextShape::kOrdinary},
                    PieceRow{"SoftHyphen", "\xC2\xAD", kAll & ~TextShape::kOrdinary},
                    PieceRow{"LineSeparator", "\xE2\x80\xA8", kAll & ~TextShape::kOrdinary},
                    PieceRow{"ByteOrderMark", "\xEF\xBB\xBF", kAll & ~TextShape::kOrdinary},
                    PieceRow{"WidePunctuation", "\xEF\xBC\x8C", kAll}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(TextShapes, BlankIsWhiteSpaceAlone) {
  EXPECT_EQ(shape_of_text("").bits, 0);
  EXPECT_TRUE(shape_of_text(" ").bits & TextShape::kBlank);
  EXPECT_TRUE(shape_of_text("\n" + std::string(50, ' ') + "\t").bits & TextShape::kBlank);
  EXPECT_FALSE(shape_of_text(" \x01 ").bits & TextShape::kBlank);
  EXPECT_FALSE(shape_of_text("\xC2\xA0").bits & TextShape::kBlank);
}

TEST(TextShapes, LongTextsAreCounted) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += i % 6 == 5 ? ' ' : 'a';
  EXPECT_EQ(shape_of_text(text).graphic, slow_shape(text).graphic);
  EXPECT_EQ(shape_of_text(text).bits, kAll);
}

}  // namespace
}  // namespace bfa
