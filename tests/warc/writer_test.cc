// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/writer.h"

#include "bfa/warc/exchange.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "bfa/io/digest.h"
#include "bfa/warc/validate.h"
#include "support/fault_file_system.h"
#include "support/fixtures.h"
#include "warc/warc_testing.h"

namespace {

using bfa::Code;
using bfa::Exchange;
using bfa::test::make_exchange;

constexpr const char* kHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Odd:  kept  as sent";

class Warc11_Writer : public testing::Test {
 protected:
  bfa::test::TemporaryDirectory folder;
  std::unique_ptr<bfa::Clock> clock = bfa::make_fixed_clock(*bfa::parse_rfc3339("2026-03-01T12:00:00Z"));
  bfa::test::MapDedup dedup;
  std::string warcs = folder / "warc";
  bfa::WarcWriteOptions options = bfa::test::fixed_options(*clock);

  std::unique_ptr<bfa::WarcWriter> open(bfa::FileSystem& fs = bfa::posix_file_system()) {
    auto writer = bfa::WarcWriter::open(fs, warcs, options, &dedup);
    EXPECT_TRUE(writer);
    return std::move(*writer);
  }
  std::string path(const std::string& name) const { return warcs + "/" + name; }

  // The record at a place, read on its own from there.
  Exchange exchange_at(const bfa::WarcRef& place) {
    const auto reader = bfa::WarcReader::open(bfa::posix_file_system(), path(place.file), {}, place.offset);
    EXPECT_TRUE(reader);
    auto* record = *(*reader)->next();
    EXPECT_EQ(record->header().record_id(), place.record_id);
    auto exchange = bfa::read_exchange(*record, 1u << 30);
    EXPECT_TRUE(exchange) << exchange.error().message;
    EXPECT_EQ(record->position().length, place.length);
    return *exchange;
  }
  bfa::WarcHeader header_at(const bfa::WarcRef& place) {
    const auto reader = bfa::WarcReader::open(bfa::posix_file_system(), path(place.file), {}, place.offset);
    EXPECT_TRUE(reader);
    return (*(*reader)->next())->header();
  }
  void expect_valid(const std::string& name) {
    const auto report = bfa::validate_warc(bfa::posix_file_system(), path(name));
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_FALSE(report->truncated || report->corrupt || report->spec_violation);
    EXPECT_EQ(report->digests_bad, 0U);
    for (const auto& finding : report->findings) ADD_FAILURE() << finding.id << ": " << finding.message;
  }
};

struct TripRow {
  const char* name;
  bfa::WarcPacking packing;
  std::size_t body_bytes;
  std::uint64_t memory_limit;  // of the body's blob
  const char* time;
};

class RoundTrip : public Warc11_Writer, public testing::WithParamInterface<TripRow> {};

TEST_P(RoundTrip, GivesBackBytesTimeAndAddress) {
  const auto& row = GetParam();
  options.packing = row.packing;
  std::string body;
  for (std::size_t i = 0; body.size() < row.body_bytes; ++i)
    body += "paragraph " + std::to_string(i * i) + "\n";
  body.resize(row.body_bytes);
  Exchange exchange = make_exchange("https://blog.example/p?a=%C3%A9&b=1", kHead, body, row.time);
  bfa::BlobWriter blob(row.memory_limit);
  ASSERT_TRUE(blob.write(exchange.response.memory()).ok());
  const std::string sent(exchange.response.memory());
  exchange.response = *blob.finish();
  const auto writer = open();
  const auto written = writer->write(exchange, {{"sequence", "17"}, {"note", "two\r\nlines"}});
  ASSERT_TRUE(written) << written.error().message;
  ASSERT_TRUE(writer->close().ok());
  const Exchange back = exchange_at(written->response);
  EXPECT_EQ(*back.response.read(1u << 30), sent);
  EXPECT_EQ(back.url, exchange.url);
  EXPECT_EQ(back.started, exchange.started);
  EXPECT_EQ(back.ip_address, exchange.ip_address);
  EXPECT_EQ(back.protocol, exchange.protocol);
  EXPECT_EQ(back.head.status, 200);
  EXPECT_EQ(back.head.size, exchange.head.size);
  EXPECT_EQ(back.truncated, bfa::Truncation::kNone);
  EXPECT_EQ(header_at(written->response).field("WARC-Date"), row.time);
  EXPECT_FALSE(written->revisit);
  if (row.body_bytes != 0) {
    EXPECT_EQ(written->payload_digest,
              bfa::labelled_digest(bfa::DigestAlgorithm::kSha256,
                                   bfa::digest(bfa::DigestAlgorithm::kSha256, body)));
  } else {
    EXPECT_EQ(written->payload_digest, "");
  }
  expect_valid(written->response.file);
}

INSTANTIATE_TEST_SUITE_P(
    Warc11_6, RoundTrip,
    testing::Values(
        TripRow{"Gzip", bfa::WarcPacking::kGzip, 5000, 1u << 20, "2026-03-01T10:00:00.123456Z"},
        TripRow{"Plain", bfa::WarcPacking::kPlain, 5000, 1u << 20, "2026-03-01T10:00:00Z"},
        TripRow{"EmptyBody", bfa::WarcPacking::kGzip, 0, 1u << 20, "1996-02-29T23:59:59.5Z"},
        TripRow{"FromSpoolFile", bfa::WarcPacking::kGzip, 300'000, 1000, "2026-03-01T10:00:00.000001Z"},
        TripRow{"LargeGzip", bfa::WarcPacking::kGzip, 9'000'000, 1000, "2026-03-01T10:00:00Z"},
        TripRow{"Zstd", bfa::WarcPacking::kZstd, 5000, 1u << 20, "2026-03-01T10:00:00Z"},
        TripRow{"LargeZstd", bfa::WarcPacking::kZstd, 9'000'000, 1000, "2026-03-01T10:00:00Z"},
        TripRow{"LargePlain", bfa::WarcPacking::kPlain, 9'000'000, 1u << 24, "2026-03-01T10:00:00Z"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(Warc11_Writer, LinksTheRecordsOfOneCapture) {
  const auto writer = open();
  const auto written = writer->write(make_exchange("http://a.example/", kHead, "body"), {{"sequence", "1"}});
  ASSERT_TRUE(written);
  ASSERT_TRUE(writer->close().ok());
  ASSERT_TRUE(written->request && written->metadata);
  const auto request = header_at(*written->request);
  const auto response = header_at(written->response);
  const auto metadata = header_at(*written->metadata);
  const std::string id = "<" + written->response.record_id + ">";
  EXPECT_EQ(request.field("WARC-Concurrent-To"), id);
  EXPECT_EQ(metadata.field("WARC-Concurrent-To"), id);
  for (const auto* header : {&request, &response, &metadata}) {
    EXPECT_EQ(header->version, "WARC/1.1");
    EXPECT_EQ(header->field("WARC-Date"), "2026-03-01T10:00:00.123456Z");
    EXPECT_EQ(header->target_uri(), "http://a.example/");
    EXPECT_TRUE(header->field("WARC-Warcinfo-ID").starts_with("<urn:uuid:"));
    EXPECT_TRUE(header->field("WARC-Block-Digest").starts_with("sha256:"));
  }
  EXPECT_EQ(request.content_type(), "application/http; msgtype=request");
  EXPECT_EQ(response.content_type(), "application/http; msgtype=response");
  EXPECT_EQ(metadata.content_type(), "application/warc-fields");
}

TEST_F(Warc11_Writer, EachFileBeginsWithItsWarcinfo) {
  options.max_file_bytes = 600;  // a new file for every exchange
  const auto writer = open();
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(writer->write(make_exchange("http://a.example/" + std::to_string(i), kHead, "body"), {}));
  }
  ASSERT_TRUE(writer->close().ok());
  const auto files = writer->files();
  ASSERT_EQ(files.size(), 3U);
  EXPECT_EQ(files[0], "bfa-20260301120000-00000.warc.gz");
  EXPECT_EQ(files[2], "bfa-20260301120000-00002.warc.gz");
  for (const auto& name : files) {
    const auto reader = bfa::WarcReader::open(bfa::posix_file_system(), path(name));
    ASSERT_TRUE(reader);
    auto* info = *(*reader)->next();
    EXPECT_EQ(info->header().type(), bfa::WarcType::kWarcinfo);
    EXPECT_EQ(info->header().field("WARC-Filename"), name);
    EXPECT_EQ(info->header().field("WARC-Target-URI"), "");
    EXPECT_EQ(*bfa::read_all(info->block(), 10'000),
              "software: bfa test\r\nrobots: obey\r\nformat: WARC File Format 1.1\r\nconformsTo: "
              "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n");
    expect_valid(name);
  }
  // A second writer at the same second takes other names.
  const auto again = open();
  ASSERT_TRUE(again->write(make_exchange("http://a.example/", kHead, "body"), {}));
  EXPECT_EQ(again->files().front(), "bfa-20260301120000-00003.warc.gz");
}

TEST_F(Warc11_Writer, IdenticalPayloadBecomesARevisitOfTheOriginal) {
  const std::string body(300, 'x');
  const auto writer = open();
  const auto first = writer->write(make_exchange("http://a.example/1", kHead, body), {});
  ASSERT_TRUE(first);
  dedup.by_digest[first->payload_digest] = {"http://a.example/1", "2026-03-01T10:00:00.123456Z",
                                            first->response.record_id};
  const std::string chunked = std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked");
  const auto second = writer->write(make_exchange("http://a.example/2", chunked,
                                                  "12c\r\n" + body + "\r\n0\r\n\r\n", "2026-03-02T10:00:00Z"),
                                    {});
  ASSERT_TRUE(second) << second.error().message;
  ASSERT_TRUE(writer->close().ok());
  EXPECT_TRUE(second->revisit);
  EXPECT_EQ(second->payload_digest, first->payload_digest);
  const auto header = header_at(second->response);
  EXPECT_EQ(header.type(), bfa::WarcType::kRevisit);
  EXPECT_EQ(header.field("WARC-Profile"), bfa::kRevisitIdenticalPayload);
  EXPECT_EQ(header.field("WARC-Refers-To"), "<" + first->response.record_id + ">");
  EXPECT_EQ(header.field("WARC-Refers-To-Target-URI"), "http://a.example/1");
  EXPECT_EQ(header.field("WARC-Refers-To-Date"), "2026-03-01T10:00:00.123456Z");
  EXPECT_EQ(header.field("WARC-Payload-Digest"), first->payload_digest);
  EXPECT_EQ(header.field("WARC-Truncated"), "length");
  const Exchange back = exchange_at(second->response);
  EXPECT_EQ(*back.response.read(1000), chunked + "\r\n\r\n");
  EXPECT_EQ(back.truncated, bfa::Truncation::kNone);
  EXPECT_EQ(back.head.status, 200);
  expect_valid(second->response.file);
}

struct NoRevisitRow {
  const char* name;
  const char* head;
  std::size_t body_bytes;
  bfa::Truncation truncated;
};

class NoRevisit : public Warc11_Writer, public testing::WithParamInterface<NoRevisitRow> {};

TEST_P(NoRevisit, IsWrittenInFull) {
  Exchange exchange =
      make_exchange("http://a.example/", GetParam().head, std::string(GetParam().body_bytes, 'x'));
  exchange.truncated = GetParam().truncated;
  const auto writer = open();
  const auto first = writer->write(exchange, {});
  ASSERT_TRUE(first);
  dedup.by_digest[first->payload_digest] = {"http://a.example/", "2026-01-01T00:00:00Z", "urn:uuid:0"};
  const auto second = writer->write(exchange, {});
  ASSERT_TRUE(second);
  ASSERT_TRUE(writer->close().ok());
  EXPECT_FALSE(second->revisit);
  EXPECT_EQ(*exchange_at(second->response).response.read(10'000), exchange.response.memory());
  EXPECT_EQ(exchange_at(second->response).truncated, GetParam().truncated);
}

INSTANTIATE_TEST_SUITE_P(
    House_Dedup, NoRevisit,
    testing::Values(NoRevisitRow{"TooSmall", kHead, 255, bfa::Truncation::kNone},
                    NoRevisitRow{"NotFound", "HTTP/1.1 404 Not Found", 300, bfa::Truncation::kNone},
                    NoRevisitRow{"Partial", "HTTP/1.1 206 Partial Content", 300, bfa::Truncation::kNone},
                    NoRevisitRow{"CutByDisconnect", kHead, 300, bfa::Truncation::kDisconnect},
                    NoRevisitRow{"CutByLength", kHead, 300, bfa::Truncation::kLength},
                    NoRevisitRow{"CutByTime", kHead, 300, bfa::Truncation::kTime}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(Warc11_Writer, NotModifiedRefersToTheLastSuccess) {
  const auto writer = open();
  const Exchange exchange =
      make_exchange("http://a.example/", "HTTP/1.1 304 Not Modified\r\nETag: \"1\"", "");
  const auto unknown = writer->write(exchange, {});
  ASSERT_TRUE(unknown);
  EXPECT_FALSE(unknown->revisit);
  dedup.by_url["http://a.example/"] = {"http://a.example/", "2026-01-01T00:00:00.25Z", "urn:uuid:0"};
  const auto known = writer->write(exchange, {});
  ASSERT_TRUE(known);
  ASSERT_TRUE(writer->close().ok());
  EXPECT_TRUE(known->revisit);
  EXPECT_EQ(known->payload_digest, "");
  const auto header = header_at(known->response);
  EXPECT_EQ(header.field("WARC-Profile"), bfa::kRevisitServerNotModified);
  EXPECT_EQ(header.field("WARC-Refers-To-Date"), "2026-01-01T00:00:00.25Z");
  EXPECT_EQ(header.field("WARC-Payload-Digest"), "");
  EXPECT_EQ(*exchange_at(known->response).response.read(1000), exchange.response.memory());
  expect_valid(known->response.file);
}

TEST_F(Warc11_Writer, EqualSeedsGiveEqualFiles) {
  std::vector<std::string> bytes;
  for (const char* name : {"one", "two"}) {
    options = bfa::test::fixed_options(*clock);
    warcs = folder / name;
    const auto writer = open();
    ASSERT_TRUE(writer->write(make_exchange("http://a.example/", kHead, "body"), {{"a", "b"}}));
    ASSERT_TRUE(writer->write_metadata("urn:bfa:template", clock->now(), "application/json", "{}"));
    ASSERT_TRUE(writer->close().ok());
    bytes.push_back(*bfa::read_file(bfa::posix_file_system(), path(writer->files().front()), 1 << 20));
  }
  EXPECT_EQ(bytes[0], bytes[1]);
}

TEST_F(Warc11_Writer, HostileValuesCannotAddFields) {
  const auto writer = open();
  Exchange exchange = make_exchange("http://a.example/\r\nWARC-Type: warcinfo", kHead, "body");
  exchange.ip_address = "1.2.3.4\nX: y";
  const auto written = writer->write(exchange, {{"k", "v\nWARC-Type: x"}});
  ASSERT_TRUE(written);
  ASSERT_TRUE(writer->close().ok());
  const auto header = header_at(written->response);
  EXPECT_EQ(header.type(), bfa::WarcType::kResponse);
  EXPECT_EQ(header.target_uri(), "http://a.example/  WARC-Type: warcinfo");
  EXPECT_EQ(header.field("X"), "");
}

TEST_F(Warc11_Writer, InterimHeadsAreKeptInTheMetadata) {
  const auto writer = open();
  Exchange exchange = make_exchange("http://a.example/", kHead, "body");
  exchange.interim = "HTTP/1.1 103 Early Hints\r\nLink: </100%>\r\n\r\n";
  const auto written = writer->write(exchange, {});
  ASSERT_TRUE(written && written->metadata);
  ASSERT_TRUE(writer->close().ok());
  const auto reader = bfa::WarcReader::open(bfa::posix_file_system(), path(written->metadata->file), {},
                                            written->metadata->offset);
  EXPECT_EQ(*bfa::read_all((*(*reader)->next())->block(), 1000),
            "http-interim-heads: HTTP/1.1 103 Early Hints%0d%0aLink: </100%25>%0d%0a%0d%0a\r\n");
}

TEST_F(Warc11_Writer, RefusesAnExchangeWithoutResponse) {
  const auto writer = open();
  Exchange exchange = make_exchange("http://a.example/", kHead, "body");
  exchange.response = bfa::Blob();
  const auto written = writer->write(exchange, {});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, Code::kInvalidArgument);
  ASSERT_TRUE(writer->close().ok());
  EXPECT_TRUE(writer->files().empty());
  EXPECT_TRUE(bfa::posix_file_system().list(warcs)->empty());
}

TEST_F(Warc11_Writer, AFailedWriteLeavesTheRecordsBeforeIt) {
  bfa::test::FaultFileSystem fs(bfa::posix_file_system());
  const auto writer = open(fs);
  const auto first = writer->write(make_exchange("http://a.example/1", kHead, "one"), {});
  ASSERT_TRUE(first);
  fs.set_plan({.first = 0, .count = 1, .only_set = true, .only = bfa::test::FileOperation::kWrite});
  const auto failed = writer->write(make_exchange("http://a.example/2", kHead, "two"), {});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, Code::kIo);
  const auto third = writer->write(make_exchange("http://a.example/3", kHead, "three"), {});
  ASSERT_TRUE(third) << third.error().message;
  ASSERT_TRUE(writer->close().ok());
  EXPECT_EQ(exchange_at(third->response).url, "http://a.example/3");
  const auto reader = bfa::WarcReader::open(fs, path(first->response.file));
  const auto back = bfa::test::read_records(**reader);
  EXPECT_EQ(back.records.size(), 5U);  // warcinfo, and two a capture
  expect_valid(first->response.file);
}

TEST_F(Warc11_Writer, AFirstWriteThatFailsLeavesNoHalfFile) {
  bfa::test::FaultFileSystem fs(bfa::posix_file_system());
  const auto writer = open(fs);
  fs.set_plan({.first = 0, .count = 1, .only_set = true, .only = bfa::test::FileOperation::kWrite});
  ASSERT_FALSE(writer->write(make_exchange("http://a.example/1", kHead, "one"), {}));
  const auto second = writer->write(make_exchange("http://a.example/2", kHead, "two"), {});
  ASSERT_TRUE(second);
  ASSERT_TRUE(writer->close().ok());
  expect_valid(second->response.file);
}

TEST_F(Warc11_Writer, AFailedSyncIsFinal) {
  bfa::test::FaultFileSystem fs(bfa::posix_file_system());
  const auto writer = open(fs);
  ASSERT_TRUE(writer->write(make_exchange("http://a.example/1", kHead, "one"), {}));
  fs.set_plan({.first = 0, .count = 1, .only_set = true, .only = bfa::test::FileOperation::kSync});
  ASSERT_FALSE(writer->sync().ok());
  EXPECT_FALSE(writer->sync().ok()) << "the system forgets which bytes a failed sync did not write";
  EXPECT_FALSE(writer->write(make_exchange("http://a.example/2", kHead, "two"), {}).has_value());
  EXPECT_FALSE(writer->close().ok());
}

}  // namespace
