// SPDX-License-Identifier: Apache-2.0
// Cookies: which are accepted, which are sent back, and that a crawl keeps them.
#include "http/cookie_jar.h"

#include <gtest/gtest.h>

#include <string>

#include "fetch_helpers.h"
#include "http_server.h"

namespace bfa {
namespace {

using http::CookieJar;
using test::HttpServer;
using test::SeenRequest;

const UtcTime kNow = UtcTime(std::chrono::sys_days(std::chrono::year(2026) / 3 / 4));

Url url(std::string_view text) {
  auto parsed = Url::parse(text);
  EXPECT_TRUE(parsed) << text;
  return std::move(parsed).value();
}

struct CookieRow {
  const char* name;
  const char* from;
  const char* set_cookie;
  const char* to;
  const char* header;  // empty: none is sent
};
class Cookies : public testing::TestWithParam<CookieRow> {};
TEST_P(Cookies, MatchesRow) {
  CookieJar jar;
  jar.store(url(GetParam().from), GetParam().set_cookie, kNow);
  EXPECT_EQ(jar.header(url(GetParam().to), kNow), GetParam().header);
}
constexpr const char* kHome = "https://www.blog.example/a/b";
INSTANTIATE_TEST_SUITE_P(
    Rfc6265_5, Cookies,
    testing::Values(
        CookieRow{"Plain", kHome, "a=1", kHome, "a=1"},
        CookieRow{"White", kHome, "  a =  1 2 ; Path = /", kHome, "a=1 2"},
        CookieRow{"EqualsInTheValue", kHome, "a=b=c", kHome, "a=b=c"},
        CookieRow{"Quoted", kHome, "a=\"1\"", kHome, "a=\"1\""},
        CookieRow{"NoName", kHome, "alone", kHome, "alone"}, CookieRow{"Nothing", kHome, "=", kHome, ""},
        CookieRow{"NothingBeforeAttributes", kHome, "; Path=/", kHome, ""},
        CookieRow{"Control", kHome, "a=\x01", kHome, ""},
        CookieRow{"OtherHost", kHome, "a=1", "https://blog.example/a/b", ""},
        CookieRow{"HostOnly", "https://blog.example/", "a=1", "https://www.blog.example/", ""},
        CookieRow{"Domain", kHome, "a=1; Domain=blog.example; Path=/", "https://x.y.blog.example/", "a=1"},
        CookieRow{"DomainWithADot", kHome, "a=1; domain=.Blog.Example; path=/", "https://blog.example/",
                  "a=1"},
        CookieRow{"EmptyDomain", kHome, "a=1; Domain=; Path=/", "https://www.blog.example/", "a=1"},
        CookieRow{"ForeignDomain", kHome, "a=1; Domain=other.example", kHome, ""},
        CookieRow{"DomainBelow", kHome, "a=1; Domain=x.www.blog.example", kHome, ""},
        CookieRow{"NotByLabel", "https://myblog.example/", "a=1; Domain=blog.example",
                  "https://blog.example/", ""},
        CookieRow{"TopLevel", "https://blog.com/", "a=1; Domain=com", "https://blog.com/", ""},
        CookieRow{"PublicSuffix", "https://blog.co.uk/", "a=1; Domain=co.uk", "https://other.co.uk/", ""},
        CookieRow{"HostingSuffix", "https://me.github.io/", "a=1; Domain=github.io", "https://you.github.io/",
                  ""},
        CookieRow{"SuffixForItself", "https://github.io/", "a=1; Domain=github.io; Path=/",
                  "https://github.io/", "a=1"},
        CookieRow{"SuffixForItselfIsHostOnly", "https://github.io/", "a=1; Domain=github.io; Path=/",
                  "https://me.github.io/", ""},
        CookieRow{"Address", "http://192.0.2.1/", "a=1; Domain=192.0.2.1", "http://192.0.2.1/", "a=1"},
        CookieRow{"AddressTail", "http://192.0.2.1/", "a=1; Domain=2.1", "http://192.0.2.1/", ""},
        CookieRow{"Address6", "http://[2001:db8::1]/", "a=1", "http://[2001:db8::1]/", "a=1"},
        CookieRow{"DefaultPath", kHome, "a=1", "https://www.blog.example/a/c", "a=1"},
        CookieRow{"DefaultPathIsAFolder", kHome, "a=1", "https://www.blog.example/ab", ""},
        CookieRow{"Path", kHome, "a=1; Path=/x", "https://www.blog.example/x/y", "a=1"},
        CookieRow{"PathIsAFolder", kHome, "a=1; Path=/x", "https://www.blog.example/xy", ""},
        CookieRow{"PathNotAbsolute", kHome, "a=1; Path=x", "https://www.blog.example/a/z", "a=1"},
        CookieRow{"Secure", kHome, "a=1; Secure; Path=/", "http://www.blog.example/", ""},
        CookieRow{"SecureOverPlain", "http://www.blog.example/", "a=1; Secure", "https://www.blog.example/",
                  ""},
        CookieRow{"PlainGoesToBoth", "http://www.blog.example/", "a=1", "https://www.blog.example/", "a=1"},
        CookieRow{"HttpOnly", kHome, "a=1; HttpOnly; SameSite=Strict", kHome, "a=1"},
        CookieRow{"MaxAge", kHome, "a=1; Max-Age=10", kHome, "a=1"},
        CookieRow{"MaxAgeZero", kHome, "a=1; Max-Age=0", kHome, ""},
        CookieRow{"MaxAgeNegative", kHome, "a=1; Max-Age=-1", kHome, ""},
        CookieRow{"MaxAgeNoNumber", kHome, "a=1; Max-Age=x", kHome, "a=1"},
        CookieRow{"MaxAgeBeforeExpires", kHome, "a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                  kHome, "a=1"},
        CookieRow{"Expired", kHome, "a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT", kHome, ""},
        CookieRow{"ExpiresLater", kHome, "a=1; Expires=Wed, 09-Jun-27 10:18:14 GMT", kHome, "a=1"},
        CookieRow{"ExpiresNoDate", kHome, "a=1; Expires=soon", kHome, "a=1"},
        CookieRow{"HostPrefix", kHome, "__Host-a=1; Secure; Path=/", kHome, "__Host-a=1"},
        CookieRow{"HostPrefixWithDomain", kHome, "__Host-a=1; Secure; Path=/; Domain=blog.example", kHome,
                  ""},
        CookieRow{"SecurePrefix", kHome, "__Secure-a=1", kHome, ""}),
    [](const auto& row) { return std::string(row.param.name); });

struct DateRow {
  const char* name;
  const char* text;
  const char* time;  // empty: none
};
class CookieDates : public testing::TestWithParam<DateRow> {};
TEST_P(CookieDates, MatchesRow) {
  const auto got = http::parse_cookie_date(GetParam().text);
  EXPECT_EQ(got ? format_rfc3339(*got) : "", GetParam().time);
}
INSTANTIATE_TEST_SUITE_P(
    Rfc6265_5_1_1, CookieDates,
    testing::Values(DateRow{"Usual", "Wed, 09 Jun 2021 10:18:14 GMT", "2021-06-09T10:18:14Z"},
                    DateRow{"Dashes", "Wednesday, 09-Jun-21 10:18:14 GMT", "2021-06-09T10:18:14Z"},
                    DateRow{"Asctime", "Wed Jun  9 10:18:14 2021", "2021-06-09T10:18:14Z"},
                    DateRow{"LongMonth", "9 june 2021 1:2:3", "2021-06-09T01:02:03Z"},
                    DateRow{"OldYear", "1 jan 99 00:00:00", "1999-01-01T00:00:00Z"},
                    DateRow{"NoTime", "9 Jun 2021", ""}, DateRow{"NoDay", "Jun 2021 10:18:14", ""},
                    DateRow{"February30", "30 Feb 2021 10:18:14", ""},
                    DateRow{"Hour24", "9 Jun 2021 24:18:14", ""},
                    DateRow{"Year1600", "9 Jun 1600 10:18:14", ""}, DateRow{"Empty", "", ""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(CookieJar, LongerPathsThenOlderOnesFirst) {
  CookieJar jar;
  const Url page = url("https://blog.example/a/b");
  for (const char* text : {"x=1; Path=/", "y=2; Path=/a", "z=3; Path=/", "x=4; Path=/"})
    jar.store(page, text, kNow);
  EXPECT_EQ(jar.header(page, kNow), "y=2; x=4; z=3");
  EXPECT_EQ(jar.size(), 3u);
}

// Usual servers refuse a head of more than 8 KB: cookies that fill it would make every page fail.
TEST(CookieJar, ARequestHasRoomForThem) {
  CookieJar jar;
  const Url page = url("https://blog.example/");
  for (const char* name : {"a", "b", "c"})
    jar.store(page, std::string(name) + "=" + std::string(2990, 'x'), kNow);
  jar.store(page, "small=1", kNow);
  const std::string header = jar.header(page, kNow);
  EXPECT_LE(header.size(), CookieJar::kMaxHeaderBytes);
  EXPECT_TRUE(header.starts_with("a=")) << header.substr(0, 10);
  EXPECT_EQ(header.find("c="), std::string::npos);
  EXPECT_TRUE(header.ends_with("; small=1"));
}

TEST(CookieJar, EndsWithTime) {
  CookieJar jar;
  const Url page = url("https://blog.example/");
  jar.store(page, "a=1; Max-Age=10", kNow);
  EXPECT_EQ(jar.header(page, kNow + std::chrono::seconds(9)), "a=1");
  EXPECT_EQ(jar.header(page, kNow + std::chrono::seconds(10)), "");
  EXPECT_EQ(jar.size(), 0u);
}

TEST(CookieJar, IsBounded) {
  CookieJar jar;
  const Url page = url("https://blog.example/");
  EXPECT_FALSE(jar.store(page, "a=" + std::string(CookieJar::kMaxBytes, 'x'), kNow));
  for (int i = 0; i < 200; ++i) jar.store(page, "c" + std::to_string(i) + "=1", kNow);
  EXPECT_EQ(jar.size(), CookieJar::kMaxPerDomain);
  EXPECT_NE(jar.header(page, kNow).find("c199=1"), std::string::npos);
  for (int i = 0; i < 10000; ++i) jar.store(url("https://h" + std::to_string(i) + ".com/"), "a=1", kNow);
  EXPECT_LE(jar.size(), CookieJar::kMaxCookies);
  EXPECT_EQ(jar.header(url("https://h9999.com/"), kNow), "a=1");
  EXPECT_EQ(jar.header(page, kNow), "");  // the longest unused is removed first
}

// A server that greets with a cookie and answers by the one that comes back.
void greet(HttpServer& server) {
  server.on("/", [](const SeenRequest& request) {
    if (request.bytes.find("\r\nCookie: seen=1\r\n") != std::string::npos)
      return test::simple_answer(200, "", "in");
    return test::simple_answer(302, "Set-Cookie: seen=1; Path=/\r\nLocation: /\r\n", "");
  });
}

TEST(FetchCookies, LastForTheCrawl) {
  HttpServer server;
  greet(server);
  const auto fetcher = test::make_fetcher({});
  const Fetched first = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_FALSE(first.error) << first.error->message;
  ASSERT_EQ(first.hops.size(), 2u);
  EXPECT_EQ(test::bytes(first.hops[0].request).find("Cookie"), std::string::npos);
  const Fetched second = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_EQ(second.hops.size(), 1u);
  EXPECT_EQ(second.hops[0].head.status, 200);
  const auto other = test::make_fetcher({});
  EXPECT_EQ(test::fetch(*other, {.url = server.url("/")}).hops.size(), 2u);
}

TEST(FetchCookies, CanBeSwitchedOff) {
  HttpServer server;
  greet(server);
  NetworkOptions options;
  options.cookies = false;
  const auto fetcher = test::make_fetcher(options);
  const Fetched got = test::fetch(*fetcher, {.url = server.url("/")});
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, Code::kLimit);
  for (const auto& request : server.requests()) EXPECT_EQ(request.bytes.find("Cookie"), std::string::npos);
}

TEST(FetchCookies, TheCallersOwnComesFirst) {
  HttpServer server;
  greet(server);
  const auto fetcher = test::make_fetcher({});
  test::fetch(*fetcher, {.url = server.url("/")});
  FetchRequest request{.url = server.url("/"), .max_redirects = 0};
  request.headers = {{"Cookie", "mine=1"}};
  const Fetched got = test::fetch(*fetcher, request);
  ASSERT_EQ(got.hops.size(), 1u);
  EXPECT_NE(test::bytes(got.hops[0].request).find("\r\nCookie: mine=1\r\n"), std::string::npos);
  EXPECT_EQ(test::bytes(got.hops[0].request).find("seen=1"), std::string::npos);
}

}  // namespace
}  // namespace bfa
