// SPDX-License-Identifier: Apache-2.0
#include "io/gzip_encoder.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "bfa/io/compress.h"

namespace bfa {
namespace {

std::string packed(int level, const std::string& bytes) {
  auto encoder = GzipEncoder::make(level);
  EXPECT_TRUE(encoder);
  std::string out;
  if (encoder) {
    EXPECT_TRUE((*encoder)->member(bytes, out));
  }
  return out;
}

// Words in an order without a short period, so that the levels differ.
std::string text_of_size(std::size_t size) {
  std::string text;
  std::uint32_t state = 1;
  while (text.size() < size) {
    state = state * 1664525U + 1013904223U;
    text += "word" + std::to_string(state >> 24U) + (state % 7 == 0 ? ", and " : " ");
  }
  text.resize(size);
  return text;
}

struct Row {
  const char* name;
  int level;
  std::size_t size;
  int same_as;  // the level that gives the same bytes
};
class GzipLevels : public testing::TestWithParam<Row> {};
TEST_P(GzipLevels, AreOfAMembersSize) {
  const std::string text = text_of_size(GetParam().size);
  std::string back;
  const std::string member = packed(GetParam().level, text);
  ASSERT_TRUE(decode_content_into(ContentCoding::kGzip, member, text.size(), back));
  EXPECT_EQ(back, text);
  EXPECT_EQ(member, packed(GetParam().same_as, text));
  if (GetParam().level != 6) {
    EXPECT_NE(member, packed(6, text));
  }
}
INSTANTIATE_TEST_SUITE_P(House, GzipLevels,
                         testing::Values(Row{"FastAndShort", GzipEncoder::kFast, GzipEncoder::kShort, 1},
                                         Row{"FastAndLong", GzipEncoder::kFast, GzipEncoder::kShort + 1, 4},
                                         Row{"UsualAndShort", 6, GzipEncoder::kShort, 6},
                                         Row{"Fastest", 1, GzipEncoder::kShort, 1}),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
