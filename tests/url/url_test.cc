// SPDX-License-Identifier: Apache-2.0
#include "bfa/url/url.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

struct ResolveRow {
  const char* name;
  const char* text;
  const char* base;  // nullptr: none
  const char* want;  // nullptr: refused
};

class Resolve : public testing::TestWithParam<ResolveRow> {};
TEST_P(Resolve, MatchesRow) {
  const auto& row = GetParam();
  Url base = Url::parse("http://base.example/").value();
  if (row.base != nullptr) base = Url::parse(row.base).value();
  const auto got = Url::parse(row.text, row.base != nullptr ? &base : nullptr);
  if (row.want == nullptr) {
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, Code::kInvalidArgument);
    EXPECT_EQ(got.error().where, row.text);
    return;
  }
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->href(), row.want);
}
INSTANTIATE_TEST_SUITE_P(
    WhatwgUrl, Resolve,
    testing::Values(
        ResolveRow{"HostCase", "HTTP://Example.ORG", nullptr, "http://example.org/"},
        ResolveRow{"DefaultPort", "https://a.example:443/b", nullptr, "https://a.example/b"},
        ResolveRow{"DotSegments", "../c/./d?x=1", "http://a.example/x/y/z", "http://a.example/x/c/d?x=1"},
        ResolveRow{"QueryOnly", "?page=2", "http://a.example/x?page=1#top", "http://a.example/x?page=2"},
        ResolveRow{"FragmentOnly", "#c12", "http://a.example/x?page=1", "http://a.example/x?page=1#c12"},
        ResolveRow{"SchemeRelative", "//b.example/y", "https://a.example/", "https://b.example/y"},
        ResolveRow{"Backslashes", "\\y\\z", "https://a.example/", "https://a.example/y/z"},
        ResolveRow{"WhiteSpaceAround", " \n /y\t ", "https://a.example/", "https://a.example/y"},
        ResolveRow{"Empty", "", "https://a.example/x", "https://a.example/x"},
        ResolveRow{"Idna", "http://b\u00FCcher.example/", nullptr, "http://xn--bcher-kva.example/"},
        ResolveRow{"BadPunycodeAscii", "http://XN--a.example/", nullptr, "http://xn--a.example/"},
        ResolveRow{"BadPunycodeBase", "y", "http://xn--a.example/x", "http://xn--a.example/y"},
        ResolveRow{"NonAsciiPath", "/caf\u00E9", "http://a.example/", "http://a.example/caf%C3%A9"},
        ResolveRow{"NotUtf8", "/a\xCF/./b", "http://a.example/", "http://a.example/a%EF%BF%BD/b"},
        ResolveRow{"NumberHost", "http://0x7f.1/", nullptr, "http://127.0.0.1/"},
        ResolveRow{"Ipv6", "http://[::1]:8080/", nullptr, "http://[::1]:8080/"},
        ResolveRow{"QueryAfterADot", ".?q=1", "http://h.example/a/b/c.html", "http://h.example/a/b/?q=1"},
        ResolveRow{"FragmentAfterADot", ".#x", "http://h.example/a/b/c.html", "http://h.example/a/b/#x"},
        ResolveRow{"QueryAfterTwoDots", "..?q#f", "http://h.example/a/b/c.html", "http://h.example/a/?q#f"},
        ResolveRow{"QueryAfterEscapedDots", "x/%2e.?q", "http://h.example/a/b/c.html",
                   "http://h.example/a/b/?q"},
        ResolveRow{"QueryAfterADotInPath", "http://h.example/a/./.?page=2", nullptr,
                   "http://h.example/a/?page=2"},
        ResolveRow{"DotsInAQuery", "http://h.example/a?x/..#f", nullptr, "http://h.example/a?x/..#f"},
        ResolveRow{"CutEscapeInQuery", "http://a.example/p?q=%9?x=1", nullptr, "http://a.example/p?q=%9?x=1"},
        ResolveRow{"CutEscapeInFragment", "http://a.example/p#%9#%?x", nullptr, "http://a.example/p#%9#%?x"},
        ResolveRow{"CutEscapeInQueryAndFragment", "/p?%#%9?", "http://a.example/",
                   "http://a.example/p?%#%9?"},
        ResolveRow{"CutEscapeOfASpace", "http://a.example/p% ?q", nullptr, "http://a.example/p%%20?q"},
        ResolveRow{"CutEscapeInOtherScheme", "foo://a/p%9?q#%?f", nullptr, "foo://a/p%9?q#%?f"},
        ResolveRow{"CutEscapeRelativeToOtherScheme", "p%#f", "foo://a/b", "foo://a/p%#f"},
        ResolveRow{"CutEscapeInOpaquePath", "mailto:x%9#f", nullptr, "mailto:x%9#f"},
        ResolveRow{"EscapedCapitalInHost", "http://%41.Example/%41", nullptr, "http://a.example/%41"},
        ResolveRow{"EscapedCapitalInHostOfAFile", "file://%41hx.example#", nullptr, "file://ahx.example/#"},
        ResolveRow{"EscapedCapitalBehindPunycode", "ftp://xn--%41/", nullptr, "ftp://xn--a/"},
        ResolveRow{"EmptyFirstSegment", "http://a.example//b c/d", nullptr, "http://a.example//b%20c/d"},
        ResolveRow{"EmptyFirstSegments", "http://a.example///[1]?//q r#//f", nullptr,
                   "http://a.example///[1]?//q%20r#//f"},
        ResolveRow{"EmptyFirstSegmentPopped", "http://a.example//../b c", nullptr, "http://a.example/b%20c"},
        ResolveRow{"EmptyFirstSegmentOfBackslashes", "http:\\\\a.example\\\\b c", nullptr,
                   "http://a.example//b%20c"},
        ResolveRow{"EmptyFirstSegmentBehindHost", "//b.example//b c", "http://a.example/",
                   "http://b.example//b%20c"},
        ResolveRow{"UserKeepsCapitals", "http://Me:%41@%41.example/", nullptr, "http://Me:%41@a.example/"},
        ResolveRow{"CutEscapeAndQuery", "http://a.example/p%9?q=1", nullptr, "http://a.example/p%9?q=1"},
        ResolveRow{"CutEscapesAll", "/p%?q%#f", "http://a.example/", "http://a.example/p%?q%#f"},
        ResolveRow{"CutEscapeAndFragment", "p%4#f", "http://a.example/x/y", "http://a.example/x/p%4#f"},
        ResolveRow{"PlainPath", "/a//b/c.html?q=/../x#y/./z", "http://u@a.example:81/d?e",
                   "http://u@a.example:81/a//b/c.html?q=/../x#y/./z"},
        ResolveRow{"PlainRelative", "d-e.html?q=/../x#y", "http://u@a.example:81/b/c?x#z",
                   "http://u@a.example:81/b/d-e.html?q=/../x#y"},
        ResolveRow{"RelativeUp", "../d/e.html", "http://a.example/b/c/x?y", "http://a.example/b/d/e.html"},
        ResolveRow{"RelativeUpTooFar", "../../../d", "http://a.example/b/c", "http://a.example/d"},
        ResolveRow{"RelativeUpEmptySegment", "../d", "http://a.example/b//c", "http://a.example/b/d"},
        ResolveRow{"RelativeUpToFolder", "../", "http://a.example/b/c/", "http://a.example/b/"},
        ResolveRow{"RelativeUpThenSlash", "..//d", "http://a.example/b/c/", "http://a.example/b//d"},
        ResolveRow{"RelativeUpInside", "../d/../e", "http://a.example/b/c", "http://a.example/e"},
        ResolveRow{"RelativeHere", "./d:e", "http://a.example/b/c", "http://a.example/b/d:e"},
        ResolveRow{"RelativeDot", ".", "http://a.example/b/c", "http://a.example/b/"},
        ResolveRow{"RelativeHidden", ".d", "http://a.example/b/c", "http://a.example/b/.d"},
        ResolveRow{"RelativeDots", "..d", "http://a.example/b/c", "http://a.example/b/..d"},
        ResolveRow{"RelativeWithColon", "d:e", "http://a.example/b/c", "d:e"},
        ResolveRow{"RelativeWithScheme", "http:d", "http://a.example/b/c", "http://a.example/b/d"},
        ResolveRow{"RelativeCapitalScheme", "HTTPS://B.example", "http://a.example/", "https://b.example/"},
        ResolveRow{"RelativeOfSpaces", "d e", "http://a.example/b/c", "http://a.example/b/d%20e"},
        ResolveRow{"HostAlone", "https://a.example", nullptr, "https://a.example/"},
        ResolveRow{"HostAndQuery", "https://a.example?b", nullptr, "https://a.example/?b"},
        ResolveRow{"HostAndFragment", "//b.example#c", "http://a.example/", "http://b.example/#c"},
        ResolveRow{"SchemeRelativeHost", "//b.example", "https://a.example/x", "https://b.example/"},
        ResolveRow{"SchemeRelativePort", "//b.example:80/x", "http://a.example/", "http://b.example/x"},
        ResolveRow{"FragmentOfFragment", "#b", "http://a.example/x?y#a", "http://a.example/x?y#b"},
        ResolveRow{"FragmentOfDots", "#../b", "http://a.example/x", "http://a.example/x#../b"},
        ResolveRow{"FragmentEmpty", "#", "http://a.example/x#a", "http://a.example/x#"},
        ResolveRow{"FragmentNotAscii", "#caf\u00E9", "http://a.example/x", "http://a.example/x#caf%C3%A9"},
        ResolveRow{"FragmentOfOpaque", "#a", "mailto:x@a.example", "mailto:x@a.example#a"},
        ResolveRow{"DotsInPath", "/a/../b/./c", "http://a.example/", "http://a.example/b/c"},
        ResolveRow{"EscapedDots", "http://a.example/b/%2E%2e/c%2E", nullptr, "http://a.example/c%2E"},
        ResolveRow{"HiddenName", "/.well-known/x", "http://a.example/", "http://a.example/.well-known/x"},
        ResolveRow{"QuoteInQuery", "/a?b='c'", "http://a.example/", "http://a.example/a?b=%27c%27"},
        ResolveRow{"HashInFragment", "/a#b#c?d", "http://a.example/", "http://a.example/a#b#c?d"},
        ResolveRow{"NumberLabel", "http://1.2.3/x", nullptr, "http://1.2.0.3/x"},
        ResolveRow{"HexLabel", "http://a.example.0x1f/x", nullptr, nullptr},
        ResolveRow{"BackslashHost", "http://a.example\\b/c", nullptr, "http://a.example/b/c"},
        ResolveRow{"Opaque", "/a", "mailto:x@a.example", nullptr},
        ResolveRow{"BidiName", "http://\u05D0\u05D1.example/", nullptr, "http://xn--4dbc.example/"},
        ResolveRow{"BidiAsWritten", "http://xn--a-yoc/", nullptr, "http://xn--a-yoc/"},
        ResolveRow{"OpaqueSpace", "data:a  ?b", nullptr, "data:a %20?b"}),
    [](const auto& row) { return std::string(row.param.name); });
INSTANTIATE_TEST_SUITE_P(
    Malformed, Resolve,
    testing::Values(ResolveRow{"RelativeWithoutBase", "/x", nullptr, nullptr},
                    ResolveRow{"EmptyWithoutBase", "", nullptr, nullptr},
                    ResolveRow{"NoHost", "http://", nullptr, nullptr},
                    ResolveRow{"PortTooBig", "http://a.example:70000/", nullptr, nullptr},
                    ResolveRow{"SpaceInHost", "http://a b.example/", nullptr, nullptr},
                    ResolveRow{"BidiMixed", "http://\u064Aa/", nullptr, nullptr},
                    ResolveRow{"BidiDigitFirst", "http://0\u05D0.example/", nullptr, nullptr},
                    ResolveRow{"BidiOtherLabel", "http://1a.\u05D0\u05D1/", nullptr, nullptr},
                    ResolveRow{"OpenBracket", "http://[::1/", nullptr, nullptr},
                    ResolveRow{"MixedBadPunycode", "http://xn--a.\u00DF/", nullptr, nullptr}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(House_Url, Parts) {
  const Url url = Url::parse("https://us:pa@Host.example:8443/a/b?q=1&r#frag").value();
  EXPECT_EQ(url.scheme(), "https");
  EXPECT_EQ(url.username(), "us");
  EXPECT_EQ(url.password(), "pa");
  EXPECT_EQ(url.host(), "host.example");
  EXPECT_EQ(url.port(), 8443);
  EXPECT_TRUE(url.has_explicit_port());
  EXPECT_EQ(url.path(), "/a/b");
  EXPECT_EQ(url.query(), "q=1&r");
  EXPECT_TRUE(url.has_query());
  EXPECT_EQ(url.fragment(), "frag");
  EXPECT_EQ(url.origin(), "https://host.example:8443");
  EXPECT_TRUE(url.is_http());
  EXPECT_EQ(url.without_fragment().href(), "https://us:pa@host.example:8443/a/b?q=1&r");
  EXPECT_EQ(url.without_fragment().fragment(), "");
}

TEST(House_Url, PartsThatAreAbsent) {
  const Url url = Url::parse("http://h.example").value();
  EXPECT_EQ(url.port(), 80);
  EXPECT_FALSE(url.has_explicit_port());
  EXPECT_EQ(url.path(), "/");
  EXPECT_FALSE(url.has_query());
  EXPECT_EQ(url.username(), "");
  EXPECT_EQ(url.without_fragment(), url);

  const Url question = Url::parse("http://h.example/?#").value();
  EXPECT_TRUE(question.has_query());
  EXPECT_EQ(question.query(), "");
  EXPECT_EQ(question.without_fragment().href(), "http://h.example/?");

  const Url mail = Url::parse("mailto:a@b.example").value();
  EXPECT_EQ(mail.host(), "");
  EXPECT_EQ(mail.path(), "a@b.example");
  EXPECT_EQ(mail.port(), -1);
  EXPECT_FALSE(mail.is_http());

  const Url odd = Url::parse("web+demo:/.//not-a-host/").value();
  EXPECT_EQ(odd.host(), "");
  EXPECT_EQ(odd.path(), "//not-a-host/");
  EXPECT_EQ(Url::parse("http://[2001:db8::1]:81/").value().host(), "[2001:db8::1]");
}

TEST(House_HostToAscii, TakesHostsOnly) {
  EXPECT_EQ(host_to_ascii("B\u00DCCHER.example").value(), "xn--bcher-kva.example");
  EXPECT_EQ(host_to_ascii("127.1").value(), "127.0.0.1");
  for (const char* bad : {"", "a/b", "a?b", "a@b", "a:80", "a b"}) EXPECT_FALSE(host_to_ascii(bad)) << bad;
}

TEST(House_PercentDecode, LeavesBadEscapes) {
  EXPECT_EQ(percent_decode("a%20b%2Fc+d"), "a b/c+d");
  EXPECT_EQ(percent_decode("100%"), "100%");
  EXPECT_EQ(percent_decode("%4"), "%4");
  EXPECT_EQ(percent_decode("%zz%41"), "%zzA");
  EXPECT_EQ(percent_decode("%e3%81%82"), "\u3042");
}

}  // namespace
}  // namespace bfa
