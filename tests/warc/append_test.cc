// SPDX-License-Identifier: Apache-2.0
// Going on in a file that is there: its end is checked before anything follows it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "bfa/warc/validate.h"
#include "bfa/warc/writer.h"
#include "support/fault_file_system.h"
#include "support/fixtures.h"
#include "warc/warc_testing.h"

namespace {

using bfa::test::make_exchange;
using bfa::test::read_bytes;
using bfa::test::warc_record;
using Names = std::vector<std::string>;

constexpr const char* kHead = "HTTP/1.1 200 OK\r\nContent-Type: text/plain";

class Appending : public testing::TestWithParam<bfa::WarcPacking> {
 protected:
  bfa::WarcWriteOptions options() {
    auto options = bfa::test::fixed_options(*clock);
    options.make_uuid = bfa::seeded_uuids("append" + std::to_string(seed++));
    options.packing = GetParam();
    if (GetParam() == bfa::WarcPacking::kZstd) {
      std::vector<std::string> samples;
      for (int i = 0; i < 200; ++i)
        samples.push_back("WARC-Type: response\r\nnumber " + std::to_string(i * 7919));
      options.dictionary = bfa::train_warc_dictionary(samples, 1024);
    }
    return options;
  }
  // A file with one capture; its name.
  std::string first_file() {
    const auto writer = *bfa::WarcWriter::open(disk, warcs, options(), nullptr);
    EXPECT_TRUE(writer->write(make_exchange("http://a.example/1", kHead, "one"), {{"note", "x"}}));
    EXPECT_TRUE(writer->close().ok());
    return writer->files().front();
  }
  bfa::Result<std::unique_ptr<bfa::WarcWriter>> append(const std::string& name, bool cut) {
    auto made = options();
    made.cut_tail = cut;
    made.dictionary.clear();  // it is that of the file
    tail = {};
    return bfa::WarcWriter::append(disk, warcs, name, made, nullptr, tail);
  }
  void put(const std::string& name, const std::string& bytes) {
    const auto file = *disk.create(warcs + "/" + name);  // no sync: there are many
    ASSERT_TRUE(file->append(bytes).ok());
    ASSERT_TRUE(file->close().ok());
  }
  std::string bytes(const std::string& name) { return *bfa::read_file(disk, warcs + "/" + name, 1u << 24); }

  bfa::test::TemporaryDirectory folder;
  std::unique_ptr<bfa::Clock> clock = bfa::make_fixed_clock(*bfa::parse_rfc3339("2026-03-01T12:00:00Z"));
  bfa::FileSystem& disk = bfa::posix_file_system();
  std::string warcs = folder / "warc";
  bfa::WarcTail tail;
  int seed = 0;
};

TEST_P(Appending, GoesOnBehindTheLastRecord) {
  const std::string name = first_file();
  const std::string before = bytes(name);
  const auto writer = append(name, false);
  ASSERT_TRUE(writer) << writer.error().message;
  EXPECT_EQ(tail.records, 4U);
  EXPECT_EQ(tail.kept_bytes, before.size());
  EXPECT_EQ(tail.cut_bytes, 0U);
  EXPECT_EQ(*disk.list(warcs), Names{name + ".open"});
  const auto written = (*writer)->write(make_exchange("http://a.example/2", kHead, "two"), {});
  ASSERT_TRUE(written);
  EXPECT_GT(written->response.offset, before.size());
  ASSERT_TRUE((*writer)->close().ok());
  EXPECT_EQ(*disk.list(warcs), Names{name});
  EXPECT_TRUE(bytes(name).starts_with(before));
  const auto report = bfa::validate_warc(disk, warcs + "/" + name);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->records, 7U);  // a second warcinfo, request, response
  EXPECT_EQ(report->by_type.at("warcinfo"), 2U);
  EXPECT_TRUE(report->findings.empty());
}

TEST_P(Appending, ATornTailIsRefusedOrCutAtEveryByte) {
  const std::string name = first_file();
  const std::string whole = bytes(name);
  const auto places = read_bytes(whole).places;
  for (std::size_t n = places[1].offset; n < whole.size(); n += 13) {
    std::uint64_t kept = 0;
    std::uint64_t records = 0;
    for (const auto& place : places) {
      if (place.offset + place.length > n) break;
      kept = place.offset + place.length;
      ++records;
    }
    put(name, whole.substr(0, n));
    const auto refused = append(name, false);
    if (kept == n) {
      ASSERT_TRUE(refused) << n;
      ASSERT_TRUE((*refused)->close().ok());
      continue;
    }
    ASSERT_FALSE(refused) << n;
    EXPECT_EQ(refused.error().code, bfa::Code::kTruncated);
    EXPECT_EQ(refused.error().offset, static_cast<std::int64_t>(kept));
    EXPECT_EQ(bytes(name), whole.substr(0, n));  // as it was
    const auto writer = append(name, true);
    ASSERT_TRUE(writer) << n << " " << writer.error().message;
    EXPECT_EQ(tail.kept_bytes, kept);
    EXPECT_EQ(tail.cut_bytes, n - kept);
    EXPECT_EQ(tail.records, records);
    ASSERT_TRUE((*writer)->close().ok());
    EXPECT_EQ(bytes(name), whole.substr(0, kept));
  }
}

TEST_P(Appending, ZerosBehindTheLastRecordAreATail) {
  const std::string name = first_file();
  const std::string whole = bytes(name);
  put(name, whole + std::string(512, '\0'));
  EXPECT_FALSE(append(name, false));
  const auto writer = append(name, true);
  ASSERT_TRUE(writer) << writer.error().message;
  EXPECT_EQ(tail.cut_bytes, 512U);
  ASSERT_TRUE((*writer)->close().ok());
  EXPECT_EQ(bytes(name), whole);
}

TEST_P(Appending, DamageBeforeWholeRecordsIsNoTail) {
  const std::string name = first_file();
  std::string broken = bytes(name);
  const auto places = read_bytes(broken).places;
  const std::size_t at = places[2].offset + places[2].length - 6;  // the block, or a sum
  broken[at] = static_cast<char>(broken[at] ^ 0x41);
  put(name, broken);
  for (const bool cut : {false, true}) {
    const auto writer = append(name, cut);
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, bfa::Code::kCorrupt);
    EXPECT_EQ(writer.error().offset, static_cast<std::int64_t>(places[2].offset));
    EXPECT_EQ(bytes(name), broken);
  }
}

TEST_P(Appending, AFailedWriteLeavesWhatWasThere) {
  const std::string name = first_file();
  const std::string before = bytes(name);
  bfa::test::FaultFileSystem failing(disk);
  auto made = options();
  made.dictionary.clear();
  const auto writer = bfa::WarcWriter::append(failing, warcs, name, made, nullptr, tail);
  ASSERT_TRUE(writer) << writer.error().message;
  bfa::test::FaultPlan plan;
  plan.first = 0;
  plan.count = 1;
  plan.only_set = true;
  plan.only = bfa::test::FileOperation::kWrite;
  failing.set_plan(plan);
  EXPECT_FALSE((*writer)->write(make_exchange("http://a.example/2", kHead, "two"), {}));
  EXPECT_EQ(bytes(name + ".open"), before);
  ASSERT_TRUE((*writer)->write(make_exchange("http://a.example/2", kHead, "two"), {}));
  ASSERT_TRUE((*writer)->close().ok());
  EXPECT_TRUE(bfa::validate_warc(disk, warcs + "/" + name)->findings.empty());
  EXPECT_EQ(read_bytes(bytes(name)).records.size(), 7U);
}

TEST_P(Appending, ACrashWhileAppendingKeepsWhatWasThere) {
  const std::string name = first_file();
  const std::string before = bytes(name);
  {
    const auto writer = append(name, false);
    ASSERT_TRUE(writer);
    ASSERT_TRUE((*writer)->write(make_exchange("http://a.example/2", kHead, "two"), {}));
  }
  put(name + ".open", bytes(name + ".open").substr(0, bytes(name + ".open").size() - 5));
  const auto recovered = bfa::recover_open_warcs(disk, warcs);
  ASSERT_TRUE(recovered);
  EXPECT_EQ(recovered->front().records, 6U);
  EXPECT_TRUE(bytes(name).starts_with(before));
}

std::string packing_name(const testing::TestParamInfo<bfa::WarcPacking>& row) {
  constexpr const char* kNames[] = {"Plain", "Gzip", "Zstd"};
  return kNames[static_cast<std::size_t>(row.param)];
}
INSTANTIATE_TEST_SUITE_P(House_Append, Appending,
                         testing::Values(bfa::WarcPacking::kPlain, bfa::WarcPacking::kGzip,
                                         bfa::WarcPacking::kZstd),
                         packing_name);

TEST(House_WarcAppend, OtherFormsAndPackingsAreRefused) {
  const bfa::test::TemporaryDirectory folder;
  bfa::FileSystem& disk = bfa::posix_file_system();
  struct Row {
    const char* name;
    std::string bytes;
    bfa::Code code;
  };
  const std::string one = warc_record(bfa::test::response_fields("urn:x"), "x");
  const Row rows[] = {
      {"plain.warc", one, bfa::Code::kInvalidArgument},
      {"arc.gz", *bfa::gzip_member("filedesc://x 0.0.0.0 20260301100000 text/plain 12\n1 0 Someone\n\n"),
       bfa::Code::kUnsupported},
      {"text.gz", *bfa::gzip_member("just a text"), bfa::Code::kUnsupported},
      {"lz4.gz", "\x04\x22\x4d\x18xxxx", bfa::Code::kUnsupported},
  };
  for (const auto& row : rows) {
    ASSERT_TRUE(bfa::write_file_atomically(disk, folder / row.name, row.bytes).ok());
    bfa::WarcTail tail;
    const auto writer = bfa::WarcWriter::append(disk, folder.path(), row.name, {}, nullptr, tail);
    ASSERT_FALSE(writer) << row.name;
    EXPECT_EQ(writer.error().code, row.code) << row.name;
    EXPECT_EQ(*bfa::read_file(disk, folder / row.name, 1u << 20), row.bytes);
  }
  bfa::WarcTail tail;
  const auto absent = bfa::WarcWriter::append(disk, folder.path(), "absent", {}, nullptr, tail);
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, bfa::Code::kNotFound);
}

}  // namespace
