// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/reader.h"
#include "bfa/warc/exchange.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "warc/warc_testing.h"

namespace {

using bfa::Code;
using bfa::test::read_bytes;
using bfa::test::response_fields;
using bfa::test::warc_record;
using Lines = std::vector<std::string>;

const std::string kInfo = warc_record(
    "WARC-Type: warcinfo\r\nWARC-Record-ID: <urn:uuid:0>\r\nWARC-Date: 2026-03-01T10:00:00Z\r\nContent-Type: "
    "application/warc-fields\r\n",
    "software: x\r\n");
const std::string kOne = warc_record(response_fields("http://a.example/1"), "HTTP/1.1 200 OK\r\n\r\none");
const std::string kTwo = warc_record(response_fields("http://a.example/2"), "HTTP/1.1 200 OK\r\n\r\ntwo");
const Lines kAll = {"warcinfo  software: x\r\n", "response http://a.example/1 HTTP/1.1 200 OK\r\n\r\none",
                    "response http://a.example/2 HTTP/1.1 200 OK\r\n\r\ntwo"};

std::string gz(const std::string& bytes) {
  return *bfa::gzip_member(bytes);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string flipped(std::string bytes, std::size_t at) {
  bytes[at] = static_cast<char>(bytes[at] ^ 1);
  return bytes;
}

struct ReadRow {
  const char* name;
  std::string bytes;
  Lines records;
  Lines findings;
};

class Reading : public testing::TestWithParam<ReadRow> {};

TEST_P(Reading, GivesRecordsAndFindings) {
  const auto back = read_bytes(GetParam().bytes);
  EXPECT_FALSE(back.error.has_value()) << back.error->message;
  EXPECT_EQ(back.records, GetParam().records);
  EXPECT_EQ(back.finding_ids(), GetParam().findings);
  for (const auto& finding : back.findings) {
    EXPECT_EQ(finding.where, "test.warc");
    EXPECT_GE(finding.offset, 0);
  }
}

TEST_P(Reading, SkippingBlocksGivesTheSameRecords) {
  const auto source = bfa::make_memory_source(GetParam().bytes);
  const auto reader = bfa::WarcReader::open(*source, "test.warc");
  ASSERT_TRUE(reader);
  std::size_t records = 0;
  for (;;) {
    const auto record = (*reader)->next();
    ASSERT_TRUE(record);
    if (*record == nullptr) break;
    ++records;
  }
  EXPECT_EQ(records, GetParam().records.size());
}

TEST_P(Reading, TheStrictPolicyEndsAtTheFirstFinding) {
  bfa::WarcReadOptions options;
  options.policy = bfa::Policy::kFail;
  const auto back = read_bytes(GetParam().bytes, options);
  EXPECT_EQ(back.error.has_value(), !GetParam().findings.empty());
  EXPECT_TRUE(back.findings.empty());
  options.policy = bfa::Policy::kIgnore;
  const auto ignored = read_bytes(GetParam().bytes, options);
  EXPECT_EQ(ignored.records, GetParam().records);
  EXPECT_TRUE(ignored.findings.empty());
}

TEST_P(Reading, EveryPrefixEndsInDataOrAnError) {
  const std::string& bytes = GetParam().bytes;
  const std::size_t step = bytes.size() > 2000 ? 37 : 1;
  for (std::size_t n = 0; n < bytes.size(); n += step) {
    const auto back = read_bytes(bytes.substr(0, n));
    EXPECT_LE(back.records.size(), GetParam().records.size()) << n;
    if (back.error) {
      EXPECT_TRUE(back.error->code == Code::kTruncated || back.error->code == Code::kUnsupported) << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Warc11_4_AnnexD, Reading,
    testing::Values(
        ReadRow{"Plain", kInfo + kOne + kTwo, kAll, {}},
        ReadRow{"MemberPerRecord", gz(kInfo) + gz(kOne) + gz(kTwo), kAll, {}},
        ReadRow{"OneMemberForAll", gz(kInfo + kOne + kTwo), kAll, {"several_records_in_member"}},
        ReadRow{"TwoMembersPerRecord",
                gz(kInfo) + gz(kOne.substr(0, 100)) + gz(kOne.substr(100)) +
                    gz(kTwo.substr(0, kTwo.size() - 10)) + gz(kTwo.substr(kTwo.size() - 10)),
                kAll,
                {"record_in_several_members"}},
        ReadRow{"EmptyMemberBetween", gz(kInfo) + gz("") + gz(kOne) + gz(kTwo), kAll, {}},
        ReadRow{"TrailingZeros",
                gz(kInfo) + gz(kOne) + gz(kTwo) + std::string(600, '\0'),
                kAll,
                {"zero_padding"}},
        ReadRow{"TrailingGarbage", gz(kInfo) + gz(kOne) + gz(kTwo) + "garbage", kAll, {"not_gzip"}},
        ReadRow{"GarbageBetweenMembers",
                gz(kInfo) + "\x1f\x8b\x08junk" + gz(kOne) + gz(kTwo),
                kAll,
                {"gzip_data"}},
        ReadRow{"WrongCrc",
                gz(kInfo) + flipped(gz(kOne), gz(kOne).size() - 8) + gz(kTwo),
                {kAll[0], "response http://a.example/1 <corrupt>", kAll[2]},
                {"gzip_crc"}},
        ReadRow{"WrongCrcInFirst",
                flipped(gz(kInfo), gz(kInfo).size() - 8) + gz(kOne) + gz(kTwo),
                {"warcinfo  <corrupt>", kAll[1], kAll[2]},
                {"gzip_crc"}},
        ReadRow{"TruncatedMember",
                gz(kInfo) + gz(kOne) + gz(kTwo).substr(0, gz(kTwo).size() - 12),
                {kAll[0], kAll[1], "response http://a.example/2 <truncated>"},
                {"block_truncated", "gzip_member_truncated"}},
        ReadRow{"TruncatedPlain",
                (kInfo + kOne + kTwo).substr(0, (kInfo + kOne + kTwo).size() - 10),
                {kAll[0], kAll[1], "response http://a.example/2 <truncated>"},
                {"block_truncated"}},
        ReadRow{
            "TruncatedHeader", kInfo + kOne + kTwo.substr(0, 60), {kAll[0], kAll[1]}, {"header_truncated"}}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Warc11_4_Framing, Reading,
    testing::Values(
        ReadRow{"BareLf", replaced(kOne, "\r\nWARC-Date", "\nWARC-Date"), {kAll[1]}, {"bare_lf"}},
        ReadRow{"MissingFinalCrlf",
                kInfo + kOne.substr(0, kOne.size() - 4),
                {kAll[0], kAll[1]},
                {"missing_crlf"}},
        ReadRow{"MissingCrlfBetween",
                kInfo.substr(0, kInfo.size() - 4) + kOne,
                {kAll[0], kAll[1]},
                {"missing_crlf"}},
        ReadRow{"ExtraBlankLines", kInfo + "\r\n\r\n" + kOne, {kAll[0], kAll[1]}, {}},
        ReadRow{"ContentLengthTooShort",
                replaced(kOne, "Content-Length: 22", "Content-Length: 17") + kTwo,
                {"response http://a.example/1 HTTP/1.1 200 OK\r\n", kAll[2]},
                {"content_length_mismatch"}},
        ReadRow{"ContentLengthTooLongPlain",
                replaced(kOne, "Content-Length: 22", "Content-Length: 33") + kTwo,
                {"response http://a.example/1 HTTP/1.1 200 OK\r\n\r\none\r\n\r\nWARC/1.", kAll[2]},
                {"content_length_mismatch"}},
        ReadRow{"ContentLengthTooLongGzip",
                gz(replaced(kOne, "Content-Length: 22", "Content-Length: 33")) + gz(kTwo),
                {"response http://a.example/1 <corrupt>", kAll[2]},
                {"content_length_too_long"}},
        ReadRow{"NoContentLength",
                gz(replaced(kOne, "Content-Length: 22\r\n", "")) + gz(kTwo),
                {"response http://a.example/1 ", kAll[2]},
                {"missing_content_length", "content_length_mismatch"}},
        ReadRow{"NegativeContentLength",
                gz(replaced(kOne, "Content-Length: 22", "Content-Length: -22")) + gz(kTwo),
                {"response http://a.example/1 ", kAll[2]},
                {"bad_content_length", "content_length_mismatch"}},
        ReadRow{"LineWithoutColon",
                replaced(kOne, "WARC-Date", "no colon here\r\nWARC-Date"),
                {kAll[1]},
                {"bad_header_line"}},
        ReadRow{
            "GarbageBetweenRecords", kInfo + "garbage line\r\n" + kOne, {kAll[0], kAll[1]}, {"no_record"}},
        ReadRow{
            "UnknownTypeAndVersion",
            warc_record("WARC-Type: novelty\r\nX-Mine: 1\r\nWARC-Target-URI: urn:x\r\n", "?", "WARC/1.9") +
                kOne,
            {"novelty urn:x ?", kAll[1]},
            {}},
        ReadRow{
            "OldVersions",
            warc_record(response_fields("http://a.example/1"), "HTTP/1.1 200 OK\r\n\r\none", "WARC/0.17") +
                warc_record(response_fields("http://a.example/2"), "HTTP/1.1 200 OK\r\n\r\ntwo", "WARC/0.18"),
            {kAll[1], kAll[2]},
            {}},
        ReadRow{"BlockHoldsARecord",
                warc_record(response_fields("urn:x"), kTwo) + kOne,
                {"response urn:x " + kTwo, kAll[1]},
                {}},
        ReadRow{"EmptyBlock",
                warc_record(response_fields("urn:x"), "") + kOne,
                {"response urn:x ", kAll[1]},
                {}}),
    [](const auto& row) { return std::string(row.param.name); });

// Builds an ARC record.
std::string arc(const std::string& line, const std::string& block) {
  return line + " " + std::to_string(block.size()) + "\n" + block + "\n";
}

const std::string kArc1 = arc("filedesc://x.arc 0.0.0.0 20260301100000 text/plain",
                              "1 0 Someone\nURL IP-address Archive-date Content-type Archive-length\n");
const std::string kArc2 =
    arc("filedesc://x.arc 0.0.0.0 20260301100000 text/plain 200 - - 0 x.arc",
        "2 0 Someone\nURL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename "
        "Archive-length\n");
const std::string kArcInfo1 =
    "warcinfo filedesc://x.arc 1 0 Someone\nURL IP-address Archive-date Content-type Archive-length\n";
const std::string kArcPage =
    arc("http://a.example/a b 1.2.3.4 20260301100000 text/html", "HTTP/1.0 200 OK\n\nx");
const std::string kArcPage2 =
    arc("http://a.example/c 1.2.3.4 20260301100000 text/html 200 abc - 177 x.arc", "HTTP/1.0 200 OK\n\ny");
const std::string kArcDns = arc("dns:a.example 1.2.3.4 202603011000 text/dns", "a.example. 1 IN A 1.2.3.4\n");

INSTANTIATE_TEST_SUITE_P(
    Arc, Reading,
    testing::Values(
        ReadRow{"Version1",
                kArc1 + kArcPage + kArcDns,
                {kArcInfo1, "response http://a.example/a b HTTP/1.0 200 OK\n\nx",
                 "resource dns:a.example a.example. 1 IN A 1.2.3.4\n"},
                {}},
        ReadRow{"Version1Gzip",
                gz(kArc1) + gz(kArcPage) + gz(kArcDns),
                {kArcInfo1, "response http://a.example/a b HTTP/1.0 200 OK\n\nx",
                 "resource dns:a.example a.example. 1 IN A 1.2.3.4\n"},
                {}},
        ReadRow{
            "Version2",
            kArc2 + kArcPage2,
            {"warcinfo filedesc://x.arc 2 0 Someone\nURL IP-address Archive-date Content-type Result-code "
             "Checksum Location Offset Filename Archive-length\n",
             "response http://a.example/c HTTP/1.0 200 OK\n\ny"},
            {}},
        ReadRow{"GarbageLine",
                kArc1 + "what is this\n" + kArcPage,
                {kArcInfo1, "response http://a.example/a b HTTP/1.0 200 OK\n\nx"},
                {"content_length_mismatch"}},
        ReadRow{"Truncated",
                kArc1 + kArcPage.substr(0, kArcPage.size() - 4),
                {kArcInfo1, "response http://a.example/a b <truncated>"},
                {"block_truncated"}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Arc_Reader, HeaderIsTranslated) {
  const auto source = bfa::make_memory_source(kArcPage);
  auto reader = bfa::WarcReader::open(*source, "x.arc");
  ASSERT_TRUE(reader);
  auto* record = *(*reader)->next();
  const auto& header = record->header();
  EXPECT_EQ(header.version, "ARC/1.0");
  EXPECT_EQ(header.field("WARC-Date"), "2026-03-01T10:00:00Z");
  EXPECT_EQ(header.field("WARC-IP-Address"), "1.2.3.4");
  EXPECT_EQ(header.content_type(), "application/http; msgtype=response");
  const auto exchange = bfa::read_exchange(*record, 1000);
  ASSERT_TRUE(exchange);
  EXPECT_EQ(exchange->head.status, 200);
  EXPECT_EQ(exchange->url, "http://a.example/a b");
}

struct OpenRow {
  const char* name;
  std::string bytes;
  Code code;
};

class Opening : public testing::TestWithParam<OpenRow> {};

TEST_P(Opening, RefusesWhatIsNoWarc) {
  const auto back = read_bytes(GetParam().bytes);
  ASSERT_TRUE(back.error.has_value());
  EXPECT_EQ(back.error->code, GetParam().code) << back.error->message;
  EXPECT_EQ(back.error->where, "test.warc");
}

INSTANTIATE_TEST_SUITE_P(
    House_NotWarc, Opening,
    testing::Values(OpenRow{"Empty", "", Code::kUnsupported},
                    OpenRow{"Html", "<!doctype html><p>not an archive", Code::kUnsupported},
                    OpenRow{"GzippedHtml", gz("<!doctype html><p>no"), Code::kUnsupported},
                    OpenRow{"NoZstdFrame", "\x28\xb5\x2f\xfd\xff\xff\xff\xff\xff\xff\xff and so on",
                            Code::kUnsupported},
                    OpenRow{"Cdx", " CDX N b a m s k r M S V g\n", Code::kUnsupported},
                    OpenRow{"HalfAVersion", "WAR", Code::kTruncated},
                    OpenRow{"HalfAMember", gz(kOne).substr(0, 12), Code::kTruncated}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Warc11_4_Header, ReadsFoldedCodedAndUtf8Values) {
  const std::string bytes = warc_record(
      "WARC-Type: resource\r\nwarc-target-uri:<http://a.example/\xc3\xa9>\r\nWARC-Filename: =?utf-8?B?w6k=?= "
      "=?ISO-8859-1?Q?_caf=E9?=\r\nX-Folded: one\r\n\ttwo\r\n   three\r\nWARC-Date: "
      "2026-03-01T10:00:00.123456789Z\r\n",
      "");
  const auto source = bfa::make_memory_source(bytes);
  const auto reader = bfa::WarcReader::open(*source, "test.warc");
  ASSERT_TRUE(reader);
  const auto& header = (*(*reader)->next())->header();
  EXPECT_EQ(header.target_uri(), "http://a.example/\xc3\xa9");
  EXPECT_EQ(header.field("WARC-Filename"), "\xc3\xa9 caf\xc3\xa9");
  EXPECT_EQ(header.field("X-Folded"), "one two three");
  EXPECT_EQ(header.date(), *bfa::parse_rfc3339("2026-03-01T10:00:00.123456Z"));
  EXPECT_EQ(header.type(), bfa::WarcType::kResource);
}

TEST(Warc11_4_Header, PlacesAreThoseOfTheFile) {
  const auto plain = read_bytes(kInfo + kOne + kTwo);
  EXPECT_EQ(plain.places[1].offset, kInfo.size());
  EXPECT_EQ(plain.places[1].length, kOne.size());
  EXPECT_EQ(plain.places[2].offset, kInfo.size() + kOne.size());
  EXPECT_EQ(plain.places[2].length, kTwo.size());
  EXPECT_EQ(plain.places[2].record_id, "urn:uuid:1");
  const auto packed = read_bytes(gz(kInfo) + gz(kOne) + gz(kTwo));
  EXPECT_EQ(packed.places[1].offset, gz(kInfo).size());
  EXPECT_EQ(packed.places[1].length, gz(kOne).size());
  EXPECT_EQ(packed.places[2].length, gz(kTwo).size());
}

TEST(House_Limits, AHeaderWithoutEndIsLeftBehind) {
  bfa::WarcReadOptions options;
  options.max_header_bytes = 1000;
  const std::string endless = "WARC/1.1\r\nX: " + std::string(300'000, 'x') + "\r\n\r\n";
  const auto back = read_bytes(endless + kOne, options);
  EXPECT_EQ(back.records, Lines{kAll[1]});
  EXPECT_EQ(back.finding_ids(), Lines{"header_too_long"});
  EXPECT_EQ(back.findings.front().code, Code::kLimit);
}

TEST(House_Large, BlocksBeyondTheWindowStream) {
  std::string body;
  for (int i = 0; body.size() < 3'000'000; ++i) body += std::to_string(i * 7919LL) + ",";
  const std::string record = warc_record(response_fields("urn:large"), body);
  for (const std::string& bytes : {record + kOne, gz(record) + gz(kOne), gz(record + kOne)}) {
    const auto back = read_bytes(bytes);
    ASSERT_EQ(back.records.size(), 2U);
    EXPECT_EQ(back.records[0], "response urn:large " + body);
    EXPECT_EQ(back.records[1], kAll[1]);
  }
}

TEST(House_Digests, MismatchesAreFindings) {
  const auto with = [](const char* field) {
    return replaced(kOne, "Content-Length", std::string(field) + "\r\nContent-Length");
  };
  bfa::WarcReadOptions options;
  options.check_digests = true;
  EXPECT_EQ(
      read_bytes(with("WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"), options).finding_ids(),
      Lines{"payload_digest_mismatch"});
  EXPECT_EQ(
      read_bytes(with("WARC-Block-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"), options).finding_ids(),
      Lines{"block_digest_mismatch"});
  EXPECT_EQ(read_bytes(with("WARC-Payload-Digest: sha1:fe05bcdcdc4928012781a5f1a2a77cbb5398e106"), options)
                .finding_ids(),
            Lines{});
}

TEST(House_Exchange, RefusesOtherTypesLargeBlocksAndBadDates) {
  const auto exchange_of = [](const std::string& bytes, std::uint64_t max_bytes) {
    const auto source = bfa::make_memory_source(bytes);
    const auto reader = bfa::WarcReader::open(*source, "test.warc");
    return bfa::read_exchange(**(*reader)->next(), max_bytes);
  };
  EXPECT_EQ(exchange_of(kInfo, 1000).error().code, Code::kUnsupported);
  EXPECT_EQ(exchange_of(kOne, 21).error().code, Code::kLimit);
  EXPECT_TRUE(exchange_of(kOne, 22));
  EXPECT_EQ(exchange_of(replaced(kOne, "2026-03-01", "yesterday"), 1000).error().code, Code::kCorrupt);
  EXPECT_EQ(exchange_of(kOne.substr(0, kOne.size() - 6), 1000).error().code, Code::kTruncated);
  const auto odd = exchange_of(warc_record(response_fields("http://a.example/"), "no http here"), 1000);
  ASSERT_TRUE(odd);
  EXPECT_FALSE(odd->findings.empty());
  EXPECT_EQ(*odd->response.read(100), "no http here");
}

}  // namespace
