// SPDX-License-Identifier: Apache-2.0
#include "bfa/http/fetcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "fetch_helpers.h"
#include "http_server.h"

namespace bfa {
namespace {

using test::Answer;
using test::HttpServer;
using test::Step;
using namespace std::chrono_literals;

TEST(Fetch, KeepsExactBytesOfBothDirections) {
  HttpServer server;
  const std::string head = "HTTP/1.1 200 Fine  Thing\r\nX-Odd:   y \r\ncontent-LENGTH: 5\r\n\r\n";
  server.on("/a?b=%7e", Answer{Step::send(head + "hello")});
  const auto fetcher = test::make_fetcher({});
  FetchRequest request{.id = 77, .url = server.url("/a?b=%7e#part")};
  request.headers = {{"If-None-Match", "\"x\""}, {"accept", "*/*"}, {"X-Empty", ""}};
  const Fetched got = test::fetch(*fetcher, request);
  ASSERT_FALSE(got.error) << got.error->message;
  EXPECT_EQ(got.id, 77u);
  ASSERT_EQ(got.hops.size(), 1u);
  const Exchange& exchange = got.hops[0];
  EXPECT_EQ(exchange.url, server.url("/a?b=%7e"));
  EXPECT_EQ(test::bytes(exchange.response), head + "hello");
  EXPECT_EQ(test::bytes(exchange.request), server.requests().at(0).bytes);
  EXPECT_EQ(test::bytes(exchange.request),
            "GET /a?b=%7e HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
                "\r\nUser-Agent: test-agent/1\r\nAccept-Encoding: gzip, deflate, br\r\n"
                "If-None-Match: \"x\"\r\naccept: */*\r\nX-Empty:\r\n\r\n");
  EXPECT_EQ(exchange.head.status, 200);
  EXPECT_EQ(exchange.head.header("x-odd"), "y");
  EXPECT_EQ(exchange.head.size, head.size());
  EXPECT_EQ(exchange.ip_address, "127.0.0.1");
  EXPECT_EQ(exchange.protocol, "http/1.1");
  EXPECT_EQ(exchange.truncated, Truncation::kNone);
  EXPECT_GT(exchange.started, UtcTime{});
  EXPECT_TRUE(exchange.findings.empty());
  EXPECT_TRUE(exchange.interim.empty());
  EXPECT_EQ(fetcher->pending(), 0u);
}

struct Row {
  const char* name;
  const char* answer;  // sent, then the connection is closed
  const char* entity;
  int status;
  Truncation truncated;
  const char* finding;  // of the exchange; none: ""
};

class FetchForms : public testing::TestWithParam<Row> {};

TEST_P(FetchForms, ComesAsSent) {
  const Row& row = GetParam();
  HttpServer server;
  server.on("/", Answer{Step::send(row.answer), Step::close()});
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_FALSE(got.error) << got.error->message;
  ASSERT_EQ(got.hops.size(), 1u);
  const Exchange& exchange = got.hops[0];
  EXPECT_EQ(exchange.interim + test::bytes(exchange.response), row.answer);
  EXPECT_EQ(exchange.head.status, row.status);
  EXPECT_EQ(exchange.truncated, row.truncated);
  Findings findings;
  EXPECT_EQ(entity_body(exchange, 1u << 20, findings).value_or("?"), row.entity);
  if (*row.finding == '\0')
    EXPECT_TRUE(exchange.findings.empty()) << exchange.findings[0].id;
  else
    EXPECT_TRUE(test::has_finding(exchange.findings, row.finding));
}

constexpr Truncation kWhole = Truncation::kNone;

INSTANTIATE_TEST_SUITE_P(
    Wire, FetchForms,
    testing::Values(
        Row{"Length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab", "ab", 200, kWhole, ""},
        Row{"UntilClose", "HTTP/1.1 200 OK\r\n\r\nab", "ab", 200, kWhole, ""},
        Row{"Http10", "HTTP/1.0 200 OK\r\nA: b\r\n\r\nab", "ab", 200, kWhole, ""},
        Row{"Chunked",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\n1\r\nc\r\n0\r\n\r\n", "abc",
            200, kWhole, ""},
        Row{"Trailers",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nX-Sum: 1\r\nX-B: 2\r\n\r\n",
            "ab", 200, kWhole, ""},
        Row{"NotModified", "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n", "", 304, kWhole, ""},
        Row{"NoContent", "HTTP/1.1 204 No Content\r\n\r\n", "", 204, kWhole, ""},
        Row{"LfOnly", "HTTP/1.1 200 OK\nContent-Length: 2\n\nab", "ab", 200, kWhole, "lf_only_head"},
        Row{"Folded", "HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 2\r\n\r\nab", "ab", 200, kWhole,
            "folded_header"},
        Row{"Interim",
            "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 "
            "OK\r\nContent-Length: 2\r\n\r\nab",
            "ab", 200, kWhole, "interim_response"},
        Row{"Http09", "<html>no head</html>", "<html>no head</html>", 200, kWhole, "http_0_9"},
        Row{"CutByClose", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab", "ab", 200,
            Truncation::kDisconnect, "body_disconnect"},
        Row{"ChunkedCut", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", "ab", 200,
            Truncation::kDisconnect, "body_disconnect"},
        Row{"NotChunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n<html>all</html>",
            "<html>all</html>", 200, Truncation::kUnspecified, "bad_chunking"},
        Row{"Unavailable", "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n", "", 503,
            kWhole, ""}),
    [](const auto& row) { return std::string(row.param.name); });

struct ExcessRow {
  const char* name;
  const char* answer;
  const char* kept;
};
class FetchExcess : public testing::TestWithParam<ExcessRow> {};
TEST_P(FetchExcess, IsNotedAndKeptWhereItIsTheBodys) {
  HttpServer server;
  server.on("/", Answer{Step::send(GetParam().answer)});
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_EQ(test::bytes(got.hops[0].response), GetParam().kept);
  EXPECT_TRUE(test::has_finding(got.hops[0].findings, "bytes_after_body"));
}
INSTANTIATE_TEST_SUITE_P(
    Rfc9112_6_3, FetchExcess,
    testing::Values(ExcessRow{"LengthTooShort", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabcdef",
                              "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabcdef"},
                    ExcessRow{"AnotherAnswer",
                              "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabHTTP/1.1 408 Timeout\r\n\r\n",
                              "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"},
                    ExcessRow{"LengthZero", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nabc",
                              "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"}),
    [](const auto& row) { return std::string(row.param.name); });

struct FramingRow {
  const char* name;
  const char* framing;  // of the answer to HTTP/1.1
};
class BadFraming : public testing::TestWithParam<FramingRow> {};

// The library gives up where it cannot read the framing; by HTTP/1.0 the whole answer comes.
TEST_P(BadFraming, IsAskedAgainPlainly) {
  HttpServer server;
  const std::string body(300'000, 'x');
  server.on("/", [&](const test::SeenRequest& request) {
    const bool plain = request.bytes.starts_with("GET / HTTP/1.0\r\n");
    const std::string head = "HTTP/1.1 200 OK\r\n" + std::string(plain ? "" : GetParam().framing) + "\r\n";
    return Answer{Step::send(head + body), Step::close()};
  });
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_FALSE(got.error) << got.error->message;
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_EQ(got.hops[0].truncated, Truncation::kNone);
  EXPECT_EQ(test::bytes(got.hops[0].response), "HTTP/1.1 200 OK\r\n\r\n" + body);
  EXPECT_EQ(test::bytes(got.hops[0].request), server.requests().back().bytes);
  EXPECT_EQ(server.requests().size(), 2u);
}
INSTANTIATE_TEST_SUITE_P(Rfc9112_6, BadFraming,
                         testing::Values(FramingRow{"NotChunked", "Transfer-Encoding: chunked\r\n"},
                                         FramingRow{"LengthNoNumber", "Content-Length: many\r\n"},
                                         FramingRow{"LengthNegative", "Content-Length: -5\r\n"}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Fetch, BadLengthIsKeptWhenItStays) {
  HttpServer server;
  const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nall of it";
  server.on("/", Answer{Step::send(answer), Step::close()});
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_FALSE(got.error) << got.error->message;
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_EQ(test::bytes(got.hops[0].response), answer);
  Findings findings;
  EXPECT_EQ(entity_body(got.hops[0], 100, findings).value_or("?"), "all of it");
  EXPECT_TRUE(test::has_finding(findings, "content_length_mismatch"));
}

TEST(Fetch, ExcessCountsAgainstTheLimit) {
  HttpServer server;
  server.on("/", Answer{Step::send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabcdef")});
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/"), .max_body_bytes = 3});
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_TRUE(test::bytes(got.hops[0].response).ends_with("\r\n\r\nabc"));
}

TEST(Fetch, RetryAfterIsPassedOn) {
  HttpServer server;
  server.on("/", test::simple_answer(429, "Retry-After: 120\r\n", "slow down"));
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_EQ(got.hops[0].head.status, 429);
  EXPECT_EQ(parse_retry_after(got.hops[0].head, got.hops[0].started), 120s);
}

TEST(Fetch, GzipStaysAndDecodes) {
  HttpServer server;
  const std::string member = *gzip_member("text text text");
  server.on("/", test::simple_answer(200, "Content-Encoding: gzip\r\n", member));
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_EQ(got.hops.size(), 1u);
  Findings findings;
  EXPECT_EQ(entity_body(got.hops[0], 1000, findings).value_or("?"), member);
  EXPECT_EQ(decoded_body(got.hops[0], 1000, findings).value_or("?"), "text text text");
  EXPECT_TRUE(findings.empty());
}

TEST(Fetch, LargeBodiesAreSpooledWhole) {
  HttpServer server;
  std::string body;
  while (body.size() < 300000) body += std::to_string(body.size()) + ' ';
  server.on("/", test::simple_answer(200, "", body));
  NetworkOptions options;
  options.spool_memory_bytes = 1000;
  const auto fetcher = test::make_fetcher(options);
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_FALSE(got.hops[0].response.in_memory());
  Findings findings;
  EXPECT_EQ(entity_body(got.hops[0], 1u << 20, findings).value_or("?"), body);
}

TEST(Fetch, BodyLimitCutsExactly) {
  HttpServer server;
  server.on("/", test::simple_answer(200, "", "0123456789"));
  const auto fetcher = test::make_fetcher({});
  const Fetched whole = test::fetch(*fetcher, {.url = server.url("/"), .max_body_bytes = 10});
  ASSERT_EQ(whole.hops.size(), 1u);
  EXPECT_EQ(whole.hops[0].truncated, Truncation::kNone);
  const Fetched cut = test::fetch(*fetcher, {.url = server.url("/"), .max_body_bytes = 4});
  ASSERT_EQ(cut.hops.size(), 1u);
  EXPECT_FALSE(cut.error);
  EXPECT_EQ(cut.hops[0].truncated, Truncation::kLength);
  Findings findings;
  EXPECT_EQ(entity_body(cut.hops[0], 100, findings).value_or("?"), "0123");
}

TEST(Fetch, HeadLimitIsAnErrorAndWhatCameIsKept) {
  HttpServer server;
  std::string headers;
  for (int i = 0; i < 100; ++i) headers += "X-Filler: " + std::string(100, 'x') + "\r\n";
  server.on("/many", test::simple_answer(200, headers, ""));
  server.on("/long", test::simple_answer(200, "X: " + std::string(400000, 'x') + "\r\n", ""));
  NetworkOptions options;
  options.max_head_bytes = 5000;
  const auto fetcher = test::make_fetcher(options);
  for (const char* path : {"/many", "/long"}) {
    const Fetched got = test::fetch(*fetcher, {.url = server.url(path)});
    ASSERT_EQ(got.hops.size(), 1u) << path;
    EXPECT_TRUE(test::bytes(got.hops[0].response).starts_with("HTTP/1.1 200 ")) << path;
    EXPECT_EQ(got.hops[0].truncated, Truncation::kLength);
    EXPECT_EQ(got.hops[0].head.status, 0);
    ASSERT_TRUE(got.error) << path;
    EXPECT_EQ(got.error->code, Code::kLimit) << got.error->message;
    EXPECT_EQ(got.error->where, server.url(path));
  }
}

TEST(Fetch, ResetBeforeAnyAnswerIsUnavailable) {
  HttpServer server;
  server.on("/reset", Answer{Step::reset()});
  server.on("/close", Answer{Step::close()});
  server.on("/head", Answer{Step::send("HTTP/1.1 200 OK\r\nX: y\r\n"), Step::close()});
  const auto fetcher = test::make_fetcher({});
  for (const char* path : {"/reset", "/close", "/head"}) {
    const Fetched got = test::fetch(*fetcher, {.url = server.url(path)});
    EXPECT_TRUE(got.hops.empty()) << path;
    ASSERT_TRUE(got.error) << path;
    EXPECT_EQ(got.error->code, Code::kUnavailable) << got.error->message;
    EXPECT_EQ(got.error->message.substr(0, 16), "reset: 127.0.0.1");
  }
}

TEST(Fetch, ResetInTheBodyKeepsWhatCame) {
  HttpServer server;
  server.on("/", Answer{Step::send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab"), Step::wait(50ms),
                        Step::reset()});
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  EXPECT_FALSE(got.error);
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_EQ(got.hops[0].truncated, Truncation::kDisconnect);
  EXPECT_TRUE(test::bytes(got.hops[0].response).ends_with("\r\n\r\nab"));
}

TEST(Fetch, NothingListensIsUnavailable) {
  int port = 0;
  {
    const HttpServer gone;
    port = gone.port();
  }
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = "http://127.0.0.1:" + std::to_string(port) + "/"});
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kUnavailable);
  EXPECT_EQ(got.error->message.substr(0, 9), "connect: ");
}

TEST(Fetch, UnknownHostNamesIt) {
  const auto fetcher = test::make_fetcher({});
  const std::string host = std::string(64, 'a') + ".invalid";  // a label too long to be asked for
  const Fetched got = test::fetch(*fetcher, {.url = "http://" + host + "/x"});
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kUnavailable);
  EXPECT_EQ(got.error->message, "dns: cannot resolve " + host);
  EXPECT_EQ(got.error->where, "http://" + host + "/x");
}

TEST(Fetch, SilenceEndsByTimeout) {
  HttpServer server;
  server.on("/never", Answer{Step::wait(20s)});
  server.on("/half", Answer{Step::send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"), Step::wait(20s)});
  NetworkOptions options;
  options.timeout = 150ms;
  const auto fetcher = test::make_fetcher(options);
  const Fetched never = test::fetch(*fetcher, {.url = server.url("/never")});
  ASSERT_TRUE(never.error);
  EXPECT_EQ(never.error->code, Code::kUnavailable);
  EXPECT_EQ(never.error->message, "timeout: nothing from 127.0.0.1 for 150 ms");
  const Fetched half = test::fetch(*fetcher, {.url = server.url("/half")});
  EXPECT_FALSE(half.error);
  ASSERT_EQ(half.hops.size(), 1u);
  EXPECT_EQ(half.hops[0].truncated, Truncation::kTime);
}

TEST(Fetch, TotalTimeoutEndsADrip) {
  HttpServer server;
  Answer drip{Step::send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")};
  for (int i = 0; i < 1000; ++i) {
    drip.push_back(Step::send("x"));
    drip.push_back(Step::wait(20ms));
  }
  server.on("/", drip);
  NetworkOptions options;
  options.total_timeout = 200ms;
  const auto fetcher = test::make_fetcher(options);
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  EXPECT_FALSE(got.error);
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_EQ(got.hops[0].truncated, Truncation::kTime);
}

TEST(Fetch, SubmitRefusesWhatCannotBeAsked) {
  const auto fetcher = test::make_fetcher({});
  for (const char* url : {"", "/relative", "ftp://h/x", "file:///etc/passwd", "http://"}) {
    const Status status = fetcher->submit({.url = url});
    ASSERT_FALSE(status.ok()) << url;
    EXPECT_EQ(status.error().code, Code::kInvalidArgument) << url;
  }
  FetchRequest split{.url = "http://127.0.0.1/"};
  split.headers = {{"X", "a\r\nHost: other"}};
  EXPECT_EQ(fetcher->submit(split).error().code, Code::kInvalidArgument);
  EXPECT_EQ(fetcher->pending(), 0u);
  EXPECT_FALSE(fetcher->next(10s));  // at once: nothing is under way
}

TEST(Fetch, FixedClockGivesReproducibleTimes) {
  HttpServer server;
  server.on("/", test::simple_answer(200, "", "x"));
  const auto clock = make_fixed_clock(*parse_rfc3339("2020-02-03T04:05:06Z"));
  NetworkOptions options;
  options.clock = clock.get();
  const auto fetcher = test::make_fetcher(options);
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_EQ(format_rfc3339(got.hops[0].started), "2020-02-03T04:05:06Z");
  EXPECT_EQ(got.hops[0].duration.count(), 0);
}

TEST(Fetch, DestroyingDropsWhatIsUnderWay) {
  HttpServer server;
  server.on("/never", Answer{Step::wait(20s)});
  const auto begin = std::chrono::steady_clock::now();
  {
    const auto fetcher = test::make_fetcher({});
    ASSERT_TRUE(fetcher->submit({.url = server.url("/never")}).ok());
    EXPECT_FALSE(fetcher->next(50ms));
    EXPECT_EQ(fetcher->pending(), 1u);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

TEST(Options, NonsenseIsRefused) {
  NetworkOptions none;
  none.max_connections = 0;
  EXPECT_EQ(make_network_fetcher(none).error().code, Code::kInvalidArgument);
  NetworkOptions agent;
  agent.user_agent = "a\r\nX: y";
  EXPECT_EQ(make_network_fetcher(agent).error().code, Code::kInvalidArgument);
  NetworkOptions ca;
  ca.ca_file = "/nonexistent/ca.pem";
  const auto got = make_network_fetcher(ca);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, Code::kInvalidArgument);
  EXPECT_EQ(got.error().where, "/nonexistent/ca.pem");
}

}  // namespace
}  // namespace bfa
