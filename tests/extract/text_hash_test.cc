// SPDX-License-Identifier: Apache-2.0
#include "extract/page/text_hash.h"

#include <gtest/gtest.h>

#include <string>

namespace bfa {
namespace {

std::uint64_t hash_of(std::string_view text) {
  TextHash hash;
  hash.add(text);
  return hash.value();
}

TEST(TextHash, LeavesOutWhiteSpaceAndTheLengthOfNumbers) {
  EXPECT_EQ(hash_of("bread, \n 12 loaves"), hash_of("bread,7 loaves "));
  EXPECT_EQ(hash_of("1 2"), hash_of("3"));
  EXPECT_NE(hash_of("bread"), hash_of("breads"));
  EXPECT_NE(hash_of("bread"), hash_of("bead"));
  EXPECT_NE(hash_of("abcdefgh"), hash_of("abcdefg"));
}

TEST(TextHash, CountsBytesThatAreNotWhiteSpace) {
  TextHash hash;
  EXPECT_EQ(hash.add(" a 12\tb\n"), 4u);
  EXPECT_EQ(hash.add(""), 0u);
  EXPECT_EQ(hash.add("\u00E9"), 2u);
}

// Words and chunks of the text do not begin where its pieces do.
TEST(TextHash, DoesNotDependOnThePieces) {
  std::string text;
  for (int i = 0; i < 700; ++i) text += static_cast<char>('a' + i * i % 26);
  for (std::size_t cut = 0; cut <= text.size(); cut += 13) {
    TextHash hash;
    EXPECT_EQ(hash.add(text.substr(0, cut)) + hash.add(text.substr(cut)), text.size());
    EXPECT_EQ(hash.value(), hash_of(text)) << cut;
  }
}

}  // namespace
}  // namespace bfa
