// SPDX-License-Identifier: Apache-2.0
#include "serve/http/request_reader.h"

#include <gtest/gtest.h>

#include "serve/http/request_check.h"

namespace bfa::serve_http {
namespace {

using State = RequestReader::State;

struct Outcome {
  int status = 0;  // of a refusal; 0: the request is whole; -1: more is needed
  std::string title;
  ServeRequest request;
  CheckedHead checked;
  std::size_t used = 0;
};

// Reads `bytes` as they would come in parts of `step`, and checks the head as a server at 127.0.0.1:80 does.
Outcome read(std::string_view bytes, std::size_t step, const ReadLimits& limits = {}) {
  Outcome out;
  RequestReader reader(limits);
  const HostRules hosts = *HostRules::make({"archive.example"});
  std::size_t end = 0, begin = 0;
  const auto refuse = [&](const Refusal& refusal) {
    out.status = refusal.status;
    out.title = refusal.title;
    return out;
  };
  while (end < bytes.size()) {
    end = std::min(end + step, bytes.size());
    for (bool more = true; more;) {
      std::size_t used = 0;
      const State state = reader.feed(bytes.substr(begin, end - begin), used);
      begin += used;
      if (state == State::kRefused) return refuse(reader.refusal());
      if (state == State::kHead) {
        const auto refusal = check_head(reader.head(), hosts, {"127.0.0.1", 80}, out.request, out.checked);
        if (refusal) return refuse(*refusal);
      }
      if (state == State::kComplete) {
        out.request.body = reader.body();
        out.used = begin;
        return out;
      }
      more = state != State::kNeedsMore;
    }
  }
  out.status = -1;
  return out;
}

struct Row {
  const char* name;
  std::string bytes;
  int status;
  std::string body = {};
};

const std::string kHost = "Host: 127.0.0.1\r\n";
const std::string kGet = "GET / HTTP/1.1\r\n" + kHost;
const std::string kPost = "POST / HTTP/1.1\r\n" + kHost;

class Heads : public testing::TestWithParam<Row> {};

// However the bytes are cut, the outcome is the same.
TEST_P(Heads, AreTheSameInPartsOfAnySize) {
  const Row& row = GetParam();
  for (const std::size_t step : {std::size_t{1}, std::size_t{2}, std::size_t{7}, row.bytes.size()}) {
    const Outcome outcome = read(row.bytes, step);
    EXPECT_EQ(outcome.status, row.status) << "step " << step << ": " << outcome.title;
    EXPECT_EQ(outcome.status == 0 ? outcome.request.body : row.body, row.body) << "step " << step;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rfc9112, Heads,
    testing::Values(
        Row{"Get", kGet + "\r\n", 0}, Row{"EmptyLinesBefore", "\r\n\r\n" + kGet + "\r\n", 0},
        Row{"Http10", "GET / HTTP/1.0\r\n" + kHost + "\r\n", 0}, Row{"NotWhole", kGet, -1},
        Row{"Body", kPost + "Content-Length: 5\r\n\r\nhello", 0, "hello"},
        Row{"BodyNotWhole", kPost + "Content-Length: 5\r\n\r\nhell", -1},
        Row{"Chunked", kPost + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 0, "hello"},
        Row{"ChunkedUpperCase", kPost + "Transfer-Encoding: CHUNKED\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 0,
            "hello"},
        Row{"ChunkExtension", kPost + "Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\n\r\n", 0,
            "hello"},
        Row{"Trailer", kPost + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nHost: evil\r\n\r\n", 0,
            "hello"},
        Row{"AbsoluteTarget", "GET http://127.0.0.1/a HTTP/1.1\r\n" + kHost + "\r\n", 0},
        Row{"AllowedHost", "GET / HTTP/1.1\r\nHost: archive.example:8443\r\n\r\n", 0},
        Row{"OptionsOfTheServer", "OPTIONS * HTTP/1.1\r\n" + kHost + "\r\n", 0}),
    [](const auto& row) { return std::string(row.param.name); });

// What two programs behind one another could read differently: RFC 9112 section 11.2.
INSTANTIATE_TEST_SUITE_P(
    Smuggling, Heads,
    testing::Values(
        Row{"LengthAndChunked", kPost + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400},
        Row{"ChunkedAndLength", kPost + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            400},
        Row{"TwoLengths", kPost + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", 400},
        Row{"TwoEqualLengths", kPost + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 400},
        Row{"ListOfLengths", kPost + "Content-Length: 5, 5\r\n\r\nhello", 400},
        Row{"SignedLength", kPost + "Content-Length: +5\r\n\r\nhello", 400},
        Row{"NegativeLength", kPost + "Content-Length: -5\r\n\r\nhello", 400},
        Row{"HexadecimalLength", kPost + "Content-Length: 0x5\r\n\r\nhello", 400},
        Row{"EmptyLength", kPost + "Content-Length: \r\n\r\n", 400},
        Row{"LengthOf65Bits", kPost + "Content-Length: 36893488147419103232\r\n\r\n", 400},
        Row{"ChunkedTwice", kPost + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 501},
        Row{"TwoEncodings",
            kPost + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
        Row{"GzipThenChunked", kPost + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501},
        Row{"ChunkedNotLast", kPost + "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", 501},
        Row{"UnknownEncoding", kPost + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501},
        Row{"EmptyEncoding", kPost + "Transfer-Encoding: \r\n\r\n", 501},
        Row{"EncodingOfHttp10", "POST / HTTP/1.0\r\n" + kHost + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400},
        Row{"SpaceBeforeColon", kPost + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400},
        Row{"SpaceBeforeName", kPost + "X: a\r\n Content-Length: 5\r\n\r\n", 0},  // a folded line: part of X
        Row{"NulInValue", kPost + std::string("X: a\0b\r\n\r\n", 10), 400},
        Row{"CarriageReturnInValue", kPost + "X: a\rb\r\n\r\n", 400},
        Row{"OnlyLineFeeds", "GET / HTTP/1.1\nHost: 127.0.0.1\n\n", 400},
        Row{"ChunkSizeSigned", kPost + "Transfer-Encoding: chunked\r\n\r\n+5\r\nhello\r\n0\r\n\r\n", 400},
        Row{"ChunkSizePrefixed", kPost + "Transfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n", 400},
        Row{"ChunkSizeOf65Bits",
            kPost + "Transfer-Encoding: chunked\r\n\r\n10000000000000005\r\nhello\r\n0\r\n\r\n", 400},
        Row{"ChunkWithoutEnd", kPost + "Transfer-Encoding: chunked\r\n\r\n5\r\nhelloX\r\n0\r\n\r\n", 400},
        Row{"TwoSpacesInRequestLine", "GET  / HTTP/1.1\r\n" + kHost + "\r\n", 400},
        Row{"TabInRequestLine", "GET\t/ HTTP/1.1\r\n" + kHost + "\r\n", 400}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Refused, Heads,
    testing::Values(
        Row{"Http2Preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
        Row{"Http12", "GET / HTTP/1.2\r\n" + kHost + "\r\n", 505}, Row{"Http09", "GET /\r\n\r\n", 400},
        Row{"Tls", std::string("\x16\x03\x01\x02\x00\x01", 6), 400}, Row{"NotHttp", "hello\r\n\r\n", 400},
        Row{"NoHost", "GET / HTTP/1.1\r\n\r\n", 400}, Row{"NoHostIn10", "GET / HTTP/1.0\r\n\r\n", 400},
        Row{"TwoHosts", kGet + kHost + "\r\n", 400}, Row{"EmptyHost", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400},
        Row{"OtherHost", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421},
        Row{"OtherPort", "GET / HTTP/1.1\r\nHost: 127.0.0.1:81\r\n\r\n", 421},
        Row{"HostOfTwoNames", "GET / HTTP/1.1\r\nHost: 127.0.0.1, evil.example\r\n\r\n", 400},
        Row{"HostWithUser", "GET / HTTP/1.1\r\nHost: evil@127.0.0.1\r\n\r\n", 400},
        Row{"HostWithPath", "GET / HTTP/1.1\r\nHost: 127.0.0.1/evil\r\n\r\n", 400},
        Row{"AbsoluteElsewhere", "GET http://evil.example/ HTTP/1.1\r\n" + kHost + "\r\n", 400},
        Row{"AbsoluteElsewhereBoth", "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421},
        Row{"AbsoluteTls", "GET https://127.0.0.1/ HTTP/1.1\r\n" + kHost + "\r\n", 400},
        Row{"Connect", "CONNECT 127.0.0.1:80 HTTP/1.1\r\n" + kHost + "\r\n", 405},
        Row{"Expectation", kPost + "Content-Length: 1\r\nExpect: cake\r\n\r\nx", 417},
        Row{"NotAPath", "GET a HTTP/1.1\r\n" + kHost + "\r\n", 400}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(RequestReader, KeepsFieldsBehindTheBodyApart) {
  const Outcome outcome =
      read(kPost + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nAuthorization: evil\r\n\r\n", 1000);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.request.header("authorization"), "");
}

TEST(RequestReader, GivesTheAbsoluteTargetAsAPath) {
  EXPECT_EQ(read("GET http://127.0.0.1/a?b HTTP/1.1\r\n" + kHost + "\r\n", 1000).request.target, "/a?b");
  EXPECT_EQ(read("GET HTTP://127.0.0.1 HTTP/1.1\r\n" + kHost + "\r\n", 1000).request.target, "/");
  EXPECT_EQ(read("GET http://127.0.0.1?b HTTP/1.1\r\n" + kHost + "\r\n", 1000).request.target, "/?b");
}

TEST(RequestReader, LeavesTheNextRequest) {
  const std::string first = kPost + "Content-Length: 5\r\n\r\nhello";
  EXPECT_EQ(read(first + kGet + "\r\n", 1000).used, first.size());
}

TEST(RequestReader, SaysHowConnectionsGoOn) {
  EXPECT_TRUE(read(kGet + "\r\n", 1000).checked.keep_alive);
  EXPECT_FALSE(read(kGet + "Connection: close\r\n\r\n", 1000).checked.keep_alive);
  EXPECT_FALSE(read(kGet + "Connection: x, CLOSE\r\n\r\n", 1000).checked.keep_alive);
  EXPECT_FALSE(read("GET / HTTP/1.0\r\n" + kHost + "\r\n", 1000).checked.keep_alive);
  EXPECT_TRUE(read("GET / HTTP/1.0\r\n" + kHost + "Connection: keep-alive\r\n\r\n", 1000).checked.keep_alive);
}

TEST(RequestReader, HoldsItsLimits) {
  const ReadLimits limits{1000, 10};
  std::string many = kGet;
  for (int i = 0; i < 100'000; ++i) many += "A: b\r\n";
  EXPECT_EQ(read(many + "\r\n", 4096, limits).status, 431);
  EXPECT_EQ(read(kGet + "X: " + std::string(2000, 'x'), 100, limits).status, 431);
  EXPECT_EQ(read("GET /" + std::string(2000, 'x'), 100, limits).status, 414);
  EXPECT_EQ(read(std::string(5000, '\n'), 100, limits).status, 414);
  EXPECT_EQ(read(kPost + "Content-Length: 11\r\n\r\n", 100, limits).status, 413);
  EXPECT_EQ(read(kPost + "Content-Length: 10\r\n\r\n0123456789", 100, limits).status, 0);
  const std::string chunked = kPost + "Transfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(read(chunked + "b\r\n", 100, limits).status, 413);
  EXPECT_EQ(read(chunked + "6\r\n012345\r\n6\r\n012345\r\n0\r\n\r\n", 100, limits).status, 413);
  // An endless extension or trailer is not kept.
  EXPECT_EQ(read(chunked + "1;" + std::string(100'000, 'x'), 4096, limits).status, 400);
  EXPECT_EQ(read(chunked + "0\r\n" + many, 4096, limits).status, 400);
}

TEST(HostRules, Table) {
  struct Case {
    const char* host;
    const char* origin;  // "": refused
  };
  const HostRules rules = *HostRules::make({"archive.example", "two.example:99", "https://tls.example"});
  const Place six{"[::1]", 8080}, four{"127.0.0.1", 8080};
  for (const auto& [host, origin] : std::vector<Case>{{"127.0.0.1:8080", "http://127.0.0.1:8080"},
                                                      {"localhost:8080", "http://localhost:8080"},
                                                      {"LocalHost:8080", "http://localhost:8080"},
                                                      {"localhost", ""},
                                                      {"127.0.0.1", ""},
                                                      {"127.0.0.1:8081", ""},
                                                      {"127.0.0.2:8080", ""},
                                                      {"2130706433:8080", ""},
                                                      {"localhost.:8080", ""},
                                                      {"localhost.evil.example:8080", ""},
                                                      {"evil.example:8080", ""},
                                                      {"archive.example", "http://archive.example"},
                                                      {"archive.example:8443", "http://archive.example:8443"},
                                                      {"x.archive.example", ""},
                                                      {"two.example:99", "http://two.example:99"},
                                                      {"two.example", ""},
                                                      {"tls.example", "https://tls.example"}}) {
    const auto asked = parse_host(host);
    ASSERT_TRUE(asked) << host;
    EXPECT_EQ(rules.origin(*asked, four).value_or(""), origin) << host;
  }
  EXPECT_EQ(rules.origin(*parse_host("[0:0:0:0:0:0:0:1]:8080"), six).value_or(""), "http://[::1]:8080");
  EXPECT_EQ(rules.origin(*parse_host("[::2]:8080"), six).value_or(""), "");
  EXPECT_EQ(rules.origin(*parse_host("localhost"), {"127.0.0.1", 80}).value_or(""), "http://localhost");
  for (const char* bad :
       {"", "a b", "a/b", "a@b", "a:b", "a:0", "a:65536", "a:", "[::1", "[x]", "[::1]x", ":80"})
    EXPECT_FALSE(parse_host(bad)) << bad;
  for (const char* bad : {"", "http://", "a/b", "ftp://a"}) EXPECT_FALSE(HostRules::make({bad})) << bad;
}

}  // namespace
}  // namespace bfa::serve_http
