// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/cdx.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "bfa/container/container.h"
#include "bfa/io/compress.h"
#include "bfa/warc/cdx_writer.h"
#include "support/fixtures.h"
#include "warc/index/zipnum_writer.h"

namespace {

using bfa::CdxEntry;
using Strings = std::vector<std::string>;

std::string put(const std::string& path, const std::string& bytes) {
  EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
  return path;
}

TEST(Cdxj010_Lines, AreReadAsTheyWereWritten) {
  CdxEntry entry{"com,example)/",
                 "20260301100000",
                 "http://example.com/",
                 "text/html",
                 "200",
                 "sha1:ABC",
                 "http://example.com/b",
                 "A",
                 12,
                 34,
                 "x.warc.gz",
                 "POST",
                 "a=b",
                 {{"extra", "{\"n\":1}"}}};
  EXPECT_EQ(*bfa::parse_cdxj(bfa::format_cdxj(entry)), entry);
  const CdxEntry bare{"com,example)/", "2026", {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
  EXPECT_EQ(bfa::format_cdxj(bare), "com,example)/ 2026 {}");
  EXPECT_EQ(*bfa::parse_cdxj("com,example)/ 2026 {}\r\n"), bare);
}

TEST(Cdxj010_Lines, NumbersMayBeNumbers) {
  const auto entry = bfa::parse_cdxj(R"(a)/ 2026 {"status":200,"length":7,"offset":"8"})");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->status, "200");
  EXPECT_EQ(entry->length, 7U);
  EXPECT_EQ(entry->offset, 8U);
}

TEST(Cdxj010_Lines, BytesThatAreNoUtf8BecomeLatin1) {
  const CdxEntry entry{"k", "2026", "http://a.example/\xE9\x01\"", {}, {}, {}, {}, {}, {}, {}, {}, {},
                       {},  {}};
  const std::string line = bfa::format_cdxj(entry);
  EXPECT_EQ(line, "k 2026 {\"url\": \"http://a.example/\\u00e9\\u0001\\\"\"}");
  EXPECT_EQ(bfa::parse_cdxj(line)->url, "http://a.example/\xC3\xA9\x01\"");
}

TEST(Cdxj010_Lines, WhatIsNoneIsAnError) {
  for (const char* line :
       {"", "key", "key time", "key time x", "key time {", "key time []", "key time {\"a\":}"}) {
    const auto entry = bfa::parse_cdxj(line);
    ASSERT_FALSE(entry) << line;
    EXPECT_EQ(entry.error().code, bfa::Code::kCorrupt);
  }
}

struct CdxRow {
  const char* name;
  Strings lines;
  const char* cdxj;  // of the last line; empty: an error
};

class CdxLines : public testing::TestWithParam<CdxRow> {};

TEST_P(CdxLines, ReadAsTheirColumnsSay) {
  bfa::CdxParser parser;
  bfa::Result<std::optional<CdxEntry>> last = std::optional<CdxEntry>();
  for (const auto& line : GetParam().lines) last = parser.parse(line);
  if (*GetParam().cdxj == '\0') {
    ASSERT_FALSE(last);
    EXPECT_EQ(last.error().code, bfa::Code::kCorrupt);
    return;
  }
  ASSERT_TRUE(last) << last.error().message;
  ASSERT_TRUE(*last);
  EXPECT_EQ(bfa::format_cdxj(**last), GetParam().cdxj);
}

const char* const kElevenAsCdxj =
    R"(org,a)/b 20260301100000 {"url": "http://a.org/b", "mime": "text/html", "status": "302", "digest": "XYZ", )"
    R"("redirect": "http://a.org/c", "robotflags": "A", "length": "300", "offset": "20", "filename": "x.warc.gz"})";

INSTANTIATE_TEST_SUITE_P(
    CdxLegend, CdxLines,
    testing::Values(
        CdxRow{"ElevenByHeader",
               {" CDX N b a m s k r M S V g",
                "org,a)/b 20260301100000 http://a.org/b text/html 302 XYZ http://a.org/c A 300 20 x.warc.gz"},
               kElevenAsCdxj},
        CdxRow{"ElevenWithoutHeader",
               {"org,a)/b 20260301100000 http://a.org/b text/html 302 XYZ http://a.org/c A 300 20 x.warc.gz"},
               kElevenAsCdxj},
        CdxRow{
            "NineByHeader",
            {" CDX N b a m s k r V g",
             "org,a)/b 20260301100000 http://a.org/b text/html 200 XYZ - 20 x.warc.gz"},
            R"(org,a)/b 20260301100000 {"url": "http://a.org/b", "mime": "text/html", "status": "200", "digest": )"
            R"("XYZ", "offset": "20", "filename": "x.warc.gz"})"},
        CdxRow{
            "NineWithoutHeader",
            {"a.org/b 20260301100000 http://a.org/b text/html 200 XYZ - 20 x.warc"},
            R"(a.org/b 20260301100000 {"url": "http://a.org/b", "mime": "text/html", "status": "200", "digest": )"
            R"("XYZ", "offset": "20", "filename": "x.warc"})"},
        CdxRow{
            "OtherColumnsByHeader",
            {" CDX A b e a m s c v V n g",
             "org,a)/ 20260301100000 192.0.2.1 http://a.org/ text/html 200 abc 99 - 70 x.arc.gz"},
            R"(org,a)/ 20260301100000 {"url": "http://a.org/", "mime": "text/html", "status": "200", "digest": "abc", )"
            R"("length": "70", "offset": "99", "filename": "x.arc.gz"})"},
        CdxRow{
            "NetarchiveSuite",
            {"http://a.org/b 192.0.2.1 20040708140338 image/gif 485 x.arc 41839 abc"},
            R"( 20040708140338 {"url": "http://a.org/b", "mime": "image/gif", "digest": "abc", "length": "485", )"
            R"("offset": "41839", "filename": "x.arc"})"},
        CdxRow{"Cdxj",
               {"", "!meta 0 {}", R"(org,a)/ 2026 {"url": "http://a.org/ {x"})"},
               R"(org,a)/ 2026 {"url": "http://a.org/ {x"})"},
        CdxRow{"ColumnMissing", {" CDX N b a m s k r V g", "org,a)/b 20260301100000 http://a.org/b"}, ""},
        CdxRow{"UnknownForm", {"some words that are no index"}, ""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(House_ReadCdx, LinesThatAreNoneAreFindings) {
  const bfa::test::TemporaryDirectory folder;
  const std::string text =
      "org,a)/ 20260301100000 {\"url\": \"http://a.org/\"}\nbroken\norg,b)/ 20260301100000 {\"url\": "
      "\"http://b.org/\"}";
  for (const auto& bytes :
       {text, *bfa::gzip_member(text.substr(0, 60)) + *bfa::gzip_member(text.substr(60))}) {
    Strings urls;
    bfa::Findings findings;
    const auto status = bfa::read_cdx(
        bfa::posix_file_system(), put(folder / "x.cdxj", bytes),
        [&](const CdxEntry& entry) {
          urls.push_back(entry.url);
          return true;
        },
        findings);
    ASSERT_TRUE(status) << status.error().message;
    EXPECT_EQ(urls, (Strings{"http://a.org/", "http://b.org/"}));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "bad_index_line");
  }
  bfa::Findings findings;
  const auto status = bfa::read_cdx(
      bfa::posix_file_system(), put(folder / "y.cdx", "no\nindex\n"), [](const CdxEntry&) { return true; },
      findings);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, bfa::Code::kUnsupported);
}

TEST(Shared_CdxFiles, AllLinesOfOtherToolsAreRead) {
  const auto shared = bfa::test::shared_directory();
  if (!shared) GTEST_SKIP() << "no shared folder with index files of other tools";
  std::size_t files = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(*shared + "/warc/files")) {
    const std::string path = file.path().string();
    if (!path.ends_with(".cdx") && !path.ends_with(".cdxj")) continue;
    ++files;
    bfa::Findings findings;
    std::size_t entries = 0;
    const auto status = bfa::read_cdx(
        bfa::posix_file_system(), path,
        [&](const CdxEntry& entry) {
          ++entries;
          EXPECT_TRUE(entry.offset) << path;
          EXPECT_FALSE(entry.filename.empty()) << path;
          return true;
        },
        findings);
    EXPECT_TRUE(status) << path;
    EXPECT_TRUE(findings.empty()) << path << " " << findings.front().message;
    EXPECT_GT(entries, 0U) << path;
  }
  EXPECT_GE(files, 14U);
}

// Lookup: the same results as a scan.
class Pywb_CdxIndex : public testing::Test {
 protected:
  // Sorted lines with keys that are prefixes of others, many of one key, and times.
  static Strings sample_lines() {
    Strings lines;
    for (int i = 0; i < 700; ++i) {
      const std::string number = std::to_string(1000 + i / 3);
      lines.push_back("com,a)/" + number + " 2026030110" + std::to_string(1000 + i) + " {\"url\": \"" +
                      std::string(i % 90 + 1, 'x') + "\"}");
    }
    for (int i = 0; i < 50; ++i) {
      lines.push_back("com,many)/ 2026030110" + std::to_string(1000 + i) +
                      " {\"url\": \"http://many.com/\"}");
    }
    lines.emplace_back("com,many)/a 20260301100000 {\"url\": \"http://many.com/a\"}");
    std::sort(lines.begin(), lines.end());
    return lines;
  }
  static void expect_finds(const bfa::CdxIndex& index, const Strings& lines, const std::string& key,
                           bfa::CdxIndex::Match match) {
    const std::string start = match == bfa::CdxIndex::Match::kExact ? key + " " : key;
    Strings wanted;
    for (const auto& line : lines) {
      if (line.starts_with(start)) wanted.push_back(line);
    }
    Strings found;
    const auto status = index.find(key, match, [&](const CdxEntry& entry) {
      found.push_back(bfa::format_cdxj(entry));
      return true;
    });
    ASSERT_TRUE(status) << status.error().message;
    EXPECT_EQ(found, wanted) << key;
  }
  static void expect_finds_all(const bfa::CdxIndex& index, const Strings& lines) {
    for (const char* key : {"com,a)/1000", "com,a)/1233", "com,a)/1100", "com,many)/", "com,many)/a",
                            "com,a)/", "aaa", "zzz", "com,a)/10005", "com,a)/12", ""}) {
      expect_finds(index, lines, key, bfa::CdxIndex::Match::kExact);
      expect_finds(index, lines, key, bfa::CdxIndex::Match::kPrefix);
    }
  }
  bfa::test::TemporaryDirectory folder_;
};

TEST_F(Pywb_CdxIndex, FindsInAPlainFile) {
  const Strings lines = sample_lines();
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  for (const auto& bytes : {text, text.substr(0, text.size() - 1)}) {
    const auto index = bfa::CdxIndex::open(bfa::posix_file_system(), put(folder_ / "x.cdxj", bytes));
    ASSERT_TRUE(index);
    expect_finds_all(**index, lines);
  }
  const auto empty = bfa::CdxIndex::open(bfa::posix_file_system(), put(folder_ / "e.cdxj", ""));
  expect_finds(**empty, {}, "com,a)/", bfa::CdxIndex::Match::kPrefix);
}

TEST_F(Pywb_CdxIndex, FindsInZipNumBlocks) {
  const Strings lines = sample_lines();
  for (const std::size_t per_block : {1U, 7U, 300U, 5000U}) {
    std::string blocks, secondary;
    const auto block_sink = bfa::make_string_sink(blocks);
    const auto index_sink = bfa::make_string_sink(secondary);
    bfa::ZipNumOptions options;
    options.lines = per_block;
    bfa::ZipNumWriter writer(*block_sink, *index_sink, options);
    for (const auto& line : lines) ASSERT_TRUE(writer.add(line).ok());
    ASSERT_TRUE(writer.finish().ok());
    put(folder_ / "index.cdx.gz", blocks);
    const auto index = bfa::CdxIndex::open(bfa::posix_file_system(), put(folder_ / "index.idx", secondary));
    ASSERT_TRUE(index);
    expect_finds_all(**index, lines);
    // The blocks contain the whole index.
    std::string text;
    for (const auto& line : lines) text += line + "\n";
    EXPECT_EQ(*bfa::decode_content(bfa::ContentCoding::kGzip, blocks, 1u << 24), text);
  }
}

TEST_F(Pywb_CdxIndex, ColumnsOfCdxFilesAreKnownFromTheirHeader) {
  const auto index = bfa::CdxIndex::open(
      bfa::posix_file_system(),
      put(folder_ / "x.cdx",
          " CDX N b a m s k r V g\norg,a)/b 20260301100000 http://a.org/b text/html 200 XYZ - 20 x.warc\n"));
  std::string url;
  ASSERT_TRUE((*index)->find("org,a)/b", bfa::CdxIndex::Match::kExact, [&](const CdxEntry& entry) {
    url = entry.url;
    return true;
  }));
  EXPECT_EQ(url, "http://a.org/b");
}

TEST_F(Pywb_CdxIndex, BlocksThatAreNotThereAreErrors) {
  const std::string meta = R"(!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"})";
  put(folder_ / "index.cdx.gz", *bfa::gzip_member("com,a)/ 2026 {}\n"));
  for (const char* line :
       {R"(com,a)/ 2026 {"offset": 0, "length": 999999})", R"(com,a)/ 2026 {"offset": 99999, "length": 9})",
        R"(com,a)/ 2026 {"offset": 0, "length": 20})", R"(com,a)/ 2026 {"length": 9})",
        R"(com,a)/ 2026 {"offset": 0, "length": 9, "filename": "../index.cdx.gz"})",
        R"(com,a)/ 2026 {"offset": 0, "length": 9, "filename": "other.gz"})"}) {
    const auto index =
        bfa::CdxIndex::open(bfa::posix_file_system(), put(folder_ / "index.idx", meta + "\n" + line + "\n"));
    EXPECT_FALSE((*index)->find("com,a)/", bfa::CdxIndex::Match::kExact, [](const CdxEntry&) {
      return true;
    })) << line;
  }
}

}  // namespace
