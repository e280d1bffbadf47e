// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "fetch_helpers.h"
#include "http_server.h"

namespace bfa {
namespace {

using test::HttpServer;
using test::Step;
using namespace std::chrono_literals;

// Submits `count` requests for server.url("/") and takes all answers.
void fetch_many(Fetcher& fetcher, const std::string& url, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) ASSERT_TRUE(fetcher.submit({.id = i, .url = url}).ok());
  std::set<std::uint64_t> ids;
  while (fetcher.pending() > 0) {
    const auto got = fetcher.next(30s);
    ASSERT_TRUE(got);
    ASSERT_EQ(got->hops.size(), 1u) << got->error->message;
    EXPECT_TRUE(ids.insert(got->id).second);
  }
  EXPECT_EQ(ids.size(), count);
}

TEST(Polite, OneConnectionPerHostIsKeptAlive) {
  HttpServer server;
  server.on("/", test::simple_answer(200, "", "x"));
  const auto fetcher = test::make_fetcher({});
  fetch_many(*fetcher, server.url("/"), 50);
  EXPECT_EQ(server.connections(), 1);
  EXPECT_EQ(server.most_at_once(), 1);
}

TEST(Polite, ConnectionsPerHostAreLimited) {
  HttpServer server;
  test::Answer slow{Step::wait(20ms)};
  slow.push_back(test::simple_answer(200, "", "x")[0]);
  server.on("/", slow);
  NetworkOptions options;
  options.max_connections_per_host = 3;
  const auto fetcher = test::make_fetcher(options);
  fetch_many(*fetcher, server.url("/"), 12);
  EXPECT_EQ(server.most_at_once(), 3);
  EXPECT_EQ(server.connections(), 3);
}

TEST(Polite, ConnectionsOverAllHostsAreLimited) {
  HttpServer server;
  test::Answer slow{Step::wait(20ms)};
  slow.push_back(test::simple_answer(200, "", "x")[0]);
  server.on("/", slow);
  NetworkOptions options;
  options.max_connections = 2;
  options.connect_to = {"::127.0.0.1:" + std::to_string(server.port())};
  const auto fetcher = test::make_fetcher(options);
  for (int i = 0; i < 8; ++i)
    ASSERT_TRUE(fetcher->submit({.url = "http://h" + std::to_string(i) + ".example/"}).ok());
  while (fetcher->pending() > 0) ASSERT_TRUE(fetcher->next(30s));
  EXPECT_EQ(server.most_at_once(), 2);
  EXPECT_EQ(server.requests().size(), 8u);
}

TEST(Polite, StartsKeepTheirDistance) {
  HttpServer server;
  server.on("/", test::simple_answer(200, "", "x"));
  const auto fetcher = test::make_fetcher({}, true, 60ms);
  const auto begin = std::chrono::steady_clock::now();
  fetch_many(*fetcher, server.url("/"), 4);
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 4u);
  // From the beginning, not from one arrival to the next: a busy machine may delay any of them.
  for (std::size_t i = 1; i < requests.size(); ++i) EXPECT_GE(requests[i].time - begin, i * 60ms) << i;
}

TEST(Polite, RequestsOwnDelayCountsWithoutAGlobalOne) {
  HttpServer server;
  server.on("/", test::simple_answer(200, "", "x"));
  const auto fetcher = test::make_fetcher({});
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(fetcher->submit({.url = server.url("/"), .delay = 80ms}).ok());
  while (fetcher->pending() > 0) ASSERT_TRUE(fetcher->next(30s));
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 2u);
  EXPECT_GE(requests[1].time - begin, 80ms);
}

TEST(Polite, ClosedConnectionIsReplacedAndTheRequestKeptOnce) {
  HttpServer server;
  auto answer = test::simple_answer(200, "", "x");
  answer.push_back(Step::close());
  server.on("/", answer);
  const auto fetcher = test::make_fetcher({});
  for (int i = 0; i < 20; ++i) {
    const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
    ASSERT_EQ(got.hops.size(), 1u) << got.error->message;
    const std::string request = test::bytes(got.hops[0].request);
    EXPECT_EQ(request.find("GET ", 1), std::string::npos);
    EXPECT_EQ(request, server.requests().back().bytes);
  }
}

}  // namespace
}  // namespace bfa
