// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/validate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "bfa/warc/cdx_writer.h"
#include "support/fixtures.h"
#include "warc/warc_testing.h"

namespace {

using bfa::test::response_fields;
using bfa::test::warc_record;

struct Checked {
  bfa::test::TemporaryDirectory folder;
  std::string path = folder / "x.warc";
  explicit Checked(const std::string& bytes) {
    EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
  }
  bfa::WarcReport report() const { return *bfa::validate_warc(bfa::posix_file_system(), path); }
};

struct CheckRow {
  const char* name;
  std::string fields;
  const char* finding;  // empty: none
  bool spec_violation;
  std::uint64_t bad;
};

class Validation : public testing::TestWithParam<CheckRow> {};

TEST_P(Validation, FindsWhatTheRowSays) {
  const auto& row = GetParam();
  const Checked checked(
      warc_record(row.fields, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"));
  const auto report = checked.report();
  EXPECT_EQ(report.records, 1U);
  EXPECT_EQ(report.spec_violation, row.spec_violation);
  EXPECT_EQ(report.digests_bad, row.bad);
  ASSERT_EQ(report.findings.size(), row.finding[0] == '\0' ? 0U : 1U);
  if (!report.findings.empty()) {
    EXPECT_EQ(report.findings[0].id, row.finding);
    EXPECT_EQ(report.findings[0].where, checked.path);
  }
}

std::string without(std::string fields, const std::string& name) {
  const std::size_t at = fields.find(name);
  return fields.erase(at, fields.find('\n', at) + 1 - at);
}

const std::string kGood = response_fields("http://a.example/");

INSTANTIATE_TEST_SUITE_P(
    Warc11_5, Validation,
    testing::Values(
        CheckRow{"Fine", kGood, "", false, 0},
        CheckRow{"EntityDigest", kGood + "WARC-Payload-Digest: sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\r\n", "",
                 false, 0},
        CheckRow{"RawDigest", kGood + "WARC-Payload-Digest: md5:8ce1d49e976186b949500395e2825116\r\n",
                 "payload_digest_of_raw_body", false, 0},
        CheckRow{"WrongPayloadDigest",
                 kGood + "WARC-Payload-Digest: md5:f9fa2c0d3a1e90ce5b4ae9e9a0d5bbd7\r\n",
                 "payload_digest_mismatch", false, 1},
        CheckRow{"BareDigest", kGood + "WARC-Payload-Digest: VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\r\n",
                 "digest_without_algorithm", false, 0},
        CheckRow{"WrongBlockDigest", kGood + "WARC-Block-Digest: sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\r\n",
                 "block_digest_mismatch", false, 1},
        CheckRow{"NoDate", without(kGood, "WARC-Date"), "missing_field", true, 0},
        CheckRow{"NoId", without(kGood, "WARC-Record-ID"), "missing_field", true, 0},
        CheckRow{"NoTarget", without(kGood, "WARC-Target-URI"), "missing_field", true, 0},
        CheckRow{"NoContentType", without(kGood, "Content-Type"), "no_content_type", false, 0},
        CheckRow{"BadDate", without(kGood, "WARC-Date") + "WARC-Date: today\r\n", "bad_date", true, 0},
        CheckRow{"Repeated", kGood + "warc-date: 2026-03-01T10:00:00Z\r\n", "repeated_field", true, 0},
        CheckRow{"ConcurrentTwice", kGood + "WARC-Concurrent-To: <urn:a>\r\nWARC-Concurrent-To: <urn:b>\r\n",
                 "", false, 0},
        CheckRow{"Misplaced", kGood + "WARC-Filename: x\r\n", "misplaced_field", true, 0},
        CheckRow{"RevisitWithoutProfile", without(kGood, "WARC-Type") + "WARC-Type: revisit\r\n",
                 "missing_profile", true, 0}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(House_Validation, TruncationIsToldApart) {
  const std::string record = warc_record(kGood, "HTTP/1.1 200 OK\r\n\r\nbody");
  const Checked checked(record.substr(0, record.size() - 6));
  EXPECT_TRUE(checked.report().truncated);
}

TEST(Cdxj010_IndexWarc, LinesNameCaptures) {
  const Checked checked(
      warc_record("WARC-Type: warcinfo\r\n", "") +
      warc_record(response_fields("http://www.A.example/b?z=1&a=2"),
                  "HTTP/1.1 404 Not Found\r\nContent-Type: Text/HTML; charset=x\r\n\r\nabc") +
      warc_record("WARC-Type: revisit\r\nWARC-Date: 2026-03-01T10:00:00.75Z\r\nWARC-Target-URI: "
                  "http://a.example/\r\nWARC-Payload-Digest: sha1:X\r\nContent-Type: "
                  "application/http\r\n",
                  "HTTP/1.1 200 OK\r\n\r\n") +
      warc_record(
          "WARC-Type: request\r\nWARC-Date: 2026-03-01T10:00:00Z\r\nWARC-Target-URI: http://a.example/\r\n",
          ""));
  const auto lines = bfa::cdxj_lines(bfa::posix_file_system(), checked.path);
  ASSERT_TRUE(lines);
  ASSERT_EQ(lines->size(), 2U);
  EXPECT_EQ(
      (*lines)[0],
      "example,a)/b?a=2&z=1 20260301100000 {\"url\": \"http://www.A.example/b?z=1&a=2\", \"mime\": "
      "\"text/html\", "
      "\"status\": \"404\", \"digest\": \"sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\", \"length\": \"284\", "
      "\"offset\": \"56\", \"filename\": \"x.warc\"}");
  EXPECT_TRUE(
      (*lines)[1].starts_with("example,a)/ 20260301100000 {\"url\": \"http://a.example/\", \"mime\": "
                              "\"warc/revisit\", \"status\": \"200\", \"digest\": \"sha1:X\""))
      << (*lines)[1];
}

// Checking a file of another tool ends in a report or an error with the file's name.
TEST(Shared_Warc, AllFilesOfPeersAreReadToTheirEnd) {
  const auto shared = bfa::test::shared_directory();
  if (!shared) GTEST_SKIP() << "no shared folder with files of other tools";
  std::size_t reports = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*shared + "/warc")) {
    if (!entry.is_regular_file()) continue;
    const auto report = bfa::validate_warc(bfa::posix_file_system(), entry.path().string());
    if (report) {
      ++reports;
    } else {
      EXPECT_EQ(report.error().where, entry.path().string());
    }
  }
  EXPECT_GT(reports, 100U);
}

// A reader without any of our code accepts the files that we write.
TEST(House_Independent, AnotherReaderAgrees) {
  const bfa::test::TemporaryDirectory folder;
  const auto clock = bfa::make_fixed_clock(*bfa::parse_rfc3339("2026-03-01T12:00:00Z"));
  bfa::test::MapDedup dedup;
  auto options = bfa::test::fixed_options(*clock);
  options.max_memory_bytes = 20'000;
  const auto writer = bfa::WarcWriter::open(bfa::posix_file_system(), folder.path(), options, &dedup);
  ASSERT_TRUE(writer);
  const std::string body(3000, 'b');
  const std::string plain = "HTTP/1.1 200 OK\r\nContent-Type: text/html";
  const std::string chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked";
  const auto first =
      (*writer)->write(bfa::test::make_exchange("http://a.example/1", plain, body), {{"k", "v"}});
  ASSERT_TRUE(first);
  dedup.by_digest[first->payload_digest] = {"http://a.example/1", "2026-03-01T10:00:00.123456Z",
                                            first->response.record_id};
  const std::string chunks = "bb8\r\n" + body + "\r\n1\r\nx\r\n0\r\n\r\n";
  ASSERT_TRUE((*writer)->write(bfa::test::make_exchange("http://a.example/2", chunked, chunks), {}));
  ASSERT_TRUE((*writer)->write(bfa::test::make_exchange("http://a.example/3", plain, body), {}));
  ASSERT_TRUE(
      (*writer)->write(bfa::test::make_exchange("http://a.example/4", plain, std::string(90'000, 'y')), {}));
  ASSERT_TRUE((*writer)->close().ok());
  const std::string command = "python3 " BFA_SOURCE_DIR "/tests/conformance/warc_check.py " + folder.path() +
                              "/" + (*writer)->files().front() + " > /dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

}  // namespace
