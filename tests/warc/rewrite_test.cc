// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/merge.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "bfa/warc/validate.h"
#include "support/fixtures.h"
#include "warc/warc_testing.h"

namespace {

using bfa::test::read_bytes;
using bfa::test::response_fields;
using bfa::test::warc_record;
using Ids = std::vector<std::string>;

class House_RewriteWarc : public testing::Test {
 protected:
  std::string put(const std::string& bytes) {
    const std::string path = folder.path() + "/in" + std::to_string(files++);
    EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
    return path;
  }
  bfa::Result<bfa::WarcCopyReport> rewrite(const std::string& bytes) {
    to = folder.path() + "/out" + std::to_string(files);
    return bfa::rewrite_warc(bfa::posix_file_system(), put(bytes), to, options);
  }
  std::string result() { return *bfa::read_file(bfa::posix_file_system(), to, 1u << 26); }

  bfa::test::TemporaryDirectory folder;
  bfa::WarcRewriteOptions options;
  std::string to;
  int files = 0;
};

const std::string kOne = warc_record(response_fields("http://a.example/1"), "HTTP/1.1 200 OK\r\n\r\none");
const std::string kTwo = warc_record(response_fields("http://a.example/2"), "HTTP/1.1 200 OK\r\n\r\ntwo");

std::string large() {
  std::string body;
  for (int i = 0; body.size() < 6'000'000; ++i) body += std::to_string(i * 7919LL) + ",";
  return warc_record(response_fields("urn:large"), body);
}

TEST_F(House_RewriteWarc, KeepsRecordsInEveryPackingAndThreadCount) {
  std::string all = kOne + large();
  for (int i = 0; i < 300; ++i) all += kTwo;
  const auto before = read_bytes(all).records;
  for (const auto packing : {bfa::WarcPacking::kPlain, bfa::WarcPacking::kGzip, bfa::WarcPacking::kZstd}) {
    std::string first;
    for (const std::size_t threads : {1, 2}) {
      options.packing = packing;
      options.threads = threads;
      const auto report = rewrite(*bfa::gzip_member(all));
      ASSERT_TRUE(report) << report.error().message;
      EXPECT_EQ(report->records, before.size());
      EXPECT_EQ(report->bytes_out, result().size());
      EXPECT_EQ(read_bytes(result()).records, before);
      EXPECT_EQ(read_bytes(result()).finding_ids(), Ids{});
      if (threads == 1) first = result();
      EXPECT_EQ(result(), first);
    }
  }
}

TEST_F(House_RewriteWarc, RepairPutsLengthsRightAndSaysSo) {
  std::string bad = kOne;
  bad.replace(bad.find("Content-Length: 22"), 18, "Content-Length: 90");
  options.repair = true;
  const auto report = rewrite(*bfa::gzip_member(bad) + *bfa::gzip_member(kTwo));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->records, 2U);
  EXPECT_EQ(report->changed, 1U);
  EXPECT_EQ(read_bytes(result()).finding_ids(), Ids{});
  EXPECT_EQ(read_bytes(result()).records.size(), 2U);
  EXPECT_NE(result(), "");
}

TEST_F(House_RewriteWarc, WithoutRepairDamagedRecordsAreLeftOut) {
  const std::string gz = *bfa::gzip_member(kOne) + *bfa::gzip_member(kTwo);
  const auto report = rewrite(gz.substr(0, gz.size() - 12));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->records, 1U);
  EXPECT_EQ(report->dropped, 1U);
  EXPECT_EQ(read_bytes(result()).records.size(), 1U);
}

TEST_F(House_RewriteWarc, ADryRunWritesNothing) {
  options.dry_run = true;
  options.repair = true;
  const auto report = rewrite(kOne + kTwo.substr(0, kTwo.size() - 6));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->changed, 1U);
  EXPECT_FALSE(*bfa::posix_file_system().exists(to));
}

const std::string kOdd =
    "WARC/1.0\r\nwarc-type:response\r\nX-Folded: one\r\n  two\r\nX-Word: =?utf-8?q?caf=C3=A9?=\r\n"
    "WARC-Record-ID:   <urn:uuid:7> \r\nWARC-Date: 2026-03-01T10:00:00Z\r\nWARC-Target-URI: "
    "<http://a.example/>\r\n"
    "content-length: 3\r\nX-Last: y\r\n\r\nabc\r\n\r\n";

TEST_F(House_RewriteWarc, HeadersKeepTheirBytes) {
  options.packing = bfa::WarcPacking::kPlain;
  for (const bool repair : {false, true}) {
    options.repair = repair;
    const auto report = rewrite(*bfa::gzip_member(kOdd + kOne));
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->changed, 0U);
    EXPECT_EQ(result(), kOdd + kOne);
  }
}

TEST_F(House_RewriteWarc, RepairKeepsTheOtherLinesOfAHeader) {
  options.packing = bfa::WarcPacking::kPlain;
  options.repair = true;
  std::string bad = kOdd;
  bad.replace(bad.find("content-length: 3"), 17, "content-length: x");
  bad.insert(bad.find("X-Last"), "no name here\r\n");
  const auto report = rewrite(bad.substr(0, bad.size() - 7) + "\r\n\r\n" + kOne);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->changed, 1U);
  std::string wanted = kOdd;
  wanted.replace(wanted.find("content-length: 3"), 17, "content-length: 0");
  wanted.erase(wanted.size() - 7, 3);
  EXPECT_EQ(result(), wanted + kOne);
}

TEST_F(House_RewriteWarc, RepairEndsHeaderLinesInCrlf) {
  options.packing = bfa::WarcPacking::kPlain;
  std::string lf = kOne;
  for (std::size_t at = lf.find("\r\n"); at < lf.find("HTTP/1.1 200"); at = lf.find("\r\n")) lf.erase(at, 1);
  ASSERT_TRUE(rewrite(lf));
  EXPECT_EQ(result(), lf);
  options.repair = true;
  ASSERT_TRUE(rewrite(lf));
  EXPECT_EQ(result(), kOne);
}

TEST_F(House_RewriteWarc, ACutBlockSaysSoOnce) {
  options.packing = bfa::WarcPacking::kPlain;
  options.repair = true;
  const auto report = rewrite(kOne.substr(0, kOne.size() - 6));
  ASSERT_TRUE(report);
  EXPECT_NE(result().find("Content-Length: 20\r\nWARC-Truncated: unspecified\r\n\r\nHTTP/1.1"),
            std::string::npos)
      << result();
  EXPECT_EQ(read_bytes(result()).finding_ids(), Ids{});
}

TEST_F(House_RewriteWarc, ArcFilesAreRefusedWithAWayOn) {
  const auto report = rewrite(
      "filedesc://x 0.0.0.0 20260301100000 text/plain 12\n1 0 Someone\n\nhttp://a.example/ 1.2.3.4 "
      "20260301100000 "
      "text/html 4\nbody\n");
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, bfa::Code::kUnsupported);
  EXPECT_NE(report.error().message.find("bfa migrate"), std::string::npos);
  EXPECT_FALSE(*bfa::posix_file_system().exists(to));
  EXPECT_FALSE(*bfa::posix_file_system().exists(to + ".open"));
}

TEST_F(House_RewriteWarc, DamageBetweenRecordsGivesTheSameWithManyThreads) {
  std::string all;
  for (int i = 0; i < 2000; ++i) {
    const std::string record =
        warc_record(response_fields("http://a.example/" + std::to_string(i)),
                    "HTTP/1.1 200 OK\r\n\r\n" + std::string(static_cast<std::size_t>(i), 'x'));
    std::string member = *bfa::gzip_member(record);
    if (i % 97 == 96) member[member.size() / 2] = static_cast<char>(member[member.size() / 2] ^ 0x55);
    all += member;
  }
  options.packing = bfa::WarcPacking::kGzip;
  ASSERT_TRUE(rewrite(all));
  const std::string first = result();
  EXPECT_GE(read_bytes(first).records.size(), 1979U);
  for (const std::size_t threads : {2, 5}) {
    options.threads = threads;
    ASSERT_TRUE(rewrite(all));
    EXPECT_TRUE(result() == first) << threads;
  }
}

TEST_F(House_RewriteWarc, RefusesThreadCountsThatMakeNoSense) {
  for (const std::size_t threads : {std::size_t{257}, ~std::size_t{0}}) {
    options.threads = threads;
    const auto report = rewrite(kOne);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, bfa::Code::kInvalidArgument);
  }
}

TEST_F(House_RewriteWarc, ADictionaryComesFromTheRecordsThatAreThere) {
  std::string all;
  for (int i = 0; i < 400; ++i) {
    all += warc_record(
        response_fields("http://a.example/" + std::to_string(i * 7919)),
        "HTTP/1.1 200 OK\r\nServer: test\r\n\r\n<title>" + std::to_string(i * 104729) + "</title>");
  }
  const auto dictionary = bfa::warc_dictionary_of(bfa::posix_file_system(), put(all));
  ASSERT_TRUE(dictionary);
  EXPECT_GT(dictionary->size(), 256U);
  const auto none = bfa::warc_dictionary_of(bfa::posix_file_system(), put(kOne));
  ASSERT_TRUE(none);
  EXPECT_EQ(*none, "");
  EXPECT_FALSE(bfa::warc_dictionary_of(bfa::posix_file_system(), folder.path() + "/absent"));
}

TEST_F(House_RewriteWarc, NeverReplacesAFile) {
  to = put("something");
  const auto report = bfa::rewrite_warc(bfa::posix_file_system(), put(kOne), to, options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, bfa::Code::kInvalidArgument);
  EXPECT_EQ(result(), "something");
}

}  // namespace
