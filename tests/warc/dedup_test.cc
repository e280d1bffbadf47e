// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/dedup.h"

#include <gtest/gtest.h>

#include "bfa/warc/exchange.h"
#include "copies_testing.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class ListIndex final : public DedupIndex {
 public:
  Result<std::optional<PayloadOriginal>> find(std::string_view digest) override {
    const auto at = entries.find(digest);
    return at == entries.end() ? std::nullopt : std::optional(at->second);
  }
  Result<std::optional<PayloadOriginal>> last_success(std::string_view) override {
    return std::optional<PayloadOriginal>();
  }
  Result<bool> add(std::string_view digest, const PayloadOriginal& original) override {
    return entries.emplace(std::string(digest), original).second;
  }
  std::map<std::string, PayloadOriginal, std::less<>> entries;
};

class House_IndexOriginals : public WarcCopies {};

// Rule 24: by digest and algorithm; not tiny, not errors.
TEST_F(House_IndexOriginals, TakesWholeAnswersOnly) {
  const std::string date = "2026-03-01T10:00:00.25Z";
  const std::string body(300, 'b');
  const auto truncated =
      warc_record(fields_of("response", "t", "http://a.example/t", date,
                            "WARC-Truncated: length\r\nContent-Type: application/http; msgtype=response\r\n"),
                  "HTTP/1.1 200 OK\r\n\r\n" + std::string(300, 't'));
  const auto in = put(
      "in.warc.gz", {warcinfo("w"), response_to("a", "http://a.example/", date, "HTTP/1.1 200 OK", body),
                     response_to("b", "http://a.example/again", date, "HTTP/1.1 200 OK", body),
                     response_to("e", "http://a.example/e", date, "HTTP/1.1 404 Gone", std::string(300, 'e')),
                     response_to("s", "http://a.example/s", date, "HTTP/1.1 200 OK", "small"), truncated,
                     revisit_of("r", "http://a.example/r", date, "HTTP/1.1 200 OK",
                                "WARC-Payload-Digest: " + sha1_of(body) + "\r\n")});
  ListIndex index;
  const auto report = index_originals(posix_file_system(), in, index);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->records, 7U);
  EXPECT_EQ(report->originals, 1U);
  EXPECT_EQ(report->known, 1U);
  EXPECT_EQ(report->passed, 5U);
  const auto sha256 = labelled_digest(DigestAlgorithm::kSha256, digest(DigestAlgorithm::kSha256, body));
  ASSERT_EQ(index.entries.size(), 2U) << "under both algorithms";
  ASSERT_TRUE(index.entries.contains(sha256));
  ASSERT_TRUE(index.entries.contains(sha1_of(body)));
  const PayloadOriginal& original = index.entries[sha256];
  EXPECT_EQ(original.target_uri, "http://a.example/");
  EXPECT_EQ(original.date, date);
  EXPECT_EQ(original.record_id, "urn:uuid:a");
  EXPECT_EQ(original.payload_digest, sha1_of(body)) << "as a revisit is to repeat it";
  EXPECT_EQ(original.place.file, in);
  EXPECT_GT(original.place.length, 0U);
}

TEST_F(House_IndexOriginals, AWrongDigestIsNotBelieved) {
  const auto in = put("in.warc.gz",
                      {warc_record(fields_of("response", "a", "http://a.example/", "2026-03-01T10:00:00Z",
                                             "WARC-Payload-Digest: " + sha1_of("another") +
                                                 "\r\nContent-Type: application/http; msgtype=response\r\n"),
                                   "HTTP/1.1 200 OK\r\n\r\n" + std::string(300, 'b'))});
  ListIndex index;
  ASSERT_TRUE(index_originals(posix_file_system(), in, index));
  ASSERT_EQ(index.entries.size(), 1U);
  EXPECT_EQ(index.entries.begin()->second.payload_digest, "");
}

TEST_F(House_IndexOriginals, AnIndexOfAnyFormStandsForWhatItNames) {
  const std::string date = "2026-03-01T10:00:00Z";
  const auto first = response_to("a", "http://a.example/", date, "HTTP/1.1 200 OK", std::string(300, 'a'));
  const auto second = response_to("b", "http://a.example/b", date, "HTTP/1.1 200 OK", std::string(300, 'b'));
  (void)put("in.warc", {first, second});
  const std::string offset = std::to_string(first.size());
  const std::string cdxj =
      "example,a)/b 20260301100000 {\"offset\": " + offset + ", \"filename\": \"in.warc\"}\n";
  const std::string cdx =
      " CDX N b a m s k r M S V g\nexample,a)/b 20260301100000 http://a.example/b text/html 200 X - - 500 " +
      offset + " in.warc\n";
  for (const auto& [name, bytes] : {std::pair{"x.cdxj", cdxj},
                                    {"x.cdx", cdx},
                                    {"x.cdxj.gz", gzip_member(cdxj).value()},
                                    {"x.cdx.gz", gzip_member(cdx).value()}}) {
    ASSERT_TRUE(write_file_atomically(posix_file_system(), path(name), bytes));
    ListIndex index;
    const auto report = index_originals(posix_file_system(), path(name), index);
    ASSERT_TRUE(report) << name << ": " << to_string(report.error());
    EXPECT_EQ(report->originals, 1U) << name;
    ASSERT_FALSE(index.entries.empty()) << name;
    EXPECT_EQ(index.entries.begin()->second.target_uri, "http://a.example/b") << name;
  }
}

TEST_F(House_IndexOriginals, LinesOfAnyKindEndInAReportOrAnError) {
  ListIndex index;
  for (const char* line :
       {"", "{", "a 2026 {\"offset\":", "a 20260101000000 {\"filename\": 7, \"offset\": \"x\"}",
        "a 20260101000000 {\"filename\": \"../../etc/passwd\", \"offset\": \"-1\"}",
        "a 20260101000000 {\"filename\": \"none\", \"offset\": 99999999999999999999}"}) {
    ASSERT_TRUE(write_file_atomically(posix_file_system(), path("x.cdxj"), std::string(line) + "\n"));
    EXPECT_FALSE(index_originals(posix_file_system(), path("x.cdxj"), index)) << line;
  }
  EXPECT_TRUE(index.entries.empty());
}

struct Profile {
  const char* name;
  const char* value;
  RevisitKind kind;
};
class RevisitProfile : public testing::TestWithParam<Profile> {};

// Rule 19.
TEST_P(RevisitProfile, IsKnownInAllVersions) {
  WarcHeader header;
  header.fields = {{"warc-profile", GetParam().value}};
  EXPECT_EQ(revisit_kind(header), GetParam().kind);
}
INSTANTIATE_TEST_SUITE_P(
    Warc11_6_7, RevisitProfile,
    testing::Values(Profile{"Identical11", "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
                            RevisitKind::kIdenticalPayload},
                    Profile{"Identical10", "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest",
                            RevisitKind::kIdenticalPayload},
                    Profile{"Brackets", "<http://netpreserve.org/warc/0.18/revisit/server-not-modified>",
                            RevisitKind::kServerNotModified},
                    Profile{"Short", "server-not-modified", RevisitKind::kServerNotModified},
                    Profile{"Unknown", "http://netpreserve.org/warc/1.1/revisit/uri-agnostic",
                            RevisitKind::kUnknown},
                    Profile{"None", "", RevisitKind::kUnknown}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
