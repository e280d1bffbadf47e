// SPDX-License-Identifier: Apache-2.0
#include "bfa/io/digest.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using bfa::DigestAlgorithm;

struct DigestRow {
  const char* name;
  DigestAlgorithm algorithm;
  const char* text;
  const char* labelled;
};

class Digests : public testing::TestWithParam<DigestRow> {};

TEST_P(Digests, MatchesRowInOneGoAndInParts) {
  const auto& row = GetParam();
  const std::string text = row.text;
  EXPECT_EQ(bfa::labelled_digest(row.algorithm, bfa::digest(row.algorithm, text)), row.labelled);
  bfa::Digester digester(row.algorithm);
  for (int round = 0; round < 2; ++round) {  // finish() resets the digester
    for (const char c : text) digester.update(std::string_view(&c, 1));
    EXPECT_EQ(bfa::labelled_digest(row.algorithm, digester.finish()), row.labelled);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Fips180_Rfc1321, Digests,
    testing::Values(
        DigestRow{"Sha1Empty", DigestAlgorithm::kSha1, "", "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"},
        DigestRow{"Sha1Abc", DigestAlgorithm::kSha1, "abc", "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5"},
        DigestRow{"Sha256Abc", DigestAlgorithm::kSha256, "abc",
                  "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        DigestRow{
            "Sha512Abc", DigestAlgorithm::kSha512, "abc",
            "sha512:ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23"
            "a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
        DigestRow{"Md5Abc", DigestAlgorithm::kMd5, "abc", "md5:900150983cd24fb0d6963f7d28e17f72"}),
    [](const auto& row) { return std::string(row.param.name); });

struct Base32Row {
  const char* name;
  const char* raw;
  const char* text;
};

class Base32 : public testing::TestWithParam<Base32Row> {};

TEST_P(Base32, EncodesWithoutPadding) {
  EXPECT_EQ(bfa::base32_encode(GetParam().raw), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(Rfc4648_10, Base32,
                         testing::Values(Base32Row{"Empty", "", ""}, Base32Row{"F", "f", "MY"},
                                         Base32Row{"Fo", "fo", "MZXQ"}, Base32Row{"Foo", "foo", "MZXW6"},
                                         Base32Row{"Foob", "foob", "MZXW6YQ"},
                                         Base32Row{"Fooba", "fooba", "MZXW6YTB"},
                                         Base32Row{"Foobar", "foobar", "MZXW6YTBOI"}),
                         [](const auto& row) { return std::string(row.param.name); });

struct SameRow {
  const char* name;
  const char* a;
  const char* b;
  bool same;
};

class SameDigest : public testing::TestWithParam<SameRow> {};

TEST_P(SameDigest, LooksPastCaseAndEncoding) {
  EXPECT_EQ(bfa::same_digest(GetParam().a, GetParam().b), GetParam().same);
  EXPECT_EQ(bfa::same_digest(GetParam().b, GetParam().a), GetParam().same);
}

INSTANTIATE_TEST_SUITE_P(Warc11_5_8, SameDigest,
                         testing::Values(SameRow{"LowerBase32", "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5",
                                                 "sha1:vgmt4nsha2awvor6evyxqugcnsonbwe5", true},
                                         SameRow{"HexAndBase32", "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5",
                                                 "SHA1:A9993E364706816ABA3E25717850C26C9CD0D89D", true},
                                         SameRow{"DashInName", "sha-1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5",
                                                 "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5", true},
                                         SameRow{"PaddedBase32", "md5:SAAVBGB42JH3BVUWH56SRYL7OI======",
                                                 "md5:900150983cd24fb0d6963f7d28e17f72", true},
                                         SameRow{"OtherValue", "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5",
                                                 "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", false},
                                         SameRow{"OtherAlgorithm", "md5:abc", "sha1:abc", false},
                                         SameRow{"UnknownAlgorithmSameText", "xyz:abc", "xyz:abc", true},
                                         SameRow{"UnknownAlgorithmKeepsCase", "xyz:abc", "xyz:ABC", false}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(House_FastHash, TellsTextsApart) {
  EXPECT_EQ(bfa::fast_hash("a"), bfa::fast_hash(std::string("a")));
  EXPECT_NE(bfa::fast_hash("a"), bfa::fast_hash("b"));
  EXPECT_EQ(bfa::fast_hash(""), 0x2d06800538d394c2U);  // XXH3 64 of nothing, seed 0
}

TEST(House_Hex, WritesLowerCase) {
  EXPECT_EQ(bfa::hex_encode(std::string("\x00\xff\x1a", 3)), "00ff1a");
}

TEST(Warc11_5_8, OneSpellingStandsForAllOfADigest) {
  const std::string sha1 = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
  for (const char* spelling :
       {"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", "SHA-1:3i42h3s6nnfq2msvx7xzkyayscx5qbyj",
        "sha1:DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709"}) {
    EXPECT_EQ(bfa::canonical_digest(spelling), sha1) << spelling;
  }
  const std::string empty = bfa::digest(bfa::DigestAlgorithm::kSha256, "");
  EXPECT_EQ(bfa::canonical_digest("SHA256:" + bfa::base32_encode(empty) + "===="),
            "sha256:" + bfa::hex_encode(empty));
  EXPECT_EQ(bfa::canonical_digest(bfa::hex_encode(empty)), "sha256:" + bfa::hex_encode(empty));
  EXPECT_NE(bfa::canonical_digest("md5:d41d8cd98f00b204e9800998ecf8427e"), "");
  for (const char* none : {"", "sha1:", "sha1:abc", "sha1:zzzzzzzzzzzzzzzzzzzz", "crc32:00000000", "-",
                           "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBY!", "d41d8cd98f00b204e9800998ecf8427e0"}) {
    EXPECT_EQ(bfa::canonical_digest(none), "") << none;
  }
}

}  // namespace
