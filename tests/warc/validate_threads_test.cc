// SPDX-License-Identifier: Apache-2.0
// Checking with several threads gives what one thread gives, wherever the sections of a file happen to end.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "bfa/io/digest.h"
#include "bfa/warc/merge.h"
#include "bfa/warc/validate.h"
#include "support/fixtures.h"
#include "warc/warc_testing.h"

namespace {

using bfa::test::response_fields;
using bfa::test::warc_record;

// All that a report says, as text.
std::string text_of(const bfa::Result<bfa::WarcReport>& report) {
  if (!report) return "error " + std::string(bfa::code_name(report.error().code));
  std::string text = std::to_string(report->records) + " records";
  for (const auto& [type, count] : report->by_type) text += " " + type + "=" + std::to_string(count);
  for (const auto& [form, count] : report->payload_forms) text += " " + form + "=" + std::to_string(count);
  text += " ok=" + std::to_string(report->digests_ok) + " bad=" + std::to_string(report->digests_bad) +
          " lost=" + std::to_string(report->lost_bytes) + (report->truncated ? " truncated" : "") +
          (report->corrupt ? " corrupt" : "") + (report->spec_violation ? " violation" : "");
  for (const auto& finding : report->findings) {
    text += "\n" + std::to_string(finding.offset) + " " + finding.id + " " + finding.message;
  }
  return text;
}

void expect_same(const std::string& path, const std::vector<std::uint64_t>& sections) {
  const std::string alone = text_of(bfa::validate_warc(bfa::posix_file_system(), path));
  for (const std::uint64_t bytes : sections) {
    bfa::WarcValidateOptions options;
    options.threads = 3;
    options.section_bytes = bytes;
    EXPECT_EQ(text_of(bfa::validate_warc(bfa::posix_file_system(), path, options)), alone)
        << path << " " << bytes;
  }
}

struct Row {
  const char* name;
  std::string bytes;
};

class ParallelValidate : public testing::TestWithParam<Row> {};

TEST_P(ParallelValidate, GivesWhatOneThreadGives) {
  const bfa::test::TemporaryDirectory folder;
  const std::string path = folder / "x.warc";
  ASSERT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, GetParam().bytes).ok());
  std::vector<std::uint64_t> sections = {1'000'000};
  for (std::uint64_t bytes = 1; bytes < 1300; bytes = bytes * 3 / 2 + 1) sections.push_back(bytes);
  expect_same(path, sections);
}

std::string record(int number, const std::string& body) {
  const std::string digest =
      "WARC-Block-Digest: " +
      bfa::labelled_digest(bfa::DigestAlgorithm::kSha1, bfa::digest(bfa::DigestAlgorithm::kSha1, body)) +
      "\r\n";
  return warc_record(
      response_fields("http://a.example/" + std::to_string(number), "urn:" + std::to_string(number)) + digest,
      body);
}

std::string revisit(int number, int original) {
  const auto uri = [](int n) { return "http://a.example/r" + std::to_string(n); };
  return warc_record("WARC-Type: revisit\r\nWARC-Record-ID: <urn:r" + std::to_string(number) +
                         ">\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: " + uri(number) +
                         "\r\nWARC-Profile: " + std::string(bfa::kRevisitServerNotModified) +
                         "\r\nWARC-Refers-To-Target-URI: " + uri(original) +
                         "\r\nWARC-Refers-To-Date: 2026-01-01T00:00:00Z\r\n",
                     "");
}

std::vector<std::string> records() {
  std::vector<std::string> all;
  for (int i = 0; i < 12; ++i) {
    all.push_back(record(i, "HTTP/1.1 200 OK\r\n\r\n" + std::string(static_cast<std::size_t>(40 * i), 'x')));
    all.push_back(revisit(i, i < 6 ? 100 : i - 6));
  }
  // A WARC file inside of a record: its records begin nowhere.
  all.push_back(
      record(50, "HTTP/1.1 200 OK\r\n\r\n" + record(51, "HTTP/1.1 200 OK\r\n\r\nin") + revisit(52, 53)));
  all.push_back(record(60, "HTTP/1.1 200 OK\r\n\r\nlast"));
  return all;
}

std::string plain() {
  std::string bytes;
  for (const auto& one : records()) bytes += one;
  return bytes;
}

std::string gzip(bool pairs = false) {
  std::string bytes;
  std::string held;
  for (const auto& one : records()) {
    held += one;
    if (pairs && held.size() == one.size()) continue;
    bytes += *bfa::gzip_member(held);
    held.clear();
  }
  return held.empty() ? bytes : bytes + *bfa::gzip_member(held);
}

std::string flipped(std::string bytes, std::size_t at) {
  bytes[at] = static_cast<char>(bytes[at] ^ 0x41);
  return bytes;
}

std::string wrong_length(std::string bytes, const std::string& from, const std::string& to) {
  return bytes.replace(bytes.find(from), from.size(), to);
}

std::string zstd(bool dictionary) {
  const bfa::test::TemporaryDirectory folder;
  EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), folder / "in", plain()).ok());
  bfa::WarcRewriteOptions options;
  options.packing = bfa::WarcPacking::kZstd;
  if (dictionary) {
    std::vector<std::string> samples;
    for (int i = 0; i < 40; ++i) {
      for (auto& one : records()) samples.push_back(one + std::to_string(i));
    }
    options.dictionary = bfa::train_warc_dictionary(samples, 4096);
  }
  EXPECT_TRUE(bfa::rewrite_warc(bfa::posix_file_system(), folder / "in", folder / "out", options));
  return *bfa::read_file(bfa::posix_file_system(), folder / "out", 1u << 24);
}

INSTANTIATE_TEST_SUITE_P(
    House_Threads, ParallelValidate,
    testing::Values(Row{"Plain", plain()}, Row{"Gzip", gzip()}, Row{"PairsInMembers", gzip(true)},
                    Row{"OneMember", *bfa::gzip_member(plain())}, Row{"Zstd", zstd(false)},
                    Row{"ZstdDictionary", zstd(true)}, Row{"GzipBroken", flipped(gzip(), gzip().size() / 2)},
                    Row{"GzipCut", gzip().substr(0, gzip().size() - 30)},
                    Row{"GzipZeros", gzip() + std::string(40, '\0') + gzip()},
                    Row{"PlainCut", plain().substr(0, plain().size() - 12)},
                    Row{"LengthTooLong", wrong_length(plain(), "Content-Length: 139", "Content-Length: 900")},
                    Row{"LengthTooShort", wrong_length(plain(), "Content-Length: 139", "Content-Length: 39")},
                    Row{"LengthBeyondTheEnd",
                        wrong_length(plain(), "Content-Length: 139", "Content-Length: 99999999")},
                    Row{"Empty", ""}, Row{"NoWarc", std::string(3000, 'x')}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Shared_Warc, FilesOfOtherToolsGiveTheSameWithSeveralThreads) {
  const auto shared = bfa::test::shared_directory();
  if (!shared) GTEST_SKIP() << "no shared folder with files of other tools";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*shared + "/warc")) {
    if (!entry.is_regular_file() || entry.file_size() > (4u << 20)) continue;
    ++files;
    expect_same(entry.path().string(), {700, 20'000});
  }
  EXPECT_GE(files, 150U);
}

TEST(House_ParallelValidate, RefusesOptionsOutOfRange) {
  bfa::WarcValidateOptions options;
  options.threads = 257;
  const auto too_many = bfa::validate_warc(bfa::posix_file_system(), "absent", options);
  ASSERT_FALSE(too_many);
  EXPECT_EQ(too_many.error().code, bfa::Code::kInvalidArgument);
  options.threads = 2;
  options.section_bytes = 0;
  EXPECT_FALSE(bfa::validate_warc(bfa::posix_file_system(), "absent", options));
  options.section_bytes = 1;
  const auto absent = bfa::validate_warc(bfa::posix_file_system(), "absent", options);
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, bfa::Code::kNotFound);
  options.threads = 0;  // one per core
  EXPECT_EQ(bfa::validate_warc(bfa::posix_file_system(), "absent", options).error().code,
            bfa::Code::kNotFound);
}

}  // namespace
