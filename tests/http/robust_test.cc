// SPDX-License-Identifier: Apache-2.0
// Servers that mean harm, or are broken beyond use: each ends within a second or at its stated limit, in
// bounded memory, and says what happened.
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <optional>
#include <string>

#include "fetch_helpers.h"
#include "http_server.h"
#include "io/gzip_encoder.h"
#include "peak_memory.h"

namespace bfa {
namespace {

using test::Answer;
using test::HttpServer;
using test::Step;
using namespace std::chrono_literals;

constexpr std::size_t kMemory = 100u << 20;

// The limits that hold for a test's whole body: a second of processor time (both sides of the connection; the
// machine may be busy with other tests), a few of the clock's, 100 MB.
class Robust : public testing::Test {
 protected:
  void TearDown() override {
    const auto wall = std::chrono::steady_clock::now() - begun_;
    const std::clock_t cpu = std::clock() - cpu_begun_;
    const auto grown = memory_.grown();
    if (!grown) return;  // sanitizers: they are slower, too
    EXPECT_LT(cpu, CLOCKS_PER_SEC);
    EXPECT_LT(wall, 10s);
    EXPECT_LT(*grown, kMemory);
  }

  const test::PeakMemory memory_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  const std::clock_t cpu_begun_ = std::clock();
};

TEST_F(Robust, HeaderOf10Megabytes) {
  HttpServer server;
  const std::string line = "X-Filler: " + std::string(1000, 'x') + "\r\n";
  server.on("/many", {Step::send("HTTP/1.1 200 OK\r\n"), Step::forever(line)});
  server.on("/one", {Step::send("HTTP/1.1 200 OK\r\nX: "), Step::forever(std::string(65536, 'x'))});
  server.on("/status", {Step::send("HTTP/1.1 200 "), Step::forever(std::string(65536, 'x'))});
  const auto fetcher = test::make_fetcher({});
  for (const char* path : {"/many", "/one", "/status"}) {
    const Fetched got = test::fetch(*fetcher, {.url = server.url(path)});
    EXPECT_EQ(got.hops.size(), std::string_view(path) == "/status" ? 0u : 1u) << path;
    for (const auto& hop : got.hops) EXPECT_LE(hop.response.size(), 256u << 10) << path;
    ASSERT_TRUE(got.error) << path;
    EXPECT_EQ(got.error->code, Code::kLimit) << got.error->message;
    EXPECT_EQ(got.error->where, server.url(path));
  }
}

struct EndlessRow {
  const char* name;
  const char* head;
  std::string again;
};
class EndlessBody : public Robust, public testing::WithParamInterface<EndlessRow> {};
TEST_P(EndlessBody, IsCutAtItsLimit) {
  HttpServer server;
  server.on("/", {Step::send(GetParam().head), Step::forever(GetParam().again)});
  const auto fetcher = test::make_fetcher({});
  constexpr std::uint64_t kLimit = 16u << 20;
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/"), .max_body_bytes = kLimit});
  EXPECT_FALSE(got.error);
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_EQ(got.hops[0].truncated, Truncation::kLength);
  EXPECT_EQ(got.hops[0].response.size(), got.hops[0].head.size + kLimit);
  EXPECT_TRUE(test::has_finding(got.hops[0].findings, "body_too_large"));
}
INSTANTIATE_TEST_SUITE_P(
    House, EndlessBody,
    testing::Values(EndlessRow{"NoLength", "HTTP/1.1 200 OK\r\n\r\n", std::string(65536, 'x')},
                    EndlessRow{"Chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                               "10000\r\n" + std::string(65536, 'x') + "\r\n"},
                    EndlessRow{"HugeLength", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n",
                               std::string(65536, 'x')},
                    EndlessRow{"NoHead", "<html>", std::string(65536, 'x')}),
    [](const auto& row) { return std::string(row.param.name); });

// Chunk sizes and trailers count as well: nothing that comes is free.
TEST_F(Robust, EndlessTrailersAreCut) {
  HttpServer server;
  server.on("/", {Step::send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"),
                  Step::forever("X-Trailer: " + std::string(1000, 'x') + "\r\n")});
  NetworkOptions options;
  options.total_timeout = 2s;
  const auto fetcher = test::make_fetcher(options);
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/"), .max_body_bytes = 1u << 20});
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_NE(got.hops[0].truncated, Truncation::kNone);
  EXPECT_LE(got.hops[0].response.size(), got.hops[0].head.size + (1u << 20));
}

TEST_F(Robust, EndlessInterimHeadsAreALimit) {
  HttpServer server;
  server.on("/", {Step::forever("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")});
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kLimit) << got.error->message;
}

struct DripRow {
  const char* name;
  const char* begin;
  bool answered;
};
class Drip : public Robust, public testing::WithParamInterface<DripRow> {};
TEST_P(Drip, EndsWithTheTotalTime) {
  HttpServer server;
  server.on("/", {Step::send(GetParam().begin), Step::forever("x", 50ms)});
  NetworkOptions options;
  options.timeout = 200ms;  // never reached: a byte comes each 50 ms
  options.total_timeout = 500ms;
  const auto fetcher = test::make_fetcher(options);
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  if (GetParam().answered) {
    EXPECT_FALSE(got.error);
    ASSERT_EQ(got.hops.size(), 1u);
    EXPECT_EQ(got.hops[0].truncated, Truncation::kTime);
    EXPECT_TRUE(test::has_finding(got.hops[0].findings, "body_timeout"));
    EXPECT_GT(got.hops[0].response.size(), got.hops[0].head.size);
  } else {
    ASSERT_TRUE(got.error);
    EXPECT_EQ(got.error->code, Code::kUnavailable);
    EXPECT_TRUE(got.error->message.starts_with("timeout: ")) << got.error->message;
  }
}
INSTANTIATE_TEST_SUITE_P(House, Drip,
                         testing::Values(DripRow{"Body", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n",
                                                 true},
                                         DripRow{"BodyUntilClose", "HTTP/1.1 200 OK\r\n\r\n", true},
                                         DripRow{"Head", "HTTP/1.1 200 OK\r\nX: ", false}),
                         [](const auto& row) { return std::string(row.param.name); });

// One that drips is cut long before its total time, so that the host's other pages go on. A slow start is no
// drip.
TEST_F(Robust, DripsAreCutByTheirRate) {
  HttpServer server;
  server.on("/drip",
            {Step::send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), Step::forever("x", 20ms)});
  server.on("/head", {Step::send("HTTP/1.1 200 OK\r\n"), Step::forever("X-A: b\r\n", 20ms)});
  server.on("/steady", {Step::send("HTTP/1.1 200 OK\r\n\r\n"), Step::forever(std::string(500, 'x'), 20ms)});
  NetworkOptions options;
  options.min_rate = 5000;  // the drips bring 50 and 350 bytes a second, the steady one 25,000
  options.min_rate_window = 300ms;
  options.total_timeout = 1500ms;
  options.delay = 0ms;
  const auto fetcher = test::make_fetcher(options);
  const Fetched drip = test::fetch(*fetcher, {.url = server.url("/drip")});
  ASSERT_EQ(drip.hops.size(), 1u);
  EXPECT_EQ(drip.hops[0].truncated, Truncation::kTime);
  ASSERT_FALSE(drip.hops[0].findings.empty());
  EXPECT_NE(drip.hops[0].findings[0].message.find("less than 5000 bytes a second"), std::string::npos);
  const Fetched head = test::fetch(*fetcher, {.url = server.url("/head")});
  ASSERT_TRUE(head.error);
  EXPECT_NE(head.error->message.find("bytes a second"), std::string::npos) << head.error->message;
  const Fetched steady = test::fetch(*fetcher, {.url = server.url("/steady"), .max_body_bytes = 5000});
  ASSERT_EQ(steady.hops.size(), 1u);
  EXPECT_EQ(steady.hops[0].truncated, Truncation::kLength);
}

TEST_F(Robust, ThirtyRedirectsInACircle) {
  HttpServer server;
  for (int i = 0; i < 30; ++i)
    server.on("/" + std::to_string(i),
              test::simple_answer(302, "Location: /" + std::to_string((i + 1) % 30) + "\r\n", ""));
  const auto fetcher = test::make_fetcher({});
  const Fetched limited = test::fetch(*fetcher, {.url = server.url("/0")});
  EXPECT_EQ(limited.hops.size(), 11u);
  ASSERT_TRUE(limited.error);
  EXPECT_EQ(limited.error->code, Code::kLimit);
  EXPECT_TRUE(limited.error->message.starts_with("more than 10 redirects: ")) << limited.error->message;
  const Fetched round = test::fetch(*fetcher, {.url = server.url("/0"), .max_redirects = 100});
  EXPECT_EQ(round.hops.size(), 30u);
  ASSERT_TRUE(round.error);
  EXPECT_EQ(round.error->code, Code::kLimit);
  EXPECT_TRUE(round.error->message.starts_with("redirect loop: ")) << round.error->message;
}

// A circle that also sets cookies gets one more round, not more.
TEST_F(Robust, RedirectsInACircleWithCookies) {
  HttpServer server;
  for (int i = 0; i < 3; ++i)
    server.on("/" + std::to_string(i), [i](const test::SeenRequest& request) {
      return test::simple_answer(302,
                                 "Set-Cookie: n" + std::to_string(request.time.time_since_epoch().count()) +
                                     "=1; Path=/\r\nLocation: /" + std::to_string((i + 1) % 3) + "\r\n",
                                 "");
    });
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/0"), .max_redirects = 100});
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kLimit);
  EXPECT_LE(got.hops.size(), 6u);
}

// A gigabyte of zeros in about a megabyte.
std::string make_gigabyte_of_zeros() {
  auto encoder = GzipEncoder::make(1);
  EXPECT_TRUE(encoder);
  const std::string zeros(1u << 20, '\0');
  std::string out;
  EXPECT_TRUE((*encoder)->begin(zeros.size() * 1024).ok());
  for (int i = 0; i < 1024; ++i) EXPECT_TRUE((*encoder)->update(zeros, out).ok());
  EXPECT_TRUE((*encoder)->finish(out).ok());
  return out;
}

const std::string& gigabyte_of_zeros() {
  static const std::string bytes = make_gigabyte_of_zeros();
  return bytes;
}

TEST(RobustBomb, GigabyteOfZerosGzipped) {
  const std::string& bomb = gigabyte_of_zeros();
  const test::PeakMemory memory;
  HttpServer server;
  server.on("/", test::simple_answer(200, "Content-Type: text/html\r\nContent-Encoding: gzip\r\n", bomb));
  const auto fetcher = test::make_fetcher({});
  const std::clock_t begun = std::clock();
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_EQ(got.hops[0].response.size(), got.hops[0].head.size + bomb.size());  // archived as it came
  constexpr std::uint64_t kLimit = 32u << 20;
  {
    Findings findings;
    const auto refused = decoded_body(got.hops[0], kLimit, findings);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::kLimit) << refused.error().message;
    const auto prefix = decoded_prefix(got.hops[0], kLimit, findings);
    ASSERT_TRUE(prefix);
    EXPECT_EQ(prefix->size(), kLimit);
    EXPECT_TRUE(test::has_finding(findings, "body_over_limit"));
  }
  const auto grown = memory.grown();
  if (!grown) return;
  EXPECT_LT(std::clock() - begun, CLOCKS_PER_SEC);
  EXPECT_LT(*grown, kMemory);
}

// Codings within codings: each stage is bounded.
TEST(RobustBomb, BombInABomb) {
  auto encoder = GzipEncoder::make(9);
  ASSERT_TRUE(encoder);
  std::string outer;
  ASSERT_TRUE((*encoder)->member(gigabyte_of_zeros(), outer).ok());
  HttpServer server;
  server.on("/", test::simple_answer(200, "Content-Encoding: gzip, gzip, gzip\r\n", outer));
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_EQ(got.hops.size(), 1u);
  Findings findings;
  const auto refused = decoded_body(got.hops[0], 4u << 20, findings);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kLimit);
}

}  // namespace
}  // namespace bfa
