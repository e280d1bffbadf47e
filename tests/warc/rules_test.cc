// SPDX-License-Identifier: Apache-2.0
// One test for each rule of the WARC standard and its kin that implementers get wrong, by its number in
// docs/formats/warc.md, which also says which numbers have no test here and why. W: what the writer does, R:
// what the reader takes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "bfa/io/digest.h"
#include "bfa/url/canonical.h"
#include "bfa/warc/cdx_writer.h"
#include "bfa/warc/validate.h"
#include "support/fixtures.h"
#include "warc/read/payload.h"
#include "warc/warc_testing.h"

namespace {

using bfa::test::make_exchange;
using bfa::test::read_bytes;
using bfa::test::response_fields;
using bfa::test::warc_record;
using Ids = std::vector<std::string>;

constexpr const char* kHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html";
const std::string kBody(400, 'b');

class Warc11_Rules : public testing::Test {
 protected:
  // The records that the writer makes of some exchanges, as text.
  std::string written(const std::vector<bfa::Exchange>& exchanges, bfa::DedupIndex* index = nullptr) {
    auto options = bfa::test::fixed_options(bfa::system_clock());
    options.packing = bfa::WarcPacking::kPlain;
    options.prefix = "w" + std::to_string(files_++);
    const auto writer = *bfa::WarcWriter::open(bfa::posix_file_system(), folder_.path(), options, index);
    for (const auto& exchange : exchanges) EXPECT_TRUE(writer->write(exchange, {{"note", "x"}}));
    EXPECT_TRUE(writer->close().ok());
    last_ = folder_.path() + "/" + writer->files().front();
    return *bfa::read_file(bfa::posix_file_system(), last_, 1u << 24);
  }
  // Header of the n-th record of that type in what was written last.
  bfa::WarcHeader header(bfa::WarcType type) {
    const auto reader = *bfa::WarcReader::open(bfa::posix_file_system(), last_);
    for (;;) {
      auto* record = *reader->next();
      if (record == nullptr) return {};
      if (record->header().type() == type) return record->header();
    }
  }
  // Finding ids of a validated file with these bytes.
  Ids findings(const std::string& bytes) {
    const std::string path = folder_.path() + "/r" + std::to_string(files_++);
    EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
    const auto report = bfa::validate_warc(bfa::posix_file_system(), path);
    Ids ids;
    if (!report) return {"<" + std::string(bfa::code_name(report.error().code)) + ">"};
    for (const auto& finding : report->findings) ids.push_back(finding.id);
    return ids;
  }
  static bfa::WarcHeader first_header(const std::string& bytes) {
    const auto source = bfa::make_memory_source(bytes);
    const auto reader = *bfa::WarcReader::open(*source, "x");
    return (*reader->next())->header();
  }
  static std::string with(const std::string& field, const std::string& block = "HTTP/1.1 200 OK\r\n\r\nx",
                          const std::string& version = "WARC/1.1") {
    return warc_record(response_fields("http://a.example/") + field, block, version);
  }

  bfa::test::TemporaryDirectory folder_;
  std::string last_;
  int files_ = 0;
};

std::string sha1(const std::string& bytes) {
  return bfa::labelled_digest(bfa::DigestAlgorithm::kSha1, bfa::digest(bfa::DigestAlgorithm::kSha1, bytes));
}

// One chunk of the chunked transfer coding.
std::string chunk(const std::string& bytes) {
  const char size = static_cast<char>(bytes.size());
  return bfa::hex_encode({&size, 1}) + "\r\n" + bytes + "\r\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, from.size(), to);
}

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
    bfa::Result<std::optional<bfa::PayloadOriginal>> find(const std::string& /*digest*/) override {
      return std::optional(bfa::PayloadOriginal{"urn:o", "2026-01-01T00:00:00Z", "urn:uuid:0", {}, {}});
    }
    bfa::Result<std::optional<bfa::PayloadOriginal>> last_success(const std::string& /*url*/) override {
      return std::optional<bfa::PayloadOriginal>();
    }
  } index;
  for (const auto& exchange : {make_exchange("http://a.example/", kHead, "tiny"),
                               make_exchange("http://a.example/", "HTTP/1.1 404 Not Found", kBody)}) {
    written({exchange}, &index);
    EXPECT_EQ(header(bfa::WarcType::kRevisit).version, "");
  }
}

TEST_F(Warc11_Rules, Rule25_ATruncatedCaptureSaysWhyAndKeepsItsLength) {
  auto exchange = make_exchange("http://a.example/", kHead, kBody);
  exchange.truncated = bfa::Truncation::kTime;
  written({exchange});
  const auto response = header(bfa::WarcType::kResponse);
  EXPECT_EQ(response.field("WARC-Truncated"), "time");
  EXPECT_EQ(response.content_length, exchange.response.size());
}

// A record of a type that stands apart from captures, with its mandatory fields.
std::string apart(const std::string& type, const std::string& fields) {
  const bool info = type == "warcinfo";
  return warc_record(
      "WARC-Type: " + type +
          "\r\nWARC-Record-ID: <urn:i>\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: " +
          (info ? "application/warc-fields\r\n" : "text/plain\r\nWARC-Target-URI: urn:x\r\n") +
          (type == "continuation" ? "WARC-Segment-Number: 2\r\nWARC-Segment-Origin-ID: <urn:o>\r\n" : "") +
          fields,
      "a: b\r\n");
}

TEST_F(Warc11_Rules, Rule26_ConcurrentToJoinsTheRecordsOfACapture) {
  written({make_exchange("http://a.example/", kHead, kBody)});
  const std::string to = "<" + header(bfa::WarcType::kResponse).record_id() + ">";
  EXPECT_EQ(header(bfa::WarcType::kRequest).field("WARC-Concurrent-To"), to);
  EXPECT_EQ(header(bfa::WarcType::kMetadata).field("WARC-Concurrent-To"), to);
  EXPECT_EQ(header(bfa::WarcType::kResponse).field("WARC-Concurrent-To"),
            "");  // said once, it holds both ways
  for (const char* type : {"warcinfo", "conversion", "continuation"}) {
    EXPECT_EQ(findings(apart(type, "")), Ids{}) << type;
    EXPECT_EQ(findings(apart(type, "WARC-Concurrent-To: <urn:a>\r\n")), Ids{"misplaced_field"}) << type;
  }
}

TEST_F(Warc11_Rules, Rule27_RefersToStandsOnTheTypesThatHaveIt) {
  EXPECT_EQ(findings(with("WARC-Refers-To: <urn:a>\r\n")), Ids{"misplaced_field"});
  EXPECT_EQ(findings(with("WARC-Refers-To-Date: 2026-01-01T00:00:00Z\r\n")), Ids{"misplaced_field"});
  EXPECT_EQ(findings(with("WARC-Refers-To-Target-URI: urn:x\r\n")), Ids{"misplaced_field"});
  EXPECT_EQ(findings(apart("conversion", "WARC-Refers-To: <urn:a>\r\n")), Ids{});
  EXPECT_EQ(findings(apart("metadata", "WARC-Refers-To: <urn:a>\r\n")), Ids{});
  EXPECT_EQ(findings(apart("conversion", "WARC-Refers-To-Target-URI: urn:x\r\n")), Ids{"misplaced_field"});
}

TEST_F(Warc11_Rules, Rule28_WarcinfoHasNoTargetAndMayStandAnywhere) {
  for (const char* field : {"WARC-Target-URI: urn:x\r\n", "WARC-Warcinfo-ID: <urn:x>\r\n"}) {
    EXPECT_EQ(findings(apart("warcinfo", field)), Ids{"misplaced_field"}) << field;
  }
  EXPECT_EQ(findings(apart("warcinfo", "WARC-Filename: x.warc\r\n")), Ids{});
  EXPECT_EQ(findings(with("WARC-Filename: x.warc\r\n")), Ids{"misplaced_field"});
  EXPECT_EQ(findings(with("") + apart("warcinfo", "") + with("WARC-Warcinfo-ID: <urn:z>\r\n")), Ids{});
  written({make_exchange("http://a.example/", kHead, kBody)});
  const auto info = header(bfa::WarcType::kWarcinfo);
  EXPECT_EQ(info.field("WARC-Target-URI"), "");
  EXPECT_EQ(info.field("WARC-Warcinfo-ID"), "");
  EXPECT_TRUE(last_.ends_with(info.field("WARC-Filename")));
  EXPECT_EQ(header(bfa::WarcType::kResponse).field("WARC-Warcinfo-ID"), "<" + info.record_id() + ">");
}

TEST_F(Warc11_Rules, Rule29_AddressesAreBareAndOfCapturesOnly) {
  for (const char* type : {"warcinfo", "conversion", "continuation"}) {
    EXPECT_EQ(findings(apart(type, "WARC-IP-Address: 192.0.2.1\r\n")), Ids{"misplaced_field"}) << type;
  }
  written({make_exchange("http://a.example/", kHead, kBody)});
  EXPECT_EQ(header(bfa::WarcType::kResponse).field("WARC-IP-Address"), "2001:db8::7");
  EXPECT_EQ(header(bfa::WarcType::kWarcinfo).field("WARC-IP-Address"), "");
}

TEST_F(Warc11_Rules, Rule30_PayloadTypesAreNotCopiedFromHttp) {
  EXPECT_EQ(written({make_exchange("http://a.example/", kHead, kBody)}).find("WARC-Identified-Payload-Type"),
            std::string::npos);
}

TEST_F(Warc11_Rules, Rule31_ContinuationsNameTheirOriginAndNumber) {
  const std::string bare =
      "WARC-Type: continuation\r\nWARC-Record-ID: <urn:c>\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
      "WARC-Target-URI: urn:x\r\n";
  EXPECT_EQ(findings(warc_record(bare, "x")), Ids{"missing_field"});
  EXPECT_EQ(
      findings(warc_record(bare + "WARC-Segment-Number: 2\r\nWARC-Segment-Origin-ID: <urn:o>\r\n", "x")),
      Ids{});
}

TEST_F(Warc11_Rules, Rule32_OddTargetsAreReadRawAndEscapedForLookup) {
  const std::string odd = "http://a.example/a b/\xc3\xa9";
  const std::string bytes = warc_record(response_fields(odd), "HTTP/1.1 200 OK\r\n\r\nx");
  EXPECT_EQ(first_header(bytes).target_uri(), odd);
  const std::string path = folder_ / "odd.warc";
  ASSERT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
  const auto lines = *bfa::cdxj_lines(bfa::posix_file_system(), path);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(lines[0].starts_with("example,a)/a%20b/%c3%a9 20260301100000 ")) << lines[0];
  EXPECT_NE(lines[0].find("\"url\": \"" + odd + "\""), std::string::npos) << lines[0];
}

TEST_F(Warc11_Rules, Rule33_Http2StatusLinesAndEmptyReasonsAreRead) {
  for (const char* line : {"HTTP/2 200", "HTTP/2 200 ", "HTTP/3 200", "HTTP/1.1 200 ", "HTTP/1.1 200"}) {
    const std::string bytes = with("", std::string(line) + "\r\n\r\nx");
    const auto source = bfa::make_memory_source(bytes);
    const auto reader = *bfa::WarcReader::open(*source, "x");
    const auto payload = *bfa::RecordPayload::open(**reader->next());
    ASSERT_TRUE(payload->head()) << line;
    EXPECT_EQ(payload->head()->status, 200);
  }
  EXPECT_EQ(findings(with("WARC-Protocol: h2\r\nWARC-Protocol: tls/1.3\r\n")), Ids{});
  EXPECT_NE(written({make_exchange("http://a.example/", kHead, kBody)}).find("WARC-Protocol: http/1.1\r\n"),
            std::string::npos);
}

TEST_F(Warc11_Rules, Rule34_ArcLinesAreSplitFromTheRight) {
  const std::string info = "filedesc://x 0.0.0.0 20260301100000 text/plain 12\n1 0 Someone\n\n";
  auto back = read_bytes(info + "http://a.example/a b 1.2.3.4 202603011000 text/html; charset=x 4\nbody\n");
  ASSERT_EQ(back.records.size(), 2U);
  EXPECT_EQ(back.records[1], "resource http://a.example/a b body");
  EXPECT_EQ(back.finding_ids(), Ids{});
  // Version 2: ten columns; a block that begins with a status line is a response.
  const std::string v2 = "filedesc://x 0.0.0.0 20260301100000 text/plain 200 - - 0 x.arc 12\n2 0 Someone\n\n";
  back = read_bytes(
      v2 + "http://a.example/ 1.2.3.4 20260301100000 text/html 200 - - 99 x.arc 17\nHTTP/1.0 200 OK\n\n\n");
  ASSERT_EQ(back.records.size(), 2U);
  EXPECT_EQ(back.records[1], "response http://a.example/ HTTP/1.0 200 OK\n\n");
  EXPECT_EQ(back.finding_ids(), Ids{});
}

TEST_F(Warc11_Rules, Rule35_GzipMembersOfAnyDivisionAreReadAndOneIsWritten) {
  const std::string one = *bfa::gzip_member(with(""));
  EXPECT_EQ(findings(one + one), Ids{});
  EXPECT_EQ(findings(*bfa::gzip_member(with("") + with(""))), Ids{"several_records_in_member"});
  EXPECT_EQ(findings(*bfa::gzip_member(with("").substr(0, 30)) + *bfa::gzip_member(with("").substr(30))),
            Ids{"record_in_several_members"});
  EXPECT_EQ(findings(one + std::string(9, '\0')), Ids{"zero_padding"});
  // FEXTRA with an "sl" field.
  std::string extra = one;
  extra[3] = static_cast<char>(extra[3] | 4);
  extra.insert(10, std::string("\x0c\x00sl\x08\x00\x01\x02\x03\x04\x05\x06\x07\x08", 14));
  EXPECT_EQ(findings(extra), Ids{});
  // The check sum and the size at a member's end are looked at.
  for (const std::size_t from_end : {8U, 4U}) {
    std::string bad = one;
    bad[bad.size() - from_end] = static_cast<char>(bad[bad.size() - from_end] ^ 1);
    EXPECT_EQ(findings(bad + one), Ids{"gzip_crc"}) << from_end;
  }
  // One member a record is what is written: each begins where the one before ends.
  auto options = bfa::test::fixed_options(bfa::system_clock());
  options.prefix = "gz";
  const auto writer = *bfa::WarcWriter::open(bfa::posix_file_system(), folder_.path(), options, nullptr);
  ASSERT_TRUE(writer->write(make_exchange("http://a.example/", kHead, kBody), {{"note", "x"}}));
  ASSERT_TRUE(writer->close().ok());
  const std::string bytes =
      *bfa::read_file(bfa::posix_file_system(), folder_.path() + "/" + writer->files().front(), 1u << 20);
  const auto back = read_bytes(bytes);
  std::uint64_t end = 0;
  for (const auto& place : back.places) {
    EXPECT_EQ(place.offset, end);
    EXPECT_EQ(bytes.substr(place.offset, 3), "\x1f\x8b\x08");
    end = place.offset + place.length;
  }
  EXPECT_EQ(end, bytes.size());
  EXPECT_EQ(back.places.size(), 4U);
}

TEST_F(Warc11_Rules, Rule38_CdxjLinesHaveTheFieldsThatServersRead) {
  written({make_exchange("http://a.example/", kHead, kBody)});
  const auto lines = *bfa::cdxj_lines(bfa::posix_file_system(), last_);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(lines[0].starts_with("example,a)/ 20260301100000 {\"url\": \"http://a.example/\"")) << lines[0];
  for (const char* field : {"\"mime\": \"text/html\"", "\"status\": \"200\"", "\"digest\": \"sha256:",
                            "\"length\": \"", "\"offset\": \"", "\"filename\": \""}) {
    EXPECT_NE(lines[0].find(field), std::string::npos) << field;
  }
}

TEST_F(Warc11_Rules, Rule39_KeysAreSurtsAndOddSchemesStand) {
  written({make_exchange("https://www2.a.example:443/B?z=1&a=2#f", kHead, kBody)});
  const auto lines = *bfa::cdxj_lines(bfa::posix_file_system(), last_);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(lines[0].starts_with("example,a)/b?a=2&z=1 20260301100000 {\"url\": ")) << lines[0];
  for (const char* odd : {"dns:a.example", "urn:uuid:1", "a.example:443"}) EXPECT_NE(bfa::surt_key(odd), "");
}

}  // namespace
