// SPDX-License-Identifier: Apache-2.0
// One test for each rule of the WARC standard and its kin that implementers get wrong, by its number in
// docs/formats/warc.md, which also lists the numbers without a test here, with the reason. W: about the
// writer, R: about the reader. Rules 25 to 39: captures, segments, look-up.
#include "warc/rules_testing.h"

namespace {

using namespace bfa::test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

TEST_F(Warc11_Rules, Rule25_ATruncatedCaptureSaysWhyAndKeepsItsLength) {
  auto exchange = make_exchange("http://a.example/", kHead, kBody);
  exchange.truncated = bfa::Truncation::kTime;
  written({exchange});
  const auto response = header(bfa::WarcType::kResponse);
  EXPECT_EQ(response.field("WARC-Truncated"), "time");
  EXPECT_EQ(response.content_length, exchange.response.size());
}

// A record of a type that does not belong to captures, with its mandatory fields.
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
            "");  // stated once, it links in both directions
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
  // The writer makes one member per record: each begins where the previous one ends.
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
