// SPDX-License-Identifier: Apache-2.0
#include "bfa/io/compress.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

namespace {

using bfa::Code;
using bfa::ContentCoding;

constexpr std::uint64_t kPlenty = 1u << 26;

std::string long_text() {
  std::string text;
  for (int i = 0; i < 5000; ++i)
    text += "line " + std::to_string(i * 7919) + " of a text that repeats itself\n";
  return text;
}

// zlib's own coder, so that the decoder is not only tried on what our encoder makes.
std::string zlib_encode(const std::string& text, int window_bits) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<unsigned>(text.size());
  stream.next_out = reinterpret_cast<unsigned char*>(out.data());
  stream.avail_out = static_cast<unsigned>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// "hello hello hello hello\n" by the coders' own programs.
const std::string kBrotliHello = {'\x1b', '\x17', '\x00', '\xf8', '\x8d', '\x94', '\x6e', '\xde',
                                  '\x44', '\x55', '\x86', '\xd6', '\x0a', '\x20', '\x6c', '\x6f',
                                  '\x4a', '\x11', '\x79', '\xe2', '\x80', '\xae', '\x16'};
const std::string kZstdHello = {'\x28', '\xb5', '\x2f', '\xfd', '\x04', '\x58', '\x6d', '\x00', '\x00',
                                '\x38', '\x68', '\x65', '\x6c', '\x6c', '\x6f', '\x20', '\x0a', '\x01',
                                '\x00', '\x99', '\x4b', '\x11', '\xa8', '\x7c', '\x2e', '\xa8'};
const std::string kHello = "hello hello hello hello\n";

TEST(Rfc1952_GzipMember, IsDeterministicAndHasNoNameOrTime) {
  const std::string text = long_text();
  const auto a = bfa::gzip_member(text);
  const auto b = bfa::gzip_member(text);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(*a, *b);
  EXPECT_EQ(a->substr(0, 4), std::string("\x1f\x8b\x08\x00", 4));
  EXPECT_EQ(a->substr(4, 4), std::string(4, '\0'));
  EXPECT_EQ(*bfa::decode_content(ContentCoding::kGzip, *a, kPlenty), text);
}

TEST(Rfc1952_GzipMember, TakesEmptyInputAndEveryLevel) {
  for (int level = 1; level <= 12; ++level) {
    const auto member = bfa::gzip_member("", level);
    ASSERT_TRUE(member) << level;
    EXPECT_EQ(*bfa::decode_content(ContentCoding::kGzip, *member, 0), "");
  }
  EXPECT_EQ(bfa::gzip_member("", 0).error().code, Code::kInvalidArgument);
  EXPECT_EQ(bfa::gzip_member("", 13).error().code, Code::kInvalidArgument);
}

TEST(Rfc1952_GzipMember, IntoAppends) {
  std::string out = "kept";
  ASSERT_TRUE(bfa::gzip_member_into("abc", 6, out).ok());
  EXPECT_EQ(out.substr(0, 4), "kept");
  EXPECT_EQ(out.substr(4), *bfa::gzip_member("abc", 6));
}

struct DecodeRow {
  const char* name;
  ContentCoding coding;
  std::string coded;
  std::string text;
};

class Decode : public testing::TestWithParam<DecodeRow> {};

TEST_P(Decode, GivesTheText) {
  const auto got = bfa::decode_content(GetParam().coding, GetParam().coded, kPlenty);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(*got, GetParam().text);
}

TEST_P(Decode, EveryPrefixIsTruncatedWithWhatWasDecoded) {
  const auto& row = GetParam();
  if (row.coding == ContentCoding::kIdentity || row.coded.size() > 5000)
    GTEST_SKIP() << "no end mark, or long";
  for (std::size_t n = 0; n < row.coded.size(); ++n) {
    std::string out = "old";
    const auto status =
        bfa::decode_content_into(row.coding, std::string_view(row.coded).substr(0, n), kPlenty, out);
    if (status.ok()) {
      // Several members: a cut between two of them, or inside what follows them, cannot be seen.
      EXPECT_TRUE(row.text.starts_with(out)) << n;
      continue;
    }
    EXPECT_EQ(status.error().code, Code::kTruncated) << n << ": " << status.error().message;
    EXPECT_TRUE(row.text.starts_with(out)) << n;
  }
}

TEST_P(Decode, OneByteLessThanTheTextIsALimit) {
  const auto& row = GetParam();
  if (row.text.empty()) GTEST_SKIP() << "nothing can be less than empty";
  std::string out;
  const auto status = bfa::decode_content_into(row.coding, row.coded, row.text.size() - 1, out);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kLimit);
  EXPECT_LE(out.size(), row.text.size() - 1);
  EXPECT_TRUE(bfa::decode_content_into(row.coding, row.coded, row.text.size(), out).ok());
}

INSTANTIATE_TEST_SUITE_P(
    Rfc9110_8_4, Decode,
    testing::Values(
        DecodeRow{"Identity", ContentCoding::kIdentity, kHello, kHello},
        DecodeRow{"Gzip", ContentCoding::kGzip, zlib_encode(kHello, 31), kHello},
        DecodeRow{"GzipLong", ContentCoding::kGzip, zlib_encode(long_text(), 31), long_text()},
        DecodeRow{"GzipTwoMembers", ContentCoding::kGzip, zlib_encode(kHello, 31) + zlib_encode("more", 31),
                  kHello + "more"},
        DecodeRow{"GzipThenLineEnd", ContentCoding::kGzip, zlib_encode(kHello, 31) + "\r\n", kHello},
        DecodeRow{"DeflateZlib", ContentCoding::kDeflate, zlib_encode(kHello, 15), kHello},
        DecodeRow{"DeflateRaw", ContentCoding::kDeflate, zlib_encode(kHello, -15), kHello},
        DecodeRow{"Brotli", ContentCoding::kBrotli, kBrotliHello, kHello},
        DecodeRow{"Zstd", ContentCoding::kZstd, kZstdHello, kHello},
        DecodeRow{"ZstdTwoFrames", ContentCoding::kZstd, kZstdHello + kZstdHello, kHello + kHello},
        DecodeRow{"DeflateRawLong", ContentCoding::kDeflate, zlib_encode(long_text(), -15), long_text()}),
    [](const auto& row) { return std::string(row.param.name); });

struct BadRow {
  const char* name;
  ContentCoding coding;
  std::string coded;
  Code code;
};

class DecodeBad : public testing::TestWithParam<BadRow> {};

TEST_P(DecodeBad, IsAnError) {
  const auto got = bfa::decode_content(GetParam().coding, GetParam().coded, kPlenty);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, GetParam().code) << got.error().message;
}

std::string with_flipped(std::string bytes, std::size_t at) {
  bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
  return bytes;
}

INSTANTIATE_TEST_SUITE_P(
    House_Malformed, DecodeBad,
    testing::Values(
        BadRow{"GzipIsHtml", ContentCoding::kGzip, "<html>not compressed at all</html>", Code::kCorrupt},
        BadRow{"GzipWrongCrc", ContentCoding::kGzip,
               with_flipped(zlib_encode(kHello, 31), zlib_encode(kHello, 31).size() - 6), Code::kCorrupt},
        BadRow{"GzipEmpty", ContentCoding::kGzip, "", Code::kTruncated},
        BadRow{"DeflateEmpty", ContentCoding::kDeflate, "", Code::kTruncated},
        BadRow{"ZlibWrongAdler", ContentCoding::kDeflate,
               with_flipped(zlib_encode(kHello, 15), zlib_encode(kHello, 15).size() - 2), Code::kCorrupt},
        BadRow{"BrotliGarbage", ContentCoding::kBrotli, std::string(40, '\xff'), Code::kCorrupt},
        BadRow{"BrotliEmpty", ContentCoding::kBrotli, "", Code::kTruncated},
        BadRow{"ZstdGarbage", ContentCoding::kZstd, "<html>not compressed</html>", Code::kCorrupt},
        BadRow{"ZstdEmpty", ContentCoding::kZstd, "", Code::kTruncated}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(House_Bomb, EndsAtTheLimit) {
  const std::string zeros(64u << 20, '\0');
  for (const int bits : {31, 15, -15}) {
    const std::string bomb = zlib_encode(zeros, bits);
    std::string out;
    const auto status = bfa::decode_content_into(bits == 31 ? ContentCoding::kGzip : ContentCoding::kDeflate,
                                                 bomb, 1u << 20, out);
    ASSERT_FALSE(status.ok()) << bits;
    EXPECT_EQ(status.error().code, Code::kLimit);
    EXPECT_EQ(out.size(), 1u << 20);
  }
}

}  // namespace
