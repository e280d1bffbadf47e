// SPDX-License-Identifier: Apache-2.0
// Files of other tools, and probes of one property each, compared with their known content and where they
// break the standard: tests/data/warc (its README says how that was found out).
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bfa/warc/reader.h"
#include "bfa/warc/validate.h"
#include "support/fixtures.h"
#include "warc/warc_testing.h"

namespace {

using Counts = std::map<std::string, std::uint64_t>;

std::optional<nlohmann::json> read_json(const std::string& path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  return nlohmann::json::parse(file, nullptr, false);
}

// Findings that the golden data does not judge: they are about choices, not damage.
Counts judged(const bfa::Findings& findings) {
  Counts counts;
  for (const auto& finding : findings) ++counts[finding.id];
  return counts;
}

void check(const std::string& path, const nlohmann::json& wanted) {
  SCOPED_TRACE(path);
  const auto report = bfa::validate_warc(bfa::posix_file_system(), path);
  if (wanted["records"].is_null()) {
    EXPECT_FALSE(report);
    return;
  }
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->by_type, wanted["records"].get<Counts>());
  EXPECT_EQ(judged(report->findings), wanted["findings"].get<Counts>());
  for (const auto& finding : report->findings) {
    EXPECT_EQ(finding.where, path);
    EXPECT_GE(finding.offset, 0) << finding.id;
    EXPECT_GT(finding.message.size(), 20U) << finding.id;
  }
}

void check_all(const std::string& golden, const std::string& folder, std::size_t fewest) {
  const auto shared = bfa::test::shared_directory();
  if (!shared) GTEST_SKIP() << "no shared folder with files of other tools";
  const auto rows = read_json(std::string(BFA_TEST_DATA) + "/warc/" + golden);
  ASSERT_TRUE(rows);
  ASSERT_GE(rows->size(), fewest);
  for (const auto& row : *rows) check(*shared + folder + row["file"].get<std::string>(), row);
}

TEST(Shared_Warc, FilesHoldWhatWasReadInThemByHand) {
  check_all("verdicts.json", "/warc/files/", 126);
}

TEST(Shared_Warc, ProbesGiveTheRightFindings) {
  check_all("probes.json", "/warc/probes/", 38);
}

// A reader that counts more than there is, as read by hand in the file.
struct Overcount {
  const char* file;
  const char* reader;
  const char* reason;
};
constexpr Overcount kOvercounts[] = {
    {"netarchivesuite/test1.arc", "warcio.js", "a text: its first line is taken for a record"},
    {"netarchivesuite/1-test1.arc", "warcio.js", "a text: its first line is taken for a record"},
    {"netarchivesuite/test2.arc", "warcio.js", "a text: its first line is taken for a record"},
    {"netarchivesuite/test3.arc", "warcio.js", "a text: its first line is taken for a record"},
    {"netarchivesuite/input-nonarc.arc", "warcio.js", "a text: its first line is taken for a record"},
    {"netarchivesuite/input-nonarc.arc", "warcio", "a text: its first line is taken for a record"},
    {"netarchivesuite/2-metadata-1.arc", "warcio",
     "the lines of an index in a record's block count as records"},
    {"netarchivesuite/1-fyensdk.arc", "warcio.js", "line and block of an ARC record count as two"},
    {"netarchivesuite/2-fyensdk.arc", "warcio.js", "line and block of an ARC record count as two"},
    {"netarchivesuite/4-fyensdk.arc", "warcio.js", "line and block of an ARC record count as two"},
    {"netarchivesuite/1-input-2.arc", "warcio.js", "line and block of an ARC record count as two"},
};

bool overcounts(const std::string& file, const std::string& reader) {
  return std::any_of(std::begin(kOvercounts), std::end(kOvercounts),
                     [&](const Overcount& one) { return file == one.file && reader == one.reader; });
}

// No other reader returns more records of any file, except for those above. From damaged files we return
// more.
TEST(Shared_Warc, NoPeerSalvagesMore) {
  const auto shared = bfa::test::shared_directory();
  if (!shared) GTEST_SKIP() << "no shared folder with files of other tools";
  const auto manifest = read_json(*shared + "/warc/manifest.json");
  const auto rows = read_json(std::string(BFA_TEST_DATA) + "/warc/verdicts.json");
  ASSERT_TRUE(manifest && rows);
  std::map<std::string, std::uint64_t> ours;  // records read: the test above compares them with these files
  for (const auto& row : *rows) {
    std::uint64_t n = 0;
    if (row["records"].is_object()) {
      for (const auto& [type, count] : row["records"].items()) n += count.get<std::uint64_t>();
    }
    ours[row["file"].get<std::string>()] = n;
  }
  std::size_t compared = 0;
  std::size_t more = 0;
  for (const auto& entry : *manifest) {
    if (!entry.contains("counts") || !entry["counts"].is_object()) continue;
    const std::string file = entry["file"].get<std::string>().substr(6);
    ASSERT_TRUE(ours.contains(file)) << file;
    ++compared;
    bool best = true;
    for (const auto& [reader, count] : entry["counts"].items()) {
      if (overcounts(file, reader)) {
        EXPECT_LT(ours[file], count.get<std::uint64_t>()) << file << " " << reader << ": no exception";
        continue;
      }
      EXPECT_GE(ours[file], count.get<std::uint64_t>()) << file << " " << reader;
      best = best && ours[file] > count.get<std::uint64_t>();
    }
    more += best ? 1 : 0;
  }
  EXPECT_GE(compared, 108U);
  EXPECT_GE(more, 11U);
}

TEST(Shared_Warc, EveryPrefixOfTwentyFilesEndsInDataOrAnError) {
  const auto shared = bfa::test::shared_directory();
  if (!shared) GTEST_SKIP() << "no shared folder with files of other tools";
  std::size_t tried = 0;
  for (const char* name : {"warcio/bad.arc",
                           "warcio/example-bad-non-chunked.warc.gz",
                           "warcio/example-digest.warc",
                           "warcio/example-iana.org-chunked.warc",
                           "warcio/example-resource.warc.gz",
                           "warcio/example-space-in-target-uri.warc.gz",
                           "warcio/example-space-in-url.arc",
                           "warcio/example-trunc.warc",
                           "warcio/example-wrong-chunks.warc.gz",
                           "warcio/example.arc.gz",
                           "warcio/example.warc.gz",
                           "jwarc/gzip_extra_sl.warc.gz",
                           "warcio.js/example-bad-length.warc",
                           "warc-specifications/hello-world.warc.gz",
                           "netarchivesuite/integrity2.ARC",
                           "netarchivesuite/input-1.arc",
                           "chatnoir-resiliparse/block-sized-records.warc.lz4",
                           "libarchive/test_read_format_warc_incomplete.warc",
                           "incubator-stormcrawler/unparsable-date.warc.gz",
                           "outbackcdx/test1.warc.gz"}) {
    const auto bytes = bfa::read_file(bfa::posix_file_system(), *shared + "/warc/files/" + name, 1u << 20);
    ASSERT_TRUE(bytes) << name;
    ++tried;
    const std::size_t whole = bfa::test::read_bytes(*bytes).records.size();
    for (std::size_t n = 0; n < bytes->size(); ++n) {
      bfa::WarcReadOptions options;
      options.check_digests = true;
      const auto back = bfa::test::read_bytes(bytes->substr(0, n), options);
      EXPECT_LE(back.records.size(), whole + 1) << name << " " << n;
    }
  }
  EXPECT_EQ(tried, 20U);
}

TEST(Shared_Warc, TheSegmentedProbeIsJoined) {
  const auto shared = bfa::test::shared_directory();
  if (!shared) GTEST_SKIP() << "no shared folder with files of other tools";
  bfa::SegmentJoiner joiner(bfa::posix_file_system());
  ASSERT_TRUE(joiner.scan(*shared + "/warc/probes/segmented.warc.gz").ok());
  ASSERT_EQ(joiner.origins().size(), 1U);
  const auto joined = joiner.open(joiner.origins()[0]);
  ASSERT_TRUE(joined);
  EXPECT_EQ(bfa::read_all((*joined)->block(), 1u << 20)->size(), 299U);
  EXPECT_TRUE((*joined)->findings().empty());
}

}  // namespace
