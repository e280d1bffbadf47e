// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/rewrite.h"

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

class Rewriting : public testing::Test {
 protected:
  std::string put(const std::string& bytes) {
    const std::string path = folder.path() + "/in" + std::to_string(files++);
    EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
    return path;
  }
  bfa::Result<bfa::WarcRewriteReport> rewrite(const std::string& bytes) {
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

TEST_F(Rewriting, KeepsRecordsInEveryPackingAndThreadCount) {
  std::string all = kOne + large();
  for (int i = 0; i < 300; ++i) all += kTwo;
  const auto before = read_bytes(all).records;
  for (const auto packing : {bfa::WarcPacking::kPlain, bfa::WarcPacking::kGzip, bfa::WarcPacking::kZstd}) {
    std::string first;
    for (const int threads : {1, 2}) {
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

TEST_F(Rewriting, RepairPutsLengthsRightAndSaysSo) {
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

TEST_F(Rewriting, WithoutRepairDamagedRecordsAreLeftOut) {
  const std::string gz = *bfa::gzip_member(kOne) + *bfa::gzip_member(kTwo);
  const auto report = rewrite(gz.substr(0, gz.size() - 12));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->records, 1U);
  EXPECT_EQ(report->dropped, 1U);
  EXPECT_EQ(read_bytes(result()).records.size(), 1U);
}

TEST_F(Rewriting, ADryRunWritesNothing) {
  options.dry_run = true;
  options.repair = true;
  const auto report = rewrite(kOne + kTwo.substr(0, kTwo.size() - 6));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->changed, 1U);
  EXPECT_FALSE(*bfa::posix_file_system().exists(to));
}

TEST_F(Rewriting, NeverReplacesAFile) {
  to = put("something");
  const auto report = bfa::rewrite_warc(bfa::posix_file_system(), put(kOne), to, options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, bfa::Code::kInvalidArgument);
  EXPECT_EQ(result(), "something");
}

}  // namespace
