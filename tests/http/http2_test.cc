// SPDX-License-Identifier: Apache-2.0
// HTTP/2 where the user asks for it: archived as HTTP/1.1 text with the real protocol in its field. The
// server is the raw one of the other tests, with frames as its bytes.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "fetch_helpers.h"
#include "fixtures.h"
#include "http_server.h"
#include "tls_identity.h"

namespace bfa {
namespace {

using test::HttpServer;
using test::Step;

// RFC 9113 section 4.1: length, type, flags, stream.
std::string frame(int type, int flags, int stream, std::string_view payload) {
  std::string out;
  for (const int shift : {16, 8, 0}) out += static_cast<char>(payload.size() >> shift & 0xFF);
  out += static_cast<char>(type);
  out += static_cast<char>(flags);
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(stream >> shift & 0xFF);
  return out.append(payload);
}

// RFC 7541 section 6.2.2: literals without indexing, no Huffman code; names and values below 127 bytes.
std::string headers_block(const std::vector<std::pair<std::string, std::string>>& fields) {
  std::string out;
  for (const auto& [name, value] : fields) {
    out += '\0';
    for (const std::string& text : {name, value}) out.append(1, static_cast<char>(text.size())).append(text);
  }
  return out;
}

constexpr int kData = 0, kHeaders = 1, kSettings = 4;
constexpr int kEndStream = 1, kAck = 1, kEndHeaders = 4;

class Http2 : public testing::Test {
 protected:
  Http2() : identity_("DNS:blog.example"), server_(&identity_) {
    identity_.offer("h2");
    // The client's preface looks like two request heads to the server.
    server_.on("*", {Step::send(frame(kSettings, 0, 0, ""))});
    std::string answer = frame(kSettings, kAck, 0, "");
    answer += frame(kHeaders, kEndHeaders, 1, headers_block({{":status", "103"}, {"link", "</x>"}}));
    answer += frame(kHeaders, kEndHeaders, 1,
                    headers_block({{":status", "200"}, {"content-type", "text/html"}, {"x-odd", "y"}}));
    answer += frame(kData, 0, 1, "hello ");
    answer += frame(kData, kEndStream, 1, "there");
    server_.on("SM\r\n\r\n", {Step::wait(std::chrono::milliseconds(100)), Step::send(answer)});
  }

  Fetched get(bool http2) {
    NetworkOptions options;
    options.connect_to = {"::127.0.0.1:" + std::to_string(server_.port())};
    options.ca_file = folder_ / "ca.pem";
    options.http2 = http2;
    std::ofstream(options.ca_file) << identity_.pem();
    const auto fetcher = test::make_fetcher(options);
    return test::fetch(*fetcher, {.url = "https://blog.example/x"});
  }

  test::TemporaryDirectory folder_;
  test::TlsIdentity identity_;
  HttpServer server_;
};

TEST_F(Http2, IsKeptAsHttp11Text) {
  const Fetched got = get(true);
  ASSERT_FALSE(got.error) << got.error->message;
  ASSERT_EQ(got.hops.size(), 1u);
  const Exchange& exchange = got.hops[0];
  EXPECT_EQ(exchange.protocol, "h2");
  EXPECT_EQ(test::bytes(exchange.response),
            "HTTP/1.1 200 \r\ncontent-type: text/html\r\nx-odd: y\r\n\r\nhello there");
  EXPECT_EQ(exchange.interim, "HTTP/1.1 103 \r\nlink: </x>\r\n\r\n");
  EXPECT_TRUE(test::bytes(exchange.request).starts_with("GET /x HTTP/1.1\r\nHost: blog.example\r\n"))
      << test::bytes(exchange.request);
  EXPECT_EQ(exchange.head.version, "HTTP/1.1");
  EXPECT_EQ(exchange.head.status, 200);
  Findings findings;
  EXPECT_EQ(entity_body(exchange, 100, findings).value_or("?"), "hello there");
  EXPECT_TRUE(findings.empty());
}

TEST_F(Http2, IsNotOfferedUnasked) {
  server_.on("/x", test::simple_answer(200, "", "plain"));
  const Fetched got = get(false);
  ASSERT_FALSE(got.error) << got.error->message;
  EXPECT_EQ(got.hops.at(0).protocol, "http/1.1");
  EXPECT_TRUE(test::bytes(got.hops[0].response).ends_with("plain"));
}

TEST(Http2Plain, ServersWithoutItAnswerAsEver) {
  HttpServer server;
  server.on("/", test::simple_answer(200, "", "old"));
  NetworkOptions options;
  options.http2 = true;
  const auto fetcher = test::make_fetcher(options);
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_FALSE(got.error) << got.error->message;
  EXPECT_EQ(got.hops.at(0).protocol, "http/1.1");
  EXPECT_EQ(server.requests().at(0).bytes.find("Upgrade"), std::string::npos);
}

}  // namespace
}  // namespace bfa
