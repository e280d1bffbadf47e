// SPDX-License-Identifier: Apache-2.0
// HTTP inside of records, and joined segments.
#include "warc/read/payload.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "bfa/io/digest.h"
#include "bfa/warc/reader.h"
#include "support/fixtures.h"
#include "warc/warc_testing.h"

namespace {

using bfa::test::response_fields;
using bfa::test::warc_record;
using Ids = std::vector<std::string>;

struct Row {
  const char* name;
  std::string block;
  bool decode;
  int status;  // -1: no head
  std::string body;
  Ids findings;
};

class HttpInside : public testing::TestWithParam<Row> {};

TEST_P(HttpInside, GivesHeadBodyAndFindings) {
  const auto& row = GetParam();
  const std::string bytes = warc_record(response_fields("http://a.example/"), row.block);
  const auto source = bfa::make_memory_source(bytes);
  const auto reader = *bfa::WarcReader::open(*source, "test.warc");
  const auto payload = bfa::RecordPayload::open(**reader->next(), {row.decode});
  ASSERT_TRUE(payload) << payload.error().message;
  EXPECT_EQ((*payload)->head() ? (*payload)->head()->status : -1, row.status);
  const auto body = bfa::read_all((*payload)->body(), 1u << 20);
  ASSERT_TRUE(body) << body.error().message;
  EXPECT_EQ(*body, row.body);
  Ids ids;
  for (const auto& finding : (*payload)->findings()) ids.push_back(finding.id);
  EXPECT_EQ(ids, row.findings);
}

const std::string kGzipped = *bfa::gzip_member("hello");

// One chunk of the chunked transfer coding.
std::string chunk(const std::string& bytes) {
  const char size = static_cast<char>(bytes.size());
  return bfa::hex_encode({&size, 1}) + "\r\n" + bytes + "\r\n";
}

INSTANTIATE_TEST_SUITE_P(
    Rfc9112, HttpInside,
    testing::Values(
        Row{"Plain", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", false, 200, "hello", {}},
        Row{"Http2NoReason", "HTTP/2 204\r\n\r\n", false, 204, "", {}},
        Row{"LfOnly", "HTTP/1.0 200 OK\nX: y\n\nhello", false, 200, "hello", {"lf_only_head"}},
        Row{"Folded", "HTTP/1.1 200 OK\r\nX: y\r\n z\r\n\r\nhello", false, 200, "hello", {"folded_header"}},
        Row{"Latin1", "HTTP/1.1 200 OK\r\nX: caf\xe9\r\n\r\nhello", false, 200, "hello", {"non_ascii_head"}},
        Row{"Chunked",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
            false,
            200,
            "hello",
            {}},
        Row{"NotChunked",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello there",
            false,
            200,
            "hello there",
            {"not_chunked"}},
        Row{"ChunkedCut",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            false,
            200,
            "hello",
            {"chunked_cut"}},
        Row{"LengthTooLong",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello",
            false,
            200,
            "hello",
            {"content_length_mismatch"}},
        Row{"CodingKept",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + kGzipped,
            false,
            200,
            kGzipped,
            {}},
        Row{"CodingDecoded",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + kGzipped,
            true,
            200,
            "hello",
            {}},
        Row{"CodedAndChunked",
            "HTTP/1.1 200 OK\r\nContent-Encoding: x-gzip\r\nTransfer-Encoding: chunked\r\n\r\n" +
                chunk(kGzipped) + "0\r\n\r\n",
            true,
            200,
            "hello",
            {}},
        Row{"NotCoded",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nhello",
            true,
            200,
            "hello",
            {"not_coded"}},
        Row{"CodingCut",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + kGzipped.substr(0, 20),
            true,
            200,
            "hello",
            {"bad_content_coding"}},
        Row{"UnknownCoding",
            "HTTP/1.1 200 OK\r\nContent-Encoding: exi\r\n\r\nhello",
            true,
            200,
            "hello",
            {"unknown_content_coding"}},
        Row{"NoHead", "hello, no head", false, -1, "hello, no head", {"no_http_head"}}),
    [](const auto& row) { return std::string(row.param.name); });

std::string sha1(const std::string& bytes) {
  return bfa::labelled_digest(bfa::DigestAlgorithm::kSha1, bfa::digest(bfa::DigestAlgorithm::kSha1, bytes));
}

TEST(House_Digests, TheWayAPayloadDigestWasTakenIsFound) {
  const std::string chunked = "Transfer-Encoding: chunked\r\n\r\n";
  const std::string raw = chunk(kGzipped) + "0\r\n\r\n";
  const std::string block = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n" + chunked + raw;
  const auto form = [&](const std::string& digest, const std::string& of) {
    const std::string bytes = warc_record(response_fields("urn:x"), of);
    const auto source = bfa::make_memory_source(bytes);
    const auto reader = *bfa::WarcReader::open(*source, "test.warc");
    return *bfa::find_payload_form(**reader->next(), digest);
  };
  EXPECT_EQ(form(sha1(kGzipped), block), bfa::PayloadForm::kEntity);
  EXPECT_EQ(form(sha1(raw), block), bfa::PayloadForm::kRaw);
  EXPECT_EQ(form(sha1("hello"), block), bfa::PayloadForm::kDecoded);
  EXPECT_EQ(form(sha1(block), block), bfa::PayloadForm::kBlock);
  EXPECT_EQ(form(sha1("else"), block), bfa::PayloadForm::kNone);
  EXPECT_EQ(form(sha1("hel"), "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhello"),
            bfa::PayloadForm::kDeclaredLength);
}

class Warc11_7_Segments : public testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& bytes) {
    const std::string path = folder.path() + "/" + name;
    EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
    return path;
  }
  static std::string segment(int number, const std::string& block, const std::string& more = {}) {
    if (number == 1) {
      return warc_record(
          response_fields("http://a.example/", "urn:first") + "WARC-Segment-Number: 1\r\n" + more, block);
    }
    return warc_record("WARC-Type: continuation\r\nWARC-Record-ID: <urn:part" + std::to_string(number) +
                           ">\r\nWARC-Date: 2026-03-01T10:00:00Z\r\nWARC-Target-URI: http://a.example/\r\n"
                           "WARC-Segment-Origin-ID: <urn:first>\r\nWARC-Segment-Number: " +
                           std::to_string(number) + "\r\n" + more,
                       block);
  }
  struct Joined {
    std::string block;
    Ids findings;
  };
  Joined join(const std::vector<std::string>& paths) {
    bfa::SegmentJoiner joiner(bfa::posix_file_system());
    for (const auto& path : paths) EXPECT_TRUE(joiner.scan(path).ok());
    EXPECT_EQ(joiner.origins(), Ids{"urn:first"});
    auto record = joiner.open("urn:first");
    if (!record) return {"<" + std::string(bfa::code_name(record.error().code)) + ">", {}};
    Joined joined;
    std::array<std::byte, 7> buffer{};
    for (;;) {
      const auto got = (*record)->block().read(buffer);
      if (!got) joined.block += "<" + std::string(bfa::code_name(got.error().code)) + ">";
      if (!got || *got == 0) break;
      joined.block.append(reinterpret_cast<const char*>(buffer.data()), *got);
    }
    for (const auto& finding : (*record)->findings()) joined.findings.push_back(finding.id);
    return joined;
  }
  bfa::test::TemporaryDirectory folder;
};

const std::string kWhole = "HTTP/1.1 200 OK\r\n\r\none two three";

TEST_F(Warc11_7_Segments, AreJoinedAcrossFilesInTheirOrder) {
  const std::string digest = "WARC-Payload-Digest: " + sha1("one two three") + "\r\n";
  const std::string first = put("a.warc", segment(2, "two ") + segment(1, kWhole.substr(0, 23), digest));
  const std::string second = put("b.warc", segment(3, "three", "WARC-Segment-Total-Length: 32\r\n"));
  const auto joined = join({first, second});
  EXPECT_EQ(joined.block, kWhole);
  EXPECT_EQ(joined.findings, Ids{});
}

TEST_F(Warc11_7_Segments, WrongTotalsAndDigestsAreFindings) {
  const std::string digest = "WARC-Payload-Digest: " + sha1("something else") + "\r\n";
  const auto joined = join(
      {put("a.warc", segment(1, kWhole, digest) + segment(2, " four", "WARC-Segment-Total-Length: 99\r\n"))});
  EXPECT_EQ(joined.block, kWhole + " four");
  EXPECT_EQ(joined.findings, (Ids{"segment_total_length_mismatch", "payload_digest_mismatch"}));
}

TEST_F(Warc11_7_Segments, MissingAndRepeatedOnesAreSaid) {
  const auto hole = join({put("a.warc", segment(1, kWhole) + segment(3, "x"))});
  EXPECT_EQ(hole.block, kWhole + "<truncated>");
  EXPECT_EQ(hole.findings, Ids{"segment_missing"});
  const auto open = join({put("b.warc", segment(1, kWhole) + segment(2, "a") + segment(2, "b"))});
  EXPECT_EQ(open.block, kWhole + "a");
  EXPECT_EQ(open.findings, (Ids{"segment_repeated", "segment_no_end"}));
  EXPECT_EQ(join({put("c.warc", segment(2, "a"))}).block, "<not_found>");
}

}  // namespace
