// SPDX-License-Identifier: Apache-2.0
#include "io/text_delta.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

std::string words(std::size_t count, unsigned seed) {
  std::string out;
  unsigned state = seed;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 1103515245U + 12345U;
    out += static_cast<char>('a' + (state >> 16U) % 26U);
    out += std::to_string((state >> 20U) % 1000U) + " ";
  }
  return out;
}

TEST(TextDelta, GivesTheTextAgain) {
  const std::string long_text = words(5000, 1);
  const std::pair<std::string, std::string> cases[] = {
      {"", ""},
      {"", "a"},
      {"a", ""},
      {"abc", "abd"},
      {long_text, long_text + "more"},
      {long_text, "more" + long_text.substr(100)},
      {"x", long_text},
      {words(40000, 2), words(40000, 2) + words(3, 3)},
  };
  for (const auto& [base, text] : cases) {
    const auto delta = make_delta(base, text);
    ASSERT_TRUE(delta);
    const auto made = apply_delta(base, *delta);
    ASSERT_TRUE(made);
    EXPECT_EQ(*made, text);
  }
}

TEST(TextDelta, OfNearlyEqualTextsIsSmall) {
  const std::string base = words(100000, 1);
  std::string text = base;
  text.replace(text.size() / 2, 5, "edited");
  EXPECT_LT(make_delta(base, text)->size(), 100U);
}

TEST(TextDelta, WithAnotherBaseIsAnError) {
  const std::string base = words(500, 1);
  const auto delta = make_delta(base, base + "end");
  EXPECT_EQ(apply_delta(words(500, 2), *delta).error().code, Code::kCorrupt);
  EXPECT_EQ(apply_delta("", *delta).error().code, Code::kCorrupt);
}

TEST(TextDelta, DamagedIsAnErrorOrTheSameText) {
  const std::string base = words(200, 1);
  const auto delta = make_delta(base, base + "end");
  EXPECT_EQ(apply_delta(base, "").error().code, Code::kCorrupt);
  for (std::size_t i = 0; i < delta->size(); ++i) {
    EXPECT_FALSE(apply_delta(base, std::string_view(*delta).substr(0, i)));
    for (const int bit : {1, 8, 128}) {
      std::string damaged = *delta;
      damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ static_cast<unsigned>(bit));
      const auto made = apply_delta(base, damaged);
      if (made) {
        EXPECT_EQ(*made, base + "end");
      }
    }
  }
}

}  // namespace
}  // namespace bfa
