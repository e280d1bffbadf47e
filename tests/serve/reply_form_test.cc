// SPDX-License-Identifier: Apache-2.0
#include "serve/http/reply_form.h"

#include <gtest/gtest.h>

#include "bfa/io/compress.h"
#include "serve/http/byte_range.h"
#include "serve/http/content_coding.h"
#include "serve/http/listen_address.h"
#include "serve/http_fixture.h"

namespace bfa::serve_http {
namespace {

using test::text_answer;
using Kind = ByteRange::Kind;

TEST(ByteRange, Rfc9110_14_1_2) {
  struct Case {
    const char* header;
    std::uint64_t length;
    Kind kind;
    std::uint64_t first = 0, count = 0;
  };
  for (const auto& row : std::vector<Case>{{"bytes=0-0", 10, Kind::kPart, 0, 1},
                                           {"bytes=2-4", 10, Kind::kPart, 2, 3},
                                           {"BYTES= 2 - 4 ", 10, Kind::kPart, 2, 3},
                                           {"bytes=2-", 10, Kind::kPart, 2, 8},
                                           {"bytes=9-100", 10, Kind::kPart, 9, 1},
                                           {"bytes=0-99999999999999999999999", 10, Kind::kPart, 0, 10},
                                           {"bytes=-3", 10, Kind::kPart, 7, 3},
                                           {"bytes=-30", 10, Kind::kPart, 0, 10},
                                           {"bytes=-99999999999999999999999", 10, Kind::kPart, 0, 10},
                                           {"bytes=-0", 10, Kind::kUnsatisfiable},
                                           {"bytes=10-", 10, Kind::kUnsatisfiable},
                                           {"bytes=99999999999999999999999-", 10, Kind::kUnsatisfiable},
                                           {"bytes=4-2", 10, Kind::kWhole},
                                           {"bytes=0-1,3-4", 10, Kind::kWhole},
                                           {"bytes=-", 10, Kind::kWhole},
                                           {"bytes=", 10, Kind::kWhole},
                                           {"bytes", 10, Kind::kWhole},
                                           {"bytes=+1-2", 10, Kind::kWhole},
                                           {"bytes=1--2", 10, Kind::kWhole},
                                           {"bytes=0x1-2", 10, Kind::kWhole},
                                           {"lines=1-2", 10, Kind::kWhole},
                                           {"bytes=0-", 0, Kind::kWhole},
                                           {"", 10, Kind::kWhole}}) {
    const ByteRange range = parse_byte_range(row.header, row.length);
    EXPECT_EQ(range.kind, row.kind) << row.header;
    EXPECT_EQ(range.first, row.first) << row.header;
    EXPECT_EQ(range.count, row.count) << row.header;
  }
}

TEST(AcceptEncoding, Rfc9110_12_5_3) {
  for (const char* taken : {"gzip", "GZIP", "x-gzip", "deflate, gzip", "gzip;q=1.0", "gzip;q=0.001", "*",
                            "br;q=1, *;q=0.1", "gzip , br", "gzip; q=0.5", "identity;q=0, gzip"})
    EXPECT_TRUE(accepts_gzip(taken)) << taken;
  for (const char* refused : {"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "gzip ; q=0", "*;q=0",
                              "gzip;q=0, *", "gzipped", "x"})
    EXPECT_FALSE(accepts_gzip(refused)) << refused;
}

TEST(ListenAddress, Table) {
  struct Case {
    const char* text;
    const char* shown;
    int port;
    bool loopback;
  };
  for (const auto& row : std::vector<Case>{{"127.0.0.1:80", "127.0.0.1", 80, true},
                                           {"127.0.0.9", "127.0.0.9", 0, true},
                                           {"8080", "127.0.0.1", 8080, true},
                                           {":8080", "127.0.0.1", 8080, true},
                                           {"0.0.0.0:1", "0.0.0.0", 1, false},
                                           {"192.0.2.1", "192.0.2.1", 0, false},
                                           {"[::1]:80", "[::1]", 80, true},
                                           {"[::1]", "[::1]", 0, true},
                                           {"::1", "[::1]", 0, true},
                                           {"[0:0::1]:0", "[::1]", 0, true},
                                           {"[::]:80", "[::]", 80, false},
                                           {"[::ffff:127.0.0.1]:80", "[::ffff:127.0.0.1]", 80, false}}) {
    const auto address = parse_listen_address(row.text);
    ASSERT_TRUE(address) << row.text;
    EXPECT_EQ(address->in_url(), row.shown) << row.text;
    EXPECT_EQ(address->port, row.port) << row.text;
    EXPECT_EQ(address->loopback(), row.loopback) << row.text;
  }
  for (const char* bad :
       {"", "localhost:80", "example.com", "1.2.3", "127.0.0.1:", "127.0.0.1:65536", "65536", "[::1",
        "[::1]x", "[::1]:x", "[127.0.0.1]:80", ":", "127.0.0.1:80:80", "-1"}) {
    const auto address = parse_listen_address(bad);
    ASSERT_FALSE(address) << bad;
    EXPECT_EQ(address.error().code, Code::kInvalidArgument);
  }
}

ServeRequest request_with(std::vector<std::pair<std::string, std::string>> headers,
                          std::string method = "GET") {
  ServeRequest request;
  request.method = std::move(method);
  request.headers = std::move(headers);
  return request;
}

bool has(const FormedReply& reply, std::string_view line) {
  return reply.head.find("\r\n" + std::string(line) + "\r\n") != std::string::npos;
}

FormedReply formed(const ServeRequest& request, ServeReply reply, ReplyTerms terms = {}) {
  return form_reply(request, terms, std::move(reply), UtcTime{});
}

const std::string kLong(5000, 'x');

TEST(ReplyForm, HasWhatEveryAnswerHas) {
  const FormedReply reply = formed(request_with({}), text_answer("hello"));
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(reply.head.ends_with("\r\n\r\n"));
  EXPECT_TRUE(has(reply, "Date: Thu, 01 Jan 1970 00:00:00 GMT"));
  EXPECT_TRUE(has(reply, "Content-Length: 5"));
  EXPECT_FALSE(reply.close);
  EXPECT_EQ(reply.head.find("Connection"), std::string::npos);
}

TEST(ReplyForm, LetsNoHeaderOfAHandlerBreakOut) {
  ServeReply answer = text_answer("x");
  answer.headers.emplace_back("X-Title", "a\r\nSet-Cookie: b\nc\0d");
  answer.headers.emplace_back("Bad Name", "x");
  answer.headers.emplace_back("", "x");
  answer.headers.emplace_back("Content-Length", "999");
  answer.headers.emplace_back("transfer-encoding", "chunked");
  answer.headers.emplace_back("Connection", "upgrade");
  const FormedReply reply = formed(request_with({}), std::move(answer));
  EXPECT_TRUE(has(reply, "X-Title: a  Set-Cookie: b c")) << reply.head;
  for (const char* out : {"Bad Name", "999", "chunked", "upgrade"})
    EXPECT_EQ(reply.head.find(out), std::string::npos) << out;
}

TEST(ReplyForm, PacksWhereItIsTakenAndWorthIt) {
  struct Case {
    const char* name;
    std::string accept, type, body;
    bool packed, varies;
  };
  for (const auto& row :
       std::vector<Case>{{"text", "gzip", "text/html; charset=utf-8", kLong, true, true},
                         {"json", "br, gzip;q=0.5", "application/problem+json", kLong, true, true},
                         {"links", "*", "application/link-format", kLong, true, true},
                         {"svg", "gzip", "image/svg+xml", kLong, true, true},
                         {"not taken", "br", "text/html", kLong, false, true},
                         {"refused", "gzip;q=0", "text/html", kLong, false, true},
                         {"short", "gzip", "text/html", kLong.substr(0, 1023), false, false},
                         {"picture", "gzip", "image/png", kLong, false, false},
                         {"untyped", "gzip", "", kLong, false, false}}) {
    ServeReply answer = text_answer(row.body, row.type);
    answer.set("ETag", "\"tag\"");
    const FormedReply reply = formed(request_with({{"Accept-Encoding", row.accept}}), std::move(answer));
    EXPECT_EQ(has(reply, "Content-Encoding: gzip"), row.packed) << row.name;
    EXPECT_EQ(has(reply, "Vary: Accept-Encoding"), row.varies) << row.name;
    EXPECT_EQ(has(reply, "ETag: W/\"tag\""), row.packed) << row.name;
    EXPECT_TRUE(has(reply, "Content-Length: " + std::to_string(reply.body.size()))) << row.name;
    const auto plain = row.packed ? decode_content(ContentCoding::kGzip, reply.body, 1u << 20) : reply.body;
    ASSERT_TRUE(plain) << row.name;
    EXPECT_EQ(*plain, row.body) << row.name;
  }
}

TEST(ReplyForm, KeepsOtherCodingsAndVary) {
  ServeReply packed = text_answer(kLong, "text/css");
  packed.set("Content-Encoding", "gzip");
  EXPECT_EQ(formed(request_with({{"Accept-Encoding", "gzip"}}), std::move(packed)).body, kLong);
  ServeReply varies = text_answer(kLong);
  varies.set("Vary", "Accept");
  EXPECT_TRUE(has(formed(request_with({}), std::move(varies)), "Vary: Accept, Accept-Encoding"));
  ServeReply fixed = text_answer(kLong);
  fixed.set("Cache-Control", "no-transform");
  EXPECT_EQ(formed(request_with({{"Accept-Encoding", "gzip"}}), std::move(fixed)).body, kLong);
}

TEST(ReplyForm, CutsOneRange) {
  struct Case {
    const char* range;
    int status;
    std::string body, content_range;
  };
  for (const auto& row : std::vector<Case>{{"bytes=1-3", 206, "123", "Content-Range: bytes 1-3/10"},
                                           {"bytes=-2", 206, "89", "Content-Range: bytes 8-9/10"},
                                           {"bytes=0-1,3-4", 200, "0123456789", ""},
                                           {"bytes=x", 200, "0123456789", ""}}) {
    const FormedReply reply = formed(request_with({{"Range", row.range}}), text_answer("0123456789"));
    EXPECT_EQ(reply.status, row.status) << row.range;
    EXPECT_EQ(reply.body, row.body) << row.range;
    EXPECT_TRUE(row.content_range.empty() || has(reply, row.content_range)) << reply.head;
  }
  const FormedReply behind = formed(request_with({{"Range", "bytes=10-"}}), text_answer("0123456789"));
  EXPECT_EQ(behind.status, 416);
  EXPECT_TRUE(has(behind, "Content-Range: bytes */10"));
  // 200 overlapping ranges of a large body are one answer of its size: the memory does not multiply.
  std::string many = "bytes=0-";
  for (int i = 0; i < 200; ++i) many += ",0-";
  const FormedReply flood =
      formed(request_with({{"Range", many}}), text_answer(std::string(4u << 20, 'x'), "image/png"));
  EXPECT_EQ(flood.status, 200);
  EXPECT_EQ(flood.body.size(), 4u << 20);
}

TEST(ReplyForm, CutsRangesOfTheSameVersionOnly) {
  const auto asked = [](std::string if_range) {
    ServeReply answer = text_answer("0123456789");
    answer.set("ETag", "\"a\"");
    answer.set("Last-Modified", "Thu, 01 Jan 1970 00:00:00 GMT");
    return formed(request_with({{"Range", "bytes=0-0"}, {"If-Range", std::move(if_range)}}),
                  std::move(answer))
        .status;
  };
  EXPECT_EQ(asked("\"a\""), 206);
  EXPECT_EQ(asked("\"b\""), 200);
  EXPECT_EQ(asked("W/\"a\""), 200);
  EXPECT_EQ(asked("Thu, 01 Jan 1970 00:00:00 GMT"), 206);
  EXPECT_EQ(asked("Thu, 01 Jan 1970 00:00:01 GMT"), 200);
}

TEST(ReplyForm, LeavesOtherAnswersWhole) {
  const auto range = request_with({{"Range", "bytes=0-0"}});
  ServeReply missing = text_answer("0123456789");
  missing.status = 404;
  EXPECT_EQ(formed(range, std::move(missing)).status, 404);
  ServeReply own = text_answer("0");
  own.status = 206;
  own.set("Content-Range", "bytes 0-0/10");
  EXPECT_EQ(formed(range, std::move(own)).body, "0");
  EXPECT_EQ(formed(request_with({{"Range", "bytes=0-0"}}, "HEAD"), text_answer("0123456789")).status, 200);
}

TEST(ReplyForm, HasNoBodyWhereThereIsNone) {
  const FormedReply head = formed(request_with({}, "HEAD"), text_answer("hello"));
  EXPECT_TRUE(head.body.empty());
  EXPECT_TRUE(has(head, "Content-Length: 5"));
  for (const int status : {204, 304}) {
    ServeReply answer = text_answer("hello");
    answer.status = status;
    const FormedReply reply = formed(request_with({}), std::move(answer));
    EXPECT_TRUE(reply.body.empty()) << status;
    EXPECT_EQ(reply.head.find("Content-Length"), std::string::npos) << status;
  }
  ServeReply streamed = text_answer("", "application/warc");
  streamed.stream = test::stream_of({"abc"});
  const FormedReply stream = formed(request_with({}, "HEAD"), std::move(streamed));
  EXPECT_EQ(stream.stream, nullptr);
  EXPECT_TRUE(has(stream, "Transfer-Encoding: chunked"));
}

TEST(ReplyForm, EndsConnectionsAsTheyWereAskedTo) {
  EXPECT_TRUE(has(formed(request_with({}), text_answer("x"), {1, false}), "Connection: close"));
  EXPECT_TRUE(has(formed(request_with({}), text_answer("x"), {0, true}), "Connection: keep-alive"));
  ServeReply streamed = text_answer("");
  streamed.stream = test::stream_of({"abc"});
  const FormedReply old = formed(request_with({}), std::move(streamed), {0, true});
  EXPECT_TRUE(old.close);
  EXPECT_FALSE(old.chunked);
}

std::string drained(ReplyStream& stream) {
  std::string out;
  for (;;) {
    auto piece = stream.next();
    if (!piece) return out + "!" + std::string(code_name(piece.error().code));
    out += piece->bytes;
    if (piece->end) return out;
  }
}

TEST(ReplyForm, CutsAndPacksStreams) {
  const auto asked = [](std::vector<std::pair<std::string, std::string>> headers, std::string type,
                        bool known) {
    ServeReply answer = text_answer("", std::move(type));
    answer.stream = test::stream_of({"0123", "45", "", "6789"});
    if (known) answer.length = 10;
    return formed(request_with(std::move(headers)), std::move(answer));
  };
  const FormedReply part = asked({{"Range", "bytes=3-6"}}, "application/warc", true);
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.length, 4u);
  EXPECT_EQ(drained(*part.stream), "3456");
  EXPECT_EQ(drained(*asked({{"Range", "bytes=-1"}}, "application/warc", true).stream), "9");
  const FormedReply unknown = asked({{"Range", "bytes=3-6"}}, "application/warc", false);
  EXPECT_EQ(unknown.status, 200);
  EXPECT_TRUE(unknown.chunked);
  const FormedReply packed = asked({{"Accept-Encoding", "gzip"}}, "application/x-ndjson", false);
  EXPECT_TRUE(has(packed, "Content-Encoding: gzip"));
  EXPECT_EQ(*decode_content(ContentCoding::kGzip, drained(*packed.stream), 1000), "0123456789");
  EXPECT_EQ(drained(*asked({{"Accept-Encoding", "gzip"}}, "text/event-stream", false).stream), "0123456789");
  // A stream that ends before its length is no answer.
  ServeReply shorter = text_answer("", "application/warc");
  shorter.stream = test::stream_of({"0123"});
  shorter.length = 10;
  const FormedReply cut = formed(request_with({{"Range", "bytes=3-6"}}), std::move(shorter));
  EXPECT_EQ(drained(*cut.stream), "!truncated");
}

// While a packed stream has nothing to say, the client can read all that it said.
TEST(ReplyForm, HoldsNothingBackInPauses) {
  int calls = 0;
  ServeReply answer = text_answer("", "application/x-ndjson");
  answer.stream = std::make_unique<test::FakeStream>([&]() -> Result<ReplyStream::Piece> {
    if (++calls == 1) return ReplyStream::Piece{"{\"a\":1}\n", false, {}};
    return ReplyStream::Piece{"", false, std::chrono::milliseconds(100)};
  });
  const FormedReply reply = formed(request_with({{"Accept-Encoding", "gzip"}}), std::move(answer));
  std::string bytes;
  for (int i = 0; i < 3; ++i) bytes += reply.stream->next()->bytes;
  std::string plain;
  const Status status = decode_content_into(ContentCoding::kGzip, bytes, 1000, plain);
  EXPECT_EQ(plain, "{\"a\":1}\n");
  EXPECT_FALSE(status.ok());  // the member has no end yet
}

}  // namespace
}  // namespace bfa::serve_http
