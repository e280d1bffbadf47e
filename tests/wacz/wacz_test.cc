// SPDX-License-Identifier: Apache-2.0
#include "bfa/wacz/wacz.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bfa/container/container.h"
#include "bfa/io/compress.h"
#include "bfa/io/digest.h"
#include "bfa/warc/cdx.h"
#include "wacz/wacz_testing.h"

namespace {

using bfa::test::sample_warc;
using nlohmann::json;

class Wacz111_Writer : public bfa::test::WaczTest {};

TEST_F(Wacz111_Writer, Rule41_AllResourcesAreListedWithSizeAndDigest) {
  const std::string warc = put("data.warc.gz", sample_warc());
  bfa::WaczOptions options = fixed();
  options.title = "A \"blog\"";
  options.main_page_url = "http://b.example/";
  const auto report = write({warc}, options);
  EXPECT_EQ(report.captures, 4U);
  EXPECT_EQ(report.bytes, *bfa::posix_file_system().file_size(out_));
  const json package = json::parse(member("datapackage.json"));
  EXPECT_EQ(package["profile"], "data-package");
  EXPECT_EQ(package["wacz_version"], "1.1.1");
  EXPECT_EQ(package["title"], "A \"blog\"");
  EXPECT_EQ(package["mainPageUrl"], "http://b.example/");
  EXPECT_EQ(package["created"], "2026-04-01T12:00:00Z");
  std::vector<std::string> paths;
  for (const json& resource : package["resources"]) {
    const std::string path = resource["path"];
    const std::string bytes = member(path);
    paths.push_back(path);
    EXPECT_EQ(resource["bytes"], bytes.size()) << path;
    EXPECT_EQ(resource["hash"],
              "sha256:" + bfa::hex_encode(bfa::digest(bfa::DigestAlgorithm::kSha256, bytes)))
        << path;
  }
  EXPECT_EQ(paths, (std::vector<std::string>{"archive/data.warc.gz", "indexes/index.cdx.gz",
                                             "indexes/index.idx", "pages/pages.jsonl"}));
  const json digest = json::parse(member("datapackage-digest.json"));
  EXPECT_EQ(digest["hash"], "sha256:" + bfa::hex_encode(bfa::digest(bfa::DigestAlgorithm::kSha256,
                                                                    member("datapackage.json"))));
}

TEST_F(Wacz111_Writer, OtherFilesAreListedAndStandInFoldersOfTheirOwn) {
  const std::string warc = put("data.warc.gz", sample_warc());
  {
    const auto writer = *bfa::WaczWriter::create(bfa::posix_file_system(), out_, fixed());
    ASSERT_TRUE(writer->add_archive(bfa::posix_file_system(), warc));
    ASSERT_TRUE(writer->add_file("metadata/note.txt", "what a package says\n"));
    ASSERT_TRUE(writer->finish());
  }
  EXPECT_EQ(member("metadata/note.txt"), "what a package says\n");
  const json resources = json::parse(member("datapackage.json"))["resources"];
  EXPECT_TRUE(std::any_of(resources.begin(), resources.end(), [](const json& resource) {
    return resource["path"] == "metadata/note.txt" && resource["bytes"] == 20;
  })) << resources;
  const auto checked = bfa::validate_wacz(bfa::posix_file_system(), out_);
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->violations.empty()) << checked->violations.front().message;
  for (const char* const path :
       {"archive/x", "indexes/x", "pages/x.jsonl", "x", "a/", "/x", "a/b/c", "../x", "a/.."}) {
    const auto writer = *bfa::WaczWriter::create(bfa::posix_file_system(), out_ + ".refused", fixed());
    const auto added = writer->add_file(path, "x");
    ASSERT_FALSE(added) << path;
    EXPECT_EQ(added.error().code, bfa::Code::kInvalidArgument) << path;
  }
}

TEST_F(Wacz111_Writer, Rule42_ArchivesAreStoredSoThatRangesOfTheIndexHoldRecords) {
  const std::string bytes = sample_warc();
  write({put("data.warc.gz", bytes)}, fixed());
  EXPECT_EQ(member("archive/data.warc.gz"), bytes);
  const auto container = *bfa::Container::open(bfa::posix_file_system(), out_);
  for (const auto& entry : container->entries()) {
    if (!entry.name.ends_with(".gz")) continue;
    EXPECT_EQ(entry.method, bfa::ContainerMethod::kStored) << entry.name;
  }
  const auto index = bfa::decode_content(bfa::ContentCoding::kGzip, member("indexes/index.cdx.gz"), 1u << 20);
  for (const auto& line : lines(*index)) {
    const auto entry = *bfa::parse_cdxj(line);
    const std::string record =
        *bfa::decode_content(bfa::ContentCoding::kGzip, bytes.substr(*entry.offset, *entry.length), 1u << 20);
    EXPECT_NE(record.find("WARC-Target-URI: " + entry.url + "\r\n"), std::string::npos) << line;
  }
}

TEST_F(Wacz111_Writer, Rule40_IndexIsSortedInBlocksThatTheSecondaryIndexNames) {
  bfa::WaczOptions options = fixed();
  options.index_lines = 3;
  write({put("data.warc.gz", sample_warc())}, options);
  const std::string blocks = member("indexes/index.cdx.gz");
  const auto index = lines(member("indexes/index.idx"));
  ASSERT_EQ(index.size(), 3U);
  EXPECT_EQ(index[0], R"(!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"})");
  std::vector<std::string> all;
  for (std::size_t i = 1; i < index.size(); ++i) {
    const auto entry = *bfa::parse_cdxj(index[i]);
    const std::string packed = blocks.substr(*entry.offset, *entry.length);
    EXPECT_EQ(entry.digest, "sha256:" + bfa::hex_encode(bfa::digest(bfa::DigestAlgorithm::kSha256, packed)));
    const auto block = lines(*bfa::decode_content(bfa::ContentCoding::kGzip, packed, 1u << 20));
    EXPECT_TRUE(block.front().starts_with(entry.key + " " + entry.timestamp + " {")) << index[i];
    all.insert(all.end(), block.begin(), block.end());
  }
  ASSERT_EQ(all.size(), 4U);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  EXPECT_TRUE(all.back().starts_with("example,b)/ 20260301100000 {")) << all.back();
}

TEST_F(Wacz111_Writer, PagesAreFoundInHtmlAnswersWithTheirTitles) {
  write({put("data.warc.gz", sample_warc())}, fixed());
  const auto pages = lines(member("pages/pages.jsonl"));
  ASSERT_EQ(pages.size(), 3U);
  EXPECT_EQ(json::parse(pages[0])["format"], "json-pages-1.0");
  EXPECT_EQ(json::parse(pages[1])["title"], "The b & page");
  EXPECT_EQ(json::parse(pages[1])["ts"], "2026-03-01T10:00:00.5Z");
  EXPECT_EQ(json::parse(pages[2])["title"], "coded");
  EXPECT_NE(json::parse(pages[1])["id"], json::parse(pages[2])["id"]);
}

TEST_F(Wacz111_Writer, Rule23_AnswersNotModifiedAreKeptButNotIndexed) {
  const std::string bytes =
      bfa::test::sample_warc() +
      bfa::test::http_record("http://a.example/", "HTTP/1.1 304 Not Modified\r\nETag: 1", "");
  EXPECT_EQ(write({put("data.warc.gz", bytes)}, fixed()).captures, 4U);
  EXPECT_EQ(member("archive/data.warc.gz"), bytes);
}

TEST_F(Wacz111_Writer, PagesOfTheCallerStandAlone) {
  write({put("data.warc.gz", sample_warc())}, fixed(),
        {{"http://b.example/", *bfa::parse_rfc3339("2026-03-01T10:00:00Z"), "Named", "p1", "words"}});
  const auto pages = lines(member("pages/pages.jsonl"));
  ASSERT_EQ(pages.size(), 2U);
  EXPECT_EQ(json::parse(pages[0])["hasText"], true);
  EXPECT_EQ(json::parse(pages[1]), (json{{"id", "p1"},
                                         {"url", "http://b.example/"},
                                         {"ts", "2026-03-01T10:00:00Z"},
                                         {"title", "Named"},
                                         {"text", "words"}}));
}

TEST_F(Wacz111_Writer, EqualInputsAndClockGiveEqualBytes) {
  const std::string warc = put("data.warc.gz", sample_warc());
  write({warc, warc}, fixed());
  const std::string first = *bfa::read_file(bfa::posix_file_system(), out_, 1u << 24);
  EXPECT_EQ(member("archive/data-2.warc.gz"), sample_warc());
  write({warc, warc}, fixed());
  EXPECT_EQ(*bfa::read_file(bfa::posix_file_system(), out_, 1u << 24), first);
}

// Whatever the reader makes of a damaged file, its bytes are kept.
TEST_F(Wacz111_Writer, DamagedFilesAreKeptByteForByteWithFindings) {
  std::string bytes = sample_warc();
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x55);
  bytes += "trailing junk";
  const auto report = write({put("bad.warc.gz", bytes)}, fixed());
  EXPECT_FALSE(report.findings.empty());
  EXPECT_EQ(member("archive/bad.warc.gz"), bytes);
  const std::string plain = *bfa::decode_content(bfa::ContentCoding::kGzip, sample_warc(), 1u << 20);
  write({put("plain.warc", plain + std::string(100, '\0'))}, fixed());
  EXPECT_EQ(member("archive/plain.warc"), plain + std::string(100, '\0'));
}

TEST_F(Wacz111_Writer, WhatIsNoWarcIsRefusedAndLeavesNothing) {
  for (const auto& [name, bytes] : std::vector<std::pair<std::string, std::string>>{
           {"x.arc.gz", sample_warc()}, {".warc", sample_warc()}, {"text.warc", "no records at all"}}) {
    auto writer = *bfa::WaczWriter::create(bfa::posix_file_system(), out_, fixed());
    EXPECT_FALSE(writer->add_archive(bfa::posix_file_system(), put(name, bytes))) << name;
  }
  auto empty = *bfa::WaczWriter::create(bfa::posix_file_system(), out_, fixed());
  const auto report = empty->finish();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, bfa::Code::kInvalidArgument);
  empty.reset();
  EXPECT_FALSE(*bfa::posix_file_system().exists(out_));
  EXPECT_FALSE(*bfa::posix_file_system().exists(out_ + ".open"));
}

}  // namespace
