// SPDX-License-Identifier: Apache-2.0
// merge, split, materialise: records of WARC files in new ones.
#include <gtest/gtest.h>

#include "bfa/warc/exchange.h"
#include "bfa/warc/merge.h"
#include "bfa/warc/validate.h"
#include "copies_testing.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

const std::string kA = "http://a.example/logo.png";
const std::string kB = "http://b.example/logo.png";
const std::string kDate1 = "2026-03-01T10:00:00Z";
const std::string kDate2 = "2026-03-02T10:00:00.5Z";
const std::string kBody(400, 'x');
const std::string kOk = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 400";

std::vector<std::string> one_site() {
  return {warcinfo("w"), request_to("a", kA, kDate1), response_to("a", kA, kDate1, kOk, kBody),
          request_to("b", kB, kDate2), response_to("b", kB, kDate2, kOk, std::string(400, 'o'))};
}

class House_MergeWarcs : public WarcCopies {};

TEST_F(House_MergeWarcs, TakesMembersOfTheSamePackingByteForByte) {
  const auto one = put("1.warc.gz", one_site());
  const auto two = put("2.warc.gz", {warcinfo("w2"), response_to("c", kA, kDate2, kOk, kBody)});
  const auto report = merge_warcs(posix_file_system(), {one, two}, path("all.warc.gz"));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->records, 7U);
  EXPECT_EQ(report->as_is, 7U);
  EXPECT_EQ(bytes_of("all.warc.gz"), bytes_of("1.warc.gz") + bytes_of("2.warc.gz"));
}

TEST_F(House_MergeWarcs, PacksAnewWhatIsPackedOtherwise) {
  const auto one = put("1.warc", one_site());
  const auto two = put("2.warc.gz", one_site());
  for (const char* name : {"all.warc", "all.warc.gz", "all.warc.zst"}) {
    const auto report = merge_warcs(posix_file_system(), {one, two}, path(name));
    ASSERT_TRUE(report) << report.error().message;
    auto expected = read("1.warc").records;
    const auto half = expected;
    expected.insert(expected.end(), half.begin(), half.end());
    EXPECT_EQ(read(name).records, expected) << name;
  }
}

// Rule 37: files with different dictionaries cannot be joined as they are.
TEST_F(House_MergeWarcs, RecompressesWhatHasAnotherDictionary) {
  std::vector<std::string> samples;
  for (int i = 0; i < 400; ++i)
    samples.push_back("GET /page/" + std::to_string(i * 7) + " HTTP/1.1\r\nHost: a.example\r\n");
  const auto plain = put("1.warc", one_site());
  for (const char* name : {"d1.warc.zst", "d2.warc.zst"}) {
    WarcRewriteOptions options;
    options.packing = WarcPacking::kZstd;
    samples.emplace_back(name);
    samples.push_back(std::string(200, name[1]) + "Cookie: " + name);
    options.dictionary = train_warc_dictionary(samples, 2048);
    ASSERT_FALSE(options.dictionary.empty());
    ASSERT_TRUE(rewrite_warc(posix_file_system(), plain, path(name), options));
  }
  ASSERT_NE(bytes_of("d1.warc.zst"), bytes_of("d2.warc.zst"));
  const auto report =
      merge_warcs(posix_file_system(), {path("d1.warc.zst"), path("d2.warc.zst")}, path("all.warc.zst"));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->records, 10U);
  EXPECT_EQ(report->as_is, 5U) << "those of the first file, whose dictionary the new one has";
  EXPECT_EQ(read("all.warc.zst").records.size(), 10U);
  EXPECT_TRUE(bytes_of("all.warc.zst").starts_with(bytes_of("d1.warc.zst")));
}

TEST_F(House_MergeWarcs, RecordsOfOneMemberAreTakenApart) {
  std::string all;
  for (const auto& record : one_site()) all += record;
  ASSERT_TRUE(write_file_atomically(posix_file_system(), path("one.warc.gz"), *gzip_member(all)));
  const auto report = merge_warcs(posix_file_system(), {path("one.warc.gz")}, path("all.warc.gz"));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->as_is, 0U);
  EXPECT_EQ(read("all.warc.gz").records.size(), 5U);
}

TEST_F(House_MergeWarcs, DamagedRecordsAreLeftOutAndListed) {
  auto records = one_site();
  std::string bytes;
  for (const auto& record : records) bytes += *gzip_member(record);
  bytes.resize(bytes.size() - 20);
  ASSERT_TRUE(write_file_atomically(posix_file_system(), path("cut.warc.gz"), bytes));
  const auto report = merge_warcs(posix_file_system(), {path("cut.warc.gz")}, path("all.warc.gz"));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->dropped, 1U);
  EXPECT_EQ(read("all.warc.gz").records.size(), 4U);
}

TEST_F(House_MergeWarcs, NeverReplacesAFileAndADryRunWritesNone) {
  const auto one = put("1.warc.gz", one_site());
  EXPECT_FALSE(merge_warcs(posix_file_system(), {one}, one));
  ASSERT_TRUE(merge_warcs(posix_file_system(), {one}, path("new.warc.gz"), true));
  EXPECT_FALSE(exists("new.warc.gz"));
  EXPECT_FALSE(merge_warcs(posix_file_system(), {path("none.warc.gz")}, path("new.warc.gz")));
  EXPECT_FALSE(exists("new.warc.gz.open"));
}

class House_SplitWarcs : public WarcCopies {};

TEST_F(House_SplitWarcs, ByRecordsKeepsCapturesTogetherUnderTheirWarcinfo) {
  const auto one = put("1.warc.gz", one_site());
  WarcSplitOptions options;
  options.max_records = 1;
  const auto report = split_warcs(posix_file_system(), {one}, path("part.warc.gz"), options);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->files,
            (std::vector<std::string>{path("part-00001.warc.gz"), path("part-00002.warc.gz")}));
  for (const char* name : {"part-00001.warc.gz", "part-00002.warc.gz"}) {
    const auto records = read(name).records;
    ASSERT_EQ(records.size(), 3U) << name;
    EXPECT_TRUE(records[0].starts_with("warcinfo")) << name;
    EXPECT_TRUE(records[1].starts_with("request")) << name;
    EXPECT_TRUE(records[2].starts_with("response")) << name;
  }
}

TEST_F(House_SplitWarcs, BySizeAndBackAreTheSameCaptures) {
  const auto one = put("1.warc.gz", one_site());
  WarcSplitOptions options;
  options.max_file_bytes = 300;
  const auto report = split_warcs(posix_file_system(), {one}, path("part.warc.zst"), options);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->files.size(), 2U);
  ASSERT_TRUE(merge_warcs(posix_file_system(), report->files, path("back.warc.gz")));
  const auto same = compare_warcs(posix_file_system(), {one}, {path("back.warc.gz")}, nullptr);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->same, 2U);
  EXPECT_EQ(same->only_a + same->only_b + same->differing, 0U);
}

TEST_F(House_SplitWarcs, ByHostWithMoreHostsThanOpenFiles) {
  std::vector<std::string> records{warcinfo("w")};
  for (int i = 0; i < 120; ++i) {
    const std::string url = "http://h" + std::to_string(i % 40) + ".example/" + std::to_string(i);
    records.push_back(response_to("r" + std::to_string(i), url, kDate1, "HTTP/1.1 200 OK", url));
  }
  records.push_back(
      warc_record(fields_of("resource", "d", "dns:h1.example", kDate1, "Content-Type: text/dns\r\n"),
                  "20260301100000\nh1.example. 60 IN A 192.0.2.1\n"));
  records.push_back(
      warc_record(fields_of("resource", "u", "urn:x", kDate1, "Content-Type: text/plain\r\n"), "x"));
  const auto one = put("1.warc.gz", records);
  WarcSplitOptions options;
  options.by_host = true;
  const auto report = split_warcs(posix_file_system(), {one}, path("p.warc.gz"), options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->files.size(), 41U);
  EXPECT_EQ(read("p-h0.example.warc.gz").records.size(), 4U);
  EXPECT_EQ(read("p-h1.example.warc.gz").records.size(), 5U);
  EXPECT_EQ(read("p-other.warc.gz").records.size(), 2U);
}

class Warc11_6_7_Materialise : public WarcCopies {
 protected:
  std::string response_in(const std::string& name, const std::string& url) const {
    for (const auto& record : read(name).records) {
      if (record.starts_with("response " + url + " ")) return record.substr(record.find("HTTP/"));
    }
    return {};
  }
  const std::string refers_ = "WARC-Refers-To: <urn:uuid:a>\r\nWARC-Refers-To-Target-URI: " + kA +
                              "\r\nWARC-Refers-To-Date: " + kDate1 +
                              "\r\nWARC-Payload-Digest: " + sha1_of(kBody) + "\r\n";
  const std::string seen_again_ =
      "HTTP/1.1 200 Fine\r\nContent-Type: image/png\r\nX-Seen: twice\r\nContent-Length: 400";
};

TEST_F(Warc11_6_7_Materialise, TheRevisitsHeadWithTheOriginalsBody) {
  auto records = one_site();
  records.push_back(request_to("r", kB + "?2", kDate2));
  records.push_back(revisit_of("r", kB + "?2", kDate2, seen_again_, refers_));
  const auto in = put("in.warc.gz", records);
  const auto report = materialise_warcs(posix_file_system(), {in}, path("out.warc.gz"));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->materialised, 1U);
  EXPECT_EQ(report->unresolved, 0U);
  EXPECT_EQ(response_in("out.warc.gz", kB + "?2"), seen_again_ + "\r\n\r\n" + kBody);
  const std::string bytes = [&] {
    EXPECT_TRUE(merge_warcs(posix_file_system(), {path("out.warc.gz")}, path("out.warc")));
    return bytes_of("out.warc");
  }();
  EXPECT_EQ(bytes.find("WARC-Profile"), std::string::npos);
  EXPECT_EQ(bytes.find("WARC-Concurrent-To: <urn:uuid:r>"), std::string::npos)
      << "the request names the new id";
  EXPECT_NE(bytes.find("materialised-from: <urn:uuid:r>\r\nmaterialised-original: <urn:uuid:a>\r\n"),
            std::string::npos);
  const auto same = compare_warcs(posix_file_system(), {in}, {path("out.warc.gz")}, nullptr);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->same, 3U) << "a revisit and what it stands for are one capture";
}

TEST_F(Warc11_6_7_Materialise, OtherFramingGetsALength) {
  const std::string chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-B: 1";
  const auto in = put("in.warc.gz", {response_to("a", kA, kDate1, kOk, kBody),
                                     revisit_of("r", kB, kDate2, chunked, refers_)});
  ASSERT_TRUE(materialise_warcs(posix_file_system(), {in}, path("out.warc.gz")));
  EXPECT_EQ(response_in("out.warc.gz", kB),
            "HTTP/1.1 200 OK\r\nX-B: 1\r\nContent-Length: 400\r\n\r\n" + kBody);
}

// Rule 23: a 304 is replaced by the original's head and body.
TEST_F(Warc11_6_7_Materialise, A304BecomesTheLastAnswerBeforeIt) {
  const auto revisit =
      warc_record(fields_of("revisit", "r", kA, kDate2,
                            "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n"
                            "Content-Type: application/http; msgtype=response\r\n"),
                  "HTTP/1.1 304 Not Modified\r\n\r\n");
  const auto in =
      put("in.warc.gz", {response_to("a", kA, kDate1, kOk, kBody), revisit,
                         response_to("z", kA, "2026-03-09T10:00:00Z", kOk, std::string(400, 'l'))});
  const auto report = materialise_warcs(posix_file_system(), {in}, path("out.warc.gz"));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->materialised, 1U);
  int count = 0;
  for (const auto& record : read("out.warc.gz").records)
    count += record == "response " + kA + " " + kOk + "\r\n\r\n" + kBody ? 1 : 0;
  EXPECT_EQ(count, 2);
}

TEST_F(Warc11_6_7_Materialise, FindsOriginalsInOtherFilesAndThroughAChain) {
  const std::string chain = "WARC-Refers-To: <urn:uuid:r>\r\nWARC-Payload-Digest: " + sha1_of(kBody) + "\r\n";
  const auto old = put("old.warc.gz", {response_to("a", kA, kDate1, kOk, kBody)});
  const auto in = put("in.warc.gz", {revisit_of("c", kB + "?c", kDate2, seen_again_, chain),
                                     revisit_of("r", kB, kDate2, {}, refers_)});
  const auto alone = materialise_warcs(posix_file_system(), {in}, path("alone.warc.gz"));
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->unresolved, 2U);
  EXPECT_EQ(alone->findings.size(), 2U);
  EXPECT_EQ(bytes_of("alone.warc.gz"), bytes_of("in.warc.gz")) << "they stay as they are";
  MaterialiseOptions options;
  options.with = {old};
  const auto report = materialise_warcs(posix_file_system(), {in}, path("out.warc.gz"), options);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->materialised, 2U);
  EXPECT_EQ(response_in("out.warc.gz", kB + "?c"), seen_again_ + "\r\n\r\n" + kBody);
  EXPECT_EQ(response_in("out.warc.gz", kB), kOk + "\r\n\r\n" + kBody) << "its block was empty";
}

TEST_F(Warc11_6_7_Materialise, FindsOriginalsByTheFilesOfAnIndex) {
  put("old.warc.gz", {response_to("a", kA, kDate1, kOk, kBody)});
  const auto in = put("in.warc.gz", {revisit_of("r", kB, kDate2, seen_again_, refers_)});
  const std::string lines =
      "example,a)/logo.png 20260301100000 {\"filename\": \"old.warc.gz\", \"offset\": \"0\"}\n"
      "example,a)/ 20260301100000 {\"filename\": \"../outside.warc.gz\", \"offset\": \"0\"}\n";
  ASSERT_TRUE(write_file_atomically(posix_file_system(), path("old.cdxj"), lines));
  MaterialiseOptions options;
  options.with = {path("old.cdxj")};
  const auto report = materialise_warcs(posix_file_system(), {in}, path("out.warc.gz"), options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->materialised, 1U);
  options.with = {put("none.txt", {"no index\n"})};
  EXPECT_FALSE(materialise_warcs(posix_file_system(), {in}, path("out2.warc.gz"), options));
}

TEST_F(Warc11_6_7_Materialise, AnotherPayloadIsNoOriginal) {
  const auto in = put("in.warc.gz", {response_to("a", kA, kDate1, kOk, std::string(400, 'c')),
                                     revisit_of("r", kB, kDate2, seen_again_, refers_)});
  const auto report = materialise_warcs(posix_file_system(), {in}, path("out.warc.gz"));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->materialised, 0U);
  EXPECT_EQ(report->unresolved, 1U);
}

TEST_F(Warc11_6_7_Materialise, EachPrefixOfAFileEndsInAFileOrAnError) {
  put("in.warc.gz",
      {response_to("a", kA, kDate1, kOk, kBody), revisit_of("r", kB, kDate2, seen_again_, refers_)});
  const std::string bytes = bytes_of("in.warc.gz");
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    ASSERT_TRUE(write_file_atomically(posix_file_system(), path("cut.warc.gz"), bytes.substr(0, size)));
    const std::string to = "out" + std::to_string(size) + ".warc.gz";
    const auto report = materialise_warcs(posix_file_system(), {path("cut.warc.gz")}, path(to));
    EXPECT_EQ(exists(to), report.has_value()) << size;
    EXPECT_FALSE(exists(to + ".open")) << size;
  }
}

}  // namespace
}  // namespace bfa
