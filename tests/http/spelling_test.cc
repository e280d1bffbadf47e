// SPDX-License-Identifier: Apache-2.0
// Ways to the machine itself and to the networks around it: spellings, names, redirects, rebinding. No
// socket is opened to any address but 127.0.0.1: a resolver and a socket maker of the test replace the
// machine's.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bfa/url/url.h"
#include "fetch_helpers.h"
#include "http/seams.h"
#include "http_server.h"

namespace bfa {
namespace {

using test::HttpServer;

// A fetcher that resolves by a table and opens no sockets; `opened`: the addresses that the guard let pass.
struct Sealed {
  std::map<std::string, std::vector<std::string>> names;
  std::vector<std::string> opened;  // on the network thread; read when nothing is under way
  std::unique_ptr<Fetcher> fetcher;

  Sealed(const std::string& host, std::vector<std::string> addresses, NetworkOptions options = {})
      : names({{host, std::move(addresses)}}) {
    options.delay = std::chrono::milliseconds(0);
    http::Seams seams;
    seams.resolve = [this](const std::string& name) {
      const auto found = names.find(name);
      return found == names.end() ? std::vector<std::string>() : found->second;
    };
    seams.port_instead = [this](const std::string& address) {
      opened.push_back(address);
      return 0;
    };
    auto made = http::make_network_fetcher(std::move(options), std::move(seams));
    EXPECT_TRUE(made) << made.error().message;
    if (made) fetcher = std::move(made).value();
  }
};

struct Row {
  const char* name;
  const char* url;
  std::vector<std::string> addresses;  // what its host resolves to; none: it is an address itself
};

class SpecialRoutes : public testing::TestWithParam<Row> {};

TEST_P(SpecialRoutes, AreRefusedBeforeAnySocket) {
  const auto url = Url::parse(GetParam().url);
  ASSERT_TRUE(url);
  Sealed sealed(std::string(url->host()), GetParam().addresses);
  const Fetched got = test::fetch(*sealed.fetcher, {.url = GetParam().url});
  EXPECT_TRUE(got.hops.empty());
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kDenied) << got.error->message;
  EXPECT_NE(got.error->message.find("--allow-private"), std::string::npos);
  EXPECT_TRUE(test::has_finding(got.findings, "address_refused"));
  EXPECT_TRUE(sealed.opened.empty());
}

INSTANTIATE_TEST_SUITE_P(
    House, SpecialRoutes,
    testing::Values(
        Row{"Dotted", "http://127.0.0.1/", {}}, Row{"OtherLoopback", "http://127.9.8.7/", {}},
        Row{"Decimal", "http://2130706433/", {}}, Row{"DecimalLinkLocal", "http://2852039166/", {}},
        Row{"Octal", "http://0177.0.0.1/", {}}, Row{"OctalAll", "http://0177.00.00.01/", {}},
        Row{"OctalNumber", "http://017700000001/", {}}, Row{"Hex", "http://0x7f.0.0.1/", {}},
        Row{"HexNumber", "http://0x7f000001/", {}}, Row{"HexUpper", "http://0X7F.0X0.0X0.0X1/", {}},
        Row{"Mixed", "http://0x7f.0.01/", {}}, Row{"TwoParts", "http://127.1/", {}},
        Row{"ThreeParts", "http://127.0.1/", {}}, Row{"Zero", "http://0/", {}},
        Row{"ZeroDotted", "http://0.0.0.0/", {}}, Row{"TrailingDot", "http://127.0.0.1./", {}},
        Row{"PercentEncoded", "http://%31%32%37.0.0.1/", {}},
        Row{"FullwidthDigits", "http://\xEF\xBC\x91\xEF\xBC\x92\xEF\xBC\x97.0.0.1/", {}},
        Row{"IdeographicDots",
            "http://127\xE3\x80\x82"
            "0\xE3\x80\x82"
            "0\xE3\x80\x82"
            "1/",
            {}},
        Row{"UserInfo", "http://blog.example@127.0.0.1/", {}}, Row{"Backslash", "http:\\\\127.0.0.1\\", {}},
        Row{"Port", "https://127.0.0.1:8443/", {}},
        Row{"LinkLocal", "http://169.254.169.254/latest/meta-data/", {}},
        Row{"LinkLocalHex", "http://0xa9fea9fe/", {}}, Row{"Loopback6", "http://[::1]/", {}},
        Row{"Loopback6Long", "http://[0:0:0:0:0:0:0:1]/", {}}, Row{"Unspecified6", "http://[::]/", {}},
        Row{"Mapped", "http://[::ffff:127.0.0.1]/", {}}, Row{"MappedHex", "http://[::ffff:7f00:1]/", {}},
        Row{"Compatible", "http://[::127.0.0.1]/", {}}, Row{"Translated", "http://[::ffff:0:127.0.0.1]/", {}},
        Row{"Nat64", "http://[64:ff9b::7f00:1]/", {}}, Row{"Nat64Local", "http://[64:ff9b:1::7f00:1]/", {}},
        Row{"SixToFour", "http://[2002:7f00:1::]/", {}}, Row{"Teredo", "http://[2001:0:7f00:1::]/", {}},
        Row{"LinkLocal6", "http://[fe80::1]/", {}}, Row{"UniqueLocal", "http://[fd00::1]/", {}},
        Row{"Isatap", "http://[fe80::5efe:7f00:1]/", {}},
        Row{"Localhost", "http://localhost/", {"127.0.0.1"}},
        Row{"LocalhostBelow", "http://x.localhost/", {"::1"}},
        Row{"NameOfLoopback", "http://blog.example/", {"127.0.0.1"}},
        Row{"NameOfLinkLocal", "http://blog.example/", {"169.254.169.254"}},
        Row{"NameOfMapped", "http://blog.example/", {"::ffff:10.0.0.1"}},
        Row{"NameOfPrivate", "https://blog.example/", {"192.168.1.1"}},
        Row{"NameOfCarrier", "http://blog.example/", {"100.64.0.1"}},
        Row{"NameOfMulticast", "http://blog.example/", {"224.0.0.251"}},
        Row{"NameOfSeveral", "http://blog.example/", {"10.0.0.1", "172.16.0.1", "fe80::1"}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(SpecialRoutesOnly, PublicAddressesPassTheGuard) {
  Sealed sealed("blog.example", {"93.184.216.34"});
  const Fetched got = test::fetch(*sealed.fetcher, {.url = "http://blog.example/"});
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kUnavailable) << got.error->message;
  EXPECT_EQ(sealed.opened, std::vector<std::string>{"93.184.216.34"});
}

// A name that has both kinds of address is reached by the public ones only.
TEST(SpecialRoutesOnly, MixedAnswersLeaveThePublicOne) {
  Sealed sealed("blog.example", {"127.0.0.1", "93.184.216.34"});
  const Fetched got = test::fetch(*sealed.fetcher, {.url = "http://blog.example/"});
  ASSERT_TRUE(got.error);
  EXPECT_EQ(sealed.opened, std::vector<std::string>{"93.184.216.34"});
}

TEST(SpecialRoutesOnly, AllowPrivateOpensThem) {
  NetworkOptions options;
  options.allow_private = true;
  Sealed sealed("blog.example", {"10.0.0.1"}, options);
  const Fetched got = test::fetch(*sealed.fetcher, {.url = "http://blog.example/"});
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kUnavailable);
  EXPECT_EQ(sealed.opened, std::vector<std::string>{"10.0.0.1"});
}

// A server at an address that looks public to the fetcher: its sockets connect to the test's server.
class PublicServer : public testing::Test {
 protected:
  static constexpr const char* kPublic = "93.184.216.34";

  PublicServer() {
    http::Seams seams;
    seams.resolve = [this](const std::string& host) {
      return std::vector<std::string>{resolve_(host, ++asked_[host])};
    };
    seams.port_instead = [this](const std::string& address) {
      EXPECT_EQ(address, kPublic);
      return server_.port();
    };
    NetworkOptions options;
    options.delay = std::chrono::milliseconds(0);
    auto made = http::make_network_fetcher(options, std::move(seams));
    EXPECT_TRUE(made);
    if (made) fetcher_ = std::move(made).value();
  }

  HttpServer server_;
  std::map<std::string, int> asked_;
  std::function<std::string(const std::string& host, int time)> resolve_ = [](const std::string&, int) {
    return std::string(kPublic);
  };
  std::unique_ptr<Fetcher> fetcher_;
};

// The name is harmless when it is first asked for, and local the second time: each connection is checked, not
// the name.
TEST_F(PublicServer, RebindingIsSeenAtTheSecondConnection) {
  auto answer = test::simple_answer(200, "Connection: close\r\n", "first");
  answer.push_back(test::Step::close());
  server_.on("/", answer);
  resolve_ = [](const std::string&, int time) { return time == 1 ? kPublic : "127.0.0.1"; };
  const Fetched first = test::fetch(*fetcher_, {.url = "http://blog.example/"});
  ASSERT_FALSE(first.error) << first.error->message;
  EXPECT_TRUE(test::bytes(first.hops.at(0).response).ends_with("first"));
  const Fetched second = test::fetch(*fetcher_, {.url = "http://blog.example/"});
  ASSERT_TRUE(second.error);
  EXPECT_EQ(second.error->code, Code::kDenied) << second.error->message;
  EXPECT_EQ(server_.connections(), 1);
}

TEST_F(PublicServer, RedirectsToItselfByAnotherWayAreRefused) {
  const std::string port = ":" + std::to_string(server_.port());
  resolve_ = [](const std::string& host, int) { return host == "inside.example" ? "10.0.0.1" : kPublic; };
  for (const std::string& target : std::vector<std::string>{
           "http://127.0.0.1" + port + "/", "http://2130706433/", "//[::ffff:7f00:1]/",
           "http://169.254.169.254/x", "https://inside.example" + port + "/", "file:///etc/passwd"}) {
    server_.on("/", test::simple_answer(302, "Location: " + target + "\r\n", ""));
    const Fetched got = test::fetch(*fetcher_, {.url = "http://blog.example/"});
    EXPECT_EQ(got.hops.size(), 1u) << target;
    ASSERT_TRUE(got.error) << target;
    EXPECT_EQ(got.error->code, Code::kDenied) << got.error->message;
  }
  EXPECT_EQ(server_.connections(), 1);
}

// With a proxy, the fetcher does not see how names are resolved: the target of a redirect is judged by its
// text.
struct RedirectRow {
  const char* name;
  const char* target;
};
class RedirectRoutes : public testing::TestWithParam<RedirectRow> {};
TEST_P(RedirectRoutes, AreRefusedOnTheirHop) {
  HttpServer proxy;
  proxy.on("http://blog.example/",
           test::simple_answer(302, std::string("Location: ") + GetParam().target + "\r\n", ""));
  NetworkOptions options;
  options.proxy = proxy.url("");
  const auto fetcher = test::make_fetcher(options, false);
  const Fetched got = test::fetch(*fetcher, {.url = "http://blog.example/"});
  EXPECT_EQ(got.hops.size(), 1u);
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kDenied) << got.error->message;
  EXPECT_EQ(proxy.requests().size(), 1u);
}
INSTANTIATE_TEST_SUITE_P(House, RedirectRoutes,
                         testing::Values(RedirectRow{"Loopback", "http://127.0.0.1/"},
                                         RedirectRow{"Decimal", "http://2130706433/"},
                                         RedirectRow{"Mapped", "//[::ffff:127.0.0.1]/"},
                                         RedirectRow{"LinkLocal", "http://169.254.169.254/"},
                                         RedirectRow{"Name", "https://localhost/"},
                                         RedirectRow{"File", "file:///etc/passwd"},
                                         RedirectRow{"Gopher", "gopher://127.0.0.1:70/_x"}),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
