// SPDX-License-Identifier: Apache-2.0
// filter, redact, diff.
#include "bfa/warc/select.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "bfa/warc/validate.h"
#include "copies_testing.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

const std::string kPage = "http://www.a.example/post/1?x=1";
const std::string kImage = "http://img.a.example/logo.png";
const std::string kGone = "http://other.example/gone";
const std::string kDate1 = "2026-03-01T10:00:00Z";
const std::string kDate2 = "2026-04-01T10:00:00Z";
const std::string kBody(300, 'y');

std::vector<std::string> site() {
  const std::string refers = "WARC-Refers-To: <urn:uuid:i>\r\nWARC-Refers-To-Target-URI: " + kImage +
                             "\r\nWARC-Refers-To-Date: " + kDate1 +
                             "\r\nWARC-Payload-Digest: " + sha1_of(kBody) + "\r\n";
  return {
      warcinfo("w"),
      request_to("p", kPage, kDate1),
      response_to("p", kPage, kDate1, "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8", "<p>one"),
      response_to("i", kImage, kDate1, "HTTP/1.1 200 OK\r\nContent-Type: image/png", kBody),
      warc_record(fields_of("metadata", "im", kImage, kDate1,
                            "WARC-Concurrent-To: <urn:uuid:i>\r\nContent-Type: application/warc-fields\r\n"),
                  "via: x\r\n"),
      request_to("g", kGone, kDate2),
      response_to("g", kGone, kDate2, "HTTP/1.1 404 Not Found\r\nContent-Type: text/html", "gone"),
      revisit_of("v", kGone + "/logo", kDate2, "HTTP/1.1 200 OK\r\nContent-Type: image/png", refers)};
}

struct Row {
  const char* name;
  WarcSelection selection;
  std::vector<std::string> ids;  // of the kept records, without warcinfo
};

WarcSelection with(std::vector<std::string> WarcSelection::* member, std::vector<std::string> values) {
  WarcSelection selection;
  selection.*member = std::move(values);
  return selection;
}

WarcSelection dates(const char* from, const char* until) {
  WarcSelection selection;
  if (from != nullptr) selection.from = parse_timestamp(from)->utc;
  if (until != nullptr) selection.until = parse_timestamp(until)->utc;
  return selection;
}

WarcSelection inverted(WarcSelection selection) {
  selection.invert = true;
  return selection;
}

class Filtering : public WarcCopies, public testing::WithParamInterface<Row> {};

TEST_P(Filtering, KeepsWhatFitsWithAllOfItsCapture) {
  const auto in = put("in.warc.gz", site());
  WarcFilterOptions options;
  options.originals = MissingOriginalPolicy::kKeep;
  const auto report =
      filter_warcs(posix_file_system(), {in}, path("out.warc.gz"), GetParam().selection, options);
  ASSERT_TRUE(report) << report.error().message;
  std::vector<std::string> ids;
  for (const auto& place : read("out.warc.gz").places) ids.push_back(place.record_id.substr(9));
  ASSERT_FALSE(ids.empty());
  EXPECT_EQ(ids.front(), "w");
  ids.erase(ids.begin());
  EXPECT_EQ(ids, GetParam().ids);
}

using S = WarcSelection;
INSTANTIATE_TEST_SUITE_P(
    House, Filtering,
    testing::Values(Row{"Url", with(&S::urls, {kImage}), {"i", "im"}},
                    Row{"CanonicalUrl", with(&S::urls, {"HTTP://www.A.example:80/post/1?x=1"}), {"pq", "p"}},
                    Row{"Prefix", with(&S::url_prefixes, {"http://other"}), {"gq", "g", "v"}},
                    Row{"Regex", with(&S::url_patterns, {"/post/[0-9]+\\?"}), {"pq", "p"}},
                    Row{"Surt", with(&S::surt_prefixes, {"example,a)/post"}), {"pq", "p"}},
                    Row{"Host", with(&S::hosts, {"OTHER.example"}), {"gq", "g", "v"}},
                    Row{"HostAndBelow", with(&S::hosts, {"*.a.example"}), {"pq", "p", "i", "im"}},
                    Row{"Status", with(&S::statuses, {"4xx"}), {"gq", "g"}},
                    Row{"StatusRange", with(&S::statuses, {"200-299"}), {"pq", "p", "i", "im", "v"}},
                    Row{"Mime", with(&S::mimes, {"image/*"}), {"i", "im", "v"}},
                    Row{"ExactMime", with(&S::mimes, {"text/html"}), {"pq", "p", "gq", "g"}},
                    Row{"Type", with(&S::types, {"revisit"}), {"v"}},
                    Row{"From", dates("2026-03-15", nullptr), {"gq", "g", "v"}},
                    Row{"Until", dates(nullptr, "2026-03-15"), {"pq", "p", "i", "im"}},
                    Row{"Invert", inverted(with(&S::urls, {kImage})), {"pq", "p", "gq", "g", "v"}},
                    Row{"Nothing", with(&S::urls, {"http://none.example/"}), {}}),
    [](const auto& row) { return std::string(row.param.name); });

class House_SelectWarcs : public WarcCopies {};

TEST_F(House_SelectWarcs, ARevisitWhoseOriginalFallsOutIsMaterialised) {
  const auto in = put("in.warc.gz", site());
  const auto selection = with(&S::types, {"revisit"});
  const auto report = filter_warcs(posix_file_system(), {in}, path("out.warc.gz"), selection);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->materialised, 1U);
  const auto back = read("out.warc.gz");
  ASSERT_EQ(back.records.size(), 3U);
  EXPECT_TRUE(back.records[1].starts_with("response " + kGone + "/logo HTTP/1.1 200 OK"));
  EXPECT_TRUE(back.records[1].ends_with(kBody));
  WarcFilterOptions keep;
  keep.originals = MissingOriginalPolicy::kKeep;
  const auto kept = filter_warcs(posix_file_system(), {in}, path("kept.warc.gz"), selection, keep);
  ASSERT_TRUE(kept);
  ASSERT_EQ(kept->findings.size(), 1U);
  EXPECT_EQ(kept->findings[0].id, "original_left_out");
  const auto all = filter_warcs(posix_file_system(), {in}, path("all.warc.gz"), WarcSelection());
  ASSERT_TRUE(all);
  EXPECT_EQ(bytes_of("all.warc.gz"), bytes_of("in.warc.gz"));
}

TEST_F(House_SelectWarcs, RecordsThatStandElsewhereFollowTheirCapture) {
  auto records = site();
  std::rotate(records.begin() + 1, records.begin() + 2, records.end());  // the page's request comes last
  const auto in = put("in.warc.gz", records);
  const auto report =
      filter_warcs(posix_file_system(), {in}, path("out.warc.gz"), with(&S::mimes, {"text/html"}));
  ASSERT_TRUE(report);
  const auto back = read("out.warc.gz").records;
  ASSERT_EQ(back.size(), 5U);
  EXPECT_TRUE(back.back().starts_with("request " + kPage));
}

TEST_F(House_SelectWarcs, ConditionsThatCannotBeReadAreRefused) {
  const auto in = put("in.warc.gz", site());
  for (const auto& selection :
       {with(&S::statuses, {"40"}), with(&S::statuses, {"500-400"}), with(&S::url_patterns, {"("})}) {
    const auto report = filter_warcs(posix_file_system(), {in}, path("out.warc.gz"), selection);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Code::kInvalidArgument);
    EXPECT_FALSE(exists("out.warc.gz.open"));
  }
}

TEST_F(House_SelectWarcs, RedactionLeavesARecordThatSaysSo) {
  const auto in = put("in.warc.gz", site());
  const auto clock = make_fixed_clock(*parse_rfc3339("2026-05-01T00:00:00Z"));
  WarcRedactOptions options;
  options.reason = "court order\r\nWARC-Fake: x";
  options.clock = clock.get();
  const auto selection = with(&S::urls, {kImage});
  const auto report = redact_warcs(posix_file_system(), {in}, path("out.warc.gz"), selection, options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->redacted, 2U) << "the response and its metadata";
  EXPECT_EQ(report->materialised, 1U) << "the revisit of another URL";
  const auto back = read("out.warc.gz");
  ASSERT_EQ(back.records.size(), 9U);
  EXPECT_EQ(back.records[3], "metadata " + kImage +
                                 " software: libbfa\r\nredacted-record-id: <urn:uuid:i>\r\nredacted-type: "
                                 "response\r\nredacted-content-length: 344\r\nredaction-date: "
                                 "2026-05-01T00:00:00Z\r\nredaction-reason: court order  WARC-Fake: x\r\n");
  EXPECT_TRUE(back.records[7].starts_with("response " + kGone + "/logo"));
  for (std::size_t i = 0; i < back.records.size(); ++i)
    EXPECT_EQ(back.records[i].find(kBody) != std::string::npos, i == 7) << "another page has it for itself";
  options.keep_digests = true;
  ASSERT_TRUE(redact_warcs(posix_file_system(), {in}, path("with.warc.gz"), selection, options));
  EXPECT_NE(read("with.warc.gz").records[3].find("redacted-payload-digest: " + sha1_of(kBody)),
            std::string::npos);
}

// What a takedown names by one spelling goes in all of them, and with it what was made of it.
TEST_F(House_SelectWarcs, RedactionReachesAllSpellingsAndDerivedRecords) {
  const std::vector<std::string> gone = {"https://a.example/letter",     "https://a.example/letter#x",
                                         "https://a.example/%6Cetter",   "https://A.EXAMPLE/letter",
                                         "https://a.example:443/letter", "http://a.example:80/letter",
                                         "https://www.a.example/letter"};
  const std::vector<std::string> stays = {"https://a.example/letter2", "https://a.example/Letter",
                                          "https://b.example/letter"};
  std::vector<std::string> records;
  int number = 0;
  for (const auto& list : {gone, stays}) {
    for (const auto& url : list) {
      const std::string id = std::to_string(number++);
      records.push_back(response_to("s" + id, url, kDate1, "HTTP/1.1 200 OK", "text " + id));
    }
  }
  records.push_back(
      warc_record(fields_of("continuation", "c", "https://other.example/", kDate1,
                            "WARC-Segment-Number: 2\r\nWARC-Segment-Origin-ID: <urn:uuid:s0>\r\n"),
                  "rest of the letter"));
  records.push_back(warc_record(fields_of("conversion", "v", "urn:x", kDate1,
                                          "WARC-Refers-To: <urn:uuid:s1>\r\nContent-Type: text/plain\r\n"),
                                "the letter in plain text"));
  records.push_back(warc_record(fields_of("metadata", "m", "urn:x", kDate1,
                                          "WARC-Refers-To: <urn:uuid:v>\r\nContent-Type: text/plain\r\n"),
                                "said of the conversion"));
  const auto in = put("in.warc.gz", records);
  WarcRedactOptions options;
  options.reason = "asked by the author";
  for (const auto& selection : {with(&S::urls, {"https://a.example/letter"}),
                                with(&S::url_prefixes, {"HTTPS://A.example:443/%6Cetter"})}) {
    const bool prefix = selection.urls.empty();
    std::filesystem::remove(path("out.warc.gz"));
    const auto report = redact_warcs(posix_file_system(), {in}, path("out.warc.gz"), selection, options);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->redacted, gone.size() + 3 + (prefix ? 1 : 0));  // "letter2" has the prefix
  }
}

TEST_F(House_SelectWarcs, RedactionNeedsAReasonAndASelection) {
  const auto in = put("in.warc.gz", site());
  WarcRedactOptions options;
  EXPECT_FALSE(
      redact_warcs(posix_file_system(), {in}, path("out.warc.gz"), with(&S::urls, {kImage}), options));
  options.reason = "because";
  EXPECT_FALSE(redact_warcs(posix_file_system(), {in}, path("out.warc.gz"), WarcSelection(), options));
  options.dry_run = true;
  const auto report =
      redact_warcs(posix_file_system(), {in}, path("out.warc.gz"), with(&S::urls, {kImage}), options);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->redacted, 2U);
  EXPECT_FALSE(exists("out.warc.gz"));
}

// The header of a record whose body was lost still states the digest of the body.
TEST_F(House_SelectWarcs, CompareReadsPayloads) {
  const std::string head = "HTTP/1.1 200 OK\r\n\r\n";
  const auto stated = fields_of("response", "1", kPage, kDate1,
                                "WARC-Payload-Digest: " + sha1_of("whole body") +
                                    "\r\nContent-Type: application/http; msgtype=response\r\n");
  const auto a = put("a.warc.gz", {warc_record(stated, head + "whole body")});
  for (const char* const body : {"", "whole bod", "other body"}) {
    const auto b = put("b.warc.gz", {warc_record(stated, head + body)});
    const auto report = compare_warcs(posix_file_system(), {a}, {b}, {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->same, 0U) << body;
    EXPECT_EQ(report->differing, 1U) << body;
  }
  EXPECT_EQ(compare_warcs(posix_file_system(), {a}, {a}, {})->same, 1U);
}

TEST_F(House_SelectWarcs, CompareNamesWhatOneSideLacksOrHasOtherwise) {
  const auto a = put("a.warc.gz", {response_to("1", kPage, kDate1, "HTTP/1.1 200 OK", "same"),
                                   response_to("2", kPage, kDate2, "HTTP/1.1 200 OK", "old"),
                                   response_to("3", kImage, kDate1, "HTTP/1.1 200 OK", "only a"),
                                   response_to("4", kGone, kDate1, "HTTP/1.1 200 OK", "twice"),
                                   response_to("5", kGone, kDate1, "HTTP/1.1 200 OK", "twice")});
  // The same payload under a digest of another algorithm, and one without.
  const auto sha256 = labelled_digest(DigestAlgorithm::kSha256, digest(DigestAlgorithm::kSha256, "same"));
  const auto b =
      put("b.warc", {response_to("4", kGone, kDate1, "HTTP/1.1 200 OK", "twice"),
                     warc_record(fields_of("response", "1", kPage, kDate1,
                                           "WARC-Payload-Digest: " + sha256 +
                                               "\r\nContent-Type: application/http; msgtype=response\r\n"),
                                 "HTTP/1.1 200 OK\r\n\r\nsame"),
                     response_to("2", kPage, kDate2, "HTTP/1.1 200 OK", "new"),
                     response_to("6", kImage, kDate2, "HTTP/1.1 200 OK", "only b")});
  std::vector<std::string> lines;
  const auto result = compare_warcs(posix_file_system(), {a}, {b}, [&](const WarcDifference& difference) {
    lines.push_back(std::to_string(static_cast<int>(difference.kind)) + " " + difference.url + " " +
                    difference.date);
  });
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(lines, (std::vector<std::string>{"2 " + kPage + " " + kDate2, "0 " + kImage + " " + kDate1,
                                             "0 " + kGone + " " + kDate1, "1 " + kImage + " " + kDate2}));
  EXPECT_EQ(result->same, 2U);
  EXPECT_EQ(result->only_a, 2U);
  EXPECT_EQ(result->only_b, 1U);
  EXPECT_EQ(result->differing, 1U);
}

}  // namespace
}  // namespace bfa
