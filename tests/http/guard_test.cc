// SPDX-License-Identifier: Apache-2.0
// Which addresses are reached: the guard, connect_to, TLS.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "fetch_helpers.h"
#include "fixtures.h"
#include "http_server.h"
#include "tls_identity.h"

namespace bfa {
namespace {

using test::HttpServer;

struct AddressRow {
  const char* name;
  const char* address;
  bool special;
};

class SpecialAddress : public testing::TestWithParam<AddressRow> {};

TEST_P(SpecialAddress, MatchesRow) {
  EXPECT_EQ(is_special_address(GetParam().address), GetParam().special);
}

INSTANTIATE_TEST_SUITE_P(
    Rfc6890, SpecialAddress,
    testing::Values(
        AddressRow{"Public", "93.184.216.34", false}, AddressRow{"PublicDns", "8.8.8.8", false},
        AddressRow{"Loopback", "127.0.0.1", true}, AddressRow{"LoopbackEnd", "127.255.255.255", true},
        AddressRow{"AfterLoopback", "128.0.0.0", false}, AddressRow{"Zero", "0.0.0.0", true},
        AddressRow{"Ten", "10.1.2.3", true}, AddressRow{"Eleven", "11.0.0.0", false},
        AddressRow{"Private172", "172.31.255.255", true}, AddressRow{"Not172", "172.32.0.0", false},
        AddressRow{"Private192", "192.168.0.1", true}, AddressRow{"Shared", "100.64.0.1", true},
        AddressRow{"NotShared", "100.128.0.0", false}, AddressRow{"LinkLocal", "169.254.169.254", true},
        AddressRow{"Benchmark", "198.19.0.1", true}, AddressRow{"Documentation", "203.0.113.9", true},
        AddressRow{"Multicast", "224.0.0.1", true}, AddressRow{"Reserved", "250.0.0.1", true},
        AddressRow{"Broadcast", "255.255.255.255", true}, AddressRow{"Loopback6", "::1", true},
        AddressRow{"Unspecified6", "::", true}, AddressRow{"Mapped", "::ffff:8.8.8.8", true},
        AddressRow{"MappedPrivate", "::ffff:10.0.0.1", true}, AddressRow{"Compatible", "::8.8.8.8", true},
        AddressRow{"Public6", "2606:2800:220:1::1", false}, AddressRow{"UniqueLocal", "fd00::1", true},
        AddressRow{"LinkLocal6", "fe80::1", true}, AddressRow{"LinkLocalZone", "fe80::1%eth0", true},
        AddressRow{"SiteLocal", "fec0::1", true}, AddressRow{"Multicast6", "ff02::1", true},
        AddressRow{"Documentation6", "2001:db8::1", true}, AddressRow{"Teredo", "2001::1", true},
        AddressRow{"Public2001", "2001:4860::1", false}, AddressRow{"SixToFour", "2002:a00:1::1", true},
        AddressRow{"Nat64Public", "64:ff9b::808:808", false},
        AddressRow{"Nat64Private", "64:ff9b::a00:1", true},
        AddressRow{"Nat64Local", "64:ff9b:1::808:808", true}, AddressRow{"NoAddress", "example.org", true},
        AddressRow{"Empty", "", true}, AddressRow{"Octal", "010.0.0.1", true}),
    [](const auto& row) { return std::string(row.param.name); });

struct GuardRow {
  const char* name;
  const char* host;
  const char* address;  // in the message
};

class Guard : public testing::TestWithParam<GuardRow> {};

TEST_P(Guard, RefusesWithoutAConnection) {
  HttpServer server;
  server.on("/", test::simple_answer(200, "", ""));
  const auto fetcher = test::make_fetcher({}, false);
  const std::string url =
      std::string("http://") + GetParam().host + ":" + std::to_string(server.port()) + "/";
  const Fetched got = test::fetch(*fetcher, {.url = url});
  EXPECT_TRUE(got.hops.empty());
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kDenied);
  EXPECT_NE(got.error->message.find(GetParam().address), std::string::npos) << got.error->message;
  EXPECT_NE(got.error->message.find("--allow-private"), std::string::npos) << got.error->message;
  EXPECT_EQ(server.connections(), 0);
}

INSTANTIATE_TEST_SUITE_P(House, Guard,
                         testing::Values(GuardRow{"Literal", "127.0.0.1", "127.0.0.1"},
                                         GuardRow{"Name", "localhost", "1 of localhost"},
                                         GuardRow{"Number", "2130706433", "127.0.0.1"},
                                         GuardRow{"Hex", "0x7f.1", "127.0.0.1"},
                                         GuardRow{"Loopback6", "[::1]", "::1"},
                                         GuardRow{"Mapped", "[::ffff:127.0.0.1]", "::ffff:127.0.0.1"}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(GuardConnectTo, LooksAtTheRealAddress) {
  HttpServer server;
  NetworkOptions options;
  options.connect_to = {"::127.0.0.1:" + std::to_string(server.port())};
  const auto fetcher = test::make_fetcher(options, false);
  const Fetched got = test::fetch(*fetcher, {.url = "http://blog.example/"});
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kDenied) << got.error->message;
  EXPECT_EQ(server.connections(), 0);
}

TEST(GuardProxy, LooksAtLiteralTargets) {
  HttpServer proxy;
  NetworkOptions options;
  options.proxy = proxy.url("");
  const auto fetcher = test::make_fetcher(options, false);
  for (const char* url : {"http://10.0.0.1/", "http://[::1]/", "http://localhost/", "http://x.localhost/"}) {
    const Fetched got = test::fetch(*fetcher, {.url = url});
    ASSERT_TRUE(got.error) << url;
    EXPECT_EQ(got.error->code, Code::kDenied) << url;
  }
  EXPECT_EQ(proxy.connections(), 0);
  proxy.on("http://blog.example/", test::simple_answer(200, "", "by proxy"));
  const Fetched got = test::fetch(*fetcher, {.url = "http://blog.example/"});
  ASSERT_FALSE(got.error) << got.error->message;
  EXPECT_EQ(got.hops.at(0).head.status, 200);
  EXPECT_EQ(got.hops.at(0).ip_address, "");
}

// The archive keeps the request as it was sent, but for the secret that opens the proxy.
TEST(GuardProxy, ItsPasswordIsNotKept) {
  HttpServer proxy;
  proxy.on("http://blog.example/", test::simple_answer(200, "", "by proxy"));
  NetworkOptions options;
  options.proxy = "http://ann:secret@127.0.0.1:" + std::to_string(proxy.port());
  const auto fetcher = test::make_fetcher(options, false);
  const Fetched got = test::fetch(*fetcher, {.url = "http://blog.example/"});
  ASSERT_FALSE(got.error) << got.error->message;
  EXPECT_NE(proxy.requests().at(0).bytes.find("Proxy-Authorization: Basic YW5uOnNlY3JldA=="),
            std::string::npos);
  const std::string kept = test::bytes(got.hops.at(0).request);
  EXPECT_EQ(kept.find("YW5uOnNlY3JldA"), std::string::npos) << kept;
  EXPECT_NE(kept.find("\r\nProxy-Authorization: (removed)\r\n"), std::string::npos) << kept;
  EXPECT_TRUE(kept.ends_with("\r\n\r\n"));
}

TEST(ConnectTo, MapsAnyHostAndReusesConnections) {
  HttpServer server;
  server.on("/x", test::simple_answer(200, "", "mapped"));
  NetworkOptions options;
  options.connect_to = {"::127.0.0.1:" + std::to_string(server.port())};
  const auto fetcher = test::make_fetcher(options);
  for (int i = 0; i < 3; ++i) {
    for (const char* host : {"a.example", "b.example:8080"}) {
      const Fetched got = test::fetch(*fetcher, {.url = std::string("http://") + host + "/x"});
      ASSERT_EQ(got.hops.size(), 1u) << got.error->message;
      EXPECT_NE(test::bytes(got.hops[0].request).find(std::string("Host: ") + host + "\r\n"),
                std::string::npos);
      EXPECT_EQ(got.hops[0].ip_address, "127.0.0.1");
    }
  }
  EXPECT_EQ(server.connections(), 2);
}

TEST(Environment, ProxyVariablesAreIgnored) {
  HttpServer server;
  server.on("/", test::simple_answer(200, "", ""));
  ::setenv("http_proxy", "http://127.0.0.1:1/", 1);
  ::setenv("ALL_PROXY", "http://127.0.0.1:1/", 1);
  const auto fetcher = test::make_fetcher({});
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ::unsetenv("http_proxy");
  ::unsetenv("ALL_PROXY");
  EXPECT_FALSE(got.error);
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_EQ(got.hops[0].head.status, 200);
}

class Tls : public testing::Test {
 protected:
  Tls() : identity_("DNS:blog.example"), server_(&identity_) {
    server_.on("/", test::simple_answer(200, "", "secret"));
  }

  Fetched get(const std::string& host, bool trusted) {
    NetworkOptions options;
    options.connect_to = {"::127.0.0.1:" + std::to_string(server_.port())};
    if (trusted) {
      options.ca_file = folder_ / "ca.pem";
      std::ofstream(options.ca_file) << identity_.pem();
    }
    const auto fetcher = test::make_fetcher(options);
    Fetched last = test::fetch(*fetcher, {.url = "https://" + host + "/"});
    if (!last.error) last = test::fetch(*fetcher, {.url = "https://" + host + "/"});
    return last;
  }

  test::TemporaryDirectory folder_;
  test::TlsIdentity identity_;
  HttpServer server_;
};

TEST_F(Tls, TrustedByCaFileAndReused) {
  const Fetched got = get("blog.example", true);
  ASSERT_FALSE(got.error) << got.error->message;
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_TRUE(test::bytes(got.hops[0].response).ends_with("secret"));
  EXPECT_TRUE(test::bytes(got.hops[0].request).starts_with("GET / HTTP/1.1\r\nHost: blog.example\r\n"));
  EXPECT_EQ(got.hops[0].protocol, "http/1.1");
  EXPECT_EQ(server_.connections(), 1);
}

TEST_F(Tls, UnknownIssuerIsNamed) {
  const Fetched got = get("blog.example", false);
  EXPECT_TRUE(got.hops.empty());
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kUnavailable);
  EXPECT_TRUE(got.error->message.starts_with("tls: certificate of blog.example is not accepted: "))
      << got.error->message;
  EXPECT_NE(got.error->message.find("self"), std::string::npos) << got.error->message;
  ASSERT_TRUE(test::has_finding(got.findings, "tls_certificate"));
  EXPECT_EQ(got.findings[0].where, "https://blog.example/");
  EXPECT_TRUE(server_.requests().empty());
}

TEST_F(Tls, OtherHostIsRefused) {
  const Fetched got = get("other.example", true);
  ASSERT_TRUE(got.error);
  EXPECT_TRUE(got.error->message.starts_with("tls: certificate of other.example is not accepted: "))
      << got.error->message;
  EXPECT_TRUE(test::has_finding(got.findings, "tls_certificate"));
  EXPECT_TRUE(server_.requests().empty());
}

TEST(TlsPlain, HandshakeFailureIsNamed) {
  HttpServer plain;
  const auto fetcher = test::make_fetcher({});
  const Fetched got =
      test::fetch(*fetcher, {.url = "https://127.0.0.1:" + std::to_string(plain.port()) + "/"});
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kUnavailable);
  EXPECT_EQ(got.error->message.substr(0, 5), "tls: ") << got.error->message;
  EXPECT_TRUE(test::has_finding(got.findings, "tls_handshake"));
}

TEST(ConnectTo, WhatCannotBeReadIsRefused) {
  for (const char* rule : {"x", "", "a:80:b", "a:80:b:80:c", "a:b:c:d", "[::1:80:b:80"}) {
    NetworkOptions options;
    options.connect_to = {rule};
    const auto fetcher = make_network_fetcher(options);
    ASSERT_FALSE(fetcher) << rule;
    EXPECT_EQ(fetcher.error().code, Code::kInvalidArgument) << rule;
  }
  for (const char* rule :
       {"::127.0.0.1:8080", "a.example:443:127.0.0.1:8443", "[::1]:80:[::1]:8080", ":::"}) {
    NetworkOptions options;
    options.connect_to = {rule};
    EXPECT_TRUE(make_network_fetcher(options)) << rule;
  }
}

}  // namespace
}  // namespace bfa
