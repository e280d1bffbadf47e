// SPDX-License-Identifier: Apache-2.0
#include "check/mets_files.h"

#include <gtest/gtest.h>

#include <vector>

namespace bfa {
namespace {

const char* const kWhole =
    "<?xml version=\"1.0\"?>\n<m:mets xmlns:m=\"http://www.loc.gov/METS/\"><!-- <file> -->"
    "<m:fileSec><m:fileGrp USE=\"warc\">"
    "<m:file ID=\"a\" SIZE=\"12\" CHECKSUM=\"AB\" CHECKSUMTYPE=\"SHA-256\">"
    "<m:FLocat x:href=\"data/a&amp;b > c\"/></m:file>"
    "<m:file CHECKSUM='cd' CHECKSUMTYPE = 'MD5'><m:FLocat x:href='c.txt'></m:FLocat></m:file>"
    "</m:fileGrp></m:fileSec>a &lt; b</m:mets>\n";

Status read(std::string_view text, std::vector<MetsFile>& files) {
  const auto source = make_memory_source(text);
  return read_mets_files(*source, [&](const MetsFile& file) -> Status {
    files.push_back(file);
    return {};
  });
}

TEST(METS_1_12_FileSec, FilesWithTheirDigests) {
  std::vector<MetsFile> files;
  const Status status = read(kWhole, files);
  ASSERT_TRUE(status) << to_string(status.error());
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].href, "data/a&b > c");
  EXPECT_EQ(files[0].size, 12U);
  EXPECT_EQ(files[0].checksum, "AB");
  EXPECT_EQ(files[0].checksum_type, "SHA-256");
  EXPECT_EQ(files[1].href, "c.txt");
  EXPECT_FALSE(files[1].size);
  EXPECT_EQ(files[1].checksum_type, "MD5");
}

TEST(METS_1_12_FileSec, EveryPrefixIsAnError) {
  const std::string_view whole = kWhole;
  for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
    std::vector<MetsFile> files;
    const Status status = read(whole.substr(0, length), files);
    ASSERT_FALSE(status) << length;
    EXPECT_EQ(status.error().code, Code::kCorrupt) << length;
  }
}

TEST(METS_1_12_FileSec, WhatIsNotWellFormed) {
  const std::vector<const char*> rows = {
      "",
      "text",
      "<html></html>",
      "<mets></mets><mets></mets>",
      "<mets></mets>more",
      "<mets><a></b></mets>",
      "<mets><a b></a></mets>",
      "<mets><a b=c></a></mets>",
      "<mets><a b='1' b='2'/></mets>",
      "<mets>a & b</mets>",
      "<mets>a \x01</mets>",
      "<mets><a <b/></mets>",
      "<!DOCTYPE mets><mets/>",
      "<mets><fileGrp><file SIZE='many'/></fileGrp></mets>",
      "</mets>",
      "<mets/></mets>",
      "<mets>< /></mets>",
  };
  for (const char* const row : rows) {
    std::vector<MetsFile> files;
    const Status status = read(row, files);
    ASSERT_FALSE(status) << row;
    EXPECT_EQ(status.error().code, Code::kCorrupt) << row;
  }
}

TEST(House_Limits, DeepAndLongTags) {
  std::string deep = "<mets>";
  for (int i = 0; i < 300; ++i) deep += "<a>";
  std::vector<MetsFile> files;
  EXPECT_EQ(read(deep, files).error().code, Code::kLimit);
  const std::string wide = "<mets a=\"" + std::string(17u << 20U, 'a') + "\"/>";
  EXPECT_EQ(read(wide, files).error().code, Code::kLimit);
}

}  // namespace
}  // namespace bfa
