// SPDX-License-Identifier: Apache-2.0
// Records packed as zstd and lz4 frames, and the bytes that may be between frames.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/zstd_encoder.h"
#include "support/fixtures.h"
#include "warc/warc_testing.h"

namespace {

using bfa::test::read_bytes;
using bfa::test::response_fields;
using bfa::test::warc_record;
using Lines = std::vector<std::string>;

std::string page(int number) {
  std::string text = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!doctype html><title>Post " +
                     std::to_string(number) + "</title><div class=\"entry-content\">";
  for (int i = 0; i < 40; ++i) text += "<p>paragraph " + std::to_string(number * 7919 + i * i) + "</p>";
  return text;
}

std::string record(int number) {
  return warc_record(response_fields("http://a.example/" + std::to_string(number)), page(number));
}

std::string line(int number) {
  return "response http://a.example/" + std::to_string(number) + " " + page(number);
}

const std::string& dictionary() {
  static const std::string made = [] {
    std::vector<std::string> samples;
    for (int i = 100; i < 400; ++i) samples.push_back(record(i));
    return bfa::train_warc_dictionary(samples, 8000);
  }();
  return made;
}

std::string frame(const std::string& bytes, const std::string& with = {}) {
  std::string out;
  EXPECT_TRUE((*bfa::ZstdEncoder::make(3, with))->member(bytes, out).ok());
  return out;
}

std::string skippable(char number, const std::string& content) {
  std::string out = {static_cast<char>(0x50 + number), '\x2a', '\x4d', '\x18'};
  for (unsigned i = 0; i < 4; ++i) out.push_back(static_cast<char>((content.size() >> (8 * i)) & 0xffU));
  return out + content;
}

// A frame of one block as it is (lz4 frame format 1.6: version 1, independent blocks of 64 KiB, no sums).
std::string lz4_frame(const std::string& bytes) {
  std::string out("\x04\x22\x4d\x18\x60\x40\x82", 7);
  for (unsigned i = 0; i < 3; ++i) out.push_back(static_cast<char>((bytes.size() >> (8 * i)) & 0xffU));
  return out + '\x80' + bytes + std::string(4, '\0');
}

struct PackRow {
  const char* name;
  std::string bytes;
  Lines records;
  Lines findings;
};

class Packing : public testing::TestWithParam<PackRow> {};

TEST_P(Packing, GivesRecordsAndFindings) {
  const auto back = read_bytes(GetParam().bytes);
  EXPECT_FALSE(back.error.has_value()) << back.error->message;
  EXPECT_EQ(back.records, GetParam().records);
  EXPECT_EQ(back.finding_ids(), GetParam().findings);
}

TEST_P(Packing, EveryPrefixEndsInDataOrAnError) {
  const std::string& bytes = GetParam().bytes;
  for (std::size_t n = 0; n < bytes.size(); n += 3) {
    const auto back = read_bytes(bytes.substr(0, n));
    EXPECT_LE(back.records.size(), GetParam().records.size()) << n;
    if (back.error) {
      EXPECT_NE(back.error->code, bfa::Code::kIo) << n;
    }
  }
}

std::string with_dictionary() {
  return *bfa::dictionary_frame(dictionary()) + frame(record(1), dictionary()) +
         frame(record(2), dictionary());
}

std::string damaged(std::string bytes, std::size_t at) {
  bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
  return bytes;
}

INSTANTIATE_TEST_SUITE_P(
    Iipc_WarcZst, Packing,
    testing::Values(
        PackRow{"NoDictionary", frame(record(1)) + frame(record(2)), {line(1), line(2)}, {}},
        PackRow{"PackedDictionary", with_dictionary(), {line(1), line(2)}, {}},
        PackRow{
            "RawDictionary",
            skippable(0xd, dictionary()) + frame(record(1), dictionary()) + frame(record(2), dictionary()),
            {line(1), line(2)},
            {}},
        PackRow{"OtherSkippableFrames",
                frame(record(1)) + skippable(3, "a note") + frame(record(2)) + skippable(0, ""),
                {line(1), line(2)},
                {}},
        PackRow{"SkippableBeforeTheFirst", skippable(3, "a note") + frame(record(1)), {line(1)}, {}},
        PackRow{"SeveralFramesARecord",
                frame(record(1).substr(0, 200)) + frame(record(1).substr(200)) + frame(record(2)),
                {line(1), line(2)},
                {}},
        PackRow{"SeveralRecordsAFrame",
                frame(record(1) + record(2)),
                {line(1), line(2)},
                {"several_records_in_member"}},
        PackRow{"WrongChecksum",
                damaged(frame(record(1)), frame(record(1)).size() - 1) + frame(record(2)),
                {"response http://a.example/1 <corrupt>", line(2)},
                {"zstd_checksum"}},
        PackRow{"Truncated",
                frame(record(1)) + frame(record(2)).substr(0, 20),
                {line(1)},
                {"zstd_frame_truncated"}},
        PackRow{
            "Garbage", frame(record(1)) + "garbage!" + frame(record(2)), {line(1), line(2)}, {"not_zstd"}},
        PackRow{"ZeroPadding",
                frame(record(1)) + std::string(40, '\0') + frame(record(2)),
                {line(1), line(2)},
                {"zero_padding"}}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(House_Lz4, Packing,
                         testing::Values(PackRow{"FramePerRecord",
                                                 lz4_frame(record(1)) + lz4_frame(record(2)),
                                                 {line(1), line(2)},
                                                 {}},
                                         PackRow{"Garbage",
                                                 lz4_frame(record(1)) + "garbage!" + lz4_frame(record(2)),
                                                 {line(1), line(2)},
                                                 {"not_lz4"}}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Iipc_WarcZst, ReadingCanStartAtAnyRecordOfADictionaryFile) {
  ASSERT_FALSE(dictionary().empty());
  const bfa::test::TemporaryDirectory folder;
  const std::string path = folder.path() + "/x.warc.zst";
  ASSERT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, with_dictionary()).ok());
  auto reader = bfa::WarcReader::open(bfa::posix_file_system(), path);
  ASSERT_TRUE(reader);
  const auto all = bfa::test::read_records(**reader);
  ASSERT_EQ(all.places.size(), 2U);
  EXPECT_EQ(all.places[0].offset, bfa::dictionary_frame(dictionary())->size());
  EXPECT_EQ(all.places[1].offset + all.places[1].length, with_dictionary().size());
  reader = bfa::WarcReader::open(bfa::posix_file_system(), path, {}, all.places[1].offset);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(bfa::test::read_records(**reader).records, Lines{line(2)});
}

TEST(Iipc_WarcZst, WhatWeWriteHasSizeChecksumAndDictionaryId) {
  const bfa::test::TemporaryDirectory folder;
  auto options = bfa::test::fixed_options(bfa::system_clock());
  options.packing = bfa::WarcPacking::kZstd;
  options.dictionary = dictionary();
  const auto writer = *bfa::WarcWriter::open(bfa::posix_file_system(), folder.path(), options, nullptr);
  const auto written =
      writer->write(bfa::test::make_exchange("http://a.example/1", "HTTP/1.1 200 OK", page(1)), {});
  ASSERT_TRUE(written) << written.error().message;
  ASSERT_TRUE(writer->close().ok());
  const std::string path = folder.path() + "/" + written->response.file;
  EXPECT_TRUE(path.ends_with(".warc.zst"));
  const std::string bytes = *bfa::read_file(bfa::posix_file_system(), path, 1u << 20);
  EXPECT_TRUE(bytes.starts_with("\x5d\x2a\x4d\x18"));
  const auto back = read_bytes(bytes);
  EXPECT_EQ(back.finding_ids(), Lines{});
  EXPECT_EQ(back.records.size(), 3U);
  auto reader = bfa::WarcReader::open(bfa::posix_file_system(), path, {}, written->response.offset);
  ASSERT_TRUE(reader);
  EXPECT_EQ((*(*reader)->next())->header().target_uri(), "http://a.example/1");
}

TEST(Iipc_WarcZst, ADictionaryWithoutIdIsRefused) {
  bfa::WarcWriteOptions options;
  options.packing = bfa::WarcPacking::kZstd;
  options.dictionary = "words that no one trained";
  const bfa::test::TemporaryDirectory folder;
  const auto writer = bfa::WarcWriter::open(bfa::posix_file_system(), folder.path(), options, nullptr);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, bfa::Code::kInvalidArgument);
}

}  // namespace
