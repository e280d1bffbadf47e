// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "fetch_helpers.h"
#include "http_server.h"

namespace bfa {
namespace {

using test::HttpServer;

std::string location(std::string_view target) {
  return "Location: " + std::string(target) + "\r\n";
}

TEST(Redirects, EachHopIsAnExchange) {
  HttpServer server;
  server.on("/1", test::simple_answer(301, location("/2?x"), "moved"));
  server.on("/2?x", test::simple_answer(302, location(server.url("/d/3#part")), ""));
  server.on("/d/3", test::simple_answer(308, location("4"), ""));
  server.on("/d/4", test::simple_answer(200, "", "here"));
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/1")});
  ASSERT_FALSE(got.error) << got.error->message;
  ASSERT_EQ(got.hops.size(), 4u);
  EXPECT_EQ(got.hops[0].url, server.url("/1"));
  EXPECT_EQ(got.hops[0].head.status, 301);
  EXPECT_TRUE(test::bytes(got.hops[0].response).ends_with("moved"));
  EXPECT_EQ(got.hops[1].url, server.url("/2?x"));
  EXPECT_EQ(got.hops[2].url, server.url("/d/3"));
  EXPECT_EQ(got.hops[3].url, server.url("/d/4"));
  EXPECT_EQ(got.hops[3].head.status, 200);
  EXPECT_EQ(server.connections(), 1);
}

// What a Location says of a name and a password is not sent to the server that it names.
TEST(Redirects, CredentialsOfATargetAreNotSent) {
  HttpServer server;
  const std::string target =
      "http://admin:guess@127.0.0.1:" + std::to_string(server.port()) + "/x?utm_source=a&#b";
  server.on("/", test::simple_answer(302, location(target), ""));
  server.on("/x?utm_source=a&", test::simple_answer(200, "", "here"));
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_EQ(got.hops.size(), 2u);
  EXPECT_EQ(got.hops[1].url, server.url("/x?utm_source=a&"));
  EXPECT_EQ(got.hops[1].head.status, 200);
  EXPECT_EQ(test::bytes(got.hops[1].request).find("Authorization"), std::string::npos);
}

TEST(Redirects, LoopIsNamed) {
  HttpServer server;
  server.on("/a", test::simple_answer(302, location("/b"), ""));
  server.on("/b", test::simple_answer(302, location("/a"), ""));
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/a")});
  EXPECT_EQ(got.hops.size(), 2u);
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kLimit);
  EXPECT_EQ(got.error->message,
            "redirect loop: " + server.url("/a") + " -> " + server.url("/b") + " -> " + server.url("/a"));
  EXPECT_EQ(got.error->where, server.url("/a"));
}

TEST(Redirects, TooManyEnd) {
  HttpServer server;
  for (int i = 0; i < 10; ++i)
    server.on("/" + std::to_string(i), test::simple_answer(302, location("/" + std::to_string(i + 1)), ""));
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/0"), .max_redirects = 3});
  EXPECT_EQ(got.hops.size(), 4u);
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kLimit);
  EXPECT_TRUE(got.error->message.starts_with("more than 3 redirects: ")) << got.error->message;
  const Fetched none = test::fetch(*fetcher, {.url = server.url("/0"), .max_redirects = 0});
  EXPECT_FALSE(none.error);
  EXPECT_EQ(none.hops.size(), 1u);
}

struct Row {
  const char* name;
  const char* location;
  Code code;
};

class RedirectTargets : public testing::TestWithParam<Row> {};

TEST_P(RedirectTargets, AreChecked) {
  HttpServer server;
  server.on("/", test::simple_answer(302, location(GetParam().location), ""));
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  EXPECT_EQ(got.hops.size(), 1u);
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, GetParam().code) << got.error->message;
  EXPECT_EQ(got.error->where, server.url("/"));
}

INSTANTIATE_TEST_SUITE_P(House, RedirectTargets,
                         testing::Values(Row{"Ftp", "ftp://h/x", Code::kDenied},
                                         Row{"File", "file:///etc/passwd", Code::kDenied},
                                         Row{"Script", "javascript:alert(1)", Code::kDenied},
                                         Row{"NoUrl", "http://", Code::kCorrupt},
                                         Row{"BadPort", "http://h:99999/", Code::kCorrupt}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Redirects, OthersAreFinal) {
  HttpServer server;
  server.on("/300", test::simple_answer(300, location("/x"), ""));
  server.on("/304", {test::Step::send("HTTP/1.1 304 X\r\nLocation: /x\r\n\r\n")});
  server.on("/201", test::simple_answer(201, location("/x"), ""));
  server.on("/301", test::simple_answer(301, "", "no location"));
  const auto fetcher = test::make_fetcher({});
  for (const char* path : {"/300", "/304", "/201", "/301"}) {
    const Fetched got = test::fetch(*fetcher, {.url = server.url(path)});
    EXPECT_FALSE(got.error) << path;
    EXPECT_EQ(got.hops.size(), 1u) << path;
  }
}

TEST(Redirects, SecretsStayWithTheirHost) {
  HttpServer server;
  const std::string elsewhere = "http://localhost:" + std::to_string(server.port()) + "/there";
  server.on("/", test::simple_answer(302, location("/same"), ""));
  server.on("/same", test::simple_answer(302, location(elsewhere), ""));
  server.on("/there", test::simple_answer(200, "", ""));
  const auto fetcher = test::make_fetcher({});
  FetchRequest request{.url = server.url("/")};
  request.headers = {{"Authorization", "Basic eA=="}, {"If-None-Match", "\"e\""}};
  const Fetched got = test::fetch(*fetcher, request);
  ASSERT_EQ(got.hops.size(), 3u);
  EXPECT_NE(test::bytes(got.hops[1].request).find("Authorization: "), std::string::npos);
  EXPECT_EQ(test::bytes(got.hops[2].request).find("Authorization: "), std::string::npos);
  EXPECT_NE(test::bytes(got.hops[2].request).find("If-None-Match: "), std::string::npos);
}

TEST(Redirects, ErrorOnALaterHopKeepsTheEarlierOnes) {
  HttpServer server;
  server.on("/", test::simple_answer(302, location("/gone"), ""));
  server.on("/gone", {test::Step::reset()});
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  EXPECT_EQ(got.hops.size(), 1u);
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kUnavailable);
  EXPECT_EQ(got.error->where, server.url("/gone"));
}

}  // namespace
}  // namespace bfa
