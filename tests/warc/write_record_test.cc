// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "bfa/warc/exchange.h"
#include "bfa/warc/validate.h"
#include "bfa/warc/writer.h"
#include "io/forwarding_file_system.h"
#include "support/fault_file_system.h"
#include "support/fixtures.h"
#include "warc/warc_testing.h"

namespace {

using bfa::Code;

bfa::WarcHeader resource_header(std::uint64_t length) {
  bfa::WarcHeader header;
  header.fields = {{"WARC-Type", "resource"},
                   {"WARC-Record-ID", "<urn:uuid:00000000-0000-4000-8000-00000000000a>"},
                   {"WARC-Date", "2026-03-01T10:00:00Z"},
                   {"WARC-Target-URI", "file:///notes.txt"},
                   {"Content-Type", "text/plain"}};
  header.content_length = length;
  return header;
}

class Warc11_5_WriteRecord : public testing::Test {
 protected:
  bfa::test::TemporaryDirectory folder;
  bfa::WarcWriteOptions options;
  std::string path = folder / "out.warc";

  Warc11_5_WriteRecord() { options.packing = bfa::WarcPacking::kPlain; }

  std::unique_ptr<bfa::WarcWriter> create() {
    auto writer = bfa::WarcWriter::create(bfa::posix_file_system(), path, options);
    EXPECT_TRUE(writer) << writer.error().message;
    return std::move(*writer);
  }
  static bfa::Result<bfa::WarcRef> write(bfa::WarcWriter& writer, const bfa::WarcHeader& header,
                                         const std::string& block) {
    return writer.write_record(header, *bfa::make_memory_source(block));
  }
  std::vector<std::string> records() const {
    const auto reader = bfa::WarcReader::open(bfa::posix_file_system(), path);
    return reader ? bfa::test::read_records(**reader).records : std::vector<std::string>();
  }
};

TEST_F(Warc11_5_WriteRecord, WritesAnyRecordOfAllPackings) {
  for (const auto packing : {bfa::WarcPacking::kPlain, bfa::WarcPacking::kGzip, bfa::WarcPacking::kZstd}) {
    for (const std::uint64_t memory : {std::uint64_t{100}, std::uint64_t{4u << 20}}) {
      options.packing = packing;
      options.max_memory_bytes = memory;
      path = folder / ("out" + std::to_string(memory) + std::string(bfa::warc_suffix(packing)));
      const auto writer = create();
      const std::string block(100'000, 'n');
      const auto first = write(*writer, resource_header(5), "notes");
      ASSERT_TRUE(first) << first.error().message;
      EXPECT_EQ(first->record_id, "urn:uuid:00000000-0000-4000-8000-00000000000a");
      EXPECT_EQ(first->offset, 0U);
      const auto second = write(*writer, resource_header(block.size()), block);
      ASSERT_TRUE(second);
      EXPECT_EQ(second->offset, first->length);
      ASSERT_TRUE(writer->close());
      EXPECT_EQ(records(), (std::vector<std::string>{"resource file:///notes.txt notes",
                                                     "resource file:///notes.txt " + block}));
      const auto report = bfa::validate_warc(bfa::posix_file_system(), path);
      ASSERT_TRUE(report);
      EXPECT_TRUE(report->findings.empty());
    }
  }
}

TEST_F(Warc11_5_WriteRecord, CopiesTheRecordsOfAnotherFileByteForByte) {
  const std::string from = folder / "in.warc";
  ASSERT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), from,
                                         bfa::test::read_fixture("examples/two_exchanges.warc")));
  const auto reader = bfa::WarcReader::open(bfa::posix_file_system(), from);
  ASSERT_TRUE(reader);
  const auto writer = create();
  for (;;) {
    bfa::WarcRecord* const record = *(*reader)->next();
    if (record == nullptr) break;
    ASSERT_TRUE(writer->write_record(record->header(), record->block()));
  }
  ASSERT_TRUE(writer->close());
  EXPECT_EQ(*bfa::read_file(bfa::posix_file_system(), path, 1u << 20),
            *bfa::read_file(bfa::posix_file_system(), from, 1u << 20));
}

TEST_F(Warc11_5_WriteRecord, FollowsTheWarcinfoRecordOfAFolder) {
  const auto writer = bfa::WarcWriter::open(bfa::posix_file_system(), folder / "warcs", options, nullptr);
  ASSERT_TRUE(writer);
  ASSERT_TRUE(write(**writer, resource_header(5), "notes"));
  ASSERT_TRUE((*writer)->close());
  path = folder / ("warcs/" + (*writer)->files().front());
  ASSERT_EQ(records().size(), 2U);
  EXPECT_EQ(records()[1], "resource file:///notes.txt notes");
}

struct Malformed {
  const char* name;
  void (*spoil)(bfa::WarcHeader& header);
  bool also_any_header;  // refused with accept_any_header too
};
class MalformedHeader : public Warc11_5_WriteRecord, public testing::WithParamInterface<Malformed> {};

TEST_P(MalformedHeader, IsRefusedAndLeavesNothing) {
  for (const bool any : {false, true}) {
    options.accept_any_header = any;
    path = folder / (any ? "any.warc" : "strict.warc");
    const auto writer = create();
    ASSERT_TRUE(write(*writer, resource_header(5), "first"));
    bfa::WarcHeader header = resource_header(5);
    GetParam().spoil(header);
    const auto refused = write(*writer, header, "notes");
    ASSERT_EQ(!refused, !any || GetParam().also_any_header);
    if (!refused) {
      EXPECT_EQ(refused.error().code, Code::kInvalidArgument) << refused.error().message;
    }
    ASSERT_TRUE(write(*writer, resource_header(4), "last"));
    ASSERT_TRUE(writer->close());
    const auto written = records();
    ASSERT_EQ(written.size(), refused ? 3U : 2U);
    EXPECT_EQ(written.back(), "resource file:///notes.txt last");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Warc11_4_5, MalformedHeader,
    testing::Values(
        Malformed{"NoType", [](bfa::WarcHeader& h) { h.fields.erase(h.fields.begin()); }, false},
        Malformed{"NoRecordId", [](bfa::WarcHeader& h) { h.fields.erase(h.fields.begin() + 1); }, false},
        Malformed{"RecordIdWithoutBrackets", [](bfa::WarcHeader& h) { h.fields[1].second = "urn:uuid:1"; },
                  false},
        Malformed{"NoDate", [](bfa::WarcHeader& h) { h.fields.erase(h.fields.begin() + 2); }, false},
        Malformed{"BadDate", [](bfa::WarcHeader& h) { h.fields[2].second = "yesterday"; }, false},
        Malformed{"NoTargetUri", [](bfa::WarcHeader& h) { h.fields.erase(h.fields.begin() + 3); }, false},
        Malformed{"RepeatedField", [](bfa::WarcHeader& h) { h.fields.emplace_back("warc-date", "2026"); },
                  false},
        Malformed{"NameWithSpace", [](bfa::WarcHeader& h) { h.fields.emplace_back("X Y", "z"); }, false},
        Malformed{"OldVersion", [](bfa::WarcHeader& h) { h.version = "WARC/0.18"; }, false},
        Malformed{"ValueWithControlByte", [](bfa::WarcHeader& h) { h.fields.emplace_back("X", "a\x01"); },
                  false},
        Malformed{"EmptyName", [](bfa::WarcHeader& h) { h.fields.emplace_back("", "z"); }, true},
        Malformed{"NameWithColon", [](bfa::WarcHeader& h) { h.fields.emplace_back("X:Y", "z"); }, true},
        Malformed{"ValueWithLineEnd", [](bfa::WarcHeader& h) { h.fields.emplace_back("X", "a\r\nY: b"); },
                  true},
        Malformed{"NotWarc", [](bfa::WarcHeader& h) { h.version = "HTTP/1.1"; }, true},
        Malformed{"VersionWithLineEnd", [](bfa::WarcHeader& h) { h.version = "WARC/1.1\r\nX: y"; }, true},
        Malformed{"OtherContentLength",
                  [](bfa::WarcHeader& h) { h.fields.emplace_back("Content-Length", "6"); }, true},
        Malformed{"ContentLengthBeforeABlank",
                  [](bfa::WarcHeader& h) { h.fields.emplace_back("Content-Length ", "6"); }, true},
        Malformed{"FoldedName", [](bfa::WarcHeader& h) { h.fields.emplace_back(" X", "y"); }, true},
        Malformed{"LongerThanReadersTake",
                  [](bfa::WarcHeader& h) { h.fields.emplace_back("X", std::string(1u << 20, 'x')); }, true},
        Malformed{"TwoContentLengths",
                  [](bfa::WarcHeader& h) {
                    h.fields.emplace_back("Content-Length", "5");
                    h.fields.emplace_back("content-length", "5");
                  },
                  true}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(Warc11_5_WriteRecord, RefusesABlockOfAnotherLength) {
  for (const auto packing : {bfa::WarcPacking::kPlain, bfa::WarcPacking::kGzip, bfa::WarcPacking::kZstd}) {
    for (const std::uint64_t memory : {std::uint64_t{10}, std::uint64_t{4u << 20}}) {
      options.packing = packing;
      options.max_memory_bytes = memory;
      path = folder / ("len" + std::to_string(memory) + std::string(bfa::warc_suffix(packing)));
      const auto writer = create();
      ASSERT_TRUE(write(*writer, resource_header(5), "first"));
      for (const std::uint64_t declared : {std::uint64_t{4}, std::uint64_t{6}, ~std::uint64_t{0}}) {
        const auto refused = write(*writer, resource_header(declared), "notes");
        ASSERT_FALSE(refused) << declared;
        EXPECT_EQ(refused.error().code, Code::kInvalidArgument) << refused.error().message;
      }
      ASSERT_TRUE(write(*writer, resource_header(0), ""));
      ASSERT_TRUE(writer->close());
      EXPECT_EQ(records(), (std::vector<std::string>{"resource file:///notes.txt first",
                                                     "resource file:///notes.txt "}));
    }
  }
}

TEST_F(Warc11_5_WriteRecord, ReturnsTheErrorOfTheBlock) {
  class Broken final : public bfa::Source {
    bfa::Result<std::size_t> read(std::span<std::byte>) override {
      return bfa::Error{Code::kTruncated, "broken", {}, -1};
    }
  };
  const auto writer = create();
  Broken broken;
  const auto refused = writer->write_record(resource_header(5), broken);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kTruncated);
}

TEST_F(Warc11_5_WriteRecord, CreateTouchesNoExistingFileAndRemovesAnUnfinishedOne) {
  {
    const auto writer = create();
    ASSERT_TRUE(write(*writer, resource_header(5), "notes"));
  }
  EXPECT_FALSE(*bfa::posix_file_system().exists(path));
  EXPECT_FALSE(*bfa::posix_file_system().exists(path + ".open"));
  ASSERT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, "mine"));
  const auto taken = bfa::WarcWriter::create(bfa::posix_file_system(), path, options);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, Code::kInvalidArgument);
  EXPECT_EQ(*bfa::read_file(bfa::posix_file_system(), path, 100), "mine");
}

TEST_F(Warc11_5_WriteRecord, EveryFailingWriteLeavesWholeRecords) {
  bfa::test::FaultFileSystem faults(bfa::posix_file_system());
  for (std::uint64_t n = 0;; ++n) {
    path = folder / ("fault" + std::to_string(n) + ".warc");
    faults.set_plan({.first = n, .count = 1});
    bool whole = false;
    {
      const auto writer = bfa::WarcWriter::create(faults, path, options);
      whole = writer && write(**writer, resource_header(5), "first") &&
              write(**writer, resource_header(6), "second") && (*writer)->close();
    }
    const std::size_t left = records().size();
    EXPECT_TRUE(left == 2 || (left == 0 && !whole)) << n;
    if (faults.failures() == 0) break;
  }
}

struct RawExchange {
  const char* name;
  const char* url;
  const char* request;
  const char* response;
  std::optional<Code> error;
};
class MakeExchange : public testing::TestWithParam<RawExchange> {};

TEST_P(MakeExchange, MatchesRow) {
  const auto& row = GetParam();
  const auto made = bfa::make_exchange(row.url, row.request, row.response, {});
  ASSERT_EQ(!made, row.error.has_value()) << (made ? "" : made.error().message);
  if (!made) {
    EXPECT_EQ(made.error().code, *row.error);
    return;
  }
  EXPECT_EQ(made->url, "http://a.example/x");
  EXPECT_EQ(made->head.status, 200);
  EXPECT_EQ(made->interim + std::string(made->response.memory()), row.response);
  EXPECT_TRUE(made->response.memory().starts_with("HTTP/1.1 200"));
  EXPECT_EQ(made->request.memory(), row.request);
}

constexpr const char* kUrl = "http://a.example/x";
constexpr const char* kGet = "GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n";
constexpr const char* kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";
INSTANTIATE_TEST_SUITE_P(
    Rfc9112, MakeExchange,
    testing::Values(
        RawExchange{"Plain", kUrl, kGet, kOk, {}}, RawExchange{"NoRequest", kUrl, "", kOk, {}},
        RawExchange{"Fragment", "http://a.example/x#part", kGet, kOk, {}},
        RawExchange{"InterimHeads",
                    kUrl,
                    kGet,
                    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </s>\r\n\r\n"
                    "HTTP/1.1 200 OK\r\n\r\nhi",
                    {}},
        RawExchange{"RelativeUrl", "/x", kGet, kOk, Code::kInvalidArgument},
        RawExchange{"UrlWithLineEnd", "http://a.example/\r\nX: y", kGet, kOk, Code::kInvalidArgument},
        RawExchange{"EmptyUrl", "", kGet, kOk, Code::kInvalidArgument},
        RawExchange{"NoResponse", kUrl, kGet, "", Code::kCorrupt},
        RawExchange{"NoStatusLine", kUrl, kGet, "<html>\r\n\r\n", Code::kCorrupt},
        RawExchange{"CutHead", kUrl, kGet, "HTTP/1.1 200 OK\r\nContent-", Code::kTruncated},
        RawExchange{"CutAfterInterim", kUrl, kGet, "HTTP/1.1 100 Continue\r\n\r\n", Code::kCorrupt},
        RawExchange{"BadRequest", kUrl, "hello\r\n\r\n", kOk, Code::kCorrupt},
        RawExchange{"CutRequest", kUrl, "GET /x HTTP/1.1\r\nHost:", kOk, Code::kTruncated}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(Warc11_5_WriteRecord, WritesAMadeExchange) {
  bfa::ExchangeContext context;
  context.started = *bfa::parse_rfc3339("2026-03-01T10:00:00Z");
  context.ip_address = "192.0.2.7";
  context.protocol = "http/1.1";
  const auto exchange = bfa::make_exchange(kUrl, kGet, kOk, context);
  ASSERT_TRUE(exchange);
  const auto writer = create();
  const auto written = writer->write(*exchange, {{"k", "v"}});
  ASSERT_TRUE(written) << written.error().message;
  ASSERT_TRUE(writer->close());
  const auto report = bfa::validate_warc(bfa::posix_file_system(), path);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->records, 3U);
  EXPECT_TRUE(report->findings.empty());
  EXPECT_EQ(report->digests_bad, 0U);
}

// A file system that throws: no exception leaves the library.
class ThrowingFileSystem final : public bfa::ForwardingFileSystem {
 public:
  using ForwardingFileSystem::ForwardingFileSystem;
  bfa::Result<std::unique_ptr<bfa::WritableFile>> create(const std::string&) override {
    throw std::runtime_error("thrown by create");
  }
  bfa::Result<std::unique_ptr<bfa::ReadableFile>> open(const std::string&) override {
    throw std::runtime_error("thrown by open");
  }
};

TEST(House_Guarded, ExceptionsOfAFileSystemAreInternalErrors) {
  const bfa::test::TemporaryDirectory folder;
  ThrowingFileSystem fs(bfa::posix_file_system());
  const auto read = bfa::WarcReader::open(fs, folder / "x.warc");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, Code::kInternal);
  const auto made = bfa::WarcWriter::create(fs, folder / "x.warc", {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, Code::kInternal);
  EXPECT_EQ(bfa::validate_warc(fs, folder / "x.warc").error().code, Code::kInternal);
  EXPECT_EQ(bfa::write_file_atomically(fs, folder / "x", "y").error().code, Code::kInternal);
}

TEST_F(Warc11_5_WriteRecord, AnExceptionOfACallersFunctionIsAnInternalErrorAndLeavesNothing) {
  bool throws = true;
  options.make_uuid = [&]() -> std::string {
    if (throws) throw std::runtime_error("thrown by make_uuid");
    return bfa::random_uuid();
  };
  const auto writer = create();
  const auto refused = writer->write_metadata(kUrl, bfa::UtcTime{}, "text/plain", "x");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kInternal);
  throws = false;
  ASSERT_TRUE(writer->write_metadata(kUrl, bfa::UtcTime{}, "text/plain", "x"));
  ASSERT_TRUE(writer->close());
  EXPECT_EQ(records().size(), 1U);
}

}  // namespace
