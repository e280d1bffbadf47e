// SPDX-License-Identifier: Apache-2.0
// One test for each rule of the WARC standard and its kin that implementers get wrong, by its number in
// docs/formats/warc.md, which also lists the numbers without a test here, with the reason. W: about the
// writer, R: about the reader. Rules 1 to 24: records, digests, revisits.
#include "warc/rules_testing.h"

namespace {

using namespace bfa::test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

TEST_F(Warc11_Rules, Rule01_FramingIsCrlfAndLfIsTaken) {
  const std::string bytes = written({make_exchange("http://a.example/", kHead, kBody)});
  EXPECT_TRUE(bytes.starts_with("WARC/1.1\r\n"));
  EXPECT_TRUE(bytes.ends_with("\r\n\r\n"));
  EXPECT_EQ(findings(bytes), Ids{});
  const std::string lf =
      "WARC/1.1\nWARC-Type: resource\nWARC-Record-ID: <urn:a>\nWARC-Date: 2026-01-01T00:00:00Z\n"
      "WARC-Target-URI: urn:x\nContent-Type: a/b\nContent-Length: 1\n\nx";
  EXPECT_EQ(findings(lf + "\n\n"), (Ids{"bare_lf", "bare_lf"}));
  EXPECT_EQ(findings(lf), (Ids{"bare_lf", "missing_crlf"}));
}

TEST_F(Warc11_Rules, Rule02_MandatoryFieldsAreOnEveryRecord) {
  const auto back = read_bytes(written({make_exchange("http://a.example/", kHead, kBody)}));
  EXPECT_EQ(back.records.size(), 4U);
  for (const char* name : {"WARC-Record-ID: <urn:uuid:1>\r\n", "WARC-Type: response\r\n",
                           "WARC-Date: 2026-03-01T10:00:00Z\r\n"}) {
    const Ids ids = findings(replaced(with(""), name, ""));
    EXPECT_NE(std::find(ids.begin(), ids.end(), "missing_field"), ids.end()) << name;
  }
  EXPECT_EQ(findings(replaced(with("", ""), "Content-Length: 0\r\n", "")), Ids{"missing_content_length"});
}

TEST_F(Warc11_Rules, Rule03_NamesHaveNoCaseAndUnknownOnesAreNoErrors) {
  EXPECT_EQ(findings(replaced(with("X-Mine: 1\r\n"), "WARC-Target-URI", "warc-target-uri")), Ids{});
  EXPECT_EQ(findings(with("X-Mine: 1\r\nx-mine: 2\r\n")), Ids{"repeated_field"});
  EXPECT_EQ(
      findings(with("WARC-Concurrent-To: <urn:a>\r\nWARC-Concurrent-To: <urn:b>\r\nWARC-Protocol: h2\r\n"
                    "WARC-Protocol: tls/1.3\r\n")),
      Ids{});
  EXPECT_EQ(read_bytes(replaced(with(""), "response", "novelty")).records.size(), 1U);
}

TEST_F(Warc11_Rules, Rule04_ValuesMayBeFoldedUtf8AndEncodedWords) {
  const auto header =
      first_header(with("X-A: one\r\n two\r\nX-B: caf\xc3\xa9\r\nX-C: =?utf-8?q?caf=C3=A9?=\r\n"));
  EXPECT_EQ(header.field("X-A"), "one two");
  EXPECT_EQ(header.field("X-B"), "caf\xc3\xa9");
  EXPECT_EQ(header.field("X-C"), "caf\xc3\xa9");
}

TEST_F(Warc11_Rules, Rule05_BracketsStandRoundIdsNotRoundTargets) {
  const std::string bytes = written({make_exchange("http://a.example/", kHead, kBody)});
  EXPECT_NE(bytes.find("WARC-Record-ID: <urn:"), std::string::npos);
  EXPECT_NE(bytes.find("WARC-Concurrent-To: <urn:"), std::string::npos);
  EXPECT_NE(bytes.find("WARC-Target-URI: http://a.example/\r\n"), std::string::npos);
  const std::string old =
      warc_record(response_fields("<http://a.example/>"), "HTTP/1.1 200 OK\r\n\r\nx", "WARC/1.0");
  EXPECT_EQ(first_header(old).target_uri(), "http://a.example/");
  EXPECT_EQ(findings(old), Ids{});
  EXPECT_EQ(findings(replaced(old, "WARC/1.0", "WARC/1.1")), Ids{"bracketed_uri"});
}

TEST_F(Warc11_Rules, Rule06_ContentLengthIsOfTheBlockAndHas64Bits) {
  written({make_exchange("http://a.example/", kHead, kBody)});
  EXPECT_EQ(header(bfa::WarcType::kResponse).content_length, std::string(kHead).size() + 4 + kBody.size());
  EXPECT_EQ(
      first_header(replaced(with(""), "Content-Length: 20", "Content-Length: 5000000000")).content_length,
      5'000'000'000U);
}

TEST_F(Warc11_Rules, Rule07_ContentTypesAreThoseOfTheStandard) {
  written({make_exchange("http://a.example/", kHead, kBody)});
  EXPECT_EQ(header(bfa::WarcType::kResponse).content_type(), "application/http; msgtype=response");
  EXPECT_EQ(header(bfa::WarcType::kRequest).content_type(), "application/http; msgtype=request");
  EXPECT_EQ(header(bfa::WarcType::kWarcinfo).content_type(), "application/warc-fields");
  const std::string digest = "WARC-Payload-Digest: " + sha1("x") + "\r\n";
  EXPECT_EQ(findings(replaced(with(digest), "http; msgtype", "http;msgtype")), Ids{});
  EXPECT_EQ(findings(replaced(with(""), "Content-Type: application/http; msgtype=response\r\n", "")),
            Ids{"no_content_type"});
}

TEST_F(Warc11_Rules, Rule08_RecordIdsAreUrisAndNew) {
  const std::string bytes = written(
      {make_exchange("http://a.example/", kHead, kBody), make_exchange("http://a.example/", kHead, kBody)});
  std::vector<std::string> ids;
  const auto source = bfa::make_memory_source(bytes);
  const auto reader = *bfa::WarcReader::open(*source, "x");
  for (auto* record = *reader->next(); record != nullptr; record = *reader->next()) {
    EXPECT_TRUE(record->header().record_id().starts_with("urn:uuid:"));
    ids.push_back(record->header().record_id());
  }
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
  EXPECT_EQ(findings(replaced(with(""), "<urn:uuid:1>", "<urn: uuid:1>")), Ids{"bad_record_id"});
}

TEST_F(Warc11_Rules, Rule09_DatesHaveThePrecisionOfTheirVersion) {
  const auto at = [&](const char* date, const char* version) {
    return findings(replaced(with("", "HTTP/1.1 200 OK\r\n\r\nx", version), "2026-03-01T10:00:00Z", date));
  };
  for (const char* date : {"2026", "2026-03", "2026-03-01", "2026-03-01T10:00Z", "2026-03-01T10:00:00Z",
                           "2026-03-01T10:00:00.123456789Z"}) {
    EXPECT_EQ(at(date, "WARC/1.1"), Ids{}) << date;
  }
  EXPECT_EQ(at("2026-03-01T10:00:00.5Z", "WARC/1.0"), Ids{"date_precision"});
  EXPECT_EQ(at("2026-13-01T10:00:00Z", "WARC/1.1"), Ids{"bad_date"});
}

TEST_F(Warc11_Rules, Rule10_RecordsOfACaptureShareTheirDate) {
  written({make_exchange("http://a.example/", kHead, kBody)});
  const std::string date(header(bfa::WarcType::kResponse).field("WARC-Date"));
  EXPECT_EQ(header(bfa::WarcType::kRequest).field("WARC-Date"), date);
  EXPECT_EQ(header(bfa::WarcType::kMetadata).field("WARC-Date"), date);
}

TEST_F(Warc11_Rules, Rule11_FractionsDoNotChangeTheKeyAndRefersToDateKeepsThem) {
  bfa::test::MapDedup index;
  const std::string digest =
      bfa::labelled_digest(bfa::DigestAlgorithm::kSha256, bfa::digest(bfa::DigestAlgorithm::kSha256, kBody));
  index.by_digest[digest] = {"http://a.example/", "2026-02-01T10:00:00.125Z", "urn:uuid:0"};
  written({make_exchange("http://a.example/", kHead, kBody, "2026-03-01T10:00:00.123456Z")}, &index);
  EXPECT_EQ(header(bfa::WarcType::kRevisit).field("WARC-Refers-To-Date"), "2026-02-01T10:00:00.125Z");
  const auto lines = *bfa::cdxj_lines(bfa::posix_file_system(), last_);
  EXPECT_TRUE(lines[0].starts_with("example,a)/ 20260301100000 {")) << lines[0];
}

TEST_F(Warc11_Rules, Rule12_DigestsAreComparedInAnyCaseAndEncoding) {
  const std::string raw = bfa::digest(bfa::DigestAlgorithm::kSha1, "x");
  for (const std::string& value : {"sha1:" + bfa::base32_encode(raw), "SHA-1:" + bfa::hex_encode(raw)}) {
    std::string lower = value;
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    EXPECT_EQ(findings(with("WARC-Payload-Digest: " + value + "\r\n")), Ids{}) << value;
    EXPECT_EQ(findings(with("WARC-Payload-Digest: " + lower + "\r\n")), Ids{}) << lower;
  }
  EXPECT_EQ(findings(with("WARC-Payload-Digest: " + bfa::base32_encode(raw) + "\r\n")),
            Ids{"digest_without_algorithm"});
}

TEST_F(Warc11_Rules, Rule13_PayloadIsTheEntityWithItsContentCoding) {
  const std::string coded = *bfa::gzip_member("hello");
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked";
  const std::string body = chunk(coded) + "0\r\n\r\n";
  written({make_exchange("http://a.example/", head, body)});
  EXPECT_TRUE(bfa::same_digest(header(bfa::WarcType::kResponse).field("WARC-Payload-Digest"),
                               bfa::labelled_digest(bfa::DigestAlgorithm::kSha256,
                                                    bfa::digest(bfa::DigestAlgorithm::kSha256, coded))));
  const std::string block = head + "\r\n\r\n" + body;
  EXPECT_EQ(findings(with("WARC-Payload-Digest: " + sha1(coded) + "\r\n", block)), Ids{});
  EXPECT_EQ(findings(with("WARC-Payload-Digest: " + sha1(body) + "\r\n", block)),
            Ids{"payload_digest_of_raw_body"});
  EXPECT_EQ(findings(with("WARC-Payload-Digest: " + sha1("hello") + "\r\n", block)),
            Ids{"payload_digest_of_decoded_body"});
  EXPECT_EQ(findings(with("WARC-Payload-Digest: " + sha1("other") + "\r\n", block)),
            Ids{"payload_digest_mismatch"});
}

TEST_F(Warc11_Rules, Rule14_WarcinfoAndMetadataHaveNoPayload) {
  written({make_exchange("http://a.example/", kHead, kBody)});
  EXPECT_EQ(header(bfa::WarcType::kWarcinfo).field("WARC-Payload-Digest"), "");
  EXPECT_EQ(header(bfa::WarcType::kMetadata).field("WARC-Payload-Digest"), "");
  const std::string resource = replaced(
      replaced(with("WARC-Payload-Digest: " + sha1("block") + "\r\n", "block"), "response", "resource"),
      "application/http; msgtype=response", "text/plain");
  EXPECT_EQ(findings(resource), Ids{});
  EXPECT_EQ(findings(replaced(resource, "WARC-Type: resource", "WARC-Type: metadata")),
            Ids{"misplaced_field"});
}

TEST_F(Warc11_Rules, Rule15_PayloadDigestsOfRevisitsAndSegmentsAreOfTheWhole) {
  const std::string digest = "WARC-Payload-Digest: " + sha1("not in this block") + "\r\n";
  EXPECT_EQ(findings(with(digest + "WARC-Segment-Number: 1\r\n")), Ids{});
  const std::string revisit =
      replaced(with(digest + "WARC-Profile: " + std::string(bfa::kRevisitIdenticalPayload) +
                    "\r\nWARC-Refers-To-Target-URI: http://b.example/\r\nWARC-Refers-To-Date: "
                    "2026-01-01T00:00:00Z\r\n"),
               "WARC-Type: response", "WARC-Type: revisit");
  EXPECT_EQ(findings(revisit), Ids{});
}

TEST_F(Warc11_Rules, Rule16_NotModifiedHasNoPayloadDigest) {
  bfa::test::MapDedup index;
  index.by_url["http://a.example/"] = {"http://a.example/", "2026-02-01T10:00:00Z", "urn:uuid:0"};
  written({make_exchange("http://a.example/", "HTTP/1.1 304 Not Modified\r\nETag: x", "")}, &index);
  EXPECT_EQ(header(bfa::WarcType::kRevisit).field("WARC-Payload-Digest"), "");
}

TEST_F(Warc11_Rules, Rule17_BytesAreStoredAsReceived) {
  const std::string chunked = "4\r\nbody\r\n0\r\n\r\n";
  const std::string bytes =
      written({make_exchange("http://a.example/", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked", chunked)});
  EXPECT_NE(bytes.find("Transfer-Encoding: chunked\r\n\r\n" + chunked), std::string::npos);
}

TEST_F(Warc11_Rules, Rule18_ABodyThatIsNotChunkedAfterAllIsTakenAsItIs) {
  const std::string block = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno chunks";
  EXPECT_EQ(findings(with("WARC-Payload-Digest: " + sha1("no chunks") + "\r\n", block)),
            Ids{"http_not_chunked"});
}

TEST_F(Warc11_Rules, Rule19_ARevisitNeedsAProfileOfAnyAge) {
  const std::string plain = replaced(with("", ""), "WARC-Type: response", "WARC-Type: revisit");
  EXPECT_EQ(findings(plain), Ids{"missing_profile"});
  const std::string original =
      "WARC-Refers-To-Target-URI: http://b.example/\r\nWARC-Refers-To-Date: 2026-01-01T00:00:00Z\r\n";
  for (const char* profile :
       {"http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
        "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest",
        "http://netpreserve.org/warc/0.18/revisit/identical-payload-digest", "identical-payload-digest"}) {
    const std::string field = "WARC-Profile: " + std::string(profile) + "\r\n" + original;
    const std::string digest = "WARC-Payload-Digest: " + sha1("x") + "\r\n";
    EXPECT_EQ(findings(replaced(with(field + digest, ""), "WARC-Type: response", "WARC-Type: revisit")),
              Ids{});
    EXPECT_EQ(findings(replaced(with(field, ""), "WARC-Type: response", "WARC-Type: revisit")),
              Ids{"missing_payload_digest"})
        << profile;
  }
  // Of a profile that is not known the block means nothing: neither HTTP nor a payload is looked for in it.
  const std::string unknown = replaced(
      with("WARC-Profile: http://c.example/own\r\nWARC-Payload-Digest: " + sha1("other") + "\r\n" + original,
           "no HTTP at all"),
      "WARC-Type: response", "WARC-Type: revisit");
  EXPECT_EQ(findings(unknown), Ids{});
}

TEST_F(Warc11_Rules, Rule20_IdenticalPayloadsSayWhatTheyReferTo) {
  bfa::test::MapDedup index;
  const std::string digest =
      bfa::labelled_digest(bfa::DigestAlgorithm::kSha256, bfa::digest(bfa::DigestAlgorithm::kSha256, kBody));
  index.by_digest[digest] = {"http://b.example/other", "2026-02-01T10:00:00Z", "urn:uuid:0"};
  written({make_exchange("http://a.example/", kHead, kBody)}, &index);
  const auto revisit = header(bfa::WarcType::kRevisit);
  EXPECT_EQ(revisit.field("WARC-Refers-To-Target-URI"), "http://b.example/other");
  EXPECT_EQ(revisit.field("WARC-Refers-To-Date"), "2026-02-01T10:00:00Z");
  EXPECT_EQ(revisit.field("WARC-Payload-Digest"), digest);
  EXPECT_EQ(revisit.field("WARC-Truncated"), "length");
  EXPECT_EQ(revisit.content_length, std::string(kHead).size() + 4);
  EXPECT_EQ(findings(*bfa::read_file(bfa::posix_file_system(), last_, 1u << 20)), Ids{});
}

TEST_F(Warc11_Rules, Rule21_ARevisitOfARevisitIsFound) {
  const auto revisit = [&](const char* url, const char* date, const char* to, const char* to_date) {
    return warc_record(
        "WARC-Type: revisit\r\nWARC-Record-ID: <urn:" + std::string(date) + ">\r\nWARC-Date: " + date +
            "\r\nWARC-Target-URI: " + url + "\r\nWARC-Payload-Digest: " + sha1("x") +
            "\r\nWARC-Profile: " + std::string(bfa::kRevisitIdenticalPayload) +
            "\r\nWARC-Refers-To-Target-URI: " + to + "\r\nWARC-Refers-To-Date: " + to_date + "\r\n",
        "");
  };
  EXPECT_EQ(findings(revisit("urn:a", "2026-01-02T00:00:00Z", "urn:o", "2026-01-01T00:00:00Z") +
                     revisit("urn:b", "2026-01-03T00:00:00Z", "urn:a", "2026-01-02T00:00:00Z")),
            Ids{"revisit_of_revisit"});
}

TEST_F(Warc11_Rules, Rule22_TheTargetOfARevisitIsWhatWasAskedFor) {
  bfa::test::MapDedup index;
  const std::string digest =
      bfa::labelled_digest(bfa::DigestAlgorithm::kSha256, bfa::digest(bfa::DigestAlgorithm::kSha256, kBody));
  index.by_digest[digest] = {"http://b.example/other", "2026-02-01T10:00:00Z", "urn:uuid:0"};
  written({make_exchange("http://a.example/", kHead, kBody)}, &index);
  EXPECT_EQ(header(bfa::WarcType::kRevisit).target_uri(), "http://a.example/");
}

TEST_F(Warc11_Rules, Rule23_NotModifiedKeepsItsHeadAndNamesTheOriginal) {
  bfa::test::MapDedup index;
  index.by_url["http://a.example/"] = {"http://a.example/", "2026-02-01T10:00:00Z", "urn:uuid:0"};
  const std::string bytes =
      written({make_exchange("http://a.example/", "HTTP/1.1 304 Not Modified\r\nETag: x", "")}, &index);
  const auto revisit = header(bfa::WarcType::kRevisit);
  EXPECT_EQ(revisit.field("WARC-Profile"), bfa::kRevisitServerNotModified);
  EXPECT_EQ(revisit.field("WARC-Refers-To-Target-URI"), "http://a.example/");
  EXPECT_EQ(revisit.field("WARC-Refers-To-Date"), "2026-02-01T10:00:00Z");
  EXPECT_NE(bytes.find("HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n"), std::string::npos);
}

TEST_F(Warc11_Rules, Rule24_TinyBodiesAndErrorsAreStoredAgain) {
  struct Always final : bfa::DedupIndex {
    bfa::Result<std::optional<bfa::PayloadOriginal>> find(std::string_view /*digest*/) override {
      return std::optional(bfa::PayloadOriginal{"urn:o", "2026-01-01T00:00:00Z", "urn:uuid:0", {}, {}});
    }
    bfa::Result<std::optional<bfa::PayloadOriginal>> last_success(std::string_view /*url*/) override {
      return std::optional<bfa::PayloadOriginal>();
    }
  } index;
  for (const auto& exchange : {make_exchange("http://a.example/", kHead, "tiny"),
                               make_exchange("http://a.example/", "HTTP/1.1 404 Not Found", kBody)}) {
    written({exchange}, &index);
    EXPECT_EQ(header(bfa::WarcType::kRevisit).version, "");
  }
}

}  // namespace
