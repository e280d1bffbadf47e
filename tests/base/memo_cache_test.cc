// SPDX-License-Identifier: Apache-2.0
#include "base/memo_cache.h"

#include <gtest/gtest.h>

#include <string>

namespace bfa {
namespace {

TEST(MemoCache, AreMadeOnceWhileTheyAreKept) {
  MemoCache<std::string> values;
  int made = 0;
  const auto make = [&made](std::string_view text) {
    ++made;
    return std::string(text) + "!";
  };
  const auto first = values.of("one", make);
  EXPECT_EQ(*first, "one!");
  EXPECT_EQ(*values.of("one", make), "one!");
  EXPECT_EQ(made, 1);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(*values.of(std::to_string(i), make), std::to_string(i) + "!");
  EXPECT_EQ(made, 1001);
  EXPECT_EQ(*first, "one!");  // lives on when others took its place
  const std::string huge(5000, 'x');
  EXPECT_EQ(*values.of(huge, make), huge + "!");
  EXPECT_EQ(*values.of(huge, make), huge + "!");
  EXPECT_EQ(made, 1003);  // too long to be kept
}

}  // namespace
}  // namespace bfa
